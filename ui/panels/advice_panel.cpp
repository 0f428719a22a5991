// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/advice_panel.h"

#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QScrollArea>

#include <cmath>

namespace rigwright {

bool is_short_of_memory(const Evaluation& evaluation)
{
    if (!evaluation.estimate) return false;
    const std::optional<Verdict> verdict = evaluation.estimate->verdict;
    return verdict == Verdict::tight || verdict == Verdict::does_not_fit;
}

Live<Advice>& advice_of(Document& document)
{
    if (Live<Advice>* present = Live<Advice>::of(document)) return *present;
    const auto compute = [](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
        const Advising advising{data, stop};
        const Evaluation evaluation = evaluate(scenario, data);
        return Advice{effect_of(evaluation), remedies(evaluation, advising), what_fits(scenario, advising)};
    };
    auto* live = new Live<Advice>(document, compute, &document);
    live->ask_when_settled(live, [&document] { return is_short_of_memory(document.evaluation()); });
    return *live;
}

namespace {

constexpr int sign_size = 16;
constexpr int lines_of_a_row = 3;
constexpr int line_height = 31;
enum Column {
    sign_column,
    what_column,
    memory_column,
    saved_column,
    time_column,
    slower_column,
    remark_column,
    button_column
};

void fill_effect(AdviceText& text, const PlanEffect& effect, const Localization& words)
{
    text.memory = words.text(value_of(effect.memory));
    text.time = effect.step ? words.text(value_of(*effect.step)) : QStringLiteral("–");
    text.verdict = effect.verdict;
}

/// "+14 %", "−30 %", or nothing within half a percent.
QString percent(double ratio)
{
    const long change = std::lround((ratio - 1.0) * 100.0);
    if (change == 0) return {};
    return QStringLiteral("%1%2%").arg(change > 0 ? QStringLiteral("+") : QStringLiteral("−"),
                                       QString::number(std::labs(change)));
}

void set_text(QLabel* label, const QString& text)
{
    if (label->text() != text) label->setText(text);
}

} // namespace

AdviceText text_of(const Remedy& remedy, const PlanEffect& plan, const Localization& words)
{
    AdviceText text;
    text.what = from_utf8(remedy_text(remedy, words.table().message_text()));
    text.explanation = from_utf8(remedy_explanation(remedy, words.table().message_text()));
    text.reach = words.text(std::string("remedy.reach.") + key_of(remedy.reach));
    text.remark =
        QStringLiteral("%1 · %2").arg(words.text(std::string("verdict.") + key_of(remedy.effect.verdict)), text.reach);
    fill_effect(text, remedy.effect, words);
    const bool less = remedy.effect.memory < plan.memory;
    if (less) text.saved = QStringLiteral("−") + words.text(value_of(plan.memory - remedy.effect.memory));
    const QString change = remedy.time_ratio ? percent(*remedy.time_ratio) : QString();
    if (!change.isEmpty()) text.slower = AdviceRows::tr("%1 per sample").arg(change);
    text.changes = remedy.changes;
    return text;
}

AdviceText text_of(const FitAnswer& answer, const Localization& words)
{
    AdviceText text;
    const MessageText message = words.table().message_text();
    text.what = named_value(words.text("fit." + answer.code), from_utf8(answer_text(answer, message)));
    text.explanation = words.text("fit.margin");
    if (!answer.without_margin.empty())
        text.remark = words.text("fit.without-margin",
                                 {{"answer", message("fit." + answer.code + ".answer", answer.without_margin)}});
    else if (answer.limit == FitLimit::model)
        text.remark = words.text("fit.model-limit");
    else if (answer.found() && answer.changes.empty())
        text.remark = words.text("fit.present");
    if (answer.effect) fill_effect(text, *answer.effect, words);
    text.changes = answer.changes;
    return text;
}

AdviceRows::AdviceRows(QWidget* parent, Form form)
    : QWidget(parent),
      form_(form),
      grid_(new QGridLayout(this)),
      memory_heading_(small_label(this)),
      time_heading_(small_label(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(what_column, 1);
    grid_->addWidget(memory_heading_, 0, memory_column, Qt::AlignRight);
    grid_->addWidget(time_heading_, 0, time_column, Qt::AlignRight);
    on_change(this, QEvent::PaletteChange, [this] {
        for (std::size_t row = 0; row < advice_.size(); ++row) paint_sign(row);
    });
}

void AdviceRows::add_row()
{
    struct Place {
        int line = 0;
        int column = 0;
        Qt::Alignment side{};
    };
    static constexpr std::array<Place, part_count> in_one_line{{{0, sign_column},
                                                                {0, what_column},
                                                                {0, remark_column},
                                                                {0, memory_column, Qt::AlignRight},
                                                                {0, saved_column},
                                                                {0, time_column, Qt::AlignRight},
                                                                {0, slower_column}}};
    static constexpr std::array<Place, part_count> in_two_lines{{{0, sign_column, Qt::AlignTop},
                                                                 {0, what_column},
                                                                 {1, what_column, Qt::AlignTop},
                                                                 {0, memory_column, Qt::AlignRight | Qt::AlignTop},
                                                                 {1, memory_column, Qt::AlignRight | Qt::AlignTop},
                                                                 {0, time_column, Qt::AlignRight | Qt::AlignTop},
                                                                 {1, time_column, Qt::AlignRight | Qt::AlignTop}}};
    const int index = static_cast<int>(rows_.size());
    const int line = 1 + index * (is_one_line() ? 1 : lines_of_a_row);
    Row row{{plain_label(this), is_one_line() ? new ElidedLine(this) : plain_label(this), small_label(this),
             plain_label(this), small_label(this), plain_label(this), small_label(this)},
            new QPushButton(this)};
    for (std::size_t part = 0; part < part_count; ++part) {
        const Place& place = (is_one_line() ? in_one_line : in_two_lines)[part];
        grid_->addWidget(row.labels[part], line + place.line, place.column, place.side);
    }
    grid_->addWidget(row.apply, line, button_column, is_one_line() ? 1 : 2, 1, Qt::AlignVCenter);
    if (is_one_line()) {
        // Text columns shrink; number columns do not.
        for (const Part part : {what, remark}) row.labels[part]->setMinimumWidth(1);
        row.labels[what]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        row.labels[what]->setFont(bold_of(row.labels[what]->font()));
    } else {
        for (const Part part : {what, remark}) row.labels[part]->setWordWrap(true);
    }
    connect(row.apply, &QPushButton::clicked, this, [this, index] { emit chosen(index); });
    rows_.push_back(row);
}

void AdviceRows::show_advice(std::vector<AdviceText> advice, const Localization& words)
{
    advice_ = std::move(advice);
    while (rows_.size() < advice_.size()) add_row();
    set_text(memory_heading_, tr("Memory"));
    set_text(time_heading_, tr("Step time"));
    memory_heading_->setVisible(!advice_.empty());
    time_heading_->setVisible(!advice_.empty());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const bool used = row < advice_.size();
        for (QLabel* label : rows_[row].labels) label->setVisible(used);
        rows_[row].apply->setVisible(used);
        const int at = static_cast<int>(row);
        if (is_one_line())
            grid_->setRowMinimumHeight(1 + at, used ? line_height : 0);
        else
            grid_->setRowMinimumHeight((1 + at) * lines_of_a_row, used ? 8 : 0);
        if (used) fill(row, words);
    }
    show_remarks();
}

void AdviceRows::show_remarks()
{
    constexpr int room_for_the_remark = 780;
    constexpr int room_for_effects = 560;
    if (!is_one_line()) return;
    std::array<int, part_count> widest{};
    int button = 0;
    for (std::size_t row = 0; row < advice_.size(); ++row) {
        for (std::size_t part = 0; part < part_count; ++part)
            widest[part] = std::max(widest[part], rows_[row].labels[part]->sizeHint().width());
        button = std::max(button, rows_[row].apply->sizeHint().width());
    }
    widest[memory] = std::max(widest[memory], memory_heading_->sizeHint().width());
    widest[time] = std::max(widest[time], time_heading_->sizeHint().width());
    // Other columns and the tooltip repeat what is left out; only this one names the change.
    std::array<bool, part_count> shown{};
    shown.fill(true);
    shown[remark] = width() >= room_for_the_remark;
    shown[saved] = shown[slower] = width() >= room_for_effects;
    const auto has_room = [&] {
        int needed = button;
        for (std::size_t part = 0; part < part_count; ++part)
            if (shown[part]) needed += widest[part] + grid_->horizontalSpacing();
        return needed <= width();
    };
    for (const Part least : {remark, saved, slower}) shown[least] = shown[least] && has_room();
    for (std::size_t row = 0; row < advice_.size(); ++row)
        for (const Part part : {remark, saved, slower}) rows_[row].labels[part]->setVisible(shown[part]);
}

void AdviceRows::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    show_remarks();
}

void AdviceRows::fill(std::size_t index, const Localization& words)
{
    const AdviceText& text = advice_[index];
    const auto& [labels, apply] = rows_[index];
    // In one line, the sign shows the verdict.
    const std::array texts{text.what,  is_one_line() ? text.reach : text.remark, text.memory, text.saved, text.time,
                           text.slower};
    for (std::size_t i = 0; i < texts.size(); ++i) set_text(labels[what + i], texts[i]);
    labels[sign]->setAccessibleName(text.verdict ? words.text(std::string("verdict.") + key_of(*text.verdict))
                                                 : QString());
    apply->setText(tr("Apply"));
    apply->setAccessibleName(tr("Apply: %1").arg(text.what));
    apply->setAccessibleDescription(text.explanation);
    apply->setVisible(!text.changes.empty());
    for (QWidget* widget : std::initializer_list<QWidget*>{labels[sign], labels[what], labels[remark], apply}) {
        widget->setToolTip(tool_tip(text.explanation));
        widget->setWhatsThis(text.explanation);
    }
    if (is_one_line()) labels[what]->setToolTip(tool_tip(text.what + QLatin1Char('\n') + text.explanation));
    paint_sign(index);
}

void AdviceRows::paint_sign(std::size_t index)
{
    const Theme& theme = theme_of(palette());
    const std::optional<Verdict> verdict = advice_[index].verdict;
    rows_[index].labels[sign]->setPixmap(symbol_pixmap(verdict ? symbol_of(*verdict) : Symbol::question_diamond,
                                                       sign_size, devicePixelRatioF(),
                                                       verdict ? theme.of(*verdict) : theme.muted, theme.base));
}

/// Fixes for a plan that does not fit, and maximum sizes on this machine: each line shows its effect; one click applies
/// it, one undo reverts it.
class AdvicePanel : public QWidget, public SettlingPage {
    Q_OBJECT

public:
    AdvicePanel(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          advice_(advice_of(document_)),
          words_(context.words)
    {
        setObjectName(QStringLiteral("advice"));
        build();
        connect(&advice_, &LiveSignal::changed, this, &AdvicePanel::follow);
        advice_.ask_while_shown(this);
        connect(remedies_, &AdviceRows::chosen, this, [this](int row) { apply(remedies_->advice(row)); });
        connect(answers_, &AdviceRows::chosen, this, [this](int row) { apply(answers_->advice(row)); });
        in_each_language(this, [this] { follow(); });
    }

    bool is_settled() const override { return advice_.is_settled(); }

private:
    void build()
    {
        auto* outer = column_in(this, {0, 0, 0, 0});
        scroll_ = spoken(new QScrollArea(this), [this] { return words_.text("fit.remedies"); });
        auto* page = new QWidget;
        auto* column = column_in(page, {14, 10, 14, 10}, 4);
        remedies_state_ = wrapping(small_label(page));
        remedies_ = named(new AdviceRows(page), "remedies");
        fill(column, {title("fit.remedies"), remedies_state_, remedies_, Space{10}});
        answers_state_ = wrapping(small_label(page));
        answers_ = named(new AdviceRows(page), "answers");
        fill(column, {title("fit.answers"), answers_state_, answers_, Stretch{}});
        make_page(*scroll_);
        scroll_->setFocusPolicy(Qt::StrongFocus);
        scroll_->setWidget(page);
        page->setAutoFillBackground(false);
        scroll_->viewport()->setAutoFillBackground(false);
        outer->addWidget(scroll_);
    }

    QLabel* title(const char* code)
    {
        return say(heading(1.0, this), [this, code] { return words_.text(code); });
    }

    void follow()
    {
        const FocusKeeper keeper(*this, *scroll_);
        const std::shared_ptr<const Advice>& advice = advice_.known();
        std::vector<AdviceText> remedies;
        std::vector<AdviceText> answers;
        if (advice) {
            for (const Remedy& remedy : advice->remedies) remedies.push_back(text_of(remedy, *advice->plan, words_));
            for (const FitAnswer& answer : advice->answers) answers.push_back(text_of(answer, words_));
        }
        remedies_state_->setText(state_of_remedies());
        answers_state_->setText(words_.text(advice && advice->answers.empty() ? "fit.answers.none" : "fit.margin"));
        remedies_->show_advice(std::move(remedies), words_);
        answers_->show_advice(std::move(answers), words_);
    }

    QString state_of_remedies() const
    {
        const std::shared_ptr<const Advice>& advice = advice_.known();
        if (!advice) return tr("Computing…");
        if (!advice->plan) return words_.text("fit.answers.none");
        if (advice->plan->verdict == Verdict::fits) return words_.text("fit.remedies.not-needed");
        if (advice->remedies.empty()) return words_.text("fit.remedies.none");
        return tr(
            "Ranked: training unchanged, lower precision or another optimizer, lost updates or different training, "
            "other hardware.");
    }

    void apply(const AdviceText& text)
    {
        const bool again = since_applied_.isValid() && since_applied_.elapsed() < QApplication::doubleClickInterval();
        if (again) return;
        if (advice_.apply(text.changes, text.what)) since_applied_.start();
    }

    Document& document_;
    Live<Advice>& advice_;
    const Localization& words_;
    QLabel* remedies_state_ = nullptr;
    AdviceRows* remedies_ = nullptr;
    QLabel* answers_state_ = nullptr;
    AdviceRows* answers_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    /// Since a line was last applied: the second half of a double click must not apply a line that moved under it.
    QElapsedTimer since_applied_;
};

QWidget* advice_page(const PageContext& context, QWidget* parent) { return new AdvicePanel(context, parent); }

} // namespace rigwright

#include "advice_panel.moc"
