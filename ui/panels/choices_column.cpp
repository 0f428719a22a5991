// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/choices_column.h"

#include "core/advise/degrees.h"
#include "core/estimate/checks/divisible.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/field_access.h"
#include "core/zoo/family.h"
#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/on_change.h"
#include "ui/panels/model_entries.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <string_view>

namespace rigwright {

namespace {

/// What of a plan decides which settings mean something for it.
struct PlanTraits {
    bool trains = true;
    bool many_gpus = false;
    bool many_machines = false;
    bool attention = false;
    bool experts = false;
    /// Layers that are dealt out to pipeline stages.
    bool layers = false;
    bool linear = false;
    bool convolutions = false;
    bool images = true;
    bool sequences = false;
    /// One-stage detectors whose focal loss may run in one kernel.
    bool focal_loss = false;
};

using Traits = const PlanTraits&;
using S = const Scenario&;

bool when_training(Traits t, S) { return t.trains; }
bool with_gpus(Traits t, S) { return t.many_gpus; }
bool with_machines(Traits t, S) { return t.many_machines; }
bool with_attention(Traits t, S) { return t.many_gpus && t.attention; }
bool with_tensor(Traits, S s) { return s.parallel.tensor > 1; }
bool with_layers(Traits t, S) { return t.many_gpus && t.layers; }
bool with_pipeline(Traits, S s) { return s.parallel.pipeline > 1; }
bool with_context(Traits, S s) { return s.parallel.context > 1; }
bool with_experts(Traits t, S) { return t.many_gpus && t.experts; }
bool with_linear(Traits t, S) { return t.trains && t.linear; }
bool with_lora(Traits, S s) { return s.training.lora.has_value(); }
bool with_weights(Traits t, S) { return t.linear; }
bool reduces(Traits t, S) { return t.many_gpus && t.trains; }
bool with_fused_loss(Traits t, S) { return t.trains && (t.sequences || t.focal_loss); }
bool with_convolutions(Traits t, S) { return t.convolutions; }
bool with_images(Traits t, S) { return t.images; }
bool with_sequences(Traits t, S) { return t.sequences; }

/// One line a field that does not mean something for every plan.
struct Row {
    std::string_view path;
    bool (*means_something)(Traits, S);
};

constexpr std::array rows{
    Row{"build.nics_per_node", with_machines},
    Row{"training.gradient_accumulation", when_training},
    Row{"training.optimizer", when_training},
    Row{"training.recompute", when_training},
    Row{"training.lora", with_linear},
    Row{"training.lora.rank", with_lora},
    Row{"training.lora.targets", with_lora},
    Row{"training.base_weights", with_weights},
    Row{"parallel.tensor", with_attention},
    Row{"parallel.sequence_parallel", with_tensor},
    Row{"parallel.tensor_parallel_overlap", with_tensor},
    Row{"parallel.pipeline", with_layers},
    Row{"parallel.pipeline_interleave", with_pipeline},
    Row{"parallel.context", with_attention},
    Row{"parallel.context_method", with_context},
    Row{"parallel.expert", with_experts},
    Row{"parallel.zero_stage", reduces},
    Row{"parallel.offload", when_training},
    Row{"parallel.data_parallel_kind", with_gpus},
    Row{"parallel.data_parallel_overlap", reduces},
    Row{"training.gradient_precision", when_training},
    Row{"training.cross_entropy", with_fused_loss},
    Row{"training.ema", when_training},
    Row{"training.autotune", with_convolutions},
    Row{"dataset.tokens", with_sequences},
    Row{"dataset.source_height", with_images},
    Row{"dataset.source_width", with_images},
};

/// What a plan without training, or another kind of data, does not read at all stays hidden whatever it is set to.
bool is_unread(std::string_view path, Traits traits)
{
    if (path.starts_with("dataset.")) return true;
    return !traits.trains &&
           (path == "training.gradient_accumulation" || path == "training.optimizer" || path == "training.recompute");
}

PlanTraits traits_of(const Evaluation& evaluation, const EngineData& data)
{
    PlanTraits traits;
    const Scenario& scenario = evaluation.scenario;
    traits.trains = scenario.training.mode == RunMode::train;
    traits.many_gpus = gpu_count(scenario.build) > 1;
    traits.many_machines = scenario.build.nodes > 1;
    if (evaluation.network) {
        const Divisible found = divisible_of(*evaluation.network, 1);
        traits.attention = found.heads > 0;
        traits.experts = found.experts > 1;
        traits.layers = found.layers > 1;
        traits.focal_loss = evaluation.network->loss == LossKind::focal;
        for (const Operator& op : evaluation.network->operators) {
            traits.linear = traits.linear || std::holds_alternative<Linear>(op.kind);
            traits.convolutions = traits.convolutions || std::holds_alternative<Convolution>(op.kind);
        }
    }
    if (const Family* family = family_of_model(scenario, data)) {
        using Kind = Family::InputKind;
        traits.images = family->input_kind == Kind::image || family->input_kind == Kind::volume ||
                        family->input_kind == Kind::image_and_text;
        traits.sequences = family->input_kind == Kind::sequence || family->input_kind == Kind::sequence_pair;
    }
    return traits;
}

/// Whether a control for the field is offered: its setting means something for the plan, or is not what it is by
/// default and should be seen.
bool is_offered(std::string_view path, const PlanTraits& traits, const Scenario& scenario, const EngineData& data)
{
    const auto row = std::ranges::find(rows, path, &Row::path);
    if (row == rows.end() || row->means_something(traits, scenario)) return true;
    if (is_unread(path, traits)) return false;
    const FieldValue own = field_value(scenario, path);
    return own.index() != 0 && own != default_value(scenario, data, path);
}

constexpr int column_width = 410;
constexpr int widest_label = 150;

/// Where the choices of a text field come from.
std::function<std::vector<PickerEntry>()> entries_for(std::string_view path, const Document& document,
                                                      const Localization& words)
{
    using Entries = std::vector<PickerEntry> (*)(const EngineData&);
    if (path == "build.gpu") return [&document, &words] { return gpu_entries(*document.data(), words); };
    if (path == "economics.currency") return [] { return currency_entries(); };
    if (path == "economics.prices_as_of")
        return [&document] { return price_date_entries(*document.data(), document.scenario()); };
    constexpr std::pair<std::string_view, Entries> lists[] = {{"build.cpu", cpu_entries},
                                                              {"build.storage", storage_entries},
                                                              {"build.node_link", network_entries},
                                                              {"build.chassis", chassis_entries},
                                                              {"build.circuit", circuit_entries},
                                                              {"build.power_supply", power_supply_entries},
                                                              {"build.memory_kit", memory_kit_entries}};
    for (const auto& [field, entries] : lists)
        if (field == path) return [&document, entries = entries] { return entries(*document.data()); };
    return {};
}

} // namespace

ChoicesColumn::ChoicesColumn(Document& document, const Localization& words, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      words_(words)
{
    setObjectName(QStringLiteral("choices"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget;
    column_ = new QVBoxLayout(page);
    column_->setContentsMargins(8, 8, 8, 8);
    column_->setSpacing(8);
    setWidget(page);
    build_sections();
    column_->addStretch(1);
    connect(&document_, &Document::changed, this, &ChoicesColumn::follow);
    connect(&document_, &Document::data_changed, this, [this] {
        for (FieldForm* form : forms_) form->refresh();
    });
    follow();
    order_tabs();
    retranslate();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

void ChoicesColumn::build_sections()
{
    Section* build = add_section("section.build", QT_TR_NOOP("Build"));
    add_form(build, build_rows());
    host_memory_note_ = add_note(build, PlanNote::Kind::host_memory);
    card_ = new QPushButton(this);
    card_->setObjectName(QStringLiteral("card"));
    card_->setFlat(true);
    build->add(card_);
    connect(card_, &QPushButton::clicked, this, &ChoicesColumn::card_requested);
    add_model(add_section("section.model", QT_TR_NOOP("Model")));
    Section* training = add_section("section.training", QT_TR_NOOP("Training"));
    add_form(training, batch_rows());
    batch_note_ = add_note(training, PlanNote::Kind::global_batch);
    add_form(training, training_rows());
    add_form(add_section("section.dataset", QT_TR_NOOP("Data set")), dataset_rows());
    Section* parallel = add_expert_section("section.parallel", QT_TR_NOOP("Parallelism"));
    replicas_note_ = add_note(parallel, PlanNote::Kind::replicas);
    add_form(parallel, parallel_rows());
    add_form(add_expert_section("section.fine_tuning", QT_TR_NOOP("Fine-tuning")), fine_tuning_rows());
    add_form(add_expert_section("section.details", QT_TR_NOOP("Details of training")), detail_rows());
    add_form(add_expert_section("section.machine", QT_TR_NOOP("Machine")), machine_rows());
    add_form(add_expert_section("section.run", QT_TR_NOOP("The whole run")), run_rows());
    add_form(add_expert_section("section.money", QT_TR_NOOP("Money")), money_rows());
    add_form(add_expert_section("section.need", QT_TR_NOOP("Requirements")), need_rows());
}

Section* ChoicesColumn::add_section(const char* id, const char* title)
{
    auto* section = new Section(QString::fromLatin1(id));
    column_->addWidget(section);
    sections_.push_back(section);
    titles_.push_back(title);
    return section;
}

Section* ChoicesColumn::add_expert_section(const char* id, const char* title)
{
    Section* section = add_section(id, title);
    section->set_open(false);
    expert_sections_.push_back(section);
    return section;
}

PlanNote* ChoicesColumn::add_note(Section* section, PlanNote::Kind kind)
{
    auto* note = new PlanNote(kind, document_, words_);
    section->add(new RelayoutGuard(note, RelayoutGuard::Follows::size));
    connect(note, &PlanNote::working_requested, this, &ChoicesColumn::working_requested);
    return note;
}

void ChoicesColumn::add_form(Section* section, std::span<const FieldRow> rows)
{
    auto* form = new FieldForm(document_, words_);
    std::vector<FormRow> form_rows;
    for (const FieldRow& row : rows)
        form_rows.push_back(form_row(row, words_, entries_for(row.path, document_, words_)));
    form->set_rows(std::move(form_rows));
    section->add(form);
    forms_.push_back(form);
}

void ChoicesColumn::add_model(Section* section)
{
    auto* panel = new ModelPanel(document_, words_);
    section->add(panel);
    forms_.push_back(panel->input_form());
    forms_.push_back(panel->shape_form());
    nested_ = panel->shape_section();
    model_ = panel;
    connect(panel, &ModelPanel::rows_changed, this, &ChoicesColumn::align_labels);
    connect(panel, &ModelPanel::rows_changed, this, &ChoicesColumn::order_tabs);
}

void ChoicesColumn::follow()
{
    const Evaluation& evaluation = document_.evaluation();
    const EngineData& engine = *document_.data();
    const PlanTraits traits = traits_of(evaluation, engine);
    bool others = false;
    for (FieldForm* form : forms_) {
        if (form == model_->input_form() || form == model_->shape_form()) continue;
        others |=
            form->offer([&](std::string_view path) { return is_offered(path, traits, evaluation.scenario, engine); });
    }
    for (Section* section : expert_sections_) {
        const auto inside = [section](const FieldForm* form) {
            return section->isAncestorOf(form) && !form->controls().empty();
        };
        section->setVisible(std::ranges::any_of(forms_, inside));
    }
    if (evaluation.network) show_degrees(legal_degrees(evaluation));
    if (!others) return;
    align_labels();
    order_tabs();
}

void ChoicesColumn::show_degrees(const LegalDegrees& legal)
{
    const auto show = [this](const char* path, const std::vector<std::int64_t>& degrees) {
        if (auto* number = qobject_cast<ParameterControl*>(control(QString::fromLatin1(path))))
            number->set_steps(std::vector<double>(degrees.begin(), degrees.end()));
    };
    show("parallel.tensor", legal.tensor);
    show("parallel.pipeline", legal.pipeline);
    show("parallel.context", legal.context);
    show("parallel.expert", legal.expert);
    show("parallel.pipeline_interleave", legal.interleave);
}

std::vector<FieldControl*> ChoicesColumn::controls() const
{
    std::vector<FieldControl*> all;
    for (const FieldForm* form : forms_) {
        if (form == model_->input_form()) all.push_back(model_->picker());
        all.insert(all.end(), form->controls().begin(), form->controls().end());
    }
    return all;
}

std::vector<Section*> ChoicesColumn::sections() const
{
    std::vector<Section*> all = sections_;
    all.push_back(nested_);
    return all;
}

FieldControl* ChoicesColumn::control(const QString& path) const
{
    const std::vector<FieldControl*> all = controls();
    const auto found = std::ranges::find(all, path, &FieldControl::path);
    return found == all.end() ? nullptr : *found;
}

bool ChoicesColumn::focus_field(const QString& path)
{
    FieldControl* wanted = control(path);
    if (!wanted) return false;
    for (Section* section : sections()) {
        if (section->isAncestorOf(wanted)) section->set_open(true);
    }
    ensureWidgetVisible(wanted);
    wanted->editor()->setFocus(Qt::OtherFocusReason);
    return true;
}

void ChoicesColumn::reset_sections()
{
    for (Section* section : sections())
        section->set_open(section != nested_ && std::ranges::find(expert_sections_, section) == expert_sections_.end());
}

void ChoicesColumn::retranslate()
{
    for (std::size_t i = 0; i < sections_.size(); ++i) sections_[i]->set_title(tr(titles_[i]));
    card_->setText(tr("What the figures of this card mean…"));
    // The forms hear of the language by themselves, some of them after this widget.
    QMetaObject::invokeMethod(this, &ChoicesColumn::align_labels, Qt::QueuedConnection);
}

void ChoicesColumn::align_labels()
{
    int width = 0;
    const std::vector<FieldControl*> all = controls();
    for (const FieldControl* control : all) width = std::max(width, control->label()->sizeHint().width());
    int unit_width = 0;
    for (const FieldControl* control : all) {
        control->label()->setFixedWidth(std::min(width, widest_label));
        if (const auto* number = qobject_cast<const ParameterControl*>(control))
            unit_width = std::max(unit_width, number->unit()->sizeHint().width());
    }
    for (const FieldControl* control : all) {
        if (const auto* number = qobject_cast<const ParameterControl*>(control))
            number->unit()->setFixedWidth(unit_width);
    }
}

void ChoicesColumn::order_tabs()
{
    QWidget* last = nullptr;
    const auto follow_with = [&last](QWidget* next) {
        if (last) setTabOrder(last, next);
        last = next;
    };
    const std::vector<FieldControl*> all = controls();
    bool inside_nested = false;
    for (const Section* section : sections_) {
        follow_with(section->head());
        if (section->isAncestorOf(replicas_note_)) follow_with(replicas_note_->number());
        const FieldForm* form = nullptr;
        const bool of_build = section->isAncestorOf(card_);
        for (const FieldControl* control : all) {
            if (!section->isAncestorOf(control)) continue;
            // The product stands between the two forms of the training.
            const auto* own = qobject_cast<const FieldForm*>(control->parentWidget());
            if (form && own != form && section->isAncestorOf(batch_note_)) follow_with(batch_note_->number());
            form = own;
            if (!inside_nested && nested_->isAncestorOf(control)) {
                follow_with(model_->layers_button());
                follow_with(nested_->head());
            }
            inside_nested = nested_->isAncestorOf(control);
            for (QWidget* stop : control->tab_stops()) follow_with(stop);
        }
        if (of_build) {
            follow_with(host_memory_note_->number());
            follow_with(card_);
        }
    }
}

QSize ChoicesColumn::minimumSizeHint() const
{
    constexpr int least_height = 200;
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() + 2, least_height};
}

QSize ChoicesColumn::sizeHint() const { return {column_width, 600}; }

namespace {

QString name_of(PlanNote::Kind kind)
{
    switch (kind) {
    case PlanNote::Kind::global_batch: return QStringLiteral("note.global_batch");
    case PlanNote::Kind::replicas: return QStringLiteral("note.replicas");
    case PlanNote::Kind::host_memory: return QStringLiteral("note.host_memory");
    }
    return {};
}

QString quantity_of(PlanNote::Kind kind)
{
    return kind == PlanNote::Kind::host_memory ? QStringLiteral("memory.host_bytes")
                                               : QStringLiteral("time.global_batch");
}

} // namespace

PlanNote::PlanNote(Kind kind, Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      document_(document),
      words_(words),
      number_(new QuantityLabel(quantity_of(kind), this)),
      product_(small_label(this))
{
    setObjectName(name_of(kind));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 2);
    row->setSpacing(6);
    number_->set_emphasis(1.0, true);
    product_->setWordWrap(true);
    row->addWidget(number_, 0, Qt::AlignTop);
    row->addWidget(product_, 1);
    connect(number_, &QuantityLabel::working_requested, this, &PlanNote::working_requested);
    connect(&document_, &Document::changed, this, &PlanNote::follow);
    follow();
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
}

void PlanNote::follow()
{
    // What nobody computed has no working.
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    number_->setEnabled(estimate &&
                        (kind_ == Kind::host_memory ? estimate->memory.has_value() : estimate->time.has_value()));
    switch (kind_) {
    case Kind::global_batch: return show_global_batch();
    case Kind::replicas: return show_replicas();
    case Kind::host_memory: return show_host_memory();
    }
}

void PlanNote::show_global_batch()
{
    const Scenario& scenario = document_.scenario();
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    const bool trains = scenario.training.mode == RunMode::train;
    const std::int64_t accumulation = trains ? scenario.training.gradient_accumulation : 1;
    const std::int64_t replicas = data_parallel_degree(scenario);
    const std::int64_t batch = scenario.training.micro_batch;
    number_->show_text(tr("Global batch %1").arg(count(accumulation * replicas * batch)), tr("Global batch"));
    product_->setText(
        tr("= accumulation %1 × replicas %2 × micro-batch %3").arg(count(accumulation), count(replicas), count(batch)));
}

void PlanNote::show_replicas()
{
    const Scenario& scenario = document_.scenario();
    const Parallel& parallel = scenario.parallel;
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    const std::int64_t gpus = gpu_count(scenario.build);
    number_->show_text(tr("Replicas %1").arg(count(data_parallel_degree(scenario))), tr("Replicas of the model"));
    product_->setText(
        gpus == 1 ? tr("One GPU: there is nothing to divide. Set GPUs per machine under Build.")
                  : tr("= %1 GPUs ÷ (tensor %2 × pipeline %3 × context %4)")
                        .arg(count(gpus), count(parallel.tensor), count(parallel.pipeline), count(parallel.context)));
}

void PlanNote::show_host_memory()
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const QString needed =
        estimate && estimate->memory ? words_.text(value_of(estimate->memory->host)) : QStringLiteral("–");
    const std::optional<double> ram = document_.scenario().build.ram_gib;
    number_->show_text(tr("RAM needed %1").arg(needed), tr("RAM needed in one machine"));
    product_->setText(ram ? tr("of %1 in one machine").arg(words_.text(value_of(Bytes::gib(*ram))))
                          : tr("in one machine; how much it has is not set"));
}

} // namespace rigwright
