// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/comparison.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLabel>

namespace rigwright {

/// The effect of the last edit on memory and time, and the parts that caused it.
class ChangeLine : public QWidget {
    Q_OBJECT

public:
    ChangeLine(Document& document, const Localization& words, QWidget* parent = nullptr);

signals:
    void working_requested(const QString& quantity);

private:
    /// Another build or document: nothing to compare with.
    void start_over();
    void follow();
    void show_changes();
    void show_change(QuantityLabel& label, const ResultChange* change, const QString& name);
    QString amount(Value difference) const;

    Document& document_;
    const Localization& words_;
    QuantityLabel* memory_;
    QuantityLabel* time_;
    /// The baseline for the next edit.
    std::shared_ptr<const Evaluation> last_;
    std::vector<ResultChange> changes_;
};

} // namespace rigwright
