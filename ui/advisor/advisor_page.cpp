// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommend/builds.h"
#include "core/recommend/questions.h"
#include "ui/advisor/advisor_source.h"
#include "ui/advisor/candidate_text.h"
#include "ui/advisor/front_plot.h"
#include "ui/controls/card.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPainter>
#include <QProgressBar>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <set>

namespace rigwright {

namespace {

/// The most frequent reasons for exclusion; others exclude few candidates each.
constexpr std::size_t most_reasons = 8;
/// Whether a remark on kept and chosen settings belongs to the scope.
bool is_of_scope(const Remark& remark) { return remark.code.starts_with("remark.task-kept"); }

bool holds(const std::vector<std::string>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

constexpr int limits_width = 264;
constexpr int side_width = 300;
/// Minimum height of the plot on low pages.
constexpr int least_front_height = 300;
constexpr int maker_columns = 2;
/// Milliseconds; faster updates would be unreadable.
constexpr int progress_interval = 100;
/// Minimum widths for limits beside the answer, and for cards side by side.
constexpr int width_with_limits = 1060;
constexpr int width_for_cards = 780;

} // namespace

/// One recommended build: its kind of pick, figures, memory, drawbacks and commands. The tooltip gives all reasons.
class PickCard : public Card {
    Q_OBJECT

public:
    explicit PickCard(QWidget* parent)
        : Card(parent),
          heading_(new QLabel(this)),
          name_(named(new QLabel(this), "build")),
          figures_(new QLabel(this)),
          gauge_(new ShareBar({80, 8}, this)),
          details_(small_label(this)),
          against_title_(small_label(this)),
          against_(small_label(this)),
          open_(new PlainButton(PlainButton::Look::link, this)),
          pin_(new PlainButton(PlainButton::Look::link, this))
    {
        // End of the usable memory.
        gauge_->set_mark(1.0);
        auto* column = column_in(this, {14, 10, 14, 10}, 4);
        QFont bold = bold_of(name_->font());
        heading_->setFont(bold);
        constexpr double name_scale = 1.15;
        constexpr double figure_scale = 1.3;
        const double base = bold.pointSizeF();
        bold.setPointSizeF(base * name_scale);
        name_->setFont(bold);
        bold.setPointSizeF(base * figure_scale);
        figures_->setFont(bold);
        auto* head = row_of({{heading_, 1}});
        for (PlainButton* link : {open_, pin_}) head->addWidget(link);
        column->addLayout(head);
        against_->setForegroundRole(QPalette::WindowText);
        for (QLabel* label : {heading_, name_, figures_, details_, against_title_, against_}) {
            label->setTextFormat(Qt::PlainText);
            label->setWordWrap(true);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            if (label != heading_) column->addWidget(label);
            if (label == figures_) column->addWidget(gauge_);
        }
        column->addStretch(1);
        connect(open_, &QAbstractButton::clicked, this, [this] {
            if (candidate_) emit open_requested(Candidate(*candidate_));
        });
        connect(pin_, &QAbstractButton::clicked, this, [this] {
            if (candidate_) emit pin_requested(Candidate(*candidate_));
        });
    }

    void show_pick(const Pick& pick, const Candidate& candidate, const EngineData& engine, const Localization& words)
    {
        constexpr qsizetype most_against = 3;
        QStringList kinds;
        QStringList all;
        QStringList against;
        for (const PickKind kind : pick.kinds) kinds << words.text(std::string("recommend.pick.") + key_of(kind));
        for (const Remark& reason : pick.reasons) {
            all << text_of(reason, words);
            if (speaks_against(reason)) against << all.back();
        }
        if (against.isEmpty()) against << tr("Lead time unknown: ask for a quote.");
        show_candidate(candidate, kinds.join(QStringLiteral(" · ")), against.mid(0, most_against), engine, words);
        setToolTip(tool_tip(all.join(QLatin1Char('\n'))));
        setAccessibleDescription(sentences(all));
    }

    /// `heading` gives the reason ("Cheapest"); `against` are whole sentences.
    void show_candidate(const Candidate& candidate, const QString& heading, const QStringList& against,
                        const EngineData& engine, const Localization& words)
    {
        candidate_ = candidate;
        const CandidateFigures& figures = candidate.figures;
        heading_->setText(heading);
        name_->setText(name_of(candidate, engine));
        figures_->setText(QStringLiteral("%1   %2").arg(
            words.text(figures.outlay(candidate.scenario.economics.currency)), words.text(value_of(figures.time))));
        gauge_->show_share(0.0, 1.0 - figures.headroom, &Theme::good);
        const QString spare = words.text(Value{figures.headroom, Unit::share});
        gauge_->setAccessibleName(tr("GPU memory: %1 spare").arg(spare));
        gauge_->setToolTip(gauge_->accessibleName());
        details_->setText(kept_together(
            tr("at worst %1 · %2 memory spare · %3")
                .arg(words.text(value_of(figures.time_high)), spare, words.text(value_of(figures.power))) +
            QLatin1Char('\n') + details_of(candidate, engine, words)));
        against_title_->setText(tr("Drawbacks"));
        QStringList lines;
        for (const QString& line : against) lines << QStringLiteral("• ") + line;
        against_->setText(kept_together(lines.join(QLatin1Char('\n'))));
        for (QLabel* label : {against_title_, against_}) label->setVisible(!against.isEmpty());
        open_->show_text(tr("Add"));
        open_->setToolTip(tr("Add as a machine after the current one; one undo step"));
        open_->setAccessibleDescription(name_->text());
        pin_->show_text(tr("Compare"));
        pin_->setToolTip(tr("Add as a machine to the comparison and stay here"));
        pin_->setAccessibleDescription(name_->text());
    }

    /// Draws the outline of the recommended build.
    void set_emphasized(bool emphasized)
    {
        emphasized_ = emphasized;
        update();
    }

    const std::optional<Candidate>& candidate() const { return candidate_; }
    /// Disables content that belongs to earlier settings.
    void set_outdated(bool outdated)
    {
        for (QWidget* widget : std::initializer_list<QWidget*>{name_, figures_, gauge_, against_, open_, pin_})
            widget->setEnabled(!outdated);
    }

signals:
    void open_requested(const rigwright::Candidate& candidate);
    void pin_requested(const rigwright::Candidate& candidate);

protected:
    void paintEvent(QPaintEvent* event) override
    {
        Card::paintEvent(event);
        if (!emphasized_) return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        constexpr double width = 2.0;
        constexpr double radius = 6.0;
        painter.setPen(QPen(theme_of(palette()).accent, width));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    }

private:
    std::optional<Candidate> candidate_;
    QLabel* heading_;
    QLabel* name_;
    QLabel* figures_;
    /// Share of the usable GPU memory in use.
    ShareBar* gauge_;
    QLabel* details_;
    QLabel* against_title_;
    QLabel* against_;
    PlainButton* open_;
    PlainButton* pin_;
    bool emphasized_ = false;
};

/// The advisor: the recommendation in one sentence, a card with drawbacks for each recommended build, the Pareto front,
/// and why any other part was not chosen. Limits are on the left, in a narrow window below.
class AdvisorPage : public QScrollArea {
    Q_OBJECT

public:
    AdvisorPage(const PageContext& context, QWidget* parent)
        : QScrollArea(parent),
          document_(context.document),
          words_(context.words),
          source_(document_, this),
          front_(new FrontPlot(source_, document_, words_, this))
    {
        setObjectName(QStringLiteral("advisor"));
        make_page(*this);
        auto* page = new QWidget;
        auto* column = column_in(page, {16, 10, 16, 8}, 6);
        grid_ = new QGridLayout;
        grid_->setHorizontalSpacing(24);
        answer_box_ = new QWidget(this);
        auto* answer = column_in(answer_box_, {0, 0, 0, 0});
        answer_ = named(add_title(answer), "answer");
        constexpr double answer_scale = 1.4;
        QFont large = answer_->font();
        large.setPointSizeF(large.pointSizeF() * answer_scale);
        answer_->setFont(large);
        answer_->hide();
        empty_ = add_text(answer);
        empty_->setForegroundRole(QPalette::PlaceholderText);
        build_cards(answer);
        build_status(answer);
        limits_box_ = build_limits();
        side_box_ = build_side();
        lower_ = new QHBoxLayout;
        lower_->setSpacing(16);
        fill(lower_, {{front_, 1, Qt::AlignTop}, side_box_});
        answer->addLayout(lower_, 1);
        column->addLayout(grid_, 1);
        setWidget(page);
        place();
        on_change(page, QEvent::LayoutRequest, [this] { give_texts_room(); });
        connect(&document_, &Document::changed, this, [this] { error_banner_.clear(); });
        connect(&source_, &AdvisorSource::changed, this, &AdvisorPage::follow);
        connect(front_, &FrontPlot::candidate_requested, this, &AdvisorPage::choose);
        connect(front_, &FrontPlot::candidate_opened, this,
                [this](const Candidate& candidate) { add(candidate, false); });
        in_each_language(this, [this] { retranslate(); });
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QScrollArea::showEvent(event);
        source_.set_watched(true);
        follow();
    }

    void hideEvent(QHideEvent* event) override
    {
        QScrollArea::hideEvent(event);
        source_.set_watched(false);
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        place();
    }

private:
    QLabel* add_title(QVBoxLayout* column)
    {
        QLabel* title = add_text(column);
        title->setFont(bold_of(title->font()));
        return title;
    }

    QLabel* add_text(QVBoxLayout* column, const char* name = nullptr)
    {
        QLabel* label = wrapped_label(this);
        label->setObjectName(QLatin1String(name));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
        return label;
    }

    void build_status(QVBoxLayout* column)
    {
        auto* row = new QHBoxLayout;
        status_ = wrapped_label(this);
        progress_ = new QProgressBar(this);
        progress_->setMaximumWidth(120);
        progress_timer_ = new QTimer(this);
        progress_timer_->setInterval(progress_interval);
        connect(progress_timer_, &QTimer::timeout, this, &AdvisorPage::show_progress);
        heights_ = named(new QComboBox(this), "front_height");
        QLabel* heights_label = label_for(heights_, [] { return tr("Cost and"); });
        connect(heights_, &QComboBox::currentIndexChanged, this, [this](int index) {
            if (index >= 0) front_->set_height(all_front_heights[static_cast<std::size_t>(index)]);
        });
        stop_ = say(new QPushButton(this), [] { return tr("Stop"); });
        search_ = say(new QPushButton(this), [] { return tr("Search again"); });
        fill(row, {{status_, 1}, progress_, stop_, search_, heights_label, heights_});
        column->addLayout(row);
        connect(stop_, &QPushButton::clicked, &source_, &AdvisorSource::stop);
        connect(search_, &QPushButton::clicked, &source_, &AdvisorSource::search);
    }

    QWidget* build_limits()
    {
        auto* box = new QWidget(this);
        auto* column = column_in(box, {0, 0, 0, 0});
        say(add_title(column), [] { return tr("Limits"); });
        limits_ = add_form(column, {"requirements.budget", "requirements.deadline_seconds",
                                    "requirements.power_limit_W", "requirements.rack_units", "constraints.maximum_gpus",
                                    "constraints.memory_reserve", "constraints.acquisition", "constraints.market"});
        limits_->setObjectName(QStringLiteral("limits"));
        QCheckBox* memory = say(
            named(new QCheckBox(this), "memory_counts"), [] { return tr("Free GPU memory counts too"); },
            [] {
                return tr("Also shows candidates that leave a quarter, a half or three quarters of the GPU memory "
                          "free: room for a larger model.");
            });
        column->addWidget(memory);
        connect(memory, &QCheckBox::clicked, &source_, &AdvisorSource::set_memory_counts);
        say(add_text(column), [] { return tr("GPU makers:"); });
        fill_makers();
        auto* makers = new QGridLayout;
        const int lines = (static_cast<int>(makers_.size()) + maker_columns - 1) / maker_columns;
        for (int i = 0; i < static_cast<int>(makers_.size()); ++i)
            makers->addWidget(makers_[static_cast<std::size_t>(i)], i % lines, i / lines);
        column->addLayout(makers);
        say(add_title(column), [] { return tr("Permitted changes"); });
        // Settings chosen for each candidate.
        say(add_text(column, "may_change"), [] {
            return tr("Micro-batch, gradient accumulation, activation checkpointing, sharding and CPU offload.");
        });
        changes_ = named(add_form(column, {"constraints.other_global_batch"}), "changes");
        column->addStretch(1);
        return box;
    }

    FieldForm* add_form(QVBoxLayout* column, std::initializer_list<const char*> paths)
    {
        auto* form = new FieldForm(document_, words_, column->parentWidget());
        std::vector<FormRow> rows;
        for (const char* path : paths)
            if (const FieldRow* row = row_of(path)) rows.push_back(form_row(*row, words_));
        form->set_rows(std::move(rows));
        form->set_flush();
        column->addWidget(form);
        return form;
    }

    void build_cards(QVBoxLayout* column)
    {
        cards_grid_ = new QGridLayout;
        cards_grid_->setSpacing(12);
        for (PickCard*& card : picks_) card = named(add_card(answer_box_), "pick");
        column->addLayout(cards_grid_);
    }

    PickCard* add_card(QWidget* parent)
    {
        auto* card = new PickCard(parent);
        card->hide();
        connect(card, &PickCard::open_requested, this, [this](const Candidate& candidate) { add(candidate, false); });
        connect(card, &PickCard::pin_requested, this, [this](const Candidate& candidate) { add(candidate, true); });
        return card;
    }

    /// Beside the plot: the clicked candidate, "Why not…?" for other parts, and the search scope.
    QWidget* build_side()
    {
        auto* box = new QWidget(this);
        auto* column = column_in(box, {0, 0, 0, 0});
        chosen_ = named(add_card(box), "chosen");
        column->addWidget(chosen_);
        build_why_not(column);
        counts_title_ = say(add_title(column), [] { return tr("Search summary"); });
        counts_ = add_text(column, "counts");
        column->addStretch(1);
        return box;
    }

    void build_why_not(QVBoxLayout* column)
    {
        say(add_title(column), [] { return tr("Why not…?"); });
        part_ = new PartPicker(QStringLiteral("why_not"), document_, words_, this);
        part_->hide_label();
        column->addWidget(part_);
        why_not_ = add_text(column, "why_not");
        connect(part_, &PartPicker::part_chosen, this, &AdvisorPage::show_why_not);
    }

    /// Puts limits beside the answer if they fit, else below it; likewise the cards, and the plot and its side.
    void place()
    {
        wide_ = viewport()->width() >= width_with_limits;
        grid_->removeWidget(limits_box_);
        grid_->removeWidget(answer_box_);
        grid_->addWidget(answer_box_, 0, wide_ ? 1 : 0);
        grid_->addWidget(limits_box_, wide_ ? 0 : 1, 0, Qt::AlignTop);
        grid_->setColumnStretch(0, wide_ ? 0 : 1);
        grid_->setColumnStretch(1, wide_ ? 1 : 0);
        limits_box_->setFixedWidth(limits_width);
        const bool narrow = viewport()->width() < width_for_cards;
        lower_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
        side_box_->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : side_width);
        side_box_->setMinimumWidth(narrow ? 0 : side_width);
        const int columns = narrow ? 1 : static_cast<int>(picks_.size());
        for (int i = 0; i < static_cast<int>(picks_.size()); ++i) {
            cards_grid_->addWidget(picks_[static_cast<std::size_t>(i)], i / columns, i % columns);
            cards_grid_->setColumnStretch(i, i < columns ? 1 : 0);
        }
        give_texts_room();
    }

    /// A scroll area requests the minimum height of its page at any width, which would cut wrapping texts. The plot
    /// extends to the bottom of the visible area.
    void give_texts_room()
    {
        widget()->setMinimumHeight(widget()->heightForWidth(viewport()->width()));
        widget()->layout()->activate();
        const int room = viewport()->height() - front_->mapTo(widget(), QPoint()).y() -
                         widget()->layout()->contentsMargins().bottom();
        front_->setFixedHeight(std::max({least_front_height, viewport()->height() / 2, room}));
    }

    /// GPU vendors in the catalog, in alphabetical order.
    void fill_makers()
    {
        std::set<std::string> names;
        for (const Gpu& gpu : document_.data()->hardware.gpus) names.insert(gpu.vendor);
        for (const std::string& name : names) {
            auto* box =
                say(named(new QCheckBox(this), name.c_str()), [this, name] { return maker_name(name, words_); });
            makers_.push_back(box);
            connect(box, &QCheckBox::clicked, this, &AdvisorPage::change_makers);
        }
    }

    /// All checked means no limit; only the market's is the default. The last check cannot be removed, since nothing
    /// would be left to search.
    void change_makers()
    {
        Scenario next = document_.scenario();
        std::vector<std::string>& allowed = next.constraints.vendors;
        // Keeps CPU vendors in the list.
        std::erase_if(allowed, [this](const std::string& name) {
            return std::any_of(makers_.begin(), makers_.end(),
                               [&](const QCheckBox* maker) { return maker->objectName().toStdString() == name; });
        });
        std::vector<std::string> ticked;
        for (const QCheckBox* maker : makers_)
            if (maker->isChecked()) ticked.push_back(maker->objectName().toStdString());
        if (ticked.size() == makers_.size())
            next.constraints.market = Market::anywhere;
        else if (ticked == makers_in_currency(next, document_.data()->hardware))
            next.constraints.market = Market::currency;
        else
            allowed.insert(allowed.end(), ticked.begin(), ticked.end());
        if (!ticked.empty() && next != document_.scenario()) document_.set_scenario(next, tr("GPU makers"));
        show_makers();
    }

    /// Lists the searched GPUs, and every replaceable kind of part.
    void fill_parts()
    {
        const std::vector<CardOutcome>& cards = source_.recommendation().cards;
        std::set<std::string> best;
        if (const Pick* pick = recommended()) {
            const BuildChoice& build = source_.recommendation().front[pick->candidate].scenario.build;
            best = {build.gpu, build.cpu, build.memory_kit, build.storage, build.chassis, build.power_supply};
        }
        part_->mark_parts(std::move(best), tr("recommended"));
        if (cards.size() == listed_cards_) return;
        const bool first = listed_cards_ == 0;
        listed_cards_ = cards.size();
        part_->show_only([this](const std::string& id) {
            const auto& searched = source_.recommendation().cards;
            return std::ranges::find(searched, id, &CardOutcome::gpu) != searched.end() ||
                   !field_of_part(id, document_.data()->hardware).empty();
        });
        if (first && document_.data()->hardware.gpu(document_.scenario().build.gpu) != nullptr)
            part_->choose_part(document_.scenario().build.gpu);
    }

    void fill_heights()
    {
        const QSignalBlocker quiet(heights_);
        heights_->clear();
        heights_->addItems({tr("Time"), tr("Power"), tr("Free memory")});
        heights_->setCurrentIndex(static_cast<int>(front_->height()));
    }

    /// Busy indicator if the remaining work cannot be counted beforehand.
    void show_progress()
    {
        constexpr int steps = 100;
        const std::optional<double> share = source_.progress();
        progress_->setRange(0, share ? steps : 0);
        if (share) progress_->setValue(static_cast<int>(*share * steps));
    }

    /// The recommended pick, named in the sentence; null without picks.
    const Pick* recommended() const
    {
        const std::vector<Pick>& picks = source_.recommendation().picks;
        const auto best = std::ranges::find_if(picks, [](const Pick& pick) {
            return std::ranges::find(pick.kinds, PickKind::best_value) != pick.kinds.end();
        });
        return best != picks.end() ? &*best : picks.empty() ? nullptr : &picks.front();
    }

    /// The clicked candidate, else the recommended one.
    const Candidate* asked_about() const
    {
        if (chosen_->candidate() && chosen_->isVisibleTo(this)) return &*chosen_->candidate();
        const Pick* best = recommended();
        return best == nullptr ? nullptr : &source_.recommendation().front[best->candidate];
    }

    void follow()
    {
        if (!isVisible()) return;
        show_status();
        show_makers();
        show_picks();
        show_rest();
        fill_parts();
        show_why_not();
    }

    void show_status()
    {
        const bool searching = source_.is_searching();
        progress_->setVisible(searching);
        if (searching != progress_timer_->isActive()) searching ? progress_timer_->start() : progress_timer_->stop();
        show_progress();
        stop_->setVisible(searching);
        search_->setVisible(!searching && !source_.is_current());
        QString text;
        if (searching && source_.found() == nullptr)
            text = tr("Searching the hardware database…");
        else if (searching && source_.found()->memory_counts != source_.memory_counts())
            text = tr("Searching again. The results shown are from the previous search.");
        else if (searching)
            text = tr("The settings have changed: searching again. The results shown are for the previous settings.");
        else if (source_.was_stopped())
            text = source_.found() == nullptr ? tr("Search stopped.")
                                              : tr("Search stopped. Results are for the previous settings.");
        else if (!source_.is_current())
            text = tr("Results are for the previous settings.");
        else
            text =
                source_.memory_counts()
                    ? tr("Pareto-optimal in cost, time, power and free GPU memory. Moving a limit needs no new search.")
                    : tr("Pareto-optimal in cost, time and power. Moving a limit needs no new search.");
        if (!error_banner_.isEmpty()) text = error_banner_;
        status_->setText(text);
    }

    void show_picks()
    {
        const Recommendation& answer = source_.recommendation();
        const bool outdated = !source_.is_current();
        const Pick* best = recommended();
        const bool none = source_.found() != nullptr && answer.front.empty() && answer.errors.empty();
        answer_->setVisible(best != nullptr || none);
        answer_->setEnabled(!outdated);
        QStringList lines;
        if (best != nullptr) {
            const bool of_run = source_.found() == nullptr || source_.found()->time_is_of_run;
            answer_->setText(answer_text(answer.front[best->candidate], of_run, *document_.data(), words_));
            QStringList reasons;
            for (const Remark& reason : best->reasons)
                // A changed training is also mentioned here.
                if (!speaks_against(reason) || reason.code == "against.other-batch") reasons << text_of(reason, words_);
            lines << sentences(reasons);
        }
        for (std::size_t i = 0; i < picks_.size(); ++i) {
            picks_[i]->setVisible(i < answer.picks.size());
            if (i >= answer.picks.size()) continue;
            picks_[i]->show_pick(answer.picks[i], answer.front[answer.picks[i].candidate], *document_.data(), words_);
            picks_[i]->set_emphasized(&answer.picks[i] == best);
            picks_[i]->set_outdated(outdated);
        }
        if (chosen_->candidate() && source_.found() == nullptr) chosen_->hide();
        chosen_->set_outdated(outdated);
        for (const Finding& error : answer.errors) lines << words_.text(error);
        if (none) {
            answer_->setText(words_.text("recommend.none"));
            if (!answer.relaxations.empty()) lines << words_.text("recommend.which-limit");
            for (const Relaxation& relaxation : answer.relaxations)
                lines << QStringLiteral("• ") + text_of(relaxation, *document_.data(), words_);
            if (answer.relaxations.empty())
                lines << (source_.is_searching() ? tr("Finding which limit to relax…")
                                                 : tr("Drag a limit outwards, or empty its field."));
        }
        for (const Remark& remark : answer.remarks)
            if (!is_of_scope(remark)) lines << text_of(remark, words_);
        empty_->setText(lines.join(QLatin1Char('\n')));
        empty_->setVisible(!lines.isEmpty());
    }

    void show_rest()
    {
        const Recommendation& answer = source_.recommendation();
        const bool known = source_.found() != nullptr;
        counts_title_->setVisible(known);
        counts_->setVisible(known);
        if (!known) return;
        const auto count = [](auto number) { return Argument(Value{static_cast<double>(number), Unit::count}); };
        QStringList lines{words_.text("recommend.examined", {{"candidates", count(answer.candidates)},
                                                             {"cards", count(answer.cards.size())},
                                                             {"evaluated", count(answer.evaluated)}})};
        for (const Remark& remark : answer.remarks)
            if (is_of_scope(remark)) lines << text_of(remark, words_);
        lines << words_.text("recommend.rejections");
        for (std::size_t i = 0; i < std::min(answer.rejections.size(), most_reasons); ++i) {
            const Rejection& rejection = answer.rejections[i];
            lines << QStringLiteral("• ") +
                         words_.text(
                             "recommend.rejection-line",
                             {{"candidates", count(rejection.candidates)},
                              {"cards", count(rejection.cards)},
                              {"reason", rejection_text(rejection.code, rejection.is_finding, words_).toStdString()}});
        }
        if (answer.rejections.size() > most_reasons)
            lines << tr("… and %1 rarer reasons").arg(answer.rejections.size() - most_reasons);
        counts_->setText(lines.join(QLatin1Char('\n')));
    }

    /// Without a vendor list, the market's.
    void show_makers()
    {
        const Scenario& scenario = document_.scenario();
        std::vector<std::string> allowed = scenario.constraints.vendors;
        if (is_limited_to_market(scenario, document_.data()->hardware, Outlay::purchase))
            allowed = makers_in_currency(scenario, document_.data()->hardware);
        for (QCheckBox* maker : makers_) {
            const QSignalBlocker quiet(maker);
            maker->setChecked(allowed.empty() || holds(allowed, maker->objectName().toStdString()));
        }
    }

    void show_why_not()
    {
        const Recommendation& answer = source_.recommendation();
        const std::string& id = part_->part();
        if (!field_of_part(id, document_.data()->hardware).empty()) {
            const Candidate* candidate = source_.found() != nullptr ? asked_about() : nullptr;
            why_not_->setText(candidate != nullptr ? part_text(*candidate, id, source_, document_, words_)
                                                   : tr("Once there is a recommendation, ask about its parts here."));
            return;
        }
        const auto card = std::ranges::find(answer.cards, id, &CardOutcome::gpu);
        why_not_->setText(card == answer.cards.end()
                              ? tr("After the search, choose any GPU of the hardware database here.")
                              : outcome_text(*card, answer, document_.data()->hardware,
                                             document_.scenario().economics.currency, words_));
    }

    void choose(const Candidate& candidate)
    {
        chosen_->show_candidate(candidate, tr("Selected in the plot"), {}, *document_.data(), words_);
        chosen_->set_outdated(!source_.is_current());
        chosen_->show();
        front_->set_chosen(&candidate);
        show_why_not();
    }

    void add(const Candidate& candidate, bool pinned)
    {
        if (!source_.is_current()) return;
        const QString name = name_of(candidate, *document_.data());
        const bool added =
            source_.add_build(candidate, name.toStdString(), pinned,
                              pinned ? tr("add %1 to the comparison").arg(name) : tr("add %1 as a machine").arg(name));
        error_banner_ = added    ? QString()
                        : pinned ? tr("%1 was not added: the project or the comparison is full.").arg(name)
                                 : tr("%1 was not added: the project is full.").arg(name);
        show_status();
    }

    void retranslate()
    {
        part_->set_texts(
            {tr("Part to ask about"), QString(), tr("A GPU or another part; type any part of its name."), {}});
        heights_->setAccessibleName(tr("Vertical axis of the plot"));
        fill_heights();
        progress_->setAccessibleName(tr("The search is running"));
        for (FieldForm* form : {limits_, changes_}) form->refresh();
        part_->refresh();
        follow();
    }

    Document& document_;
    const Localization& words_;
    AdvisorSource source_;
    FrontPlot* front_;
    QWidget* limits_box_ = nullptr;
    QWidget* answer_box_ = nullptr;
    QWidget* side_box_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QGridLayout* cards_grid_ = nullptr;
    QBoxLayout* lower_ = nullptr;
    bool wide_ = false;
    /// The recommended pick in one sentence; hidden if there is none.
    QLabel* answer_ = nullptr;
    QLabel* status_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QPushButton* search_ = nullptr;
    QPushButton* stop_ = nullptr;
    FieldForm* limits_ = nullptr;
    FieldForm* changes_ = nullptr;
    std::vector<QCheckBox*> makers_;
    QLabel* empty_ = nullptr;
    std::array<PickCard*, 3> picks_{};
    /// The clicked candidate; hidden until a click.
    PickCard* chosen_ = nullptr;
    PartPicker* part_ = nullptr;
    /// Number of searched GPUs when the list of parts was filled.
    std::size_t listed_cards_ = 0;
    QComboBox* heights_ = nullptr;
    QTimer* progress_timer_ = nullptr;
    QLabel* why_not_ = nullptr;
    QLabel* counts_title_ = nullptr;
    QLabel* counts_ = nullptr;
    /// Why the last build was not added.
    QString error_banner_;
};

QWidget* advisor_page(const PageContext& context, QWidget* parent) { return new AdvisorPage(context, parent); }

} // namespace rigwright

#include "advisor_page.moc"
