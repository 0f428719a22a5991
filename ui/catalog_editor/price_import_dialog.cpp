// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/price_import_dialog.h"

#include "core/hardware/dates.h"
#include "core/prices/price_cells.h"
#include "core/text/price_text.h"
#include "ui/controls/card.h"
#include "ui/controls/number_text.h"
#include "ui/format/layout.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDate>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

/// Fits 1024 x 768 with its frame.
constexpr int import_width = 1000;
constexpr int import_height = 700;
/// Rows of the list that the preview shows.
constexpr int preview_rows = 4;
constexpr int error_sign_side = 14;
constexpr std::string_view delimiters = ",;\t";
constexpr std::string_view decimals = ".,";

/// How an imported price list was read: the meaning of each column, as indices in the dialog's lists (-1: ignored, or
/// detected), and the defaults for rows without a value.
struct ImportMemory {
    QList<int> columns;
    int decimal = -1;
    QString currency;
    int kind = 0;
};

/// Headings may contain anything; their settings key is short and plain.
QString key_of_headings(const QStringList& headings)
{
    const QByteArray all = headings.join(QChar(0x1f)).toUtf8();
    return QStringLiteral("price_import/") +
           QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha1).toHex());
}

/// How the last list with the same headings, in the same order, was read; stored in the window's settings.
std::optional<ImportMemory> import_memory(const QStringList& headings)
{
    const QVariantMap kept = QSettings().value(key_of_headings(headings)).toMap();
    const QVariantList columns = kept.value(QStringLiteral("columns")).toList();
    if (columns.isEmpty() || columns.size() != headings.size()) return std::nullopt;
    ImportMemory memory;
    for (const QVariant& column : columns) memory.columns << column.toInt();
    memory.decimal = kept.value(QStringLiteral("decimal"), -1).toInt();
    memory.currency = kept.value(QStringLiteral("currency")).toString();
    memory.kind = kept.value(QStringLiteral("kind")).toInt();
    return memory;
}

void keep_import_memory(const QStringList& headings, const ImportMemory& memory)
{
    QVariantList columns;
    for (const int column : memory.columns) columns << column;
    QSettings().setValue(key_of_headings(headings), QVariantMap{{QStringLiteral("columns"), columns},
                                                                {QStringLiteral("decimal"), memory.decimal},
                                                                {QStringLiteral("currency"), memory.currency},
                                                                {QStringLiteral("kind"), memory.kind}});
}

bool keep_list(HardwareData& hardware, const PriceListFile& list)
{
    const std::string file = free_price_list_file(hardware.folder(), list.list.date, list.list.name);
    return hardware.change({{file, std::nullopt, price_list_text(list)}},
                           QCoreApplication::translate("rigwright::PriceImportDialog", "import a price list"));
}

const std::string& project_currency(HardwareData& hardware)
{
    return hardware.document().scenario().economics.currency;
}

} // namespace

QString price_trouble(const Price& price, const Localization& words)
{
    std::vector<JsonIssue> issues;
    read_own_prices(nlohmann::json::array({nlohmann::json(price_json(price))}), issues);
    if (!issues.empty()) return from_utf8(text_of_issue(issues.front(), words.table()));
    if (is_later(price.date, today()))
        return from_utf8(text_of_reason({"", "date-in-future", price.date, today()}, words.table()));
    const bool ends = !price.valid_until.empty() && last_day(price.valid_until) < first_day(price.date);
    if (!ends) return {};
    return from_utf8(text_of_reason({"", "ends-before-it-begins", price.valid_until, price.date}, words.table()));
}

namespace {

/// A picker of all parts that can have a price.
PartPicker* priced_part_picker(HardwareData& hardware, const Localization& words, QWidget* parent)
{
    auto* picker = new PartPicker(QStringLiteral("part"), hardware.document(), words, parent);
    picker->hide_label();
    constexpr int width_for_names = 320;
    picker->setMinimumWidth(width_for_names);
    picker->set_texts({QCoreApplication::translate("rigwright::PricesPage", "Part"), QString(), QString(), QString()});
    picker->show_only([index = PartIndex(hardware.catalog())](const std::string& id) { return index.by_id(id); });
    return picker;
}

} // namespace

/// Dialog for one price of one part.
class AddPriceDialog : public QDialog {
    Q_OBJECT

public:
    AddPriceDialog(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QDialog(parent),
          catalog_(hardware.catalog()),
          words_(words),
          part_(priced_part_picker(hardware, words, this)),
          amount_(new QLineEdit(this)),
          currency_(new QComboBox(this)),
          kind_(new QComboBox(this)),
          date_(new QLineEdit(QDate::currentDate().toString(Qt::ISODate), this)),
          supplier_(new QLineEdit(this)),
          source_(new QLineEdit(tr("Quote"), this)),
          valid_until_(new QLineEdit(this)),
          error_banner_(new TroubleLabel(this)),
          buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
    {
        setWindowTitle(tr("Add a price"));
        setObjectName(QStringLiteral("add_price"));
        currency_->setEditable(true);
        currency_->addItems({QStringLiteral("CNY"), QStringLiteral("USD"), QStringLiteral("EUR")});
        for (std::size_t i = 0; i < rigwright::words<PriceKind>.size(); ++i)
            kind_->addItem(from_utf8(name_of(static_cast<PriceKind>(i), words.table())));
        kind_->setCurrentIndex(static_cast<int>(PriceKind::quotation));
        // Parts without a current price come first.
        std::set<std::string> unpriced;
        if (const auto& estimate = hardware.document().evaluation().estimate)
            for (const BillLine& line : estimate->cost.bill.lines)
                if (!line.price && !line.part.empty()) unpriced.insert(line.part);
        if (!unpriced.empty()) part_->choose_part(*unpriced.begin());
        part_->mark_parts(std::move(unpriced), tr("no price yet"));
        auto* column = new QVBoxLayout(this);
        auto* form = new QFormLayout;
        form->addRow(tr("&Part:"), part_);
        form->addRow(tr("P&rice:"), amount_);
        amount_label_ = qobject_cast<QLabel*>(form->labelForField(amount_));
        form->addRow(tr("&Currency:"), currency_);
        form->addRow(tr("&Kind:"), kind_);
        form->addRow(tr("&Date:"), date_);
        form->addRow(tr("&Supplier:"), supplier_);
        form->addRow(tr("S&ource:"), source_);
        form->addRow(tr("&Valid until:"), valid_until_);
        fill(column, {form, error_banner_, buttons_});
        for (QLineEdit* field : {amount_, date_, supplier_, source_, valid_until_})
            connect(field, &QLineEdit::textChanged, this, &AddPriceDialog::judge);
        for (QComboBox* box : {part_->box(), currency_, kind_})
            connect(box, &QComboBox::currentTextChanged, this, &AddPriceDialog::judge);
        connect(part_, &PartPicker::part_chosen, this, &AddPriceDialog::judge);
        connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
        judge();
        amount_->setFocus();
    }

    const std::string& part() const { return part_->part(); }

    Price price() const
    {
        const auto plain = [](const QLineEdit* field) { return plain_cell(field->text().toStdString()); };
        Price price;
        price.amount = amount().number.value_or(0.0);
        price.currency = currency_from(currency_->currentText().toStdString());
        price.kind = static_cast<PriceKind>(kind_->currentIndex());
        price.date = date_from(plain(date_));
        price.supplier = plain(supplier_);
        price.source = plain(source_);
        price.valid_until = date_from(plain(valid_until_));
        return price;
    }

private:
    void judge()
    {
        const auto part = find_part(catalog_, part_->part());
        amount_label_->setText(part && part->kind == RecordKind::storage ? tr("P&rice of 1 TB:") : tr("P&rice:"));
        const QString found = trouble();
        error_banner_->show_text(amount_->text().isEmpty() ? QString() : found);
        buttons_->button(QDialogButtonBox::Ok)->setEnabled(found.isEmpty());
    }

    TypedNumber amount() const
    {
        return read_typed(amount_->text(), from_utf8(currency_from(currency_->currentText().toStdString())));
    }

    QString trouble() const
    {
        const auto reason = [this](const char* code, const QString& found, const char* accepted) {
            return from_utf8(text_of_reason({"date", code, found.toStdString(), accepted}, words_.table()));
        };
        if (!part_->is_sound())
            return tr("No part named “%1”. Choose one from the list.").arg(part_->box()->currentText());
        const Price wanted = price();
        if (wanted.currency.empty()) return reason("unknown-currency", currency_->currentText(), "CNY, USD, EUR, ...");
        if (const TypedNumber typed = amount(); !typed.number) return words_.text(typed);
        if (wanted.date.empty()) return reason("not-a-date", date_->text(), "2026-11-01");
        if (wanted.valid_until.empty() && !valid_until_->text().trimmed().isEmpty())
            return reason("not-a-date", valid_until_->text(), "2026-11-01");
        return price_trouble(wanted, words_);
    }

    const Catalog& catalog_;
    const Localization& words_;
    PartPicker* part_;
    QLineEdit* amount_;
    QLabel* amount_label_ = nullptr;
    QComboBox* currency_;
    QComboBox* kind_;
    QLineEdit* date_;
    QLineEdit* supplier_;
    QLineEdit* source_;
    QLineEdit* valid_until_;
    TroubleLabel* error_banner_;
    QDialogButtonBox* buttons_;
};

std::optional<std::pair<std::string, Price>> ask_for_price(HardwareData& hardware, const Localization& words,
                                                           QWidget* parent)
{
    AddPriceDialog dialog(hardware, words, parent);
    if (dialog.exec() != QDialog::Accepted) return std::nullopt;
    return std::pair(dialog.part(), dialog.price());
}

/// Preview of a price list import, row by row.
class ImportRowModel : public TableModel {
    Q_OBJECT

public:
    explicit ImportRowModel(const Localization& words, QObject* parent = nullptr) : TableModel(parent), words_(words)
    {
        const auto price_of = [this](const Price& price) { return from_utf8(price_text(price, words_.table())); };
        set_columns(
            {{[] { return tr("Line"); }, [this](int row) { return QString::number(row_at(row).line); }, true},
             {[] { return tr("Result"); },
              [this](int row) { return from_utf8(name_of(row_at(row).fate, words_.table())); }},
             {[] { return tr("Part"); },
              [this](int row) { return from_utf8(row_at(row).part.empty() ? row_at(row).called : row_at(row).part); }},
             {[] { return tr("Price"); },
              [=, this](int row) {
                  return row_at(row).fate == RowFate::rejected ? QString() : price_of(row_at(row).price);
              }},
             {[] { return tr("Own price before"); },
              [=, this](int row) { return row_at(row).before ? price_of(*row_at(row).before) : QString(); }},
             {[] { return tr("Reason"); },
              [this](int row) { return from_utf8(text_of_reasons(row_at(row), words_.table())); }}});
    }

    void show(PriceImport import)
    {
        beginResetModel();
        import_ = std::move(import);
        select();
        endResetModel();
    }

    /// Only rows of one fate, or all.
    void show_fate(std::optional<RowFate> wanted)
    {
        beginResetModel();
        fate_ = wanted;
        select();
        endResetModel();
    }

    const PriceImport& import() const { return import_; }
    const ImportRow& row_at(int row) const { return import_.rows[shown_[static_cast<std::size_t>(row)]]; }

private:
    int row_count() const override { return static_cast<int>(shown_.size()); }

    QVariant special(int row, int, int role) const override
    {
        if (role != Qt::ForegroundRole) return {};
        const Theme& theme = theme_of(QApplication::palette());
        if (row_at(row).fate == RowFate::rejected) return theme.bad;
        return row_at(row).fate == RowFate::unchanged ? QVariant(theme.muted) : QVariant();
    }

    void select()
    {
        shown_.clear();
        for (std::size_t i = 0; i < import_.rows.size(); ++i)
            if (!fate_ || import_.rows[i].fate == *fate_) shown_.push_back(i);
    }

    const Localization& words_;
    PriceImport import_;
    std::optional<RowFate> fate_;
    std::vector<std::size_t> shown_;
};

/// Shows how a price list is read, lets the user correct it, and previews the import. Accepting it adds the new prices
/// as a dated list to the parts library, as one undo step.
class PriceImportDialog : public QDialog {
    Q_OBJECT

public:
    /// `name` is the file's name, or the name of a pasted table.
    PriceImportDialog(HardwareData& hardware, const Localization& words, QByteArray bytes, const QString& name,
                      QWidget* parent)
        : QDialog(parent),
          data_(hardware),
          words_(words),
          bytes_(std::move(bytes)),
          file_(name),
          encoding_(new QComboBox(this)),
          delimiter_(new QComboBox(this)),
          decimal_(new QComboBox(this)),
          currency_(new QComboBox(this)),
          kind_(new QComboBox(this)),
          date_(named(new QLineEdit(this), "date")),
          supplier_(named(new QLineEdit(this), "supplier")),
          name_(new QLineEdit(QFileInfo(name).completeBaseName(), this)),
          shipping_(named(new QLineEdit(this), "shipping")),
          other_costs_(named(new QLineEdit(this), "other_costs")),
          costs_error_(say(named(error_line(this, error_sign_side, {}, 6), "costs_error"),
                           [] { return tr("Shipping, other costs and days: a number of 0 or more, or nothing."); })),
          delivery_(named(new QLineEdit(this), "delivery")),
          problem_(named(new TroubleLabel(this), "problem")),
          remembered_(wrapping(named(small_label(this), "remembered"))),
          preview_(new QTableWidget(this)),
          fates_(new QComboBox(this)),
          totals_(wrapping(named(small_label(this), "totals"))),
          suggestions_(push_button(this, "accept_suggestions", [] { return tr("&Accept all suggestions"); })),
          model_(new ImportRowModel(words, this)),
          rows_(named(new QTableView(this), "rows")),
          part_(named(priced_part_picker(hardware, words, this), "match_part")),
          match_(push_button(this, "match", [] { return tr("Ma&tch"); })),
          buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
    {
        setObjectName(QStringLiteral("price_import"));
        setWindowTitle(tr("Import a price list: %1").arg(name));
        auto* column = new QVBoxLayout(this);
        auto* halves = new QHBoxLayout;
        auto* left = new QFormLayout;
        auto* right = new QFormLayout;
        fill(halves, {{left, 1}, {right, 1}});
        build_choices(left, right);
        column->addLayout(halves);
        build_preview(column);
        build_rows(column);
        column->addWidget(buttons_);
        connect(buttons_, &QDialogButtonBox::accepted, this, &PriceImportDialog::accept);
        connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
        resize(import_width, import_height);
        remember(read_price_table({bytes_.constData(), static_cast<std::size_t>(bytes_.size())}, {}));
        read();
    }

    /// The chosen meaning of a column; null beyond the last one.
    QComboBox* column_box(int column) const { return qobject_cast<QComboBox*>(preview_->cellWidget(0, column)); }

    void accept() override
    {
        const std::string name = plain_cell(name_->text().toStdString());
        if (name.empty() || model_->import().taken() == 0) return;
        PriceListFile list = price_list_of(model_->import(), name, file_.toStdString());
        bool sound = true;
        list.list.shipping = amount_in(*shipping_, sound);
        list.list.other_costs = amount_in(*other_costs_, sound);
        list.list.delivery_days = amount_in(*delivery_, sound);
        list.list.currency = list.list.shipping || list.list.other_costs ? currency_of_costs() : std::string();
        if (!keep_list(data_, list)) return;
        keep_choices();
        QDialog::accept();
    }

private:
    void build_choices(QFormLayout* left, QFormLayout* right)
    {
        encoding_->addItem(tr("Detected"), -1);
        for (std::size_t i = 0; i < rigwright::words<TextEncoding>.size(); ++i)
            encoding_->addItem(from_utf8(name_of(static_cast<TextEncoding>(i), words_.table())), static_cast<int>(i));
        delimiter_->addItem(tr("Detected"), -1);
        for (std::size_t i = 0; i < delimiters.size(); ++i)
            delimiter_->addItem(from_utf8(delimiter_name(delimiters[i], words_.table())), static_cast<int>(i));
        decimal_->addItem(tr("Detected"), -1);
        for (std::size_t i = 0; i < decimals.size(); ++i)
            decimal_->addItem(from_utf8(decimal_name(decimals[i], words_.table())), static_cast<int>(i));
        currency_->setEditable(true);
        currency_->addItems({QString(), QStringLiteral("CNY"), QStringLiteral("USD"), QStringLiteral("EUR")});
        currency_->lineEdit()->setPlaceholderText(tr("%1, as in the project").arg(from_utf8(project_currency(data_))));
        for (std::size_t i = 0; i < rigwright::words<PriceKind>.size(); ++i)
            kind_->addItem(from_utf8(name_of(static_cast<PriceKind>(i), words_.table())));
        kind_->setCurrentIndex(static_cast<int>(PriceKind::quotation));
        left->addRow(tr("&Encoding:"), encoding_);
        left->addRow(tr("De&limiter:"), delimiter_);
        left->addRow(tr("Deci&mals:"), decimal_);
        left->addRow(tr("&Name of the list:"), name_);
        left->addRow(tr("Shi&pping, with tax:"), shipping_);
        left->addRow(tr("&Other costs, with tax:"), other_costs_);
        left->addRow(costs_error_->parentWidget());
        right->addRow(tr("&Currency where not given:"), currency_);
        right->addRow(tr("&Date where not given:"), date_);
        right->addRow(tr("&Supplier where not given:"), supplier_);
        right->addRow(tr("&Kind where not given:"), kind_);
        right->addRow(tr("Deli&very, days:"), delivery_);
        for (QComboBox* box : {encoding_, delimiter_})
            connect(box, &QComboBox::activated, this, [this] {
                columns_chosen_ = false;
                remembered_->hide();
                read();
            });
        for (QComboBox* box : {decimal_, kind_}) connect(box, &QComboBox::activated, this, &PriceImportDialog::read);
        connect(currency_, &QComboBox::currentTextChanged, this, &PriceImportDialog::read);
        for (QLineEdit* field : {date_, supplier_})
            connect(field, &QLineEdit::textChanged, this, &PriceImportDialog::read);
        for (QLineEdit* field : {name_, shipping_, other_costs_, delivery_})
            connect(field, &QLineEdit::textChanged, this, &PriceImportDialog::show_counts);
    }

    void build_preview(QBoxLayout* column)
    {
        preview_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        preview_->verticalHeader()->hide();
        preview_->setAccessibleName(tr("Columns and first rows"));
        preview_->setMinimumHeight(190);
        preview_->setWordWrap(false);
        fill(column, {new QLabel(tr("Columns and first rows:"), this), remembered_, {preview_, 2}, problem_});
    }

    void build_rows(QBoxLayout* column)
    {
        rows_->setModel(model_);
        set_look(*rows_);
        rows_->setSelectionBehavior(QAbstractItemView::SelectRows);
        rows_->setWordWrap(false);
        rows_->setAccessibleName(tr("Preview, row by row"));
        rows_->horizontalHeader()->setStretchLastSection(true);
        QLabel* fates_label = label_for(fates_, [] { return tr("Sho&w:"); });
        QLabel* part_label = label_for(part_, [] { return tr("Pa&rt of the selected row:"); });
        part_->choose_none();
        fill(column, {row_of({fates_label, fates_, {totals_, 1}, suggestions_}),
                      {rows_, 3},
                      row_of({part_label, {part_, 1}, match_})});
        connect(match_, &QPushButton::clicked, this, &PriceImportDialog::match_selected);
        connect(rows_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& index) {
                    // Marks and selects the likely part of the current row only.
                    const std::string likely = index.isValid() ? model_->row_at(index.row()).suggestion : std::string();
                    part_->mark_parts({likely}, tr("likely"));
                    part_->choose_none();
                    part_->choose_part(likely);
                });
        connect(suggestions_, &QPushButton::clicked, this, &PriceImportDialog::accept_suggestions);
        connect(fates_, &QComboBox::activated, this, [this](int chosen) {
            model_->show_fate(chosen == 0 ? std::nullopt : std::optional(static_cast<RowFate>(chosen - 1)));
        });
    }

    /// Reads and checks again with the current choices.
    void read()
    {
        if (filling_) return;
        const PriceListChoices chosen = choices();
        const PriceTable table =
            read_price_table({bytes_.constData(), static_cast<std::size_t>(bytes_.size())}, chosen);
        show_table(table);
        model_->show(check_prices(table, chosen, data_.catalog()));
        rows_->resizeColumnsToContents();
        fill_from_list();
        problem_->show_text(table.problem.empty() ? QString() : words_.text("prices.problem." + table.problem));
        show_counts();
    }

    /// Whether a field still has the list's value.
    bool is_from_list(const QLineEdit* field) const { return field->text() == from_list_.value(field); }

    void fill_from_list()
    {
        const auto fill = [this](QLineEdit* field, const QString& text) {
            if (!is_from_list(field)) return;
            const QSignalBlocker quiet(field);
            from_list_[field] = text;
            field->setText(text);
        };
        const auto amount = [](const std::optional<double>& number) {
            return number ? exact_text(*number) : QString();
        };
        const PriceImport& import = model_->import();
        fill(date_, from_utf8(import.date));
        fill(supplier_, from_utf8(import.terms.supplier));
        fill(delivery_, amount(import.terms.delivery_days));
        fill(shipping_, amount(import.shipping));
        fill(other_costs_, amount(import.other_costs));
    }

    void show_table(const PriceTable& table)
    {
        encoding_->setItemText(0, tr("Detected: %1").arg(from_utf8(name_of(table.encoding, words_.table()))));
        delimiter_->setItemText(0, tr("Detected: %1").arg(from_utf8(delimiter_name(table.delimiter, words_.table()))));
        decimal_->setItemText(0, tr("Detected: %1").arg(from_utf8(decimal_name(table.decimal, words_.table()))));
        if (columns_chosen_ && preview_->columnCount() == static_cast<int>(table.headings.size())) return;
        filling_ = true;
        preview_->clear();
        headings_.clear();
        for (const std::string& heading : table.headings) headings_ << from_utf8(heading);
        const int shown = std::min(preview_rows, static_cast<int>(table.rows.size()));
        preview_->setRowCount(table.headings.empty() ? 0 : shown + 1);
        preview_->setColumnCount(static_cast<int>(table.headings.size()));
        preview_->setHorizontalHeaderLabels(headings_);
        for (int row = 0; row < shown; ++row) {
            const std::vector<std::string>& cells = table.rows[static_cast<std::size_t>(row)].cells;
            for (int column = 0; column < preview_->columnCount() && column < static_cast<int>(cells.size()); ++column)
                preview_->setItem(row + 1, column,
                                  new QTableWidgetItem(from_utf8(plain_cell(cells[static_cast<std::size_t>(column)]))));
        }
        fill_column_boxes(table);
        preview_->resizeColumnsToContents();
        filling_ = false;
    }

    void fill_column_boxes(const PriceTable& table)
    {
        for (int column = 0; column < preview_->columnCount(); ++column) {
            auto* box = new QComboBox(preview_);
            box->addItem(tr("Not read"), -1);
            for (std::size_t i = 0; i < rigwright::words<PriceColumn>.size(); ++i)
                box->addItem(from_utf8(name_of(static_cast<PriceColumn>(i), words_.table())), static_cast<int>(i));
            const auto meaning = table.column(static_cast<std::size_t>(column));
            box->setCurrentIndex(meaning ? static_cast<int>(*meaning) + 1 : 0);
            box->setAccessibleName(tr("Column %1").arg(column + 1));
            connect(box, &QComboBox::activated, this, [this] {
                columns_chosen_ = true;
                read();
            });
            preview_->setCellWidget(0, column, box);
        }
    }

    /// Applies the choices of an earlier list with the same headings, if there was one.
    void remember(const PriceTable& table)
    {
        headings_.clear();
        for (const std::string& heading : table.headings) headings_ << from_utf8(heading);
        const std::optional<ImportMemory> kept = import_memory(headings_);
        remembered_->setVisible(kept.has_value());
        if (!kept) return;
        remembered_->setText(tr("Columns as in your last list with these headings. Choose an encoding or a delimiter "
                                "to detect them again."));
        show_table(table);
        filling_ = true;
        for (int column = 0; column_box(column) != nullptr; ++column)
            column_box(column)->setCurrentIndex(
                std::max(column_box(column)->findData(kept->columns.value(column, -1)), 0));
        decimal_->setCurrentIndex(std::max(decimal_->findData(kept->decimal), 0));
        if (!kept->currency.isEmpty()) currency_->setCurrentText(kept->currency);
        kind_->setCurrentIndex(std::clamp(kept->kind, 0, kind_->count() - 1));
        filling_ = false;
        columns_chosen_ = true;
    }

    void keep_choices() const
    {
        // Automatic columns are detected again.
        if (!columns_chosen_ && currency_->currentText().isEmpty() && decimal_->currentIndex() == 0) return;
        ImportMemory memory;
        for (int column = 0; column_box(column) != nullptr; ++column)
            memory.columns << column_box(column)->currentData().toInt();
        memory.decimal = decimal_->currentData().toInt();
        memory.currency = currency_->currentText();
        memory.kind = kind_->currentIndex();
        keep_import_memory(headings_, memory);
    }

    void show_counts()
    {
        const PriceImport& import = model_->import();
        const auto count = [this](std::size_t number) {
            return words_.text(Value{static_cast<double>(number), Unit::count});
        };
        const int chosen = std::max(fates_->currentIndex(), 0);
        fates_->clear();
        fates_->addItem(tr("All rows (%1)").arg(count(import.rows.size())));
        bool suggests = false;
        for (const ImportRow& row : import.rows) suggests |= !row.suggestion.empty();
        for (std::size_t i = 0; i < rigwright::words<RowFate>.size(); ++i)
            fates_->addItem(QStringLiteral("%1 (%2)").arg(from_utf8(name_of(static_cast<RowFate>(i), words_.table())),
                                                          count(import.counts[i])));
        fates_->setCurrentIndex(chosen);
        QStringList remarks;
        if (import.totals > 0) remarks << tr("Totals and notes skipped: %1").arg(count(import.totals));
        // Fields show the rest.
        ListTerms beside = import.terms;
        beside.date.clear();
        beside.supplier.clear();
        beside.delivery_days.reset();
        if (const std::string terms = terms_text(beside, words_.table()); !terms.empty()) remarks << from_utf8(terms);
        totals_->setText(remarks.join(QStringLiteral(" · ")));
        suggestions_->setEnabled(suggests);
        QPushButton* ok = buttons_->button(QDialogButtonBox::Ok);
        ok->setText(tr("Import: %1").arg(count(import.taken())));
        bool sound = true;
        for (const QLineEdit* field : {shipping_, other_costs_, delivery_}) amount_in(*field, sound);
        costs_error_->parentWidget()->setVisible(!sound);
        ok->setEnabled(import.taken() > 0 && !name_->text().trimmed().isEmpty() && sound &&
                       (is_from_list(date_) || !choices().date.empty()));
    }

    void accept_suggestions()
    {
        for (const ImportRow& row : model_->import().rows)
            if (!row.suggestion.empty()) matched_.emplace(row.called, row.suggestion);
        read();
    }

    /// Matches the selected rows' names to the part.
    void match_selected()
    {
        if (!part_->is_sound()) return;
        for (const QModelIndex& index : rows_->selectionModel()->selectedRows()) {
            const ImportRow& row = model_->row_at(index.row());
            if (!row.called.empty()) matched_[row.called] = part_->part();
        }
        read();
    }

    /// The value of an optional field; nothing, and `sound` false, if it is invalid.
    std::optional<double> amount_in(const QLineEdit& field, bool& sound) const
    {
        if (field.text().trimmed().isEmpty()) return std::nullopt;
        const bool in_days = &field == delivery_;
        const TypedNumber typed = read_typed(field.text(), in_days ? QString() : from_utf8(currency_of_costs()));
        const double most = in_days ? longest_delivery_days : highest_offer_costs;
        if (!typed.number || *typed.number < 0.0 || *typed.number > most) sound = false;
        return typed.number;
    }

    /// The currency of shipping and other costs: the list's, else the default currency, else that of the first price.
    std::string currency_of_costs() const
    {
        if (!model_->import().costs_currency.empty()) return model_->import().costs_currency;
        const std::string chosen = currency_from(currency_->currentText().toStdString());
        if (!chosen.empty()) return chosen;
        const auto& rows = model_->import().rows;
        const auto first = std::ranges::find_if(rows, [](const ImportRow& row) { return !row.price.currency.empty(); });
        return first == rows.end() ? std::string() : first->price.currency;
    }

    PriceListChoices choices() const
    {
        const auto chosen = [](const QComboBox* box) {
            const int place = box->currentData().toInt();
            return place < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(place));
        };
        PriceListChoices choices;
        if (const auto place = chosen(encoding_)) choices.encoding = static_cast<TextEncoding>(*place);
        if (const auto place = chosen(delimiter_)) choices.delimiter = delimiters[*place];
        if (const auto place = chosen(decimal_)) choices.decimal = decimals[*place];
        const QString currency = currency_->currentText().trimmed();
        choices.currency = currency.isEmpty() ? project_currency(data_) : currency_from(currency.toStdString());
        if (!is_from_list(date_)) choices.date = date_from(plain_cell(date_->text().toStdString()));
        choices.today = today();
        choices.kind = static_cast<PriceKind>(kind_->currentIndex());
        if (!is_from_list(supplier_)) choices.supplier = plain_cell(supplier_->text().toStdString());
        choices.source = file_.toStdString();
        choices.parts = matched_;
        for (int column = 0; columns_chosen_ && column_box(column) != nullptr; ++column) {
            const int place = column_box(column)->currentData().toInt();
            choices.columns.push_back(place < 0 ? std::nullopt : std::optional(static_cast<PriceColumn>(place)));
        }
        return choices;
    }

    HardwareData& data_;
    const Localization& words_;
    QByteArray bytes_;
    QString file_;
    QComboBox* encoding_;
    QComboBox* delimiter_;
    QComboBox* decimal_;
    QComboBox* currency_;
    QComboBox* kind_;
    QLineEdit* date_;
    QLineEdit* supplier_;
    QLineEdit* name_;
    QLineEdit* shipping_;
    QLineEdit* other_costs_;
    QLabel* costs_error_;
    QLineEdit* delivery_;
    /// Field values from the list.
    QHash<const QLineEdit*, QString> from_list_;
    TroubleLabel* problem_;
    /// Note that columns are read as last time; otherwise empty.
    QLabel* remembered_;
    QTableWidget* preview_;
    QComboBox* fates_;
    /// Number of skipped total rows; empty if there are none.
    QLabel* totals_;
    QPushButton* suggestions_;
    ImportRowModel* model_;
    QTableView* rows_;
    PartPicker* part_;
    QPushButton* match_;
    QDialogButtonBox* buttons_;
    /// Set once the user has chosen a column's meaning.
    bool columns_chosen_ = false;
    /// Headings of the list at the last reading.
    QStringList headings_;
    bool filling_ = false;
    std::map<std::string, std::string> matched_;
};

std::unique_ptr<QDialog> price_import_dialog(HardwareData& hardware, const Localization& words, const QByteArray& bytes,
                                             const QString& name, QWidget* parent)
{
    return std::make_unique<PriceImportDialog>(hardware, words, bytes, name, parent);
}

ReadPriceList read_price_list(const QString& path, HardwareData& hardware, const Localization& words)
{
    constexpr qsizetype most_lines = 8;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {{}, {words.text("prices.problem.cannot-read")}};
    const std::string bytes = file.read(static_cast<qint64>(most_price_file_bytes) + 1).toStdString();
    PriceListChoices choices;
    choices.today = today();
    choices.kind = PriceKind::quotation;
    choices.source = QFileInfo(path).fileName().toStdString();
    choices.currency = project_currency(hardware);
    QStringList headings;
    for (const std::string& heading : read_price_table(bytes, {}).headings) headings << from_utf8(heading);
    if (const std::optional<ImportMemory> kept = import_memory(headings)) {
        for (const int column : kept->columns)
            choices.columns.push_back(column < 0 ? std::nullopt : std::optional(static_cast<PriceColumn>(column)));
        if (kept->decimal >= 0) choices.decimal = decimals[static_cast<std::size_t>(kept->decimal)];
        if (!kept->currency.isEmpty()) choices.currency = currency_from(kept->currency.toStdString());
        choices.kind = static_cast<PriceKind>(kept->kind);
    }
    const PriceTable table = read_price_table(bytes, choices);
    ReadPriceList list{check_prices(table, choices, hardware.catalog()), {}};
    if (!table.problem.empty()) list.wrong << words.text("prices.problem." + table.problem);
    for (const ImportRow& row : list.import.rows) {
        if (row.fate != RowFate::rejected) continue;
        list.wrong << PriceImportDialog::tr("Line %1: %2")
                          .arg(QString::number(row.line), from_utf8(text_of_reasons(row, words.table())));
    }
    list.wrong = first_of(list.wrong, most_lines);
    return list;
}

bool add_price_list(HardwareData& hardware, const PriceImport& import, const QString& name, const QString& file)
{
    const std::string title = plain_cell(name.toStdString());
    return keep_list(hardware, price_list_of(import, title, file.toStdString()));
}

} // namespace rigwright

#include "price_import_dialog.moc"
