// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/estimate/quantities.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/hardware/dates.h"
#include "core/scenario/field_table.h"
#include "core/text/price_text.h"
#include "ui/controls/card.h"
#include "ui/controls/number_text.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/plots/plot_list.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDate>
#include <QDateEdit>
#include <QEvent>
#include <QFont>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace rigwright {

namespace {

constexpr double seconds_of_an_hour = 3600.0;

QString no_figure() { return QStringLiteral("–"); }

/// Whether a scenario file accepts the amount as the user's own price.
bool is_price(double amount)
{
    const auto& fields = price_override_fields();
    return accepts(*std::ranges::find(fields, "amount", &FieldOf<PriceOverride>::path), amount);
}

} // namespace

/// Whether to rent or buy the current machine: the answer on an external label, and the plot behind it.
class RentOrBuyPage : public QWidget {
    Q_OBJECT

public:
    /// The label is visible if the page is.
    RentOrBuyPage(Document& document, const Localization& words, QLabel& sentence, QWidget* parent)
        : QWidget(parent),
          document_(document),
          words_(words),
          sentence_(sentence),
          use_(new FieldForm(document, words, this))
    {
        setObjectName(QStringLiteral("rent_or_buy_page"));
        use_->set_rows({form_row(*row_of("economics.utilisation"), words)});
        use_->set_flush();
        constexpr int widest_field = 420;
        use_->setMaximumWidth(widest_field);
        column_in(this, {0, 0, 0, 0}, -1, {use_, {rent_or_buy_plot().create(document, words, this), 1}});
        connect(&document, &Document::changed, this, &RentOrBuyPage::follow);
        connect(&document, &Document::builds_changed, this, &RentOrBuyPage::follow);
        on_change(this, QEvent::LanguageChange, [this] {
            use_->refresh();
            follow();
        });
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        sentence_.show();
        follow();
    }

    void hideEvent(QHideEvent* event) override
    {
        QWidget::hideEvent(event);
        sentence_.hide();
        follow();
    }

private:
    void follow() { sentence_.setText(isVisible() ? rent_or_buy_sentence(document_, words_) : QString()); }

    Document& document_;
    const Localization& words_;
    QLabel& sentence_;
    FieldForm* use_;
};

/// The bill of materials as a table, one line per kind of part. Prices are editable: an amount in the bill's currency
/// becomes the user's own price, an empty text removes it; each edit is one undo step. If parts are priced
/// individually, the last line accepts one price for the whole machine.
class BillModel : public TableModel {
    Q_OBJECT

public:
    enum Column { part, quantity, price, amount, seen, source, column_count };

    BillModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words)
    {
        const auto in_stock = [this](const BillLine& line) {
            if (!line.is_quantity_known) return tr("size not set");
            return words_.text(line.kind == PartKind::storage ? terabytes(line.quantity)
                                                              : Value{line.quantity, Unit::count});
        };
        const auto price_of = [this](const BillLine& line) {
            if (!line.price && line.kind == PartKind::machine)
                return document_.scenario().build.price_overrides.contains(line.part) ? tr("for other parts")
                                                                                      : tr("not quoted");
            if (!line.price) return tr("not known");
            const QString amount = words_.text(money(line.price->amount, line.price->currency));
            return line.kind == PartKind::storage ? tr("%1 per TB").arg(amount) : amount;
        };
        const auto amount_of = [this](const BillLine& line) {
            return line.amount ? words_.text(money(*line.amount, currency_)) : QStringLiteral("–");
        };
        const auto typed = [this](int row) {
            const std::optional<Price>& price = line_at(row).price;
            return price && price->currency == currency_ ? exact_text(price->amount) : QString();
        };
        set_columns({{[] { return tr("Part"); }, [this](int row) { return name_of(line_at(row)); }},
                     {[] { return tr("Quantity"); }, [=, this](int row) { return in_stock(line_at(row)); }, true},
                     {[] { return tr("Unit price"); }, [=, this](int row) { return price_of(line_at(row)); }, true,
                      true, typed},
                     {[] { return tr("Amount"); }, [=, this](int row) { return amount_of(line_at(row)); }, true},
                     {[] { return tr("Price date"); }, [this](int row) { return seen_text(line_at(row)); }},
                     {[] { return tr("Source"); }, [this](int row) { return source_text(line_at(row)); }}});
        follow();
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role) override
    {
        if (role != Qt::EditRole || index.column() != price) return false;
        const BillLine line = lines_[static_cast<std::size_t>(index.row())];
        return set_price(line, value.toString().trimmed());
    }

    void follow()
    {
        static const CostTerms nothing;
        const Evaluation& evaluation = document_.evaluation();
        const BillOfMaterials& bill = (evaluation.estimate ? evaluation.estimate->cost : nothing).bill;
        std::vector<BillLine> lines = bill.lines;
        if (!lines.empty() && std::ranges::find(lines, PartKind::machine, &BillLine::kind) == lines.end())
            lines.push_back(line_of_machines());
        const bool same_rows = lines.size() == lines_.size();
        if (!same_rows) beginResetModel();
        lines_ = std::move(lines);
        currency_ = bill.currency;
        if (!same_rows)
            endResetModel();
        else
            rows_changed();
    }

    /// Explains why a price without a part cannot be edited.
    void explain(const QModelIndex& cell)
    {
        if (cell.column() == price && !is_editable(cell.row(), price)) emit refused(source_text(line_at(cell.row())));
    }

    /// The bill for the clipboard: amounts as numbers beside their currencies.
    PlotTable table() const
    {
        const auto words = [](const QString& text) { return PlotCell{text, spreadsheet_cell(text)}; };
        const auto heading = [this](int column) {
            return PlotColumn{headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), {}};
        };
        PlotTable table;
        table.columns = {heading(part),   heading(quantity),    {tr("Unit"), {}}, heading(price), {tr("Currency"), {}},
                         heading(amount), {tr("Currency"), {}}, heading(seen),    heading(source)};
        for (int row = 0; row < rowCount(); ++row) {
            const BillLine& line = line_at(row);
            if (line.kind == PartKind::machine && !line.price) continue;
            const QString unit = line.kind == PartKind::storage ? QStringLiteral("TB") : QString();
            table.rows.push_back({words(name_of(line, true)),
                                  {text(row, quantity), exact_number(line.quantity)},
                                  words(unit),
                                  {text(row, price), line.price ? exact_number(line.price->amount) : QString()},
                                  words(line.price ? from_utf8(line.price->currency) : QString()),
                                  {text(row, amount), line.amount ? exact_number(*line.amount) : QString()},
                                  words(line.amount ? from_utf8(currency_) : QString()),
                                  words(text(row, seen)),
                                  words(text(row, source))});
        }
        return table;
    }

signals:
    /// Reason why typed text changes no price; empty if valid.
    void refused(const QString& message);

private:
    int row_count() const override { return static_cast<int>(lines_.size()); }

    QVariant special(int row, int column, int role) const override
    {
        const BillLine& line = line_at(row);
        if (role == Qt::ToolTipRole && column == part && line.kind == PartKind::machine && line.price)
            return tool_tip(from_utf8(line.name));
        if (role == Qt::ToolTipRole && column == source && line.price && !line.price->note.empty())
            return tool_tip(source_text(line) + QLatin1Char('\n') + from_utf8(line.price->note));
        if (role == Qt::ToolTipRole && (column == quantity || column == price) && line.price && line.price->drive_tb)
            return tool_tip(tr("Sold in whole drives of %1").arg(words_.text(terabytes(*line.price->drive_tb))));
        if (role != Qt::FontRole) return {};
        QFont font;
        font.setBold(column == price && (line.overridden || (line.price && line.price->own)));
        return font;
    }

    bool is_editable(int row, int column) const override { return column == price && !line_at(row).part.empty(); }

    const BillLine& line_at(int row) const { return lines_[static_cast<std::size_t>(row)]; }

    BillLine line_of_machines() const
    {
        BillLine line;
        line.kind = PartKind::machine;
        line.part = whole_machine;
        line.quantity = static_cast<double>(document_.scenario().build.nodes);
        return line;
    }

    QString source_text(const BillLine& line) const
    {
        if (!line.price && line.part.empty())
            return tr("No part chosen: choose it in the inputs, or add yours on My parts and prices.");
        if (!line.price) return line.kind == PartKind::machine ? tr("Replaces the lines above") : QString();
        if (line.overridden && line.price->source.empty()) return tr("Your quote");
        if (line.price->own) return own_source(*line.price);
        const QString place = from_utf8(line.price->source);
        return line.overridden ? place
                               : named_value(from_utf8(rigwright::name_of(line.price->kind, words_.table())), place);
    }

    /// The parts of a whole machine exceed one line; the inputs show them.
    QString name_of(const BillLine& line, bool with_parts = false) const
    {
        const QString kind = words_.text(std::string("part.") + key_of(line.kind));
        const bool short_name = line.name.empty() || (line.kind == PartKind::machine && !with_parts);
        return short_name ? kind : named_value(kind, from_utf8(line.name));
    }

    /// The price date; states if a quote has expired.
    QString seen_text(const BillLine& line) const
    {
        if (!line.price) return {};
        const QString date = from_utf8(line.price->date);
        const int today = QDate::currentDate().toString(QStringLiteral("yyyyMMdd")).toInt();
        const bool is_over = !line.price->valid_until.empty() && last_day(line.price->valid_until) < today;
        return is_over ? tr("%1, valid until %2: expired").arg(date, from_utf8(line.price->valid_until)) : date;
    }

    /// Source of a price in the user's catalog.
    QString own_source(const Price& own) const
    {
        const QString place = from_utf8(own.source);
        const QString supplier = from_utf8(own.supplier);
        const bool adds = !supplier.isEmpty() && supplier != place;
        return tr("Your price list: %1").arg(adds ? listed({supplier, place}) : place);
    }

    bool set_price(const BillLine& line, const QString& typed)
    {
        Scenario next = document_.scenario();
        if (typed.isEmpty()) {
            if (next.build.price_overrides.erase(line.part) == 0) {
                const bool shown = line.price && line.price->currency == currency_;
                emit refused(!shown ? QString()
                             : line.price->own
                                 ? tr("This price is in your price list. Delete it on My parts and prices.")
                                 : tr("This is the database price: there is no price of yours to clear."));
                return false;
            }
            return document_.set_scenario(next, tr("reset to database price"));
        }
        const TypedNumber read = read_typed(typed, from_utf8(currency_));
        if (!read.number) {
            emit refused(words_.text(read));
            return false;
        }
        const double paid = *read.number;
        if (!is_price(paid)) {
            emit refused(tr("“%1” isn't a valid price. Enter an amount in %2, for example 12500.")
                             .arg(typed, from_utf8(currency_)));
            return false;
        }
        if (line.price && line.price->currency == currency_ && line.price->amount == paid) {
            emit refused(QString());
            return false;
        }
        next.build.price_overrides[line.part] = {paid,
                                                 currency_,
                                                 QDate::currentDate().toString(Qt::ISODate).toStdString(),
                                                 {},
                                                 line.price ? line.price->drive_tb : std::nullopt,
                                                 line.kind == PartKind::machine ? parts_of_machine(next.build)
                                                                                : std::string()};
        return document_.set_scenario(next, tr("enter a quote"));
    }

    Document& document_;
    const Localization& words_;
    std::vector<BillLine> lines_;
    std::string currency_;
};

/// Purchase cost of the build, line by line, and the cost of a run on it or rented. Prices can be edited in place.
class CostPane : public QWidget {
    Q_OBJECT

public:
    CostPane(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          model_(new BillModel(document_, words_, this)),
          view_(spoken(named(new QTableView(this), "bill"), [] { return tr("Bill of materials"); })),
          hint_(named(small_label(this), "hint")),
          trouble_(new TroubleLabel(this))
    {
        setObjectName(QStringLiteral("cost"));
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 8, 0, 8);
        total_ = add_quantity("cost.purchase");
        total_->set_emphasis(1.25, true);
        column->addWidget(total_, 0, Qt::AlignLeft);
        hint_->setWordWrap(true);
        fill(column, {hint_, trouble_});
        build_table();
        column->addWidget(view_, 1);
        auto* grid = new QGridLayout;
        build_figures(grid);
        column->addLayout(grid);
        follow_while_shown(this, document_, [this] { follow(); });
        connect(model_, &BillModel::refused, trouble_, &TroubleLabel::show_text);
        trouble_->forget_with_edits_of(*view_);
        in_each_language(this, [this] {
            starts_->setText(words_.text("field.economics.purchase_date"));
            start_day_->setAccessibleName(starts_->text());
            model_->retranslate();
        });
    }

    /// The bill as tab-separated text on the clipboard; cells that a spreadsheet would compute are made text.
    void copy_table() const { QGuiApplication::clipboard()->setMimeData(clipboard_data(model_->table()).release()); }

private:
    struct Figure {
        const char* quantity;
        QLabel* caption;
        QuantityLabel* value;
        QLabel* note;
    };

    QuantityLabel* add_quantity(const char* id)
    {
        auto* label = new QuantityLabel(QString::fromLatin1(id), this);
        connect(label, &QuantityLabel::working_requested, &requests_, &PageRequests::working_requested);
        return label;
    }

    void build_table()
    {
        view_->setModel(model_);
        view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                               QAbstractItemView::SelectedClicked);
        connect(view_, &QTableView::doubleClicked, model_, &BillModel::explain);
        set_look(*view_);
        view_->setSelectionBehavior(QAbstractItemView::SelectRows);
        view_->setMinimumHeight(110);
        view_->setWordWrap(false);
        QHeaderView* header = view_->horizontalHeader();
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        header->setSectionResizeMode(BillModel::source, QHeaderView::Stretch);
        new QShortcut(QKeySequence::Copy, view_, this, &CostPane::copy_table, Qt::WidgetShortcut);
    }

    void build_figures(QGridLayout* grid)
    {
        grid->setHorizontalSpacing(18);
        grid->setVerticalSpacing(0);
        for (const char* quantity :
             {"cost.run", "cost.depreciation", "cost.maintenance", "cost.energy", "cost.rent_equivalent",
              "cost.break_even_hours", "cost.break_even_calendar", "time.upload_seconds"}) {
            Figure figure{quantity, small_label(this), add_quantity(quantity), small_label(this)};
            figure.note->setObjectName(QLatin1String(quantity) + QLatin1String(".note"));
            constexpr int columns = 3;
            constexpr int lines = 4;
            const int at = static_cast<int>(figures_.size());
            const int row = at / columns * lines;
            grid->addWidget(figure.caption, row, at % columns);
            grid->addWidget(figure.value, row + 1, at % columns, Qt::AlignLeft);
            grid->addWidget(figure.note, row + 2, at % columns);
            grid->setRowMinimumHeight(row + 3, 4);
            grid->setColumnStretch(at % columns, 1);
            figures_.push_back(figure);
        }
        // Visible if an upload rate is set.
        figures_.back().value->hide();
        build_start(grid);
    }

    void build_start(QGridLayout* grid)
    {
        starts_ = named(new QCheckBox(this), "starts");
        start_day_ = named(new QDateEdit(this), "start_day");
        start_day_->setCalendarPopup(true);
        start_day_->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
        start_day_->setDate(QDate::currentDate());
        start_day_->setKeyboardTracking(false);
        constexpr int row = 8;
        constexpr int column = 2;
        constexpr int lines = 3;
        // Spans the three lines of a figure and keeps their height.
        grid->addLayout(row_of({starts_, start_day_, Stretch{}}), row, column, lines, 1);
        connect(starts_, &QCheckBox::clicked, this, &CostPane::change_start);
        connect(start_day_, &QDateEdit::dateChanged, this, &CostPane::change_start);
    }

    void change_start()
    {
        Scenario next = document_.scenario();
        next.economics.purchase_date =
            starts_->isChecked() ? start_day_->date().toString(Qt::ISODate).toStdString() : std::string();
        if (next != document_.scenario()) document_.set_scenario(next, tr("day of purchase"));
    }

    void show_start()
    {
        const QSignalBlocker quiet(start_day_);
        const QDate day = QDate::fromString(from_utf8(document_.scenario().economics.purchase_date), Qt::ISODate);
        starts_->setChecked(day.isValid());
        start_day_->setEnabled(day.isValid());
        if (day.isValid()) start_day_->setDate(day);
    }

    void show_upload(const CostTerms& cost)
    {
        figures_[7].value->setVisible(cost.upload_time.has_value());
        const QString rent =
            cost.upload_rent ? tr("%1 of rent meanwhile").arg(words_.text(money(*cost.upload_rent, cost.bill.currency)))
                             : QString();
        show_figure(figures_[7], cost.upload_time ? words_.text(value_of(*cost.upload_time)) : no_figure(),
                    cost.upload_time ? rent : tr("upload rate not set"));
    }

    void follow()
    {
        model_->follow();
        trouble_->show_text(QString());
        static const Estimate nothing;
        const Evaluation& evaluation = document_.evaluation();
        const Estimate& estimate = evaluation.estimate ? *evaluation.estimate : nothing;
        show_total(estimate.cost);
        show_figures(estimate);
    }

    void show_total(const CostTerms& cost)
    {
        const BillOfMaterials& bill = cost.bill;
        const QString caption = words_.quantity("cost.purchase");
        const QString total = words_.text(money(bill.total, bill.currency));
        QStringList gaps;
        if (bill.unpriced_lines == 1) gaps << tr("1 item without a price");
        if (bill.unpriced_lines > 1)
            gaps << tr("%1 items without a price").arg(words_.text(value_of(Count(bill.unpriced_lines))));
        if (!bill.not_chosen.empty()) {
            QStringList kinds;
            for (const PartKind kind : bill.not_chosen) kinds << words_.text(std::string("part.") + key_of(kind));
            gaps << tr("not chosen: %1").arg(listed(kinds));
        }
        QString text = tr("Purchase: %1").arg(total);
        if (!gaps.isEmpty()) text = tr("Purchase: at least %1 (%2)").arg(total, gaps.join(QStringLiteral("; ")));
        if (bill.total <= 0.0) text = tr("Purchase: no item has a price");
        total_->setEnabled(bill.total > 0.0);
        total_->show_text(text, caption);
        hint_->setText(tr("Each price has a date. Double-click a price to enter your own quote; clear it to use the "
                          "database price again.") +
                       costs_beside(bill));
    }

    /// Other costs of the quotes in the bill, which no machine and no line shares.
    QString costs_beside(const BillOfMaterials& bill) const
    {
        QStringList costs;
        for (const PriceList& list : document_.data()->hardware.price_lists) {
            const double sum = list.shipping.value_or(0.0) + list.other_costs.value_or(0.0);
            const bool counts = std::ranges::any_of(bill.lines, [&list](const BillLine& line) {
                return line.price && !line.overridden && line.price->own_file == list.file;
            });
            if (counts && sum > 0.0) costs << words_.text(money(sum, list.currency));
        }
        if (costs.isEmpty()) return {};
        return QLatin1Char('\n') +
               tr("Not in the total: shipping and other costs of your quotes, %1.").arg(listed(costs));
    }

    void show_figures(const Estimate& estimate)
    {
        const CostTerms& cost = estimate.cost;
        const auto amount = [&](std::string_view quantity) {
            return words_.figure(*quantity_of(quantity), estimate).value_or(no_figure());
        };
        const QString each = cost.rent ? tr("%1 per GPU and hour").arg(amount("cost.rent_per_gpu_hour")) : QString();
        const QString price =
            cost.energy_price ? tr("%1 per kWh").arg(words_.text(money(cost.energy_price->per_kwh, cost.bill.currency)))
                              : QString();
        const QString time =
            cost.run_time ? tr("for %1").arg(words_.text(value_of(*cost.run_time))) : tr("samples not set");
        const QString day = from_utf8(cost.break_even_date);
        show_figure(figures_[0], amount("cost.run"),
                    cost.bill.is_lower_bound() && cost.run ? tr("a lower bound") : time);
        show_figure(figures_[1], amount("cost.depreciation"),
                    tr("over %1 of use").arg(words_.text(value_of(Seconds(cost.hours_of_use * seconds_of_an_hour)))));
        show_figure(figures_[2], amount("cost.maintenance"), {});
        show_figure(figures_[3], amount("cost.energy"), price);
        show_figure(figures_[4], amount("cost.rent_equivalent"), each);
        show_figure(figures_[5], amount("cost.break_even_hours"), break_even_note(cost));
        show_figure(figures_[6], amount("cost.break_even_calendar_hours"),
                    day.isEmpty()
                        ? (cost.break_even_calendar_hours ? tr("choose the day of purchase for a date") : QString())
                        : tr("on %1").arg(day));
        show_upload(cost);
        show_start();
    }

    void show_figure(Figure& figure, const QString& text, const QString& note)
    {
        const QString caption = words_.quantity(figure.quantity);
        figure.caption->setText(caption);
        figure.value->setEnabled(text != no_figure());
        figure.value->show_text(text, caption);
        figure.note->setText(note);
    }

    QString break_even_note(const CostTerms& cost) const
    {
        if (!cost.break_even_hours)
            return cost.rent ? tr("renting stays cheaper, or a price is missing") : tr("no known rental offer");
        const Value use{document_.scenario().economics.utilisation, Unit::share};
        return tr("%1 months at %2 utilization").arg(months_text(*cost.break_even_calendar_hours), words_.text(use));
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    BillModel* model_;
    QTableView* view_;
    QuantityLabel* total_ = nullptr;
    QLabel* hint_;
    TroubleLabel* trouble_;
    std::vector<Figure> figures_;
    /// Whether the start day of the machine is set, and the day.
    QCheckBox* starts_ = nullptr;
    QDateEdit* start_day_ = nullptr;
};

QWidget* rent_or_buy_view(const PageContext& context, QLabel& sentence, QWidget* parent)
{
    return new RentOrBuyPage(context.document, context.words, sentence, parent);
}

QWidget* cost_page(const PageContext& context, QWidget* parent) { return new CostPane(context, parent); }

} // namespace rigwright

#include "cost_pane.moc"
