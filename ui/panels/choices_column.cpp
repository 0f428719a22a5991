// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/choices_column.h"

#include "core/advise/part_choice.h"
#include "core/estimate/evaluation.h"
#include "ui/controls/field_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/follow.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/panels/input_rows.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSettings>
#include <QSignalBlocker>

#include <algorithm>
#include <string_view>

namespace rigwright {

InputGroup::InputGroup(const QString& id, Rank rank, QWidget* parent)
    : QWidget(parent),
      rank_(rank),
      column_(new QVBoxLayout(this)),
      title_(heading(1.0, this)),
      scope_(small_label(this))
{
    setObjectName(id);
    column_->setContentsMargins(0, 0, 0, 6);
    column_->setSpacing(0);
    if (rank == Rank::sub) title_->setForegroundRole(QPalette::PlaceholderText);
    auto* head = row_in(nullptr, {FieldControl::margin, 4, 0, 4}, 6, {title_, {scope_, 1}});
    column_->addLayout(head);
}

void InputGroup::set_title(const QString& title, const QString& scope)
{
    title_->setText(title);
    scope_->setText(scope);
}

void InputGroup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    const int y = title_->geometry().bottom() + 3;
    painter.drawLine(FieldControl::margin, y, width(), y);
}

/// A derived figure below its controls, with its formula or its limit.
class PlanNote : public QWidget {
    Q_OBJECT

public:
    using Kind = PlanNoteKind;

    PlanNote(Kind kind, Document& document, const Localization& words, QWidget* parent = nullptr)
        : QWidget(parent),
          kind_(kind),
          document_(document),
          words_(words),
          number_(new QuantityLabel(kind == Kind::host_memory ? QStringLiteral("memory.host_bytes")
                                                              : QStringLiteral("time.global_batch"),
                                    this)),
          product_(wrapping(small_label(this)))
    {
        constexpr std::array names{"note.global_batch", "note.replicas", "note.host_memory"};
        setObjectName(QLatin1String(names[static_cast<std::size_t>(kind)]));
        number_->set_emphasis(1.0, true);
        column_in(this, {FieldControl::margin, 2, 0, 4}, 0, {{number_, 0, Qt::AlignLeft}, product_});
        follow_in_sight(this, document_, [this] { follow(); });
        in_each_language(this, [this] { follow(); });
    }

    QuantityLabel* number() const { return number_; }

private:
    void follow()
    {
        // Without a value there is no calculation.
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        number_->setEnabled(estimate &&
                            (kind_ == Kind::host_memory ? estimate->memory.has_value() : estimate->time.has_value()));
        switch (kind_) {
        case Kind::global_batch: return show_global_batch();
        case Kind::replicas: return show_replicas();
        case Kind::host_memory: return show_host_memory();
        }
    }

    void show_global_batch()
    {
        const Scenario& scenario = document_.scenario();
        const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
        const bool trains = scenario.training.mode == RunMode::train;
        const std::int64_t accumulation = trains ? scenario.training.gradient_accumulation : 1;
        const std::int64_t replicas = data_parallel_degree(scenario);
        const std::int64_t batch = scenario.training.micro_batch;
        number_->show_text(tr("Global batch %1").arg(count(accumulation * replicas * batch)), tr("Global batch"));
        product_->setText(tr("= micro-batch %1 × accumulation %2 × data-parallel %3")
                              .arg(count(batch), count(accumulation), count(replicas)));
    }

    void show_replicas()
    {
        const Scenario& scenario = document_.scenario();
        const Parallel& parallel = scenario.parallel;
        const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
        const std::int64_t gpus = gpu_count(scenario.build);
        number_->show_text(tr("Replicas %1").arg(count(data_parallel_degree(scenario))), tr("Replicas of the model"));
        product_->setText(gpus == 1 ? tr("One GPU: there is nothing to divide. Set the GPUs per machine.")
                                    : tr("= %1 GPUs ÷ (tensor %2 × pipeline %3 × context %4)")
                                          .arg(count(gpus), count(parallel.tensor), count(parallel.pipeline),
                                               count(parallel.context)));
    }

    void show_host_memory()
    {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        const QString needed =
            estimate && estimate->memory ? words_.text(value_of(estimate->memory->host)) : QStringLiteral("–");
        const std::optional<double> ram = document_.scenario().build.ram_gib;
        number_->show_text(tr("RAM needed %1").arg(needed), tr("RAM needed in one machine"));
        product_->setText(ram ? tr("of %1 in one machine").arg(words_.text(value_of(Bytes::gib(*ram))))
                              : tr("in one machine; how much it has is not set"));
    }

    Kind kind_;
    Document& document_;
    const Localization& words_;
    QuantityLabel* number_;
    QLabel* product_;
};

namespace {

constexpr int column_width = 264;
constexpr int least_column_width = 232;
constexpr int tier_bar_height = 40;
constexpr int side_margin = 12;
constexpr int scroll_bar_width = 10;

/// A narrow scroll bar that keeps its space while hidden, so that rows keep their width.
class ThinScrollBar : public QScrollBar {
public:
    using QScrollBar::QScrollBar;

    QSize sizeHint() const override { return {scroll_bar_width, QScrollBar::sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (maximum() <= minimum()) return;
        constexpr double least_length = 24.0;
        const double whole = maximum() - minimum() + pageStep();
        const double length = std::max(least_length, height() * pageStep() / whole);
        const double top = (height() - length) * (value() - minimum()) / (maximum() - minimum());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_of(palette()).outline);
        painter.drawRoundedRect(QRectF(width() - 7.0, top + 1.0, 5.0, length - 2.0), 2.5, 2.5);
    }
};

bool has_control(const QList<FieldForm*>& forms, const QString& path)
{
    return std::ranges::any_of(forms, [&path](const FieldForm* form) { return form->control(path) != nullptr; });
}

FieldControl* control_in(const std::vector<FieldControl*>& controls, const QString& path)
{
    const auto found =
        std::ranges::find_if(controls, [&path](const FieldControl* control) { return control->edits(path); });
    return found == controls.end() ? nullptr : *found;
}

} // namespace

ChoicesColumn::ChoicesColumn(Document& document, const Localization& words, QWidget* parent, Contents contents)
    : QScrollArea(parent),
      document_(document),
      words_(words),
      contents_(contents)
{
    setObjectName(contents == Contents::everything ? QStringLiteral("choices") : QStringLiteral("page_inputs"));
    make_page(*this);
    if (contents == Contents::everything) set_ground(*this, &Theme::inputs);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setVerticalScrollBar(new ThinScrollBar(this));
    setViewportMargins(0, tier_bar_height, 0, 0);
    build_bar();
    auto* page = new QWidget;
    auto* row = row_in(page, {side_margin - FieldControl::margin, 0, side_margin - scroll_bar_width, 8});
    constexpr int between_columns = 16;
    row->setSpacing(between_columns);
    for (std::size_t i = 0; i < (contents_ == Contents::everything ? 1 : page_columns); ++i) {
        columns_.push_back(new QVBoxLayout);
        columns_.back()->setSpacing(0);
        row->addLayout(columns_.back(), 1);
    }
    setWidget(page);
    build_groups();
    build_foot();
    follow_in_sight(this, document_, [this] { follow(); });
    connect(&document_, &Document::builds_changed, this, &ChoicesColumn::retranslate);
    connect(&document_, &Document::data_changed, this, [this] {
        for (FieldForm* form : forms_) form->refresh();
    });
    retranslate();
    follow();
    order_tabs();
    reset();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

void ChoicesColumn::build_foot()
{
    for (QVBoxLayout* column : columns_) column->addStretch(1);
    more_ = named(new PlainButton(PlainButton::Look::link, widget()), "more");
    more_count_ = small_label(widget());
    auto* foot = row_in(nullptr, {FieldControl::margin, 0, 0, 0}, -1, {more_, {more_count_, 1}});
    columns_.front()->addLayout(foot);
    connect(more_, &QAbstractButton::clicked, this,
            [this] { choose_tier(tier_ == Tier::essential ? Tier::usual : Tier::all); });
}

void ChoicesColumn::build_bar()
{
    bar_ = new QWidget(this);
    bar_->setAutoFillBackground(true);
    auto* row = row_in(bar_, {side_margin, 0, side_margin, 0});
    // Adjacent outlines share a line.
    row->setSpacing(0);
    constexpr std::array ids{"tier.essential", "tier.usual", "tier.all"};
    for (std::size_t i = 0; i < tiers_.size(); ++i) {
        tiers_[i] = new PlainButton(PlainButton::Look::segment, bar_);
        tiers_[i]->setObjectName(QString::fromLatin1(ids[i]));
        tiers_[i]->setCheckable(true);
        row->addWidget(tiers_[i]);
        connect(tiers_[i], &QAbstractButton::clicked, this, [this, i] { choose_tier(static_cast<Tier>(i)); });
    }
    changed_ = named(new PlainButton(PlainButton::Look::link, bar_), "changed");
    changed_->setCheckable(true);
    fill(row, {Stretch{}, changed_});
    connect(changed_, &QAbstractButton::toggled, this, &ChoicesColumn::show_rows);
}

void ChoicesColumn::begin_column(std::size_t column) { column_ = columns_[std::min(column, columns_.size() - 1)]; }

void ChoicesColumn::add_below(std::size_t column, QWidget* content)
{
    auto* line = row_in(nullptr, {FieldControl::margin, 4, 0, 4}, -1, {content});
    columns_[column]->insertLayout(columns_[column]->count() - (column == 0 ? 2 : 1), line);
}

void ChoicesColumn::build_groups()
{
    if (contents_ != Contents::task) build_machine();
    if (contents_ != Contents::machine) build_task();
}

void ChoicesColumn::build_machine()
{
    using Rank = InputGroup::Rank;
    begin_column(0);
    InputGroup* machine =
        add_group("group.machine", Rank::main, QT_TR_NOOP("Machine"), QT_TR_NOOP("This machine only"));
    add_form(machine, FieldGroup::build);
    add_note(machine, PlanNoteKind::host_memory);
    card_ = named(new PlainButton(PlainButton::Look::link, machine), "card");
    machine->add(indented_line(card_, FieldControl::margin - 2));
    notes_.push_back(card_);
    connect(card_, &QAbstractButton::clicked, this, &ChoicesColumn::card_requested);
    begin_column(1);
    InputGroup* running = contents_ == Contents::everything
                              ? machine
                              : add_group("group.running", Rank::main, QT_TR_NOOP("Training method"));
    add_form(running, FieldGroup::batch);
    add_note(running, PlanNoteKind::global_batch);
    add_form(running, FieldGroup::running);
    begin_column(2);
    InputGroup* parallel = add_group("group.parallel", Rank::sub, QT_TR_NOOP("Parallelism"));
    add_note(parallel, PlanNoteKind::replicas);
    add_form(parallel, FieldGroup::parallel);
    add_form(add_group("group.details", Rank::sub, QT_TR_NOOP("Advanced training options")), FieldGroup::details);
    add_form(add_group("group.chassis", Rank::sub, QT_TR_NOOP("Chassis and power")), FieldGroup::chassis);
}

void ChoicesColumn::build_task()
{
    using Rank = InputGroup::Rank;
    begin_column(0);
    const char* every_machine = QT_TR_NOOP("The same for all machines");
    if (contents_ == Contents::everything) {
        InputGroup* task = add_group("group.task", Rank::main, QT_TR_NOOP("Task"), every_machine);
        add_model(task);
        add_form(task, FieldGroup::task);
    } else {
        InputGroup* model = add_group("group.task", Rank::main, QT_TR_NOOP("Model"), every_machine);
        add_model(model);
        add_form(model, FieldGroup::task, "training.");
        begin_column(1);
        add_form(add_group("group.data", Rank::main, QT_TR_NOOP("Data"), every_machine), FieldGroup::task, "dataset.");
        begin_column(0);
    }
    add_form(add_group("group.fine_tuning", Rank::sub, QT_TR_NOOP("Fine-tuning")), FieldGroup::fine_tuning);
    begin_column(1);
    add_form(add_group("group.run", Rank::sub, QT_TR_NOOP("Run and checkpoints")), FieldGroup::run);
    begin_column(2);
    add_form(add_group("group.goals", Rank::main, QT_TR_NOOP("Goals"), QT_TR_NOOP("Each limit once")),
             FieldGroup::needs);
    add_form(add_group("group.money", Rank::sub, QT_TR_NOOP("Cost settings")), FieldGroup::money);
}

InputGroup* ChoicesColumn::add_group(const char* id, InputGroup::Rank rank, const char* title, const char* scope)
{
    auto* group = new InputGroup(QString::fromLatin1(id), rank, widget());
    column_->addWidget(group);
    groups_.push_back(group);
    titles_.emplace_back(title, scope);
    return group;
}

void ChoicesColumn::add_note(InputGroup* group, PlanNoteKind kind)
{
    auto* note = new PlanNote(kind, document_, words_);
    auto* guard = new RelayoutGuard(note, RelayoutGuard::Follows::height);
    group->add(guard);
    notes_.push_back(guard);
    connect(note->number(), &QuantityLabel::working_requested, this, &ChoicesColumn::working_requested);
}

void ChoicesColumn::add_form(InputGroup* group, FieldGroup rows, std::string_view prefix)
{
    auto* form = new FieldForm(document_, words_);
    std::vector<FormRow> form_rows;
    for (const FieldRow& row : rows_of(rows))
        if (std::string_view(row.path).starts_with(prefix))
            form_rows.push_back(*input_row(row.path, document_, words_));
    form->set_rows(std::move(form_rows));
    group->add(form);
    forms_.push_back(form);
}

void ChoicesColumn::add_model(InputGroup* group)
{
    model_ = new ModelPanel(document_, words_);
    group->add(model_);
    forms_.push_back(model_->input_form());
    forms_.push_back(model_->shape_form());
    connect(model_, &ModelPanel::rows_changed, this, [this] {
        show_rows();
        order_tabs();
    });
}

void ChoicesColumn::choose_tier(Tier tier)
{
    tier_ = tier;
    const QSignalBlocker quiet(changed_);
    changed_->setChecked(false);
    show_rows();
}

void ChoicesColumn::save_state(QSettings& settings) const
{
    settings.setValue(QStringLiteral("inputs/tier"), static_cast<int>(tier_));
}

void ChoicesColumn::restore_state(const QSettings& settings)
{
    const int kept = settings.value(QStringLiteral("inputs/tier"), static_cast<int>(Tier::essential)).toInt();
    choose_tier(static_cast<Tier>(std::clamp(kept, 0, static_cast<int>(Tier::all))));
}

void ChoicesColumn::set_lead(QWidget* lead)
{
    lead_ = lead;
    columns_.front()->insertWidget(0, lead);
    connect(lead, &QObject::destroyed, this, [this] { lead_ = nullptr; });
    follow();
}

QList<FieldForm*> ChoicesColumn::lead_forms() const
{
    return lead_ == nullptr ? QList<FieldForm*>() : lead_->findChildren<FieldForm*>();
}

void ChoicesColumn::follow()
{
    show_rows();
    show_limits();
}

bool ChoicesColumn::is_shown(const FieldControl& control) const
{
    // A row that was just reset remains while it has the focus.
    if (changed_->isChecked()) return control.is_changed() || control.isAncestorOf(QApplication::focusWidget());
    return tier_of(control.path().toStdString()) <= tier_;
}

void ChoicesColumn::show_rows()
{
    const PlanTraits traits = traits_of(document_);
    const QList<FieldForm*> lead = lead_forms();
    const auto shown = [this, &lead](const FieldControl& control) {
        return !has_control(lead, control.path()) && is_shown(control);
    };
    for (FieldForm* form : forms_) {
        const bool of_model = model_ != nullptr && (form == model_->input_form() || form == model_->shape_form());
        const auto offered = [&](std::string_view path) {
            return of_model || is_input_offered(path, traits, document_);
        };
        form->offer(offered, shown);
    }
    const bool filtered = changed_->isChecked();
    if (model_ != nullptr) {
        model_->picker()->setVisible(!filtered);
        model_->layers_button()->setVisible(model_->has_layers() && !filtered);
    }
    for (QWidget* note : notes_) note->setVisible(tier_ != Tier::essential && !filtered);
    const std::vector<FieldControl*> all = controls();
    for (InputGroup* group : groups_) {
        const auto inside = [group](const FieldControl* control) {
            return group->isAncestorOf(control) && !control->isHidden();
        };
        group->setVisible(std::ranges::any_of(all, inside));
    }
    name_tiers();
    emit groups_changed();
}

void ChoicesColumn::show_limits()
{
    const std::vector<FieldControl*> all = controls();
    const auto number = [&all](const char* path) {
        return qobject_cast<ParameterControl*>(control_in(all, QString::fromLatin1(path)));
    };
    const Evaluation& evaluation = document_.evaluation();
    const std::optional<Estimate>& estimate = evaluation.estimate;
    const bool known = estimate && estimate->memory;
    if (ParameterControl* ram = number("build.ram_GiB"))
        ram->set_marks(known ? std::optional(estimate->memory->host.as_gib()) : std::nullopt, std::nullopt);
    if (ParameterControl* batch = number("training.micro_batch"))
        batch->set_marks(std::nullopt,
                         known ? std::optional(static_cast<double>(estimate->memory->max_micro_batch)) : std::nullopt);
    if (!evaluation.network) return;
    const LegalDegrees legal = legal_degrees(evaluation);
    const std::pair<const char*, const std::vector<std::int64_t>&> degrees[] = {
        {"parallel.tensor", legal.tensor},
        {"parallel.pipeline", legal.pipeline},
        {"parallel.context", legal.context},
        {"parallel.expert", legal.expert},
        {"parallel.pipeline_interleave", legal.interleave}};
    for (const auto& [path, steps] : degrees)
        if (ParameterControl* degree = number(path)) degree->set_steps({steps.begin(), steps.end()});
}

std::vector<FieldControl*> ChoicesColumn::controls() const
{
    std::vector<FieldControl*> all;
    const QList<FieldForm*> lead = lead_forms();
    for (const FieldForm* form : lead) all.insert(all.end(), form->controls().begin(), form->controls().end());
    for (const FieldForm* form : forms_) {
        if (model_ != nullptr && form == model_->input_form()) all.push_back(model_->picker());
        std::ranges::copy_if(form->controls(), std::back_inserter(all),
                             [&lead](const FieldControl* control) { return !has_control(lead, control->path()); });
    }
    return all;
}

FieldControl* ChoicesColumn::control(const QString& path) const { return control_in(controls(), path); }

bool ChoicesColumn::focus_field(const QString& path)
{
    FieldControl* wanted = control(path);
    if (!wanted) return false;
    if (wanted->isHidden()) choose_tier(std::max(tier_, tier_of(path.toStdString())));
    wanted->editor()->setFocus(Qt::OtherFocusReason);
    // Newly shown rows have no position yet.
    widget()->layout()->activate();
    ensureWidgetVisible(wanted);
    QMetaObject::invokeMethod(
        wanted, [this, wanted] { ensureWidgetVisible(wanted); }, Qt::QueuedConnection);
    return true;
}

std::vector<InputGroup*> ChoicesColumn::shown_groups() const
{
    std::vector<InputGroup*> shown;
    const auto add = [&shown](InputGroup* group) {
        if (!group->isHidden()) shown.push_back(group);
    };
    if (lead_ != nullptr && !lead_->isHidden())
        for (InputGroup* group : lead_->findChildren<InputGroup*>()) add(group);
    for (InputGroup* group : groups_) add(group);
    return shown;
}

void ChoicesColumn::show_group(const InputGroup& group)
{
    const auto scroll = [this, &group] {
        widget()->layout()->activate();
        verticalScrollBar()->setValue(group.mapTo(widget(), QPoint()).y());
    };
    for (const FieldControl* row : group.findChildren<FieldControl*>())
        if (!row->isHidden()) {
            row->editor()->setFocus(Qt::OtherFocusReason);
            break;
        }
    scroll();
    // In a newly shown column, rows get their positions later.
    lay_out_again();
    QMetaObject::invokeMethod(this, scroll, Qt::QueuedConnection);
}

void ChoicesColumn::retranslate()
{
    const bool several = document_.project().builds.size() > 1;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const auto& [title, scope] = titles_[i];
        groups_[i]->set_title(tr(title), several && *scope != '\0' ? tr(scope) : QString());
    }
    if (card_ != nullptr) card_->show_text(tr("GPU specifications explained"));
    more_->show_text(tr("More…"));
    name_tiers();
    emit groups_changed();
    lay_out_again();
}

void ChoicesColumn::lay_out_again()
{
    const auto update = [this] {
        if (!isVisible()) return;
        for (QWidget* inside : widget()->findChildren<QWidget*>()) inside->updateGeometry();
        widget()->layout()->activate();
    };
    QMetaObject::invokeMethod(this, update, Qt::QueuedConnection);
}

void ChoicesColumn::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    lay_out_again();
}

void ChoicesColumn::name_tiers()
{
    const QStringList names{tr("Essential"), tr("Usual"), tr("All")};
    int usual = 0;
    int expert = 0;
    int changed = 0;
    for (const FieldControl* control : controls()) {
        const Tier tier = tier_of(control->path().toStdString());
        usual += tier == Tier::usual ? 1 : 0;
        expert += tier == Tier::all ? 1 : 0;
        changed += control->is_changed() ? 1 : 0;
    }
    const bool filtered = changed_->isChecked();
    int taken = 2 * side_margin;
    for (std::size_t i = 0; i < tiers_.size(); ++i) {
        tiers_[i]->show_text(names[static_cast<qsizetype>(i)]);
        tiers_[i]->setAccessibleName(tr("Inputs: %1").arg(tiers_[i]->text()));
        tiers_[i]->setChecked(!filtered && static_cast<Tier>(i) == tier_);
        taken += tiers_[i]->sizeHint().width();
    }
    const QString whole = tr("%1 changed").arg(changed);
    const bool has_room = taken + changed_->fontMetrics().horizontalAdvance(whole) + 8 <= width();
    changed_->show_text(has_room ? whole : QStringLiteral("● %1").arg(changed));
    changed_->setAccessibleName(whole);
    changed_->setToolTip(tr("Show only the inputs that differ from their default"));
    changed_->setEnabled(changed > 0 || filtered);
    more_->setVisible(!filtered && tier_ != Tier::all);
    more_count_->setVisible(more_->isVisibleTo(widget()));
    more_count_->setText(tier_ == Tier::essential
                             ? tr("%1 usual, %2 expert").arg(QString::number(usual), QString::number(expert))
                             : tr("%1 expert").arg(expert));
}

namespace {

/// Tab stops of a layout, from top to bottom.
void append_tab_stops(const QLayout& layout, std::vector<QWidget*>& stops)
{
    for (int i = 0; i < layout.count(); ++i) {
        if (const QLayout* inner = layout.itemAt(i)->layout()) append_tab_stops(*inner, stops);
        QWidget* next = layout.itemAt(i)->widget();
        if (next == nullptr) continue;
        if ((next->focusPolicy() & Qt::TabFocus) != 0)
            stops.push_back(next);
        else if (const auto* row = qobject_cast<FieldControl*>(next))
            stops.push_back(row->editor());
        else if (const auto* note = next->findChild<PlanNote*>(QString(), Qt::FindDirectChildrenOnly))
            stops.push_back(note->number());
        else if (next->layout() != nullptr)
            append_tab_stops(*next->layout(), stops);
    }
}

} // namespace

void ChoicesColumn::order_tabs()
{
    std::vector<QWidget*> stops;
    append_tab_stops(*bar_->layout(), stops);
    for (const QVBoxLayout* column : columns_) append_tab_stops(*column, stops);
    for (std::size_t i = 1; i < stops.size(); ++i) QWidget::setTabOrder(stops[i - 1], stops[i]);
}

void ChoicesColumn::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    bar_->setGeometry(0, 0, width(), tier_bar_height);
    name_tiers();
    lay_out_again();
}

QSize ChoicesColumn::minimumSizeHint() const
{
    constexpr int least_height = 200;
    return {least_column_width, least_height};
}

QSize ChoicesColumn::sizeHint() const { return {column_width, 600}; }

} // namespace rigwright

#include "choices_column.moc"
