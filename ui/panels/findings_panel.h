// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/fixes.h"
#include "ui/controls/card.h"
#include "ui/document/live.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <vector>

namespace rigwright {

/// One finding: its sign, its sentence, the way to the setting it is about, and what helps.
class FindingRow : public QWidget {
    Q_OBJECT

public:
    explicit FindingRow(QWidget* parent = nullptr);

    void show_finding(const Finding& finding, const Localization& words);
    /// Buttons for what helps; none for null.
    void show_fixes(const FindingFixes* fixes, const Localization& words);

signals:
    void field_requested(const QString& path);
    void fix_requested(const rigwright::Fix& fix, const QString& description);

private:
    void paint_sign();

    QLabel* sign_;
    QLabel* text_;
    QToolButton* to_field_;
    QVBoxLayout* column_;
    std::vector<WrappingButton*> buttons_;
    std::vector<Fix> fixes_;
    /// What each does, without its cost: the name of the undo step.
    std::vector<QString> names_;
    Finding::Severity severity_ = Finding::Severity::unchecked;
    QString field_;
};

/// What the plan runs into, worst first, each with what would help; then what was not checked.
class FindingsPanel : public Card {
    Q_OBJECT

public:
    FindingsPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// The row of a finding of that code; null where there is none.
    FindingRow* row(std::string_view code) const;
    bool is_settled() const { return fixes_.is_current(); }

    std::size_t count() const { return shown_.size(); }

signals:
    void field_requested(const QString& path);
    /// Other findings are shown.
    void findings_changed();

private:
    void follow();
    void show_fixes();
    /// The fixes of a finding of the present document; null if there are none, or none are known yet.
    const FindingFixes* fixes_of(const Finding& finding) const;

    Document& document_;
    const Localization& words_;
    Live<std::vector<FindingFixes>> fixes_;
    std::vector<Finding> shown_;
    QLabel* empty_;
    QScrollArea* scroll_;
    QVBoxLayout* list_;
    std::vector<FindingRow*> rows_;
};

} // namespace rigwright
