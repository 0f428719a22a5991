// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/fixes.h"
#include "ui/controls/card.h"
#include "ui/document/live.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <vector>

namespace rigwright {

class FindingRow;

/// What the plan runs into, worst first, each with what would help; then what was not checked.
class FindingsPanel : public Card {
    Q_OBJECT

public:
    FindingsPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// The row of a finding of that code; null where there is none.
    QWidget* row(std::string_view code) const;
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
