// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/fixes.h"
#include "core/advise/requirements.h"
#include "core/advise/sufficient_build.h"
#include "core/advise/workload_share.h"
#include "core/estimate/checks/defect_size.h"
#include "core/hardware/catalog.h"
#include "core/report/comparison_text.h"
#include "core/scenario/words.h"
#include "ui/controls/card.h"
#include "ui/controls/number_text.h"
#include "ui/controls/picker_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/follow.h"
#include "ui/document/live.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace rigwright {

namespace {

constexpr double most_samples = 1e12;
constexpr double most_epochs = 1e6;
constexpr double most_runs = 1e6;

QString plain(double number) { return exact_text(number); }

std::optional<std::int64_t> whole(const QString& typed, double most)
{
    const auto number = read_typed(typed).number;
    if (!number || *number < 1.0 || *number > most || std::floor(*number) != *number) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

constexpr int data_picker_width = 420;

/// The scenario with the fields of a public dataset filled in.
Scenario with_dataset(Scenario scenario, const DatasetRecord& record)
{
    Dataset& dataset = scenario.dataset;
    dataset.samples = record.samples;
    dataset.tokens.reset();
    dataset.source_height = record.source_height;
    dataset.source_width = record.source_width;
    dataset.encoded_bytes_per_sample = record.encoded_bytes_per_sample;
    dataset.encoding = from_word<SampleEncoding>(record.encoding);
    scenario.requirements.positive_share.reset();
    if (record.positive_samples)
        scenario.requirements.positive_share =
            static_cast<double>(*record.positive_samples) / static_cast<double>(record.samples);
    if (!record.positive_samples) scenario.requirements.balanced_epochs = false;
    return scenario;
}

/// A figure of the smallest defect at the input.
std::optional<Value> defect_value(std::string_view id, const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect) return std::nullopt;
    if (id == "requirements.defect_kept") return Value{defect->kept(), Unit::ratio};
    if (defect->is_kept()) return std::nullopt;
    const PixelSides input = input_that_keeps(*defect, plan, data);
    if (id == "requirements.defect_input_height") return value_of(Count(input[0]));
    if (id == "requirements.defect_input_width") return value_of(Count(input[1]));
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling) return std::nullopt;
    if (id == "requirements.defect_tile_height") return value_of(Count(tiling->tile_height));
    if (id == "requirements.defect_tile_width") return value_of(Count(tiling->tile_width));
    return std::nullopt;
}

bool is_dataset(const Scenario& scenario, const DatasetRecord& record)
{
    return with_dataset(scenario, record).dataset == scenario.dataset;
}

constexpr int longest_side = 65536;
constexpr int usual_tile = 512;
constexpr int table_height = 128;

} // namespace

/// The models that share the machine, the scenario's own first. Names, sizes and runs are edited in place, each edit as
/// one undo step; the own model's settings are in the inputs, its runs here.
class WorkloadModel : public TableModel {
    Q_OBJECT

public:
    enum Column { name, model, samples, epochs, batch, runs, run, share, column_count };

    WorkloadModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words)
    {
        const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
        const auto samples_of = [this](int row) { return workload(row).dataset.samples; };
        set_columns(
            {{[] { return tr("Workload"); },
              [this](int row) { return row == 0 ? words_.text("need.own-model") : from_utf8(workload(row).name); }},
             {[] { return tr("Model"); },
              [this](int row) {
                  const ModelChoice model = workload(row).model;
                  const Preset* preset = document_.data()->preset(model.preset);
                  return from_utf8(preset == nullptr ? model.family : preset->title);
              }},
             {[] { return tr("Samples"); },
              [=](int row) { return samples_of(row) ? count(*samples_of(row)) : QStringLiteral("–"); }, true, true,
              [=](int row) { return samples_of(row) ? plain(static_cast<double>(*samples_of(row))) : QString(); }},
             {[] { return tr("Epochs"); }, [=, this](int row) { return count(workload(row).training.epochs); }, true,
              true, [this](int row) { return plain(static_cast<double>(workload(row).training.epochs)); }},
             {[] { return tr("Micro-batch"); },
              [=, this](int row) { return count(workload(row).training.micro_batch); }, true, true,
              [this](int row) { return plain(static_cast<double>(workload(row).training.micro_batch)); }},
             {[] { return tr("Runs per month"); },
              [this](int row) {
                  return words_.text(Value{workload(row).runs_per_month, Unit::ratio});
              },
              true, true, [this](int row) { return plain(workload(row).runs_per_month); }},
             {[] { return tr("One run"); },
              [this](int row) { return of_month(row, [](const WorkloadShare& of) { return value_of(*of.run); }); },
              true},
             {[] { return tr("Of a month"); },
              [this](int row) {
                  return of_month(row, [](const WorkloadShare& of) { return Value{of.share, Unit::share}; });
              },
              true}});
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role) override
    {
        if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
        const QString typed = value.toString().trimmed();
        Scenario next = document_.scenario();
        if (!set(index.row(), index.column(), typed, next)) {
            const TypedNumber number = read_typed(typed);
            if (index.column() != name && !number.number) {
                emit refused(words_.text(number));
                return false;
            }
            emit refused(tr("“%1” isn't valid here. Enter a number above zero, or a name.").arg(typed));
            return false;
        }
        return next != document_.scenario() && document_.set_scenario(next, tr("workload"));
    }

    void show_month(const std::optional<MonthPlan>& month)
    {
        const std::vector<Workload>& next = document_.scenario().requirements.workloads;
        const bool same_rows = next.size() == workloads_.size();
        if (!same_rows) beginResetModel();
        workloads_ = next;
        month_ = month;
        if (!same_rows)
            endResetModel();
        else
            rows_changed();
    }

    /// Adds a model of that preset with samples, epochs and batch of the scenario's own.
    bool add(const QString& preset)
    {
        Scenario next = document_.scenario();
        if (next.requirements.workloads.size() >= most_workloads) {
            emit refused(tr("No more than %1 workloads can share a machine.").arg(most_workloads));
            return false;
        }
        Workload one;
        one.name = preset.toStdString();
        one.model.preset = preset.toStdString();
        one.dataset = next.dataset;
        one.training.epochs = next.training.epochs;
        one.training.precision = next.training.precision;
        one.training.micro_batch = next.training.micro_batch;
        next.requirements.workloads.push_back(std::move(one));
        return document_.set_scenario(next, tr("one more workload"));
    }

    bool remove(int row)
    {
        Scenario next = document_.scenario();
        if (row < 1 || row > static_cast<int>(next.requirements.workloads.size())) return false;
        next.requirements.workloads.erase(next.requirements.workloads.begin() + row - 1);
        return document_.set_scenario(next, tr("one workload less"));
    }

signals:
    /// The typed text is not a valid number.
    void refused(const QString& message);

private:
    int row_count() const override { return static_cast<int>(workloads_.size()) + 1; }

    bool is_editable(int row, int column) const override
    {
        return row == 0 ? column == runs : column != model && column != run && column != share;
    }

    Workload workload(int row) const
    {
        if (row > 0) return workloads_[static_cast<std::size_t>(row) - 1];
        const Scenario& own = document_.scenario();
        return {{}, own.model, own.input, own.dataset, own.training, own.requirements.runs_per_month.value_or(1.0)};
    }

    /// Data of a model in the month, or a dash.
    QString of_month(int row, const std::function<Value(const WorkloadShare&)>& value) const
    {
        const auto at = static_cast<std::size_t>(row);
        const bool known = month_ && at < month_->workloads.size() && month_->workloads[at].run;
        return known ? words_.text(value(month_->workloads[at])) : QStringLiteral("–");
    }

    bool set(int row, int column, const QString& typed, Scenario& next)
    {
        if (column == runs) {
            const auto number = read_typed(typed).number;
            if (!number || *number < 0.0 || *number > most_runs) return false;
            if (row == 0)
                next.requirements.runs_per_month = *number;
            else
                next.requirements.workloads[static_cast<std::size_t>(row) - 1].runs_per_month = *number;
            return true;
        }
        Workload& of = next.requirements.workloads[static_cast<std::size_t>(row) - 1];
        if (column == name) {
            constexpr qsizetype longest = 60;
            of.name = typed.left(longest).toStdString();
            return !typed.isEmpty();
        }
        const auto number = whole(typed, column == samples ? most_samples : most_epochs);
        if (!number) return false;
        if (column == samples) of.dataset.samples = *number;
        if (column == epochs) of.training.epochs = *number;
        if (column == batch) of.training.micro_batch = *number;
        return true;
    }

    Document& document_;
    const Localization& words_;
    std::optional<MonthPlan> month_;
    std::vector<Workload> workloads_;
};

/// From the requirements to the build: a public dataset or the user's own, tiles, the models that share the machine;
/// the requirement of each resource and its reason, the build's value, and one edit that upgrades the insufficient
/// parts.
class RequirementsPage : public QScrollArea {
    Q_OBJECT

public:
    RequirementsPage(const PageContext& context, QWidget* parent)
        : QScrollArea(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          parts_(document_,
                 [](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
                     return sufficient_build(evaluate(scenario, data), {data, stop});
                 }),
          model_(new WorkloadModel(document_, words_, this))
    {
        setObjectName(QStringLiteral("requirements"));
        make_page(*this, Qt::ScrollBarAsNeeded);
        auto* page = new QWidget;
        auto* column = column_in(page, {12, 8, 12, 8}, 6);
        build_data(column);
        build_defect(column);
        build_results(column);
        build_workloads(column);
        column->addStretch(1);
        setWidget(page);
        follow_while_shown(this, document_, [this] { follow(); });
        connect(&parts_, &LiveSignal::changed, this, &RequirementsPage::show_plan);
        parts_.ask_while_shown(this);
        connect(model_, &WorkloadModel::refused, hint_, &QLabel::setText);
        in_each_language(this, [this] { retranslate(); });
    }

private:
    struct Row {
        QLabel* name = nullptr;
        /// Hidden if nothing requires it.
        QuantityLabel* needed = nullptr;
        QuantityLabel* present = nullptr;
        ShareBar* bar = nullptr;
        QLabel* margin = nullptr;
        QLabel* reason = nullptr;
    };
    struct SampleFigure {
        const char* quantity;
        QLabel* caption;
        QuantityLabel* value;
    };

    QLabel* add_title(QVBoxLayout* column)
    {
        QLabel* title = plain_label(this);
        title->setFont(bold_of(title->font()));
        column->addWidget(title);
        return title;
    }

    QuantityLabel* add_quantity(const std::string& id)
    {
        auto* label = new QuantityLabel(QString::fromStdString(id), this);
        // Without a number there is no calculation.
        label->hide();
        connect(label, &QuantityLabel::working_requested, &requests_, &PageRequests::working_requested);
        return label;
    }

    void build_data(QVBoxLayout* column)
    {
        say(add_title(column), [] { return tr("Workload"); });
        auto* line = new QHBoxLayout;
        datasets_ = new PickerControl(QStringLiteral("chooser.dataset"), PickerControl::Kind::searchable, this);
        datasets_->setMaximumWidth(data_picker_width);
        datasets_->set_flush();
        QPushButton* to_need = say(new QPushButton(this), [] { return tr("Takt time, deadline, budget, growth…"); });
        fill(line, {{datasets_, 2}, to_need, Stretch{}});
        column->addLayout(line);
        connect(datasets_, &FieldControl::edited, this,
                [this](const QString&, const FieldValue& id) { choose_dataset(id); });
        connect(to_need, &QPushButton::clicked, this,
                [this] { emit requests_.field_requested(QStringLiteral("requirements.positive_share")); });
        auto* tiles = new QHBoxLayout;
        tiling_ = say(named(new QCheckBox(this), "tiling"), [] { return tr("Cut images into tiles"); });
        tiles->addWidget(tiling_);
        for (std::size_t i = 0; i < tile_.size(); ++i) {
            tile_labels_[i] = plain_label(this);
            tile_[i] = new TypedSpinBox<QSpinBox>(this);
            tile_[i]->setRange(i == 2 ? 0 : 1, longest_side);
            tile_[i]->setValue(i == 2 ? 0 : usual_tile);
            tile_[i]->setSuffix(QStringLiteral(" px"));
            tile_labels_[i]->setBuddy(tile_[i]);
            fill(tiles, {tile_labels_[i], tile_[i]});
            connect(tile_[i], &QSpinBox::valueChanged, this, &RequirementsPage::change_tiling);
        }
        tiles->addStretch(1);
        column->addLayout(tiles);
        connect(tiling_, &QCheckBox::toggled, this, &RequirementsPage::change_tiling);
        auto* figures = new QGridLayout;
        figures->setHorizontalSpacing(18);
        int at = 0;
        for (const char* id :
             {"requirements.plain_epoch", "requirements.positives", "requirements.balanced_epoch",
              "requirements.repeats", "requirements.defect_kept", "requirements.defect_input_height",
              "requirements.defect_input_width", "requirements.defect_tile_height", "requirements.defect_tile_width"}) {
            samples_.push_back({id, small_label(this), add_quantity(id)});
            // In pairs, wrapped: the page is often narrow.
            samples_.back().caption->setWordWrap(true);
            samples_.back().value->set_alignment(Qt::AlignRight);
            figures->addWidget(samples_.back().value, at / 2, at % 2 * 2, Qt::AlignRight);
            figures->addWidget(samples_.back().caption, at / 2, at % 2 * 2 + 1);
            ++at;
        }
        figures->setColumnStretch(1, 1);
        figures->setColumnStretch(3, 1);
        column->addLayout(figures);
    }

    void build_defect(QVBoxLayout* column)
    {
        defect_title_ = wrapped_label(this);
        column->addWidget(defect_title_);
        for (std::size_t i = 0; i < defect_texts_.size(); ++i) {
            auto* line = new QHBoxLayout;
            defect_texts_[i] = named(wrapped_label(this), i == 0 ? "larger_input" : "tiles");
            defect_buttons_[i] = say(new QPushButton(this), [] { return tr("Apply"); });
            fill(line, {{defect_texts_[i], 1}, {defect_buttons_[i], 0, Qt::AlignTop}});
            column->addLayout(line);
            connect(defect_buttons_[i], &QPushButton::clicked, this, [this, i] { apply_defect(i); });
        }
    }

    void build_results(QVBoxLayout* column)
    {
        say(add_title(column), [] { return tr("Required vs. available"); });
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(14);
        grid->setVerticalSpacing(3);
        constexpr std::array columns{1, 2, 3, 5};
        for (std::size_t i = 0; i < headings_.size(); ++i) {
            headings_[i] = small_label(this);
            grid->addWidget(headings_[i], 0, columns[i], 1, i == 2 ? 2 : 1);
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const int line = static_cast<int>(i) + 1;
            const std::string id = std::string("requirements.") + key_of(static_cast<Resource>(i));
            Row& row = rows_[i];
            row = {plain_label(this), add_quantity(id), add_quantity(id + "_present"), new ShareBar({70, 12}, this),
                   plain_label(this), small_label(this)};
            row.reason->setWordWrap(true);
            row.bar->set_mark(0.5);
            grid->addWidget(row.name, line, 0);
            for (QuantityLabel* number : {row.needed, row.present}) number->set_alignment(Qt::AlignRight);
            grid->addWidget(row.needed, line, 1, Qt::AlignRight);
            grid->addWidget(row.present, line, 2, Qt::AlignRight);
            grid->addWidget(row.bar, line, 3);
            grid->addWidget(row.margin, line, 4, Qt::AlignRight);
            grid->addWidget(row.reason, line, 5);
        }
        grid->setColumnStretch(5, 1);
        column->addLayout(grid);
        auto* line = new QHBoxLayout;
        plan_ = selectable(named(wrapped_label(this), "plan"));
        apply_ = say(named(new QPushButton(this), "apply_to_build"), [] { return tr("Apply to machine"); });
        fill(line, {{plan_, 1}, {apply_, 0, Qt::AlignTop}});
        column->addLayout(line);
        connect(apply_, &QPushButton::clicked, this, &RequirementsPage::apply);
    }

    void build_workloads(QVBoxLayout* column)
    {
        say(add_title(column), [] { return tr("Models that share the machine"); });
        view_ = spoken(named(new QTableView(this), "workloads"), [] { return tr("Models that share the machine"); });
        view_->setModel(model_);
        set_look(*view_, QAbstractItemView::SingleSelection);
        view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                               QAbstractItemView::AnyKeyPressed);
        view_->setFixedHeight(table_height);
        view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        view_->horizontalHeader()->setSectionResizeMode(WorkloadModel::name, QHeaderView::Stretch);
        column->addWidget(view_);
        connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) {
            if (index.column() != WorkloadModel::run && index.column() != WorkloadModel::share) return;
            emit requests_.working_requested(QStringLiteral("requirements.workloads[%1]").arg(index.row()));
        });
        auto* line = new QHBoxLayout;
        further_ = new PickerControl(QStringLiteral("chooser.workload"), PickerControl::Kind::searchable, this);
        further_->setMaximumWidth(data_picker_width);
        further_->set_flush();
        QPushButton* remove = say(named(new QPushButton(this), "remove_workload"), [] { return tr("Remove"); });
        fill(line, {{further_, 2}, remove, Stretch{}});
        column->addLayout(line);
        line = new QHBoxLayout;
        utilisation_ = add_quantity("requirements.month_utilisation");
        machines_ = add_quantity("requirements.machines");
        fill(line, {utilisation_, machines_, Stretch{}});
        column->addLayout(line);
        hint_ = named(wrapping(small_label(this)), "hint");
        column->addWidget(hint_);
        connect(further_, &FieldControl::edited, this,
                [this](const QString&, const FieldValue& id) { add_workload(id); });
        connect(remove, &QPushButton::clicked, this, &RequirementsPage::remove_workload);
    }

    void fill_pickers()
    {
        const PickerSource source{*document_.data(), document_.scenario(), words_};
        std::vector<PickerEntry> datasets = dataset_entries(source);
        datasets.insert(datasets.begin(), PickerEntry{{}, tr("My own (fields on the left)"), {}});
        datasets_->set_texts(
            {tr("Dataset"), QString(), tr("A public dataset fills the fields of the data."), QString()});
        datasets_->set_entries(std::move(datasets));
        further_->set_texts(
            {tr("Add a model:"), QString(), tr("Type any part of a name, a task or a purpose."), QString()});
        further_->set_entries(preset_entries(source.data, words_));
    }

    void choose_dataset(const FieldValue& id)
    {
        const auto& all = document_.data()->hardware.datasets;
        const auto* word = std::get_if<std::string>(&id);
        const auto record = std::ranges::find(all, word != nullptr ? *word : std::string(), &DatasetRecord::id);
        if (record == all.end()) return datasets_->show_in_force();
        document_.set_scenario(with_dataset(document_.scenario(), *record),
                               tr("dataset %1").arg(from_utf8(record->name)));
    }

    void change_tiling()
    {
        if (following_) return;
        Scenario next = document_.scenario();
        next.requirements.tiling.reset();
        if (tiling_->isChecked())
            next.requirements.tiling = Tiling{tile_[0]->value(), tile_[1]->value(), tile_[2]->value()};
        if (next != document_.scenario() && !document_.set_scenario(next, tr("tiles"))) follow();
    }

    void add_workload(const FieldValue& id)
    {
        if (const auto* word = std::get_if<std::string>(&id)) model_->add(from_utf8(*word));
        // The field is ready for the next name.
        further_->show_in_force();
    }

    void remove_workload() { model_->remove(view_->currentIndex().row()); }

    void apply()
    {
        if (parts_.is_current() && *parts_.known()) parts_.apply((*parts_.known())->changes, tr("sufficient parts"));
    }

    void follow()
    {
        following_ = true;
        show_data();
        show_defect();
        const auto answer = answer_need(document_.evaluation(), *document_.data());
        if (answer) {
            show_samples(*answer);
            for (std::size_t i = 0; i < rows_.size(); ++i) show_row(rows_[i], answer->row(static_cast<Resource>(i)));
            show_month(*answer);
        }
        show_plan();
        following_ = false;
    }

    void show_data()
    {
        const Scenario& scenario = document_.scenario();
        const auto& all = document_.data()->hardware.datasets;
        const auto chosen =
            std::ranges::find_if(all, [&](const DatasetRecord& record) { return is_dataset(scenario, record); });
        const bool is_own = chosen == all.end();
        datasets_->show_value(FieldValue(is_own ? std::string() : chosen->id), true);
        datasets_->box()->setToolTip(is_own ? QString() : tool_tip(from_utf8(chosen->provenance.source)));
        const auto& tiling = scenario.requirements.tiling;
        const QSignalBlocker still(tiling_);
        tiling_->setChecked(tiling.has_value());
        const std::array<std::int64_t, 3> sides{tiling ? tiling->tile_height : 0, tiling ? tiling->tile_width : 0,
                                                tiling ? tiling->overlap : 0};
        for (std::size_t i = 0; i < tile_.size(); ++i) {
            const QSignalBlocker silent(tile_[i]);
            tile_[i]->setEnabled(tiling.has_value());
            if (tiling) tile_[i]->setValue(static_cast<int>(sides[i]));
        }
    }

    void show_samples(const NeedAnswer& answer)
    {
        for (SampleFigure& figure : samples_) {
            const std::string_view id = figure.quantity;
            std::optional<Value> value = defect_value(id, document_.evaluation(), *document_.data());
            if (answer.samples && id == "requirements.plain_epoch") value = Value{answer.samples->plain, Unit::count};
            if (answer.samples && answer.samples->positive_share) {
                if (id == "requirements.positives") value = Value{answer.samples->positives, Unit::count};
                if (id == "requirements.balanced_epoch") value = Value{answer.samples->balanced, Unit::count};
                if (id == "requirements.repeats") value = Value{answer.samples->repeats, Unit::ratio};
            }
            figure.caption->setVisible(value.has_value());
            figure.value->setVisible(value.has_value());
            figure.value->setEnabled(value.has_value());
            if (value) figure.value->show_text(words_.text(*value), words_.quantity(id));
            figure.caption->setText(words_.quantity(id));
        }
    }

    void show_defect()
    {
        defect_answers_ = defect_answers(document_.evaluation(), *document_.data());
        defect_title_->setVisible(!defect_answers_.empty());
        defect_title_->setText(words_.text("need.defect"));
        for (std::size_t i = 0; i < defect_texts_.size(); ++i) {
            const bool there = i < defect_answers_.size();
            defect_texts_[i]->setVisible(there);
            defect_buttons_[i]->setVisible(there);
            if (!there) continue;
            const DefectAnswer& answer = defect_answers_[i];
            const QString what = words_.text("fix." + answer.fix.what.code, answer.fix.what.arguments);
            const auto& estimate = answer.estimate;
            defect_buttons_[i]->setEnabled(estimate.has_value());
            defect_buttons_[i]->setAccessibleName(what);
            defect_texts_[i]->setText(what);
            if (!estimate || !estimate->memory || !estimate->time || !estimate->time->knows_run()) continue;
            defect_texts_[i]->setText(words_.text("need.defect-answer", {{"what", what.toStdString()},
                                                                         {"memory", value_of(estimate->memory->total)},
                                                                         {"step", value_of(estimate->time->step)},
                                                                         {"run", value_of(estimate->time->total)}}));
        }
    }

    void apply_defect(std::size_t which)
    {
        if (which >= defect_answers_.size()) return;
        const Fix fix = defect_answers_[which].fix;
        if (const auto next = changed(document_.scenario(), *document_.data(), fix.changes))
            document_.set_scenario(*next, words_.text("fix." + fix.what.code, fix.what.arguments));
    }

    void show_row(Row& row, const Requirement* requirement)
    {
        const bool asked = requirement != nullptr;
        for (QWidget* widget :
             std::initializer_list<QWidget*>{row.name, row.needed, row.present, row.bar, row.margin, row.reason})
            widget->setVisible(asked);
        row.needed->setEnabled(asked);
        row.present->setEnabled(asked && requirement->present);
        if (!asked) return;
        const QString name = words_.text(requirement->name);
        const bool limit = is_limit(requirement->resource);
        row.name->setText(name);
        row.needed->show_text(
            (limit ? QStringLiteral("≤ ") : QStringLiteral("≥ ")) + words_.text(requirement->needed()), name);
        row.present->show_text(requirement->present ? words_.text(at_least(requirement->present->amount(),
                                                                           requirement->present_is_lower_bound))
                                                    : tr("not known"),
                               name);
        const auto margin = requirement->margin();
        // The mark in the middle is the requirement; twice that fills the bar.
        row.bar->show_share(0.0, margin ? (1.0 + *margin) / 2.0 : 0.0,
                            requirement->is_met() ? &Theme::accent : &Theme::bad);
        row.margin->setText(margin ? from_utf8(margin_text(*margin, words_.table())) : QString());
        const Demand& binding = requirement->demands[requirement->binding];
        row.reason->setText(binding.workload.empty()
                                ? words_.text("demand." + binding.code)
                                : words_.text("demand.workload", {{"workload", binding.workload}}));
    }

    void show_month(const NeedAnswer& answer)
    {
        model_->show_month(answer.month);
        const bool known = answer.month.has_value();
        utilisation_->setVisible(known);
        machines_->setVisible(known);
        utilisation_->setEnabled(known);
        machines_->setEnabled(known);
        if (!known) return;
        const Value share{answer.month->utilisation, Unit::share};
        utilisation_->show_text(tr("All runs take %1 of a month").arg(words_.text(share)),
                                words_.quantity("requirements.month_utilisation"));
        const Value machines = value_of(Count(answer.month->machines));
        machines_->show_text(answer.month->machines == 1 ? tr("one such machine suffices")
                                                         : tr("%1 such machines are needed").arg(words_.text(machines)),
                             words_.quantity("requirements.machines"));
    }

    void show_plan()
    {
        apply_->setEnabled(false);
        if (!parts_.is_current() || !*parts_.known()) {
            plan_->setText(tr("Finding the smallest sufficient parts…"));
            return;
        }
        const SufficientBuild& build = **parts_.known();
        QStringList lines;
        lines += words_.text(build.heading());
        for (const BuildStep& step : build.steps)
            lines += QStringLiteral("• ") + words_.text("step." + step.code, step.arguments);
        for (const Resource resource : build.missed)
            lines += words_.text("need.still-missed",
                                 {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
        for (const Resource resource : build.not_judged)
            lines +=
                words_.text("need.not-judged", {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
        plan_->setText(lines.join(QLatin1Char('\n')));
        apply_->setEnabled(!build.steps.empty());
    }

    void retranslate()
    {
        constexpr std::array names{QT_TR_NOOP("Height"), QT_TR_NOOP("Width"), QT_TR_NOOP("Overlap")};
        for (std::size_t i = 0; i < names.size(); ++i) {
            tile_labels_[i]->setText(tr(names[i]));
            tile_[i]->setAccessibleName(tr(names[i]));
        }
        constexpr std::array titles{QT_TR_NOOP("Required (or limit)"), QT_TR_NOOP("Available (or used)"),
                                    QT_TR_NOOP("Margin"), QT_TR_NOOP("Driven by")};
        for (std::size_t i = 0; i < titles.size(); ++i) headings_[i]->setText(tr(titles[i]));
        hint_->setText(tr("Double-click a cell to change it; click a time to see its calculation."));
        fill_pickers();
        model_->retranslate();
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    /// The smallest parts that meet the requirements, computed while the page is visible.
    Live<std::optional<SufficientBuild>> parts_;
    WorkloadModel* model_;
    PickerControl* datasets_ = nullptr;
    QCheckBox* tiling_ = nullptr;
    /// Height, width, overlap.
    std::array<QSpinBox*, 3> tile_{};
    std::array<QLabel*, 3> tile_labels_{};
    std::vector<SampleFigure> samples_;
    QLabel* defect_title_ = nullptr;
    /// How to keep the smallest defect visible at the input: a larger input, tiles. Hidden if not needed.
    std::array<QLabel*, 2> defect_texts_{};
    std::array<QPushButton*, 2> defect_buttons_{};
    std::vector<DefectAnswer> defect_answers_;
    std::array<QLabel*, 4> headings_{};
    std::array<Row, resource_count> rows_;
    /// The effect of "Apply to build", or the reason why it has none.
    QLabel* plan_ = nullptr;
    QPushButton* apply_ = nullptr;
    QTableView* view_ = nullptr;
    PickerControl* further_ = nullptr;
    QuantityLabel* utilisation_ = nullptr;
    QuantityLabel* machines_ = nullptr;
    QLabel* hint_ = nullptr;
    bool following_ = false;
};

QWidget* requirements_page(const PageContext& context, QWidget* parent)
{
    return new RequirementsPage(context, parent);
}

} // namespace rigwright

#include "requirements_page.moc"
