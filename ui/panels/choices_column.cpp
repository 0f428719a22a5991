// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/choices_column.h"

#include "ui/document/field_access.h"
#include "ui/panels/catalog_entries.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int usual_width = 410;
constexpr int widest_label = 150;

/// Where the choices of a text field come from.
std::function<std::vector<PickerEntry>()> entries_for(std::string_view path, const EngineData& data, const Words& words)
{
    if (path == "build.gpu") return [&data, &words] { return gpu_entries(data, words); };
    if (path == "build.cpu") return [&data] { return cpu_entries(data); };
    if (path == "build.storage") return [&data] { return storage_entries(data); };
    if (path == "build.node_link") return [&data] { return network_entries(data); };
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
    add_form(add_section("section.build", QT_TR_NOOP("Build")), build_rows());
    add_model(add_section("section.model", QT_TR_NOOP("Model")));
    add_form(add_section("section.training", QT_TR_NOOP("Training")), training_rows());
    dataset_ = new FieldForm(document_, words_);
    add_section("section.dataset", QT_TR_NOOP("Data set"))->add(dataset_);
    forms_.push_back(dataset_);
    fill_dataset();
    column_->addStretch(1);
    order_tabs();
    retranslate();
}

Section* ChoicesColumn::add_section(const char* id, const char* title)
{
    auto* section = new Section(QString::fromLatin1(id));
    column_->addWidget(section);
    sections_.push_back(section);
    titles_.push_back(title);
    return section;
}

void ChoicesColumn::add_form(Section* section, std::span<const FieldRow> rows)
{
    auto* form = new FieldForm(document_, words_);
    std::vector<FormRow> form_rows;
    for (const FieldRow& row : rows)
        form_rows.push_back(form_row(row, words_, entries_for(row.path, *document_.data(), words_)));
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
    connect(panel, &ModelPanel::rows_changed, this, &ChoicesColumn::fill_dataset);
    connect(panel, &ModelPanel::rows_changed, this, &ChoicesColumn::align_labels);
    connect(panel, &ModelPanel::rows_changed, this, &ChoicesColumn::order_tabs);
}

void ChoicesColumn::fill_dataset()
{
    const Family* family = family_of_model(document_.scenario(), *document_.data());
    const bool images = !family || family->input_kind == Family::InputKind::image ||
                        family->input_kind == Family::InputKind::volume ||
                        family->input_kind == Family::InputKind::image_and_text;
    if (images == dataset_has_images_ && !dataset_->controls().empty()) return;
    dataset_has_images_ = images;
    std::vector<FormRow> rows;
    for (const FieldRow& row : dataset_rows()) {
        if (images || !std::string_view(row.path).starts_with("dataset.source_")) rows.push_back(form_row(row, words_));
    }
    dataset_->set_rows(std::move(rows));
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
    for (Section* section : sections()) section->set_open(section != nested_);
}

void ChoicesColumn::retranslate()
{
    for (std::size_t i = 0; i < sections_.size(); ++i) sections_[i]->set_title(tr(titles_[i]));
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
        for (const FieldControl* control : all) {
            if (!section->isAncestorOf(control)) continue;
            if (!inside_nested && nested_->isAncestorOf(control)) follow_with(nested_->head());
            inside_nested = nested_->isAncestorOf(control);
            for (QWidget* stop : control->tab_stops()) follow_with(stop);
        }
    }
}

QSize ChoicesColumn::minimumSizeHint() const
{
    constexpr int least_height = 200;
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() + 2, least_height};
}

QSize ChoicesColumn::sizeHint() const { return {usual_width, 600}; }

void ChoicesColumn::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
