// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/catalog_page.h"

#include "core/json/strict_json.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_import.h"
#include "core/text/messages.h"
#include "core/text/price_text.h"
#include "ui/catalog_editor/own_price_model.h"
#include "ui/catalog_editor/price_import_dialog.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/document/hardware_data.h"
#include "ui/document/page.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDate>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace rigwright {

/// Dialog for one price of one part.
class AddPriceDialog : public QDialog {
    Q_OBJECT

public:
    AddPriceDialog(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QDialog(parent),
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
        // What the machine in front lacks comes first.
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

    const Localization& words_;
    PartPicker* part_;
    QLineEdit* amount_;
    QComboBox* currency_;
    QComboBox* kind_;
    QLineEdit* date_;
    QLineEdit* supplier_;
    QLineEdit* source_;
    QLineEdit* valid_until_;
    TroubleLabel* error_banner_;
    QDialogButtonBox* buttons_;
};

/// The user's own prices by list, the import of price lists, and the price date; in their place, if asked, the offers
/// of all sellers for the machine in front beside each other.
class PricesPage : public QWidget {
    Q_OBJECT

public:
    PricesPage(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QWidget(parent),
          data_(hardware),
          words_(words),
          model_(new OwnPriceModel(hardware, words, this)),
          found_(new QSortFilterProxyModel(this)),
          lists_(new QComboBox(this)),
          dates_(new QComboBox(this)),
          search_(new QLineEdit(this)),
          table_(new QTableView(this)),
          offers_(new OfferModel(hardware, words, this)),
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
        // An error disappears when its text is undone or typed over, and with any change.
        const auto forget_trouble = [this] { error_banner_->show_text(QString()); };
        connect(&data_, &HardwareData::changed, this, forget_trouble);
        connect(&data_.document(), &Document::changed, this, forget_trouble);
        connect(dates_->lineEdit(), &QLineEdit::textEdited, this, forget_trouble);
        error_banner_->forget_with_edits_of(*table_);
        show_offers(false);
        in_each_language(this, [this] { retranslate(); });
    }

    /// One file is previewed, several are listed.
    void ask_and_import()
    {
        import_files(QFileDialog::getOpenFileNames(this, tr("Import price lists"), QString(),
                                                   tr("Price lists (*.csv *.tsv *.txt);;All files (*)")));
    }

    void import_files(const QStringList& paths)
    {
        if (paths.size() == 1) return import_file(paths.first());
        if (!paths.isEmpty()) emit several_chosen(paths);
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

    /// One row per part of the current build, to be filled in by a seller.
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

signals:
    void several_chosen(const QStringList& files);

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
        AddPriceDialog dialog(data_, words_, this);
        if (dialog.exec() == QDialog::Accepted) model_->add(dialog.part(), dialog.price());
    }

    HardwareData& data_;
    const Localization& words_;
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

PartPicker* priced_part_picker(HardwareData& hardware, const Localization& words, QWidget* parent)
{
    auto* picker = new PartPicker(QStringLiteral("part"), hardware.document(), words, parent);
    picker->hide_label();
    constexpr int width_for_names = 320;
    picker->setMinimumWidth(width_for_names);
    picker->set_texts({PricesPage::tr("Part"), QString(), QString(), QString()});
    picker->show_only([index = PartIndex(hardware.catalog())](const std::string& id) { return index.by_id(id); });
    return picker;
}

namespace {

/// Maximum number of own-file issues on the page; the fields show the rest.
constexpr int most_issues = 4;

} // namespace

/// The user's parts library: own parts and prices next to those of the database, with a separate undo history.
class CatalogPage : public QWidget {
    Q_OBJECT

public:
    CatalogPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          data_(*context.hardware),
          words_(context.words),
          tabs_(new QTabWidget(this)),
          prices_(new PricesPage(data_, words_, this)),
          intro_(wrapped_label(this)),
          error_banner_(new TroubleLabel(this)),
          issues_(wrapped_label(this)),
          undo_(push_button(this, "undo", [] { return tr("U&ndo"); })),
          redo_(push_button(this, "redo", [] { return tr("Redo"); }))
    {
        setObjectName(QStringLiteral("catalogue"));
        auto* column = column_in(this, {12, 10, 12, 10});
        column->addWidget(intro_);
        tabs_->setDocumentMode(true);
        tabs_->addTab(parts_page(data_, words_, this), QString());
        tabs_->addTab(prices_, QString());
        fill(column, {{tabs_, 1}, error_banner_, issues_, row_of({undo_, redo_, Stretch{}})});
        QUndoStack& stack = data_.undo_stack();
        connect(undo_, &QPushButton::clicked, &stack, &QUndoStack::undo);
        connect(redo_, &QPushButton::clicked, &stack, &QUndoStack::redo);
        connect(&stack, &QUndoStack::indexChanged, this, &CatalogPage::follow);
        connect(prices_, &PricesPage::several_chosen, &context.requests, &PageRequests::import_requested);
        connect(&data_, &HardwareData::changed, this, &CatalogPage::follow);
        connect(&data_, &HardwareData::failed, this, [this](const JsonIssue& issue) {
            error_banner_->show_text(from_utf8(text_of_issue(issue, words_.table())));
        });
        connect(&data_, &HardwareData::refused, this, [this](const std::vector<Finding>& errors) {
            const QString why = errors.empty() ? QString() : words_.text(errors.front());
            error_banner_->show_text(tr("Not changed: the open project uses this. %1").arg(why));
        });
        in_each_language(this, [this] { retranslate(); });
    }

    /// Brings the prices to the front.
    PricesPage& open_prices()
    {
        tabs_->setCurrentWidget(prices_);
        return *prices_;
    }

private:
    void follow()
    {
        error_banner_->show_text(QString());
        undo_->setEnabled(data_.undo_stack().canUndo());
        redo_->setEnabled(data_.undo_stack().canRedo());
        const QString last = data_.undo_stack().undoText();
        undo_->setText(last.isEmpty() ? tr("U&ndo") : tr("U&ndo: %1").arg(last));
        QStringList lines;
        for (const JsonIssue& issue : data_.issues()) {
            if (lines.size() == most_issues) break;
            lines << issue_line(issue, words_);
        }
        const auto more = static_cast<qsizetype>(data_.issues().size()) - lines.size();
        if (more > 0) lines << tr("More remarks: %1").arg(more);
        issues_->setText(lines.join(QLatin1Char('\n')));
        issues_->setVisible(!lines.isEmpty());
    }

    void retranslate()
    {
        intro_->setText(
            data_.folder().empty()
                ? tr("Nothing can be saved: the system defines no folder for application data.")
                : tr("Your parts and prices override those of the database and are stored in %1. No network access.")
                      .arg(QString::fromStdString(data_.folder().string())));
        tabs_->setTabText(0, tr("Parts"));
        tabs_->setTabText(1, tr("Prices"));
        follow();
    }

    HardwareData& data_;
    const Localization& words_;
    QTabWidget* tabs_;
    PricesPage* prices_;
    QLabel* intro_;
    TroubleLabel* error_banner_;
    QLabel* issues_;
    QPushButton* undo_;
    QPushButton* redo_;
};

QWidget* own_hardware_page(const PageContext& context, QWidget* parent) { return new CatalogPage(context, parent); }

void import_price_files(QWidget& own_hardware, const QStringList& paths)
{
    static_cast<CatalogPage&>(own_hardware).open_prices().import_files(paths);
}

void ask_for_price_files(QWidget& own_hardware)
{
    static_cast<CatalogPage&>(own_hardware).open_prices().ask_and_import();
}

void paste_prices(QWidget& own_hardware) { static_cast<CatalogPage&>(own_hardware).open_prices().paste(); }

void save_price_template(QWidget& own_hardware, const QString& path)
{
    static_cast<CatalogPage&>(own_hardware).open_prices().save_template(path);
}

} // namespace rigwright

#include "catalog_page.moc"
