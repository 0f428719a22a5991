// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_panel.h"

#include "core/advise/requirements.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/follow.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/panels/advice_panel.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QToolButton>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int small_sign_size = 16;

} // namespace

/// One finding: its sign and text, a link to the related setting, and fixes.
class FindingRow : public QWidget {
    Q_OBJECT

public:
    explicit FindingRow(const Localization& words)
        : words_(words),
          sign_(new QLabel(this)),
          text_(selectable(wrapped_label(this))),
          to_field_(new QToolButton(this)),
          column_(column_of({new RelayoutGuard(text_, RelayoutGuard::Follows::height)}, 2))
    {
        setObjectName(QStringLiteral("finding"));
        to_field_->setAutoRaise(true);
        to_field_->setArrowType(Qt::LeftArrow);
        row_in(this, {0, 2, 0, 2}, 8, {{sign_, 0, Qt::AlignTop}, {column_, 1}, {to_field_, 0, Qt::AlignTop}});
        connect(to_field_, &QToolButton::clicked, this, [this] { emit field_requested(field_); });
        on_change(this, QEvent::PaletteChange, [this] { paint_sign(); });
    }

    void show_finding(const Finding& finding)
    {
        const QString text = words_.text(finding);
        const QString severity = words_.text(finding.severity);
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

    /// Shows buttons for fixes; none if null.
    void show_fixes(const FindingFixes* fixes)
    {
        fixes_ = fixes != nullptr ? fixes->fixes : std::vector<Fix>();
        while (buttons_.size() < fixes_.size()) {
            auto* button = new WrappingButton(this);
            connect(button, &QPushButton::clicked, this, [this, index = buttons_.size()] {
                if (index >= fixes_.size()) return;
                // Without the cost of the fix.
                const QString name = from_utf8(fix_name(fixes_[index], words_.table().message_text()));
                emit fix_requested(Fix(fixes_[index]), name);
            });
            // Without AlignTop, its height is one line of text.
            column_->addWidget(button, 0, Qt::AlignLeft | Qt::AlignTop);
            buttons_.push_back(button);
        }
        for (std::size_t i = 0; i < buttons_.size(); ++i) {
            const bool used = i < fixes_.size();
            buttons_[i]->setVisible(used);
            // A hidden button would keep its last language; names from the database are not mnemonics.
            QString text = used ? from_utf8(fix_text(fixes_[i], words_.table().message_text())) : QString();
            buttons_[i]->setText(text.replace(QLatin1Char('&'), QLatin1String("&&")));
            buttons_[i]->setToolTip(used ? tool_tip(tr("Make this change; one undo step reverts it")) : QString());
            buttons_[i]->setAccessibleDescription(text_->text());
        }
    }

signals:
    void field_requested(const QString& path);
    void fix_requested(const rigwright::Fix& fix, const QString& description);

private:
    void paint_sign()
    {
        const Theme& theme = theme_of(palette());
        sign_->setPixmap(
            symbol_pixmap(symbol_of(severity_), small_sign_size, devicePixelRatioF(), theme.of(severity_), theme.card));
    }

    const Localization& words_;
    QLabel* sign_;
    QLabel* text_;
    QToolButton* to_field_;
    QVBoxLayout* column_;
    std::vector<WrappingButton*> buttons_;
    std::vector<Fix> fixes_;
    Finding::Severity severity_ = Finding::Severity::unchecked;
    QString field_;
};

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
    list_ = column_in(page, {0, 0, 4, 0}, 2, {empty_, Stretch{}});
    make_page(*scroll_);
    // For its name and scrolling by keys.
    scroll_->setFocusPolicy(Qt::StrongFocus);
    scroll_->setWidget(page);
    scroll_->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    column_in(this, {12, 8, 6, 6}, -1, {say(heading(1.0, this), [] { return tr("Findings"); }), {scroll_, 1}});
    follow_in_sight(this, document_, [this] { follow(); });
    connect(&fixes_, &LiveSignal::changed, this, &FindingsPanel::show_fixes);
    fixes_.ask_when_settled(this, [this] {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        return estimate && !estimate->findings.empty();
    });
    in_each_language(this, [this] { follow(); });
}

QWidget* FindingsPanel::row(std::string_view code) const
{
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (shown_[i].code == code) return rows_[i];
    return nullptr;
}

void FindingsPanel::show_fixes()
{
    const FocusKeeper keeper(*this, *scroll_);
    for (std::size_t i = 0; i < shown_.size(); ++i) rows_[i]->show_fixes(fixes_of(shown_[i]));
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
        auto* row = new FindingRow(words_);
        list_->insertWidget(list_->count() - 1, row);
        connect(row, &FindingRow::field_requested, this, &FindingsPanel::field_requested);
        connect(row, &FindingRow::fix_requested, this,
                [this](const Fix& fix, const QString& description) { fixes_.apply(fix.changes, description); });
        rows_.push_back(row);
    }
    for (; rows_.size() > findings.size(); rows_.pop_back()) {
        // Its button may have triggered this.
        rows_.back()->hide();
        rows_.back()->deleteLater();
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->show_finding(findings[i]);
    empty_->setVisible(findings.empty());
    shown_ = std::move(findings);
    emit findings_changed();
    show_fixes();
}

} // namespace rigwright

#include "findings_panel.moc"
