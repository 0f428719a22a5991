// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/evaluation.h"
#include "core/estimate/measured/measured_model.h"
#include "core/estimate/quantities.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/words.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/measure/measurement_list.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDate>
#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace rigwright {

/// A unit for typed measurements; `size` in bytes or seconds.
struct ReadingUnit {
    const char* symbol;
    double size;
};

namespace {

inline constexpr std::array memory_units{ReadingUnit{"GiB", 1073741824.0}, ReadingUnit{"GB", 1e9},
                                         ReadingUnit{"MiB", 1048576.0}, ReadingUnit{"MB", 1e6}};
inline constexpr std::array step_units{ReadingUnit{"ms", 1e-3}, ReadingUnit{"s", 1.0}};

constexpr double largest_entered_batch = 1e6;
constexpr double largest_bytes = 1e15;
constexpr double largest_seconds = 1e9;

constexpr ReadingUnit whole_number_unit{"", 1.0};
constexpr double largest_context = 1e12;

/// Names of the kinds of peak, in the order of their enumerators.
QStringList peak_kind_names(const Localization& words_table)
{
    QStringList names;
    for (const std::string_view word : words<PeakKind>) names << words_table.text("peak-kind." + std::string(word));
    return names;
}

/// A typed measurement in bytes or seconds; nothing if it is not a positive number or exceeds the limit of a scenario.
std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest)
{
    const QString symbol = QString::fromLatin1(unit.symbol);
    const std::optional<double> number = read_typed(text, symbol).number;
    if (!number) return std::nullopt;
    double amount = *number * unit.size;
    // GB is a separate unit here, besides GiB.
    const bool has_unit = !read_typed(text).number;
    if (has_unit && symbol.endsWith(QLatin1Char('B'))) amount = *read_typed(text, QStringLiteral("B")).number;
    return amount > 0.0 && amount <= largest ? std::optional(amount) : std::nullopt;
}

/// An amount as edited in a unit.
QString reading_text(double amount, const ReadingUnit& unit)
{
    constexpr int digits = 7;
    return QString::number(amount / unit.size, 'g', digits);
}

constexpr std::array effect_quantities{"memory.total_bytes", "memory.max_micro_batch", "time.step_seconds",
                                       "time.total_seconds"};

template <typename Units>
void fill_units(QComboBox& box, const Units& units)
{
    for (const ReadingUnit& unit : units) box.addItem(QLatin1String(unit.symbol));
    WheelGuard::guard(&box);
}

constexpr std::array usual_sizes_gib{4, 6, 8, 12, 16, 24};

/// The latest consumer card of a size from the plan's vendor; null if there is none.
const Gpu* card_of(const Catalog& hardware, const std::string& vendor, int size_gib)
{
    const Gpu* latest = nullptr;
    for (const Gpu& gpu : hardware.gpus) {
        const bool fits =
            gpu.vendor == vendor && gpu.segment == GpuSegment::consumer && gpu.memory.capacity == Bytes::gib(size_gib);
        if (fits && (latest == nullptr || gpu.release > latest->release)) latest = &gpu;
    }
    return latest;
}

std::optional<std::int64_t> largest_on(Scenario scenario, const std::string& card, const EngineData& data,
                                       Bytes& usable)
{
    scenario.build.gpu = card;
    scenario.build.dies_used.reset();
    const EstimateResult result = estimate(scenario, data);
    if (!result.estimate || !result.estimate->memory || !result.estimate->verdict) return std::nullopt;
    usable = result.estimate->memory->usable;
    return result.estimate->memory->max_micro_batch;
}

/// A read-only table; its cells give their column to screen readers.
QTableWidget* read_only_table(QWidget* parent)
{
    auto* table = new QTableWidget(parent);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    set_look(*table);
    table->setShowGrid(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setData(Qt::AccessibleTextRole, named_value(table.horizontalHeaderItem(column)->text(), text));
    table.setItem(row, column, item);
}

/// The largest micro-batch of a plan on another card: estimated, calibrated by the measurements, and by a linear fit of
/// driver measurements only.
struct CardBatch {
    QString card;
    Bytes usable;
    std::optional<std::int64_t> by_model;
    std::optional<std::int64_t> corrected;
    std::optional<std::int64_t> by_readings;
};

/// The plan's own card, then one card of each usual size from 4 to 24 GB.
std::vector<CardBatch> card_batches(const Scenario& scenario, const EngineData& data)
{
    const Gpu* own = data.hardware.gpu(scenario.build.gpu);
    if (own == nullptr) return {};
    std::vector<const Gpu*> cards{own};
    for (const int size : usual_sizes_gib) {
        const Gpu* card = card_of(data.hardware, own->vendor, size);
        if (card != nullptr && card != own) cards.push_back(card);
    }
    Scenario corrected = scenario;
    anchor_measurements(corrected);
    Scenario plain = scenario;
    plain.measurements.clear();
    const std::optional<MeasuredLine> line = line_through(scenario.measurements, PeakKind::device);
    std::vector<CardBatch> rows;
    for (const Gpu* card : cards) {
        CardBatch row;
        row.card = from_utf8(card->name);
        row.by_model = largest_on(plain, card->id, data, row.usable);
        if (!scenario.measurements.empty()) row.corrected = largest_on(corrected, card->id, data, row.usable);
        if (line && row.by_model) row.by_readings = line->largest_within(row.usable);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

/// The measurements of the plan as an editable table, each with its prediction. The last row is empty and becomes a
/// measurement when a step time or a peak is typed into it.
class MeasurementModel : public TableModel {
    Q_OBJECT

public:
    enum Column { batch, step, step_predicted, peak, kind, peak_predicted, used, note };

    MeasurementModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words),
          shown_rows_(static_cast<int>(measurements().size()) + 1)
    {
        const auto typed = [this](Column column) {
            return [this, column](int row) { return edited_text(row_value(row), column); };
        };
        const auto value = [](const auto& amount) { return amount ? std::optional(value_of(*amount)) : std::nullopt; };
        set_columns(
            {{[] { return tr("Micro-batch"); }, typed(batch), true, true},
             {[this] { return tr("Step time (%1)").arg(QLatin1String(step_.symbol)); }, typed(step), true, true},
             {[] { return tr("Step time: estimated → calibrated"); },
              [=, this](int row) {
                  return predicted(row, [&](const MeasuredPoint& point) {
                      return beside(value(point.predicted_step), value(point.corrected_step));
                  });
              },
              true},
             {[this] { return tr("Peak memory (%1)").arg(QLatin1String(memory_.symbol)); }, typed(peak), true, true},
             {[] { return tr("Peak source"); }, typed(kind), false, true},
             {[] { return tr("Peak memory: estimated → calibrated"); },
              [=, this](int row) {
                  return predicted(row, [&](const MeasuredPoint& point) {
                      return beside(value(point.predicted_peak), value(point.corrected_peak));
                  });
              },
              true},
             {[] { return tr("Calibrates"); },
              [this](int row) {
                  return predicted(row, [this](const MeasuredPoint& point) { return use_text(point); });
              }},
             {[] { return tr("Time and place"); }, [this](int row) { return note_text(row); }, false, true,
              typed(note)}});
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation == Qt::Horizontal) return TableModel::headerData(section, orientation, role);
        if (role != Qt::DisplayRole) return {};
        return is_new_row(section) ? QStringLiteral("+") : QString::number(section + 1);
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override
    {
        if (role != Qt::EditRole || !index.isValid()) return false;
        const QString text = value.toString();
        if (text == edited_text(row_value(index.row()), index.column())) return true;
        Measurement next = row_value(index.row());
        if (!put(next, index.column(), text)) {
            emit judged(tr("“%1” isn't a valid value for “%2”. Expected: a number above zero.")
                            .arg(text, headerData(index.column(), Qt::Horizontal).toString()));
            return false;
        }
        if (!next.step_seconds && !next.peak_bytes) {
            if (!is_new_row(index.row())) {
                emit judged(tr("A measurement needs a step time or a peak."));
                return false;
            }
            draft_ = next;
            draft_has_batch_ = draft_has_batch_ || index.column() == batch;
            emit judged(QString());
            emit dataChanged(index, index);
            return true;
        }
        return commit(index.row(), next);
    }

    /// Whether a text is valid in a column; the editor marks invalid text.
    bool accepts(int column, const QString& text) const
    {
        Measurement scratch;
        return put(scratch, column, text);
    }

    bool is_new_row(int row) const { return row >= static_cast<int>(measurements().size()); }

    void remove(const QList<int>& rows)
    {
        Scenario next = document_.scenario();
        std::vector<Measurement> left;
        for (std::size_t i = 0; i < next.measurements.size(); ++i)
            if (!rows.contains(static_cast<int>(i))) left.push_back(next.measurements[i]);
        if (left.size() == next.measurements.size()) return;
        next.measurements = std::move(left);
        emit judged(QString());
        document_.set_scenario(next, tr("remove a measurement"));
    }

    void set_units(const ReadingUnit& memory_unit, const ReadingUnit& step_unit)
    {
        memory_ = memory_unit;
        step_ = step_unit;
        follow();
    }

    /// Names of the kinds of peak, in the order of their enumerators.
    QStringList kind_names() const { return peak_kind_names(words_); }
    /// Call it when the document or the language changes.
    void follow()
    {
        const int rows = static_cast<int>(measurements().size()) + 1;
        if (rows > shown_rows_) {
            beginInsertRows({}, shown_rows_, rows - 1);
            shown_rows_ = rows;
            endInsertRows();
        } else if (rows < shown_rows_) {
            beginRemoveRows({}, rows, shown_rows_ - 1);
            shown_rows_ = rows;
            endRemoveRows();
        }
        retranslate();
        emit headerDataChanged(Qt::Vertical, 0, rows - 1);
    }

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    int row_count() const override { return shown_rows_; }

    QVariant special(int row, int column, int role) const override
    {
        if (role == Qt::AccessibleTextRole)
            return named_value(headerData(column, Qt::Horizontal).toString(), text(row, column));
        if (role != Qt::ToolTipRole) return {};
        return is_new_row(row) ? tr("Enter a step time or a peak here to add a measurement") : QString();
    }

    const std::vector<Measurement>& measurements() const { return document_.scenario().measurements; }

    Measurement row_value(int row) const
    {
        if (!is_new_row(row)) return measurements()[static_cast<std::size_t>(row)];
        Measurement next = draft_;
        if (!draft_has_batch_) next.micro_batch = document_.scenario().training.micro_batch;
        return next;
    }

    /// A prediction beside a measurement; without one, a dash.
    QString predicted(int row, const std::function<QString(const MeasuredPoint&)>& text) const
    {
        if (is_new_row(row)) return {};
        const auto& estimate = document_.evaluation().estimate;
        const auto at = static_cast<std::size_t>(row);
        const bool known = estimate && estimate->measured && at < estimate->measured->points.size();
        return known ? text(estimate->measured->points[at]) : QStringLiteral("–");
    }

    QString note_text(int row) const
    {
        if (is_new_row(row)) return {};
        const QString text = from_utf8(row_value(row).note);
        const QString date = from_utf8(row_value(row).date);
        return text.isEmpty() || date.isEmpty() ? date + text : listed({date, text});
    }

    QString edited_text(const Measurement& measurement, int column) const
    {
        switch (column) {
        case batch: return QString::number(measurement.micro_batch);
        case step: return measurement.step_seconds ? reading_text(*measurement.step_seconds, step_) : QString();
        case peak:
            return measurement.peak_bytes ? reading_text(static_cast<double>(*measurement.peak_bytes), memory_)
                                          : QString();
        case kind: return kind_names().at(static_cast<qsizetype>(measurement.peak_kind()));
        case note: return from_utf8(measurement.note);
        default: return {};
        }
    }

    QString beside(std::optional<Value> model, std::optional<Value> corrected) const
    {
        if (!model) return QStringLiteral("–");
        return corrected ? tr("%1 → %2").arg(words_.text(*model), words_.text(*corrected)) : words_.text(*model);
    }

    QString use_text(const MeasuredPoint& point) const
    {
        if (point.corrects_memory && point.corrects_time) return tr("Memory and time");
        if (point.corrects_memory) return tr("Memory");
        if (point.corrects_time) return tr("Time");
        return tr("None");
    }

    bool put(Measurement& measurement, int column, const QString& text) const
    {
        const QString trimmed = text.trimmed();
        switch (column) {
        case batch: {
            const auto number = reading_from_text(trimmed, whole_number_unit, largest_entered_batch);
            if (!number || *number != std::floor(*number)) return false;
            measurement.micro_batch = static_cast<std::int64_t>(*number);
            return true;
        }
        case step: {
            measurement.step_seconds = reading_from_text(trimmed, step_, largest_seconds);
            return measurement.step_seconds.has_value() || trimmed.isEmpty();
        }
        case peak: {
            const auto bytes = reading_from_text(trimmed, memory_, largest_bytes);
            measurement.peak_bytes =
                bytes && std::llround(*bytes) > 0 ? std::optional<std::int64_t>(std::llround(*bytes)) : std::nullopt;
            return measurement.peak_bytes.has_value() || trimmed.isEmpty();
        }
        case kind: {
            const qsizetype at = kind_names().indexOf(trimmed);
            if (at < 0) return false;
            measurement.kind = static_cast<PeakKind>(at);
            return true;
        }
        case note: measurement.note = trimmed.left(500).toStdString(); return true;
        default: return false;
        }
    }

    bool commit(int row, const Measurement& measurement)
    {
        Scenario next = document_.scenario();
        if (is_new_row(row)) {
            if (next.measurements.size() >= most_measurements) {
                emit judged(tr("A machine has at most %1 measurements.").arg(most_measurements));
                return false;
            }
            next.measurements.push_back(measurement);
            if (next.measurements.back().date.empty())
                next.measurements.back().date = QDate::currentDate().toString(Qt::ISODate).toStdString();
            draft_ = {};
            draft_has_batch_ = false;
        } else {
            next.measurements[static_cast<std::size_t>(row)] = measurement;
        }
        anchor_measurements(next);
        emit judged(QString());
        return document_.set_scenario(next, tr("enter a measurement"));
    }

    Document& document_;
    const Localization& words_;
    ReadingUnit memory_ = memory_units[0];
    ReadingUnit step_ = step_units[0];
    /// Content typed into the last row so far.
    Measurement draft_;
    bool draft_has_batch_ = false;
    /// Number of rows known to views; the document may be ahead.
    int shown_rows_;
};

/// All measurements imported on this computer, predicted and measured, newest first.
class MeasurementList : public QWidget {
    Q_OBJECT

public:
    MeasurementList(const Localization& words, MeasurementFiles& files, QWidget* parent)
        : QWidget(parent),
          words_(words),
          files_(files),
          caption_(wrapped_label(this)),
          table_(read_only_table(this))
    {
        auto* column = new QVBoxLayout(this);
        table_->horizontalHeader()->setStretchLastSection(true);
        fill(column, {caption_, {table_, 1}});
        connect(&files_, &MeasurementFiles::log_changed, this, &MeasurementList::follow);
    }

    /// Reads the log again, in the current language.
    void follow()
    {
        const MeasurementLog log = files_.log();
        caption_->setText(log.errors.empty()
                              ? tr("All imported results, newest first, with the uncalibrated estimate. The "
                                   "list stays on this computer: %1")
                                    .arg(MeasurementFiles::log_path())
                              : tr("The list of measurements is damaged and was not changed."));
        table_->setAccessibleName(tr("Measurements"));
        const QStringList headings{tr("Date"),
                                   tr("Model"),
                                   tr("Device"),
                                   tr("Micro-batch"),
                                   tr("Step time, measured"),
                                   tr("Step time, estimated"),
                                   tr("Peak memory, measured"),
                                   tr("Peak memory, estimated"),
                                   tr("Peak source")};
        table_->setColumnCount(static_cast<int>(headings.size()));
        table_->setHorizontalHeaderLabels(headings);
        table_->setRowCount(static_cast<int>(log.lines.size()));
        for (int row = 0; row < table_->rowCount(); ++row)
            show_line(row, log.lines[log.lines.size() - 1 - static_cast<std::size_t>(row)]);
    }

private:
    void show_line(int row, const LoggedMeasurement& line)
    {
        const auto bytes = [this](const std::optional<std::int64_t>& amount) {
            return amount ? words_.text(value_of(Bytes::of(*amount))) : QStringLiteral("–");
        };
        const auto seconds = [this](const std::optional<double>& amount) {
            return amount ? words_.text(Value{*amount, Unit::seconds}) : QStringLiteral("–");
        };
        put_cell(*table_, row, 0, from_utf8(line.date), false);
        put_cell(*table_, row, 1, from_utf8(line.model), false);
        put_cell(*table_, row, 2, from_utf8(line.device), false);
        put_cell(*table_, row, 3, QString::number(line.micro_batch), true);
        put_cell(*table_, row, 4, seconds(line.step_seconds), true);
        put_cell(*table_, row, 5, seconds(line.predicted_step_seconds), true);
        put_cell(*table_, row, 6, bytes(line.peak_bytes), true);
        put_cell(*table_, row, 7, bytes(line.predicted_peak_bytes), true);
        const QString kind = line.kind ? peak_kind_names(words_).at(static_cast<qsizetype>(*line.kind)) : QString();
        put_cell(*table_, row, 8, kind, false);
    }

    const Localization& words_;
    MeasurementFiles& files_;
    QLabel* caption_;
    QTableWidget* table_;
};

/// The user's measurements: idle CUDA context, peaks and step times, their effect on the plan, the largest batch per
/// card with them, and all measurements so far.
class MeasuredPage : public QWidget {
    Q_OBJECT

public:
    MeasuredPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          files_(context.measurements),
          model_(new MeasurementModel(document_, words_, this)),
          tabs_(new QTabWidget(this)),
          list_(new MeasurementList(words_, files_, this))
    {
        setObjectName(QStringLiteral("measured"));
        auto* column = column_in(this, {12, 10, 12, 10});
        tabs_->setDocumentMode(true);
        tabs_->addTab(build_plan_page(), QString());
        tabs_->addTab(list_, QString());
        column->addWidget(tabs_);
        follow_while_shown(this, document_, [this] { follow(); });
        connect(&document_, &Document::settled, this, &MeasuredPage::follow_slow);
        on_change(this, QEvent::Show, [this] {
            follow_slow();
            list_->follow();
        });
        connect(model_, &MeasurementModel::judged, error_banner_, &TroubleLabel::show_text);
        in_each_language(this, [this] { retranslate(); });
    }

    ~MeasuredPage() override
    {
        // Commits an open cell editor while the window can still receive it.
        finish_typing(*this);
    }

private:
    /// One number of the plan: estimated, and calibrated with the measurements.
    struct Effect {
        QLabel* name = nullptr;
        QLabel* before = nullptr;
        QuantityLabel* after = nullptr;
    };

    QWidget* build_plan_page()
    {
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setSpacing(8);
        QLabel* intro = say(wrapped_label(page), [] {
            return tr("Enter values measured on this machine, at any micro-batch. They calibrate the estimate and "
                      "narrow its range.");
        });
        error_banner_ = new TroubleLabel(page);
        findings_ = wrapped_label(page);
        view_ = named(new QTableView(page), "measurements");
        fill(column, {intro, build_context_row()});
        build_table();
        fill(column, {{view_, 3}, error_banner_, findings_, build_buttons()});
        QLabel* effects_title = say(heading(1.0, page), [] { return tr("Effect"); });
        fill(column, {effects_title, build_effects()});
        QLabel* cards_title = say(heading(1.0, page), [] { return tr("Max. micro-batch by GPU"); });
        for (QLabel* title : {effects_title, cards_title}) title->setWordWrap(true);
        cards_ = read_only_table(page);
        cards_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        fill(column, {cards_title, {cards_, 3}});
        return page;
    }

    QBoxLayout* build_context_row()
    {
        context_ = spoken(new ExactField(this), [] { return tr("Idle GPU memory (CUDA context)"); });
        context_->setMaximumWidth(130);
        memory_unit_ = spoken(new QComboBox(this), [] { return tr("Unit of memory"); });
        step_unit_ = spoken(new QComboBox(this), [] { return tr("Unit of step times"); });
        fill_units(*memory_unit_, memory_units);
        fill_units(*step_unit_, step_units);
        auto* row = row_of({label_for(context_, [] { return tr("Idle &GPU memory:"); }), context_, Stretch{},
                            label_for(memory_unit_, [] { return tr("Memor&y in"); }), memory_unit_,
                            label_for(step_unit_, [] { return tr("&Steps in"); }), step_unit_});
        connect(context_, &QLineEdit::returnPressed, this, &MeasuredPage::take_context);
        connect(context_, &ExactField::left, this, &MeasuredPage::take_context);
        connect(context_, &QLineEdit::textEdited, this, [this](const QString& text) {
            const ReadingUnit& unit = memory_units[static_cast<std::size_t>(memory_unit_->currentIndex())];
            context_->set_bad(!text.trimmed().isEmpty() && !reading_from_text(text, unit, largest_context));
        });
        connect(memory_unit_, &QComboBox::activated, this, &MeasuredPage::change_units);
        connect(step_unit_, &QComboBox::activated, this, &MeasuredPage::change_units);
        return row;
    }

    void build_table()
    {
        view_->setModel(model_);
        const auto choices = [this](const QModelIndex& cell) {
            return cell.column() == MeasurementModel::kind ? model_->kind_names() : QStringList();
        };
        const auto trouble = [this](const QModelIndex& cell, const QString& text) {
            return model_->accepts(cell.column(), text) ? std::nullopt : std::optional(QString());
        };
        edit_cells(*view_, choices, trouble);
        view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
        view_->setAlternatingRowColors(true);
        view_->setTabKeyNavigation(false);
        view_->setMinimumHeight(120);
        QHeaderView* header = view_->horizontalHeader();
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        header->setStretchLastSection(true);
        header->setHighlightSections(false);
        new QShortcut(QKeySequence::Delete, view_, this, &MeasuredPage::remove_selected, Qt::WidgetShortcut);
    }

    QBoxLayout* build_buttons()
    {
        QPushButton* add = push_button(this, "add", [] { return tr("Add a meas&urement"); });
        QPushButton* remove = push_button(
            this, "remove", [] { return tr("&Remove"); }, [] { return tr("Remove the selected measurements"); });
        QPushButton* remove_all = push_button(
            this, "remove_all", [] { return tr("Remove a&ll"); },
            [] { return tr("Remove all calibration; one undo step restores the measurements"); });
        QPushButton* script = push_button(this, "export", [] { return tr("E&xport measuring script…"); });
        QPushButton* result = push_button(this, "import", [] { return tr("Im&port measurement…"); });
        connect(add, &QPushButton::clicked, this, &MeasuredPage::start_new_row);
        connect(remove, &QPushButton::clicked, this, &MeasuredPage::remove_selected);
        connect(remove_all, &QPushButton::clicked, this, &MeasuredPage::remove_all);
        connect(script, &QPushButton::clicked, &files_, &MeasurementFiles::ask_and_export);
        connect(result, &QPushButton::clicked, &files_, &MeasurementFiles::ask_and_import);
        return row_of({add, remove, remove_all, Stretch{}, script, result});
    }

    QGridLayout* build_effects()
    {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(16);
        for (std::size_t i = 0; i < effects_.size(); ++i) {
            Effect& effect = effects_[i];
            const int row = static_cast<int>(i);
            effect.name = plain_label(this);
            effect.before = small_label(this);
            effect.after = new QuantityLabel(QLatin1String(effect_quantities[i]), this);
            connect(effect.after, &QuantityLabel::working_requested, &requests_, &PageRequests::working_requested);
            grid->addWidget(effect.name, row, 0);
            grid->addWidget(effect.before, row, 1);
            grid->addWidget(effect.after, row, 2, Qt::AlignLeft);
        }
        grid->setColumnStretch(2, 1);
        return grid;
    }

    QPushButton& button(const char* name) { return *findChild<QPushButton*>(QLatin1String(name)); }

    void follow()
    {
        model_->follow();
        if (!context_->hasFocus() || !context_->isModified()) context_->setText(context_text());
        show_effects();
        show_findings();
        const bool any = !document_.scenario().measurements.empty();
        button("remove").setEnabled(any);
        button("remove_all").setEnabled(any || document_.scenario().build.context_bytes.has_value());
    }

    void follow_slow()
    {
        if (isVisible()) show_cards();
    }

    void show_effects()
    {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        const MeasuredCorrection* measured = estimate && estimate->measured ? &*estimate->measured : nullptr;
        const bool memory = measured && measured->memory && estimate->memory;
        const bool time = measured && measured->time && estimate->time;
        const auto number = [&](std::string_view id) { return estimate ? number_of(id, *estimate) : std::nullopt; };
        const auto show = [&](std::size_t i, const std::optional<Value>& before) {
            const EstimateQuantity& quantity = *quantity_of(effect_quantities[i]);
            const std::optional<Value> after = number(quantity.id);
            const std::optional<Value> low = number(quantity.range.low);
            const std::optional<Value> high = number(quantity.range.high);
            const QString range = low && high
                                      ? tr(" (%1)", "a range").arg(range_between(words_.text(*low), words_.text(*high)))
                                      : QString();
            effects_[i].before->setText(before ? tr("Estimated %1 →").arg(words_.text(*before)) : QString());
            effects_[i].after->show_text(after ? words_.text(*after) + range : QStringLiteral("–"),
                                         effects_[i].name->text());
            effects_[i].after->setEnabled(after.has_value());
        };
        const auto where = [](bool corrected, const auto& before) {
            return corrected ? std::optional(before()) : std::nullopt;
        };
        show(0, where(memory, [&] { return value_of(measured->model_total); }));
        show(1, where(memory, [&] { return whole_value(measured->model_max_micro_batch); }));
        show(2, where(time, [&] { return value_of(measured->model_step); }));
        show(3, where(time && estimate->time->knows_run(), [&] {
                 const Seconds step = estimate->time->step;
                 const double share = step.base() > 0.0 ? measured->model_step / step : 1.0;
                 return value_of(estimate->time->total * share);
             }));
    }

    void show_findings()
    {
        QStringList lines;
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        if (estimate) {
            for (const Finding& finding : estimate->findings)
                if (finding.field.starts_with("measurements")) lines << words_.text(finding);
            if (estimate->measured && estimate->measured->time)
                lines << words_.quantity(std::string("measured.nearest.") + key_of(estimate->measured->time_cause));
        }
        findings_->setText(lines.join(QLatin1Char('\n')));
        findings_->setVisible(!lines.isEmpty());
    }

    void show_cards()
    {
        const std::vector<CardBatch> rows = card_batches(document_.scenario(), *document_.data());
        cards_->setRowCount(static_cast<int>(rows.size()));
        const auto batch = [this](const std::optional<std::int64_t>& largest) {
            if (!largest) return QStringLiteral("–");
            return *largest > 0 ? words_.text(value_of(Count(*largest))) : tr("Does not fit");
        };
        for (int row = 0; row < cards_->rowCount(); ++row) {
            const CardBatch& card = rows[static_cast<std::size_t>(row)];
            put_cell(*cards_, row, 0, card.card, false);
            put_cell(*cards_, row, 1, words_.text(value_of(card.usable)), true);
            put_cell(*cards_, row, 2, batch(card.by_model), true);
            put_cell(*cards_, row, 3, batch(card.corrected), true);
            put_cell(*cards_, row, 4, batch(card.by_readings), true);
        }
    }

    void take_context()
    {
        if (!context_->isModified()) return;
        const QString text = context_->text().trimmed();
        const ReadingUnit& unit = memory_units[static_cast<std::size_t>(memory_unit_->currentIndex())];
        const std::optional<double> bytes = reading_from_text(text, unit, largest_context);
        if (!text.isEmpty() && !bytes) {
            error_banner_->show_text(
                tr("“%1” isn't a valid idle GPU memory. Expected: a number above zero, or empty.").arg(text));
            return;
        }
        error_banner_->show_text(QString());
        context_->setModified(false);
        context_->set_bad(false);
        const FieldValue value = bytes ? FieldValue(static_cast<std::int64_t>(std::llround(*bytes))) : FieldValue();
        document_.set_field(QStringLiteral("build.context_bytes"), value);
        context_->setText(context_text());
    }

    void change_units()
    {
        model_->set_units(memory_units[static_cast<std::size_t>(memory_unit_->currentIndex())],
                          step_units[static_cast<std::size_t>(step_unit_->currentIndex())]);
        context_->setText(context_text());
        context_->setModified(false);
        context_->set_bad(false);
    }

    void start_new_row()
    {
        const QModelIndex index = model_->index(model_->rowCount() - 1, MeasurementModel::peak);
        view_->setFocus();
        view_->setCurrentIndex(index);
        view_->scrollTo(index);
        view_->edit(index);
    }

    void remove_selected()
    {
        QList<int> rows;
        for (const QModelIndex& index : view_->selectionModel()->selectedIndexes())
            if (!model_->is_new_row(index.row()) && !rows.contains(index.row())) rows << index.row();
        if (!rows.isEmpty()) model_->remove(rows);
    }

    void remove_all()
    {
        Scenario next = document_.scenario();
        next.measurements.clear();
        next.build.context_bytes.reset();
        error_banner_->show_text(QString());
        document_.set_scenario(next, tr("remove all measurements"));
    }

    void retranslate()
    {
        tabs_->setAccessibleName(tr("Measurements and their effect"));
        tabs_->setTabText(0, tr("This machine"));
        tabs_->setTabText(1, tr("Measurements"));
        context_->setToolTip(tr("GPU memory of an empty process (CUDA context)"));
        context_->setPlaceholderText(tr("Estimated"));
        view_->setAccessibleName(tr("Measurements of this machine"));
        button("remove_all").setToolTip(tr("Remove all calibration; one undo step restores the measurements"));
        const std::array names{tr("Memory per GPU"), tr("Max. micro-batch"), tr("Step time"), tr("Training time")};
        for (std::size_t i = 0; i < effects_.size(); ++i) effects_[i].name->setText(names[i]);
        cards_->setColumnCount(5);
        cards_->setHorizontalHeaderLabels(
            {tr("GPU"), tr("Usable"), tr("Estimated"), tr("Calibrated"), tr("Linear fit of measurements")});
        for (int column = 0; column < cards_->columnCount(); ++column)
            cards_->horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) |
                                                                   Qt::AlignVCenter);
        cards_->setAccessibleName(tr("Max. micro-batch by GPU"));
        model_->follow();
        error_banner_->show_text(QString());
        follow_slow();
        list_->follow();
    }

    QString context_text() const
    {
        const std::optional<std::int64_t>& context = document_.scenario().build.context_bytes;
        const ReadingUnit& unit = memory_units[static_cast<std::size_t>(memory_unit_->currentIndex())];
        return context ? reading_text(static_cast<double>(*context), unit) : QString();
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    MeasurementFiles& files_;
    MeasurementModel* model_;
    QTabWidget* tabs_;
    ExactField* context_ = nullptr;
    QComboBox* memory_unit_ = nullptr;
    QComboBox* step_unit_ = nullptr;
    QTableView* view_ = nullptr;
    TroubleLabel* error_banner_ = nullptr;
    QLabel* findings_ = nullptr;
    std::array<Effect, 4> effects_;
    QTableWidget* cards_ = nullptr;
    MeasurementList* list_;
};

QWidget* measured_page(const PageContext& context, QWidget* parent) { return new MeasuredPage(context, parent); }

} // namespace rigwright

#include "measured_page.moc"
