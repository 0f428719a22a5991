// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/controls/picker_list.h"

#include <QButtonGroup>
#include <QComboBox>

#include <vector>

class QCompleter;
class QListView;

namespace rigwright {

/// A choice from a list: a few words, or a long grouped list with columns that is searched by typing. The best match is
/// chosen in the list, and Enter takes it.
class PickerControl : public FieldControl {
    Q_OBJECT

public:
    enum class Kind { words, searchable };

    PickerControl(QString path, Kind kind, QWidget* parent = nullptr);

    void set_entries(std::vector<PickerEntry> entries);
    const std::vector<PickerEntry>& entries() const { return entries_; }
    bool is_searchable() const { return kind_ == Kind::searchable; }
    /// A more specific error for typed text that matches no entry; nothing if there is none.
    using Explanation = std::function<std::optional<TextMaker>(const QString& typed)>;
    void set_explanation(Explanation explain) { explain_ = std::move(explain); }
    void set_texts(const ControlTexts& texts) override;
    bool can_be_absent() const override { return box_->findData(QString()) >= 0; }
    QWidget* editor() const override { return box_; }
    QComboBox* box() const { return box_; }
    /// The list below a searchable field, shown while it is open.
    QListView* list() const { return list_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override;
    int editor_width() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make_searchable();
    void fill();
    /// Every entry under the heading of its group, from the present one on.
    void open_list();
    void search();
    void show_list(int row);
    void choose(const QString& id);
    /// Takes the row in the list, or else what the text names.
    void enter();
    /// Takes what the text names; what it does not is marked.
    void take_typed_text();

    Kind kind_;
    QComboBox* box_;
    PickerDelegate* delegate_ = nullptr;
    PickerRows* rows_ = nullptr;
    QCompleter* popup_ = nullptr;
    QListView* list_ = nullptr;
    std::vector<PickerEntry> entries_;
    QString current_;
    Explanation explain_;
};

/// A choice of two or three words, all in sight beside each other. Arrows go from one to the next.
class SegmentControl : public FieldControl {
    Q_OBJECT

public:
    explicit SegmentControl(QString path, QWidget* parent = nullptr);

    void set_entries(const std::vector<PickerEntry>& entries);
    QWidget* editor() const override { return box_; }
    /// The part that is chosen.
    QAbstractButton* chosen() const { return parts_->checkedButton(); }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool) override {}
    int editor_width() const override { return box_->sizeHint().width(); }

private:
    QWidget* box_;
    QButtonGroup* parts_;
    std::vector<QString> ids_;
    QString current_;
};

} // namespace rigwright
