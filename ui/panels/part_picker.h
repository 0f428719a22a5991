// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/own_record.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <functional>
#include <set>

namespace rigwright {

/// Which record of the hardware catalog is meant: the picker of the inputs where no field of the plan holds the choice.
class PartPicker : public PickerControl {
    Q_OBJECT

public:
    PartPicker(const QString& name, Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the records of one kind; those of every kind without one.
    void show_kind(std::optional<RecordKind> kind);
    /// Lists only what this takes.
    void show_only(std::function<bool(const std::string& id)> takes);
    /// Shows the word behind these entries of the list.
    void mark_parts(std::set<std::string> ids, const QString& word);
    void choose_part(const std::string& id);
    /// Empty where the list is.
    const std::string& part() const { return part_; }
    /// The field names the part.
    bool is_sound() const { return !part_.empty() && box()->currentText() == box()->itemText(box()->currentIndex()); }
    /// The name of the part.
    QString part_name() const;
    /// Asks for the list again.
    void refresh();

signals:
    void part_chosen();

private:
    void show_part(const std::string& id);

    Document& document_;
    const Localization& words_;
    std::optional<RecordKind> kind_;
    std::function<bool(const std::string& id)> takes_;
    std::set<std::string> marked_;
    QString word_;
    std::string part_;
};

} // namespace rigwright
