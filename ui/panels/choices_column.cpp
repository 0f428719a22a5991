// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/choices_column.h"

#include "core/advise/degrees.h"
#include "ui/controls/steady_box.h"
#include "ui/panels/catalog_entries.h"
#include "ui/panels/field_offer.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int column_width = 410;
constexpr int widest_label = 150;

/// Where the choices of a text field come from.
std::function<std::vector<PickerEntry>()> entries_for(std::string_view path, const Document& document,
                                                      const Words& words)
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

ChoicesColumn::ChoicesColumn(Document& document, const Words& words, QWidget* parent)
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
    connect(card_, &QPushButton::clicked, this, &ChoicesColumn::card_asked);
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
    section->add(new SteadyBox(note, SteadyBox::Follows::size));
    connect(note, &PlanNote::working_asked, this, &ChoicesColumn::working_asked);
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

void ChoicesColumn::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
