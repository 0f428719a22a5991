// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/catalog.h"
#include "core/hardware/dates.h"
#include "core/hardware/price_list.h"
#include "core/json/strict_json.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_import.h"
#include "core/report/offer_matrix.h"
#include "core/text/price_text.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/catalog_editor/price_import_dialog.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/document/hardware_data.h"
#include "ui/document/page.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDate>
#include <QFileDialog>
#include <QFileInfo>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

/// File for individually typed prices.
constexpr const char* typed_prices = "prices/typed-prices.json";

QString share_text(const std::optional<double>& share)
{
    constexpr double hundred = 100.0;
    return share ? QStringLiteral("%1%").arg(exact_text(*share * hundred)) : QString();
}

/// The newest database price of a part.
std::optional<Price> shipped_price(const PricedPart* part)
{
    if (part == nullptr) return std::nullopt;
    std::vector<Price> shipped;
    for (const Price& price : *part->prices)
        if (!price.own) shipped.push_back(price);
    const Price* newest = newest_price(shipped);
    return newest != nullptr ? std::optional(*newest) : std::nullopt;
}

/// Another own price of the part that counts instead of this one.
std::optional<Price> counting_instead(const PricedPart* part, const Price& price)
{
    const Price* counts = part != nullptr && buys(price.kind) ? newest_price(*part->prices) : nullptr;
    const bool other = counts != nullptr && counts->own && price_json(*counts) != price_json(price);
    return other ? std::optional(*counts) : std::nullopt;
}

} // namespace

/// The prices of the user's parts library as an editable table, each with the database price. Every edit is one undo
/// step; a cleared price is removed from its list.
class OwnPriceModel : public TableModel {
    Q_OBJECT

public:
    enum Column {
        part_column,
        amount_column,
        currency_column,
        date_column,
        kind_column,
        supplier_column,
        tax_included_column,
        tax_rate_column,
        warranty_column,
        valid_until_column,
        quantity_column,
        drive_column,
        source_column,
        note_column,
        list_column,
        shipped_column
    };

    OwnPriceModel(HardwareData& data, const Localization& words, QObject* parent)
        : TableModel(parent),
          data_(data),
          words_(words)
    {
        const auto typed = [this](std::string Price::*member) {
            return [this, member](int row) { return from_utf8(price_at(row).*member); };
        };
        const auto row_at = [this](int row) -> const Row& { return rows_[static_cast<std::size_t>(row)]; };
        set_columns(
            {{[] { return tr("Part"); }, [=](int row) { return from_utf8(row_at(row).name); }},
             {[] { return tr("Price"); },
              [this](int row) {
                  return words_.text(Value{price_at(row).amount, Unit::ratio});
              },
              true, true, [this](int row) { return exact_text(price_at(row).amount); }},
             {[] { return tr("Currency"); }, typed(&Price::currency), false, true},
             {[] { return tr("Date"); }, typed(&Price::date), false, true},
             {[] { return tr("Kind"); },
              [this](int row) { return from_utf8(name_of(price_at(row).kind, words_.table())); }, false, true},
             {[] { return tr("Supplier"); }, typed(&Price::supplier), false, true},
             {[] { return tr("With tax"); },
              [this](int row) {
                  return !price_at(row).tax_included ? QString() : tax_words()[*price_at(row).tax_included ? 1 : 2];
              },
              false, true},
             {[] { return tr("Tax rate"); }, [this](int row) { return share_text(price_at(row).tax_rate); }, true,
              true},
             {[] { return tr("Warranty, months"); },
              [this](int row) {
                  return price_at(row).warranty_months ? exact_text(*price_at(row).warranty_months) : QString();
              },
              true, true},
             {[] { return tr("Valid until"); }, [this](int row) { return day_text(price_at(row)); }, false, true,
              typed(&Price::valid_until)},
             {[] { return tr("Quantity"); },
              [this](int row) { return price_at(row).quantity ? exact_text(*price_at(row).quantity) : QString(); },
              true},
             {[] { return tr("For a drive of"); },
              [this](int row) {
                  const std::optional<double>& size = price_at(row).drive_tb;
                  return size ? words_.text(terabytes(*size)) : QString();
              },
              true},
             {[] { return tr("Source"); }, typed(&Price::source), false, true},
             {[] { return tr("Note"); }, typed(&Price::note), false, true},
             {[] { return tr("Price list"); },
              [=](int row) { return from_utf8(row_at(row).file.substr(row_at(row).file.find('/') + 1)); }},
             {[] { return tr("Database price"); },
              [=, this](int row) {
                  return row_at(row).shipped ? from_utf8(price_text(*row_at(row).shipped, words_.table())) : QString();
              }}});
        connect(&data_, &HardwareData::changed, this, &OwnPriceModel::follow);
        follow();
    }

    /// Shows only the prices of one list ("prices/2026-11-01-dealer.json"), or all for an empty file.
    void show_list(const QString& file)
    {
        shown_list_ = file;
        follow();
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override
    {
        if (role != Qt::EditRole) return false;
        const bool unchanged = value.toString() == data(index, Qt::EditRole).toString();
        const bool cleared = index.column() == amount_column && value.toString().trimmed().isEmpty();
        if (unchanged || cleared) emit judged(QString());
        if (unchanged) return false;
        if (cleared) return remove({index.row()});
        const Row row = rows_[static_cast<std::size_t>(index.row())];
        const std::optional<Price> price = edited(row.line.price, index.column(), value.toString().trimmed());
        if (!price) return false;
        const QString trouble = price_trouble(*price, words_);
        emit judged(trouble);
        const std::optional<std::string> text = data_.own_text(row.file);
        if (!trouble.isEmpty() || !text) return false;
        nlohmann::ordered_json entry;
        entry["part"] = row.line.part;
        entry.update(price_json(*price));
        return data_.change({{row.file, text, with_entry(*text, row.line.position, entry)}}, tr("edit a price"));
    }

    /// Removes prices from their lists, as one undo step.
    bool remove(QList<int> rows)
    {
        std::sort(rows.begin(), rows.end(), std::greater<>());
        std::map<std::string, FileChange> changes;
        for (const int at : rows) {
            const Row& row = rows_[static_cast<std::size_t>(at)];
            const auto [change, is_first] = changes.try_emplace(row.file, FileChange{row.file, {}, {}});
            if (is_first) change->second.before = change->second.after = data_.own_text(row.file);
            if (change->second.after)
                change->second.after = with_entry(*change->second.after, row.line.position, std::nullopt);
        }
        std::vector<FileChange> all;
        all.reserve(changes.size());
        for (auto& [file, change] : changes) all.push_back(std::move(change));
        return data_.change(std::move(all), tr("delete prices"));
    }

    /// Adds a price to the list of typed prices.
    bool add(const std::string& to, const Price& price)
    {
        const std::optional<std::string> before = data_.own_text(typed_prices);
        const bool readable = before && parse_json(*before, price_list_limits).issues.empty();
        if (before && !readable) {
            emit judged(from_utf8(text_of_issue({"$", "cannot-read", typed_prices, ""}, words_.table())));
            return false;
        }
        PriceListFile list;
        list.list.name = tr("Manually entered").toStdString();
        list.list.date = price.date;
        list.prices.push_back({to, price, 0});
        nlohmann::ordered_json entry;
        entry["part"] = to;
        entry.update(price_json(price));
        const std::string after =
            before ? with_entry(*before, static_cast<std::size_t>(-1), entry) : price_list_text(list);
        return data_.change({{typed_prices, before, after}}, tr("add a price"));
    }

    QStringList kind_names() const
    {
        QStringList names;
        for (std::size_t i = 0; i < rigwright::words<PriceKind>.size(); ++i)
            names << from_utf8(name_of(static_cast<PriceKind>(i), words_.table()));
        return names;
    }

    QStringList tax_words() const { return {QString(), tr("Yes"), tr("No")}; }

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    struct Row {
        std::string file;
        ListedPrice line;
        std::string name;
        std::optional<Price> shipped;
        /// Another own price of the part that takes precedence.
        std::optional<Price> instead;
    };

    int row_count() const override { return static_cast<int>(rows_.size()); }

    QVariant special(int at, int column, int role) const override
    {
        const Row& row = rows_[static_cast<std::size_t>(at)];
        if (role == Qt::ToolTipRole && column == amount_column && row.instead)
            return tool_tip(instead_text(*row.instead));
        if (role == Qt::ToolTipRole && column == part_column) return tool_tip(from_utf8(row.line.part));
        if (role != Qt::ForegroundRole) return {};
        const Theme& theme = theme_of(QApplication::palette());
        if (column == valid_until_column && is_over(row.line.price)) return theme.warning;
        const bool counts = column != shipped_column && !(column == amount_column && row.instead);
        return counts ? QVariant() : QVariant(theme.muted);
    }

    const Price& price_at(int row) const { return rows_[static_cast<std::size_t>(row)].line.price; }

    void follow()
    {
        const PartIndex parts(data_.catalog());
        beginResetModel();
        rows_.clear();
        for (const PriceList& list : data_.catalog().price_lists) {
            if (!shown_list_.isEmpty() && shown_list_ != from_utf8(list.file)) continue;
            const JsonDocument file = parse_json_file(data_.folder() / list.file, price_list_limits);
            std::vector<JsonIssue> issues;
            if (!file.issues.empty()) continue;
            for (ListedPrice& line : read_price_list(file.value, issues).prices) {
                const PricedPart* found = parts.by_id(line.part);
                const std::string name = found != nullptr ? found->name : line.part;
                std::optional<Price> instead = counting_instead(found, line.price);
                rows_.push_back({list.file, std::move(line), name, shipped_price(found), std::move(instead)});
            }
        }
        endResetModel();
    }

    QString day_text(const Price& price) const
    {
        const QString day = from_utf8(price.valid_until);
        return is_over(price) ? tr("%1 (expired)").arg(day) : day;
    }

    QString instead_text(const Price& instead) const
    {
        const QString price = from_utf8(price_text(instead, words_.table()));
        const QString seller = from_utf8(instead.supplier.empty() ? instead.source : instead.supplier);
        return tr("Another of your prices is used for this part: %1 (%2)").arg(price, seller);
    }

    /// The price with the typed change; nothing, with `judged`, if the text is invalid.
    std::optional<Price> edited(Price price, int column, const QString& text)
    {
        const std::string typed = plain_cell(text.toStdString());
        const auto refuse = [&](const char* code, const char* accepted) {
            emit judged(from_utf8(text_of_reason({"date", code, typed, accepted}, words_.table())));
            return std::nullopt;
        };
        switch (column) {
        case amount_column: {
            const TypedNumber number = read_typed(text, from_utf8(price.currency));
            if (!number.number) {
                emit judged(words_.text(number));
                return std::nullopt;
            }
            price.amount = *number.number;
            break;
        }
        case currency_column:
            price.currency = currency_from(typed);
            if (price.currency.empty()) return refuse("unknown-currency", "CNY, USD, EUR, ...");
            break;
        case date_column:
        case valid_until_column: {
            const std::string day = date_from(typed);
            if (day.empty() && (column == date_column || !typed.empty())) return refuse("not-a-date", "2026-11-01");
            (column == date_column ? price.date : price.valid_until) = day;
            break;
        }
        case kind_column: {
            const auto found = kind_names().indexOf(text);
            if (found < 0) return refuse("unknown-kind", "list, street, quotation, estimate");
            price.kind = static_cast<PriceKind>(found);
            break;
        }
        case tax_included_column: {
            const auto found = tax_words().indexOf(text);
            if (found < 0) return refuse("unknown-tax", "yes, no");
            price.tax_included = found == 0 ? std::nullopt : std::optional(found == 1);
            break;
        }
        case tax_rate_column:
            price.tax_rate = tax_rate_from(typed, '.');
            if (!price.tax_rate && !typed.empty()) return refuse("not-a-tax-rate", "13 %");
            break;
        case warranty_column:
            price.warranty_months = warranty_months_from(typed, '.', 1.0);
            if (!price.warranty_months && !typed.empty()) return refuse("not-a-warranty", "36, 3 years, 3年");
            break;
        case supplier_column: price.supplier = typed; break;
        case source_column: price.source = typed; break;
        case note_column: price.note = typed; break;
        default: return std::nullopt;
        }
        return price;
    }

    bool is_over(const Price& price) const
    {
        const int today = QDate::currentDate().toString(QStringLiteral("yyyyMMdd")).toInt();
        return !price.valid_until.empty() && last_day(price.valid_until) < today;
    }

    HardwareData& data_;
    const Localization& words_;
    QString shown_list_;
    std::vector<Row> rows_;
};

namespace {

/// Rows below the parts: other costs of a quote, its delivery time, and the sum.
enum class Below { costs, delivery, total };
constexpr int rows_below = 3;

} // namespace

/// The parts of the current machine with each supplier's price, the cheapest of each line marked, and the supplier's
/// total. Follows the plan and the price lists.
class OfferModel : public TableModel {
    Q_OBJECT

public:
    enum Column { part_column, quantity_column, first_seller };

    OfferModel(HardwareData& data, const Localization& words, QObject* parent)
        : TableModel(parent),
          data_(data),
          words_(words)
    {
        connect(&data_, &HardwareData::changed, this, &OfferModel::follow);
        connect(&data_.document(), &Document::changed, this, &OfferModel::follow);
        follow();
    }

    const OfferMatrix& matrix() const { return matrix_; }

    void follow()
    {
        beginResetModel();
        matrix_ = offer_matrix(data_.document().evaluation(), *data_.document().data(), today());
        const auto parts = static_cast<int>(matrix_.lines.size());
        const auto below = [parts](int row) { return static_cast<Below>(row - parts); };
        std::vector<TableColumn> columns{
            {[] { return tr("Part"); },
             [=, this](int row) {
                 if (row < parts) return from_utf8(matrix_.lines[static_cast<std::size_t>(row)].name);
                 switch (below(row)) {
                 case Below::costs: return tr("Shipping and other costs");
                 case Below::delivery: return tr("Delivery");
                 case Below::total: return tr("Total");
                 }
                 return QString();
             }},
            {[] { return tr("Quantity"); },
             [=, this](int row) {
                 if (row >= parts) return QString();
                 return words_.text(Value{matrix_.lines[static_cast<std::size_t>(row)].quantity, Unit::ratio});
             },
             true}};
        for (std::size_t i = 0; i < matrix_.sellers.size(); ++i)
            columns.push_back({[this, i] { return from_utf8(matrix_.sellers[i].name); },
                               [this, i](int row) { return seller_text(row, i); }, true});
        set_columns(std::move(columns));
        endResetModel();
    }

    /// Uses this supplier's price for the part in the current machine, as one undo step. False for a cell without a
    /// valid price.
    bool use(const QModelIndex& cell)
    {
        const OfferedPrice* offer = offer_at(cell.row(), cell.column());
        if (offer == nullptr || offer->is_over) return false;
        Scenario next = data_.document().scenario();
        const OfferLine& line = matrix_.lines[static_cast<std::size_t>(cell.row())];
        next.build.price_overrides[line.part] = {offer->amount, matrix_.currency, offer->price.date,
                                                 offer->price.supplier, offer->price.drive_tb};
        return data_.document().set_scenario(next, tr("price of %1").arg(from_utf8(offer->price.supplier)));
    }

private:
    int row_count() const override
    {
        return matrix_.sellers.empty() ? 0 : static_cast<int>(matrix_.lines.size()) + rows_below;
    }

    QVariant special(int row, int column, int role) const override
    {
        const bool total = row == row_count() - 1;
        const bool lowest = column >= first_seller && is_lowest(row, static_cast<std::size_t>(column - first_seller));
        if (role == Qt::FontRole && (total || lowest)) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    }

    QString seller_text(int row, std::size_t seller) const
    {
        const Seller& own = matrix_.sellers[seller];
        const OfferTerms& terms = own.terms;
        const auto in_money = [this](double amount) { return words_.text(money(amount, matrix_.currency)); };
        const auto parts = static_cast<int>(matrix_.lines.size());
        QStringList said;
        if (row < parts) {
            const OfferLine& line = matrix_.lines[static_cast<std::size_t>(row)];
            const auto& offer = line.offers[seller];
            if (!offer) return QStringLiteral("–");
            said << in_money(offer->amount);
            if (offer->is_over) said << tr("no longer valid");
            if (const auto& pieces = offer->price.quantity;
                pieces && *pieces * offer->price.drive_tb.value_or(1.0) < line.quantity)
                said << tr("for %1 only").arg(words_.text(Value{*offer->price.quantity, Unit::ratio}));
            if (const auto& size = offer->price.drive_tb)
                said << tr("per TB, in drives of %1").arg(words_.text(terabytes(*size)));
            if (line.counting == seller) said << tr("in the bill");
        } else {
            switch (static_cast<Below>(row - parts)) {
            case Below::costs:
                said << (terms.costs_open ? QStringLiteral("≥ ") : QString()) + in_money(terms.costs);
                break;
            case Below::delivery:
                said << (terms.delivery ? words_.text(value_of(*terms.delivery)) : QStringLiteral("–"));
                break;
            case Below::total:
                said << (own.lacking > 0 || terms.costs_open ? QStringLiteral("≥ ") : QString()) +
                            in_money(own.total());
                if (own.lacking > 0) said << tr("parts without an offer: %1").arg(own.lacking);
                break;
            }
        }
        if (is_lowest(row, seller)) said << tr("lowest");
        return said.join(QStringLiteral(" · "));
    }

    const OfferedPrice* offer_at(int row, int column) const
    {
        if (row < 0 || row >= static_cast<int>(matrix_.lines.size()) || column < first_seller) return nullptr;
        const auto& offer =
            matrix_.lines[static_cast<std::size_t>(row)].offers[static_cast<std::size_t>(column - first_seller)];
        return offer ? &*offer : nullptr;
    }

    bool is_lowest(int row, std::size_t seller) const
    {
        if (row < static_cast<int>(matrix_.lines.size()))
            return matrix_.lines[static_cast<std::size_t>(row)].cheapest == seller;
        return row == row_count() - 1 && matrix_.cheapest == seller;
    }

    HardwareData& data_;
    const Localization& words_;
    OfferMatrix matrix_;
};

/// The user's prices by list, the import of price lists, and the price date; on request, the quotes of all suppliers
/// for the current machine side by side instead.
class PricesPage : public QWidget {
    Q_OBJECT

public:
    PricesPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          data_(*context.hardware),
          words_(context.words),
          requests_(context.requests),
          model_(new OwnPriceModel(data_, words_, this)),
          found_(new QSortFilterProxyModel(this)),
          lists_(new QComboBox(this)),
          dates_(new QComboBox(this)),
          search_(new QLineEdit(this)),
          table_(new QTableView(this)),
          offers_(new OfferModel(data_, words_, this)),
          offer_table_(new QTableView(this)),
          offer_note_(wrapped_label(this)),
          empty_(say(wrapped_label(this),
                     [] {
                         return tr("No own prices yet. Import a price list, paste a quote, or add a price. Your prices "
                                   "override those of the database.");
                     })),
          error_banner_(new TroubleLabel(this))
    {
        setObjectName(QStringLiteral("prices"));
        build_table();
        build_offers();
        fill(new QVBoxLayout(this), {build_list_row(),
                                     build_date_row(),
                                     {table_, 1},
                                     {offer_table_, 1},
                                     offer_note_,
                                     empty_,
                                     error_banner_,
                                     build_edit_row()});
        connect(&data_, &HardwareData::changed, this, &PricesPage::follow);
        connect(&data_.document(), &Document::changed, this, &PricesPage::fill_dates);
        connect(model_, &OwnPriceModel::judged, error_banner_, &TroubleLabel::show_text);
        // An error disappears when its text is undone or edited, and with any change.
        const auto forget_trouble = [this] { error_banner_->show_text(QString()); };
        connect(&data_, &HardwareData::changed, this, forget_trouble);
        connect(&data_.document(), &Document::changed, this, forget_trouble);
        connect(dates_->lineEdit(), &QLineEdit::textEdited, this, forget_trouble);
        error_banner_->forget_with_edits_of(*table_);
        show_offers(false);
        in_each_language(this, [this] { retranslate(); });
    }

    /// Previews one file, lists several.
    void ask_and_import()
    {
        import_files(QFileDialog::getOpenFileNames(this, tr("Import price lists"), QString(),
                                                   tr("Price lists (*.csv *.tsv *.txt);;All files (*)")));
    }

    void import_files(const QStringList& paths)
    {
        if (paths.size() == 1) return import_file(paths.first());
        if (!paths.isEmpty()) emit requests_.import_requested(paths);
    }

    /// Opens the dialog for the bytes of a file or of the clipboard.
    void import_bytes(const QByteArray& bytes, const QString& name)
    {
        error_banner_->show_text(QString());
        price_import_dialog(data_, words_, bytes, name, this)->exec();
    }

    void import_file(const QString& path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            error_banner_->show_text(
                named_value(QFileInfo(path).fileName(), words_.text("prices.problem.cannot-read")));
            return;
        }
        import_bytes(file.read(static_cast<qint64>(most_price_file_bytes) + 1), QFileInfo(path).fileName());
    }

    void paste()
    {
        const QString text = QGuiApplication::clipboard()->text();
        if (text.trimmed().isEmpty()) {
            error_banner_->show_text(
                tr("The clipboard has no text. Copy the cells of a quote first, headings included."));
            return;
        }
        import_bytes(text.toUtf8(), tr("Pasted quote"));
    }

    void ask_and_save_template()
    {
        const QString path =
            QFileDialog::getSaveFileName(this, tr("Save a template"), tr("prices.csv"), tr("Price lists (*.csv)"));
        if (!path.isEmpty()) save_template(path);
    }

    /// One row per part of the current build, for a supplier to fill in.
    void save_template(const QString& path)
    {
        const Evaluation& evaluation = data_.document().evaluation();
        const PartIndex index(data_.catalog());
        std::vector<PricedPart> parts;
        if (evaluation.estimate)
            for (const BillLine& line : evaluation.estimate->cost.bill.lines)
                if (const PricedPart* part = index.by_id(line.part)) parts.push_back(*part);
        const std::string text = price_template(parts, price_template_headings(words_.table()));
        const QString trouble = write_whole_file(path, QByteArray::fromStdString(text));
        error_banner_->show_text(trouble.isEmpty() ? QString() : tr("The template was not written: %1").arg(trouble));
    }

private:
    void retranslate()
    {
        model_->retranslate();
        offers_->follow();
        error_banner_->show_text(QString());
        follow();
    }

    QBoxLayout* build_list_row()
    {
        spoken(lists_, [] { return tr("Price list"); });
        lists_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        lists_->setMinimumContentsLength(26);
        QPushButton* remove = push_button(this, "remove_list", [] { return tr("Delete this li&st"); });
        QPushButton* import = push_button(this, "import_prices", [] { return tr("Import price list…"); });
        QPushButton* paste = push_button(
            this, "paste_prices", [] { return tr("&Paste quote…"); },
            [] { return tr("Reads a table from the clipboard, copied from a spreadsheet or an email"); });
        QPushButton* save = push_button(this, "save_template", [] { return tr("Save template…"); });
        connect(remove, &QPushButton::clicked, this, &PricesPage::remove_list);
        connect(import, &QPushButton::clicked, this, &PricesPage::ask_and_import);
        connect(paste, &QPushButton::clicked, this, &PricesPage::paste);
        connect(save, &QPushButton::clicked, this, &PricesPage::ask_and_save_template);
        connect(lists_, &QComboBox::activated, this, [this] {
            model_->show_list(lists_->currentData().toString());
            follow();
        });
        return row_of(
            {label_for(lists_, [] { return tr("Price &list:"); }), lists_, remove, Stretch{}, import, paste, save});
    }

    QBoxLayout* build_date_row()
    {
        spoken(dates_, [] { return tr("Prices as of"); });
        in_each_language(dates_, [this] {
            dates_->setToolTip(tr("Ignores later prices in the open project; the date is saved with it."));
        });
        dates_->setEditable(true);
        dates_->setInsertPolicy(QComboBox::NoInsert);
        dates_->setMinimumContentsLength(22);
        QPushButton* use = push_button(this, "use_date", [] { return tr("&Use"); });
        connect(use, &QPushButton::clicked, this, [this] { use_date(dates_->currentText()); });
        QPushButton* sellers = push_button(
            this, "compare_sellers", [] { return tr("Compare sellers"); },
            [] { return tr("The offers for the parts of the machine in front, the lowest marked"); });
        sellers->setCheckable(true);
        connect(sellers, &QPushButton::toggled, this, &PricesPage::show_offers);
        search_->setClearButtonEnabled(true);
        search_->setMinimumWidth(240);
        in_each_language(spoken(search_, [] { return tr("Search prices"); }),
                         [this] { search_->setPlaceholderText(tr("Search prices")); });
        connect(search_, &QLineEdit::textChanged, found_, &QSortFilterProxyModel::setFilterFixedString);
        connect(dates_, &QComboBox::activated, this, [this] { use_date(dates_->currentText()); });
        connect(dates_->lineEdit(), &QLineEdit::returnPressed, this, [this] { use_date(dates_->currentText()); });
        return row_of(
            {label_for(dates_, [] { return tr("Prices as &of:"); }), dates_, use, sellers, Stretch{}, search_});
    }

    QBoxLayout* build_edit_row()
    {
        QPushButton* add = push_button(this, "add_price", [] { return tr("Add a price…"); });
        QPushButton* remove = push_button(
            this, "remove_prices", [] { return tr("Delete selected p&rices"); },
            [] { return tr("Restores the database price, if any"); });
        connect(add, &QPushButton::clicked, this, &PricesPage::add_price);
        connect(remove, &QPushButton::clicked, this, &PricesPage::remove_selected);
        return row_of({add, remove, Stretch{}});
    }

    QPushButton& button(const char* name) const { return *findChild<QPushButton*>(QLatin1String(name)); }

    void build_table()
    {
        found_->setSourceModel(model_);
        found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
        found_->setFilterKeyColumn(-1);
        spoken(named(table_, "own_prices"), [] { return tr("Your prices"); });
        table_->setModel(found_);
        const auto choices = [this](const QModelIndex& cell) {
            if (cell.column() == OwnPriceModel::kind_column) return model_->kind_names();
            return cell.column() == OwnPriceModel::tax_included_column ? model_->tax_words() : QStringList();
        };
        edit_cells(*table_, choices);
        set_look(*table_);
        table_->setWordWrap(false);
        table_->horizontalHeader()->setStretchLastSection(true);
        new QShortcut(QKeySequence::Delete, table_, this, &PricesPage::remove_selected, Qt::WidgetShortcut);
    }

    void build_offers()
    {
        spoken(named(offer_table_, "offers"), [] { return tr("Offers by seller"); });
        offer_table_->setModel(offers_);
        offer_table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        set_look(*offer_table_);
        offer_table_->setWordWrap(false);
        connect(offer_table_, &QTableView::activated, this, [this](const QModelIndex& cell) {
            if (cell.column() < OfferModel::first_seller) return;
            error_banner_->show_text(offers_->use(cell) ? QString()
                                                        : tr("This seller has no valid price for the part."));
        });
        connect(offers_, &OfferModel::modelReset, offer_table_, &QTableView::resizeColumnsToContents);
    }

    void show_offers(bool shown)
    {
        offer_table_->setVisible(shown);
        offer_note_->setVisible(shown);
        table_->setVisible(!shown);
        search_->setVisible(!shown);
        for (const char* name : {"add_price", "remove_prices"}) button(name).setVisible(!shown);
        follow();
    }

    void follow()
    {
        fill_lists();
        fill_dates();
        const bool any = model_->rowCount() > 0;
        const bool of_sellers = button("compare_sellers").isChecked();
        empty_->setVisible(!any && !of_sellers);
        offer_note_->setText(
            offers_->rowCount() == 0
                ? tr("No offers yet. Import the quotes of sellers, each with its supplier.")
                : tr("Prices for one, with tax where its rate is known. The bill has the newest price until "
                     "you choose one: double-click it, or press Enter."));
        button("remove_prices").setEnabled(any);
        button("remove_list").setEnabled(!lists_->currentData().toString().isEmpty());
        table_->resizeColumnsToContents();
    }

    void fill_lists()
    {
        const QString chosen = lists_->currentData().toString();
        lists_->clear();
        lists_->addItem(tr("All lists"), QString());
        for (const PriceList& list : data_.catalog().price_lists)
            lists_->addItem(tr("%1 · %2 (%3)")
                                .arg(from_utf8(list.date), from_utf8(list.name),
                                     words_.text(Value{static_cast<double>(list.prices), Unit::count})),
                            from_utf8(list.file));
        const int there = lists_->findData(chosen);
        lists_->setCurrentIndex(std::max(there, 0));
        if (there < 0) model_->show_list(QString());
    }

    void fill_dates()
    {
        const QString used = from_utf8(data_.document().scenario().economics.prices_as_of);
        if (dates_->lineEdit()->hasFocus() && dates_->lineEdit()->isModified()) return;
        dates_->clear();
        dates_->addItem(tr("Newest prices"));
        for (const PriceList& list : data_.catalog().price_lists)
            if (dates_->findText(from_utf8(list.date)) < 0) dates_->addItem(from_utf8(list.date));
        if (!used.isEmpty() && dates_->findText(used) < 0) dates_->addItem(used);
        dates_->setCurrentIndex(used.isEmpty() ? 0 : dates_->findText(used));
    }

    void use_date(const QString& typed)
    {
        const std::string text = plain_cell(typed.toStdString());
        const bool newest = text.empty() || typed == dates_->itemText(0);
        const std::string date = newest ? std::string() : date_from(text);
        dates_->lineEdit()->setModified(false);
        if (!newest && date.empty()) {
            error_banner_->show_text(
                tr("“%1” isn't a valid date. Expected: 2026-06-30, 2026-06, 2026, or newest prices.").arg(typed));
            return;
        }
        error_banner_->show_text(QString());
        data_.document().set_field(QStringLiteral("economics.prices_as_of"), newest ? FieldValue() : FieldValue(date));
        fill_dates();
    }

    void remove_list()
    {
        const std::string file = lists_->currentData().toString().toStdString();
        if (!file.empty()) data_.change({{file, data_.own_text(file), std::nullopt}}, tr("delete a price list"));
    }

    void remove_selected()
    {
        QList<int> rows;
        for (const QModelIndex& index : table_->selectionModel()->selectedIndexes()) {
            const int row = found_->mapToSource(index).row();
            if (!rows.contains(row)) rows << row;
        }
        if (!rows.isEmpty()) model_->remove(rows);
    }

    void add_price()
    {
        if (const auto priced = ask_for_price(data_, words_, this)) model_->add(priced->first, priced->second);
    }

    HardwareData& data_;
    const Localization& words_;
    PageRequests& requests_;
    OwnPriceModel* model_;
    QSortFilterProxyModel* found_;
    QComboBox* lists_;
    QComboBox* dates_;
    QLineEdit* search_;
    QTableView* table_;
    OfferModel* offers_;
    QTableView* offer_table_;
    QLabel* offer_note_;
    QLabel* empty_;
    TroubleLabel* error_banner_;
};

namespace {

/// Brings the prices of the user's hardware to the front.
PricesPage& open_prices(QWidget& own_hardware)
{
    auto* prices = own_hardware.findChild<PricesPage*>();
    own_hardware.findChild<QTabWidget*>()->setCurrentWidget(prices);
    return *prices;
}

} // namespace

QWidget* own_prices_page(const PageContext& context, QWidget* parent) { return new PricesPage(context, parent); }

void import_price_files(QWidget& own_hardware, const QStringList& paths)
{
    open_prices(own_hardware).import_files(paths);
}

void ask_for_price_files(QWidget& own_hardware) { open_prices(own_hardware).ask_and_import(); }

void paste_prices(QWidget& own_hardware) { open_prices(own_hardware).paste(); }

void save_price_template(QWidget& own_hardware, const QString& path) { open_prices(own_hardware).save_template(path); }

} // namespace rigwright

#include "prices_page.moc"
