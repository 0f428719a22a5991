// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_panel.h"

#include "core/advise/requirements.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/follow_in_sight.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int small_sign_size = 16;

} // namespace

FindingRow::FindingRow(QWidget* parent)
    : QWidget(parent),
      sign_(new QLabel(this)),
      text_(selectable(wrapped_label(this))),
      to_field_(new QToolButton(this))
{
    auto* row = row_in(this, {0, 2, 0, 2}, 8);
    column_ = new QVBoxLayout;
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(2);
    to_field_->setAutoRaise(true);
    to_field_->setArrowType(Qt::LeftArrow);
    row->addWidget(sign_, 0, Qt::AlignTop);
    column_->addWidget(new RelayoutGuard(text_, RelayoutGuard::Follows::height));
    fill(row, {{column_, 1}, {to_field_, 0, Qt::AlignTop}});
    connect(to_field_, &QToolButton::clicked, this, [this] { emit field_requested(field_); });
    on_change(this, QEvent::PaletteChange, [this] { paint_sign(); });
}

void FindingRow::show_finding(const Finding& finding, const Localization& words)
{
    const QString text = words.text(finding);
    const QString severity = words.text(finding.severity);
    const bool other_sign = severity_ != finding.severity || sign_->toolTip() != severity;
    severity_ = finding.severity;
    field_ = from_utf8(finding.field);
    if (text_->text() != text) text_->setText(text);
    to_field_->setVisible(!field_.isEmpty());
    if (!other_sign) return;
    paint_sign();
    sign_->setToolTip(severity);
    sign_->setAccessibleName(severity);
    to_field_->setToolTip(tr("Go to the setting"));
    to_field_->setAccessibleName(tr("Go to the setting"));
}

void FindingRow::show_fixes(const FindingFixes* fixes, const Localization& words)
{
    fixes_ = fixes != nullptr ? fixes->fixes : std::vector<Fix>();
    names_.clear();
    for (const Fix& fix : fixes_) names_.push_back(from_utf8(fix_name(fix, words.table().message_text())));
    while (buttons_.size() < fixes_.size()) {
        auto* button = new WrappingButton(this);
        const std::size_t index = buttons_.size();
        connect(button, &QPushButton::clicked, this, [this, index] {
            if (index < fixes_.size()) emit fix_requested(Fix(fixes_[index]), QString(names_[index]));
        });
        column_->addWidget(button, 0, Qt::AlignLeft);
        buttons_.push_back(button);
    }
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        buttons_[i]->setVisible(i < fixes_.size());
        if (i >= fixes_.size()) {
            // It would keep the language in which it was last shown.
            buttons_[i]->setText(QString());
            buttons_[i]->setToolTip(QString());
            continue;
        }
        // A name from the database is no mnemonic.
        QString text = from_utf8(fix_text(fixes_[i], words.table().message_text()));
        buttons_[i]->setText(text.replace(QLatin1Char('&'), QLatin1String("&&")));
        buttons_[i]->setToolTip(tool_tip(tr("Make this change; one undo step reverts it")));
        buttons_[i]->setAccessibleDescription(text_->text());
    }
}

void FindingRow::paint_sign()
{
    const Theme& theme = theme_of(palette());
    sign_->setPixmap(
        symbol_pixmap(symbol_of(severity_), small_sign_size, devicePixelRatioF(), theme.of(severity_), theme.card));
}

FindingsPanel::FindingsPanel(Document& document, const Localization& words, QWidget* parent)
    : Card(parent),
      document_(document),
      words_(words),
      fixes_(document,
             [](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
                 return fixes(evaluate(scenario, data), {data, stop});
             }),
      empty_(say(wrapped_label(this), [] { return tr("No issues found."); })),
      scroll_(spoken(new QScrollArea(this), [] { return tr("Findings"); }))
{
    setObjectName(QStringLiteral("findings"));
    auto* page = new QWidget;
    list_ = new QVBoxLayout(page);
    list_->setContentsMargins(0, 0, 4, 0);
    list_->setSpacing(2);
    fill(list_, {empty_, Stretch{}});
    scroll_->setWidget(page);
    scroll_->setWidgetResizable(true);
    scroll_->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column_in(this, {12, 8, 6, 6}, -1, {say(heading(1.0, this), [] { return tr("Findings"); }), {scroll_, 1}});
    follow_in_sight(this, document_, [this] { follow(); });
    connect(&fixes_, &LiveSignal::changed, this, &FindingsPanel::show_fixes);
    fixes_.ask_when_settled(this, [this] {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        return estimate && !estimate->findings.empty();
    });
    in_each_language(this, [this] { follow(); });
}

FindingRow* FindingsPanel::row(std::string_view code) const
{
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (shown_[i].code == code) return rows_[i];
    return nullptr;
}

void FindingsPanel::show_fixes()
{
    const FocusKeeper keeper(*this, *scroll_);
    for (std::size_t i = 0; i < shown_.size(); ++i) rows_[i]->show_fixes(fixes_of(shown_[i]), words_);
}

const FindingFixes* FindingsPanel::fixes_of(const Finding& finding) const
{
    if (!fixes_.is_current() || document_.hides_fixes()) return nullptr;
    const auto known = std::ranges::find_if(*fixes_.known(), [&finding](const FindingFixes& fixes) {
        return fixes.code == finding.code && fixes.field == finding.field;
    });
    return known == fixes_.known()->end() ? nullptr : &*known;
}

void FindingsPanel::follow()
{
    const FocusKeeper keeper(*this, *scroll_);
    const Evaluation& evaluation = document_.evaluation();
    std::vector<Finding> findings = all_findings(evaluation, *document_.data());
    std::ranges::stable_sort(findings, {}, &Finding::severity);
    while (rows_.size() < findings.size()) {
        auto* row = new FindingRow;
        list_->insertWidget(list_->count() - 1, row);
        connect(row, &FindingRow::field_requested, this, &FindingsPanel::field_requested);
        connect(row, &FindingRow::fix_requested, this,
                [this](const Fix& fix, const QString& description) { fixes_.apply(fix.changes, description); });
        rows_.push_back(row);
    }
    for (; rows_.size() > findings.size(); rows_.pop_back()) {
        // It may be the one whose button asked for this.
        rows_.back()->hide();
        rows_.back()->deleteLater();
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->show_finding(findings[i], words_);
    empty_->setVisible(findings.empty());
    shown_ = std::move(findings);
    emit findings_changed();
    show_fixes();
}

} // namespace rigwright
