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

/// Issues of the plan, worst first, with fixes; then checks that were not run.
class FindingsPanel : public Card {
    Q_OBJECT

public:
    FindingsPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// The row of a finding with that code; null if none.
    QWidget* row(std::string_view code) const;
    bool is_settled() const { return fixes_.is_current(); }

    std::size_t count() const { return shown_.size(); }

signals:
    void field_requested(const QString& path);
    /// The shown findings changed.
    void findings_changed();

private:
    void follow();
    void show_fixes();
    /// Fixes of a finding of the current document; null if there are none, or none known yet.
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
