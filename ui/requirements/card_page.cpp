// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/card_page.h"

#include "core/hardware/card_sheet.h"
#include "core/text/messages.h"
#include "core/text/price_text.h"
#include "ui/controls/card.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <QWidget>

namespace rigwright {

namespace {

constexpr qsizetype most_cards = 6;
constexpr int card_picker_width = 420;

enum MachineColumn { what, found, proposed, remark, column_count };
constexpr int machine_dialog_width = 860;
constexpr int machine_dialog_height = 420;

QTableWidgetItem* cell(const std::string& text)
{
    auto* item = new QTableWidgetItem(from_utf8(text));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setToolTip(tool_tip(from_utf8(text)));
    return item;
}

} // namespace

/// GPU comparison: one row per property, one column per card, then the property's meaning and effect.
class CardModel : public TableModel {
    Q_OBJECT

public:
    CardModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words)
    {}

    void show_cards(const QStringList& ids)
    {
        beginResetModel();
        ids_.clear();
        sheets_.clear();
        for (const QString& id : ids) {
            const Gpu* gpu = document_.data()->hardware.gpu(id.toStdString());
            if (gpu == nullptr) continue;
            ids_ += id;
            sheets_.push_back(card_sheet(*gpu));
        }
        std::vector<TableColumn> columns;
        for (std::size_t card = 0; card < sheets_.size(); ++card)
            columns.push_back({[this, card] { return from_utf8(records()[card]->name); },
                               [this, card](int row) {
                                   const CardEntry& figure = entry(row, card);
                                   return from_utf8(card == 0 ? text_of(figure, words_.language())
                                                              : text_beside(figure, entry(row, 0), words_.language()));
                               },
                               true});
        columns.push_back(
            {[] { return tr("Affects"); }, [this](int row) { return words_.text(code(row) + ".drives"); }});
        set_columns(std::move(columns));
        endResetModel();
    }

    const QStringList& cards() const { return ids_; }

    std::vector<const Gpu*> records() const
    {
        std::vector<const Gpu*> cards;
        for (const QString& id : ids_) cards.push_back(document_.data()->hardware.gpu(id.toStdString()));
        return cards;
    }

    /// The message with the property's name.
    std::string code(int row) const { return "card." + sheets_.front()[static_cast<std::size_t>(row)].property; }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation == Qt::Horizontal) return TableModel::headerData(section, orientation, role);
        if (role == Qt::DisplayRole) return words_.text(code(section));
        return role == Qt::ToolTipRole ? tool_tip(words_.text(code(section) + ".meaning")) : QVariant();
    }

    void retranslate()
    {
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
        TableModel::retranslate();
    }

private:
    int row_count() const override { return sheets_.empty() ? 0 : static_cast<int>(sheets_.front().size()); }

    /// The source of a figure.
    QVariant special(int row, int column, int role) const override
    {
        if (role != Qt::ToolTipRole || column >= ids_.size()) return {};
        const QString source = from_utf8(entry(row, static_cast<std::size_t>(column)).source);
        return source.isEmpty() ? QVariant() : tool_tip(tr("Source: %1").arg(source));
    }

    const CardEntry& entry(int row, std::size_t card) const { return sheets_[card][static_cast<std::size_t>(row)]; }

    Document& document_;
    const Localization& words_;
    QStringList ids_;
    std::vector<std::vector<CardEntry>> sheets_;
};

/// One card with the meaning of all its figures, or a comparison of several.
class CardPage : public QWidget {
    Q_OBJECT

public:
    CardPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          model_(new CardModel(document_, words_, this)),
          view_(new QTableView(this)),
          picker_(new PickerControl(QStringLiteral("chooser.gpu"), PickerControl::Kind::searchable, this)),
          remove_(say(new QPushButton(this), [] { return tr("Remove GPU"); })),
          verdict_(named(selectable(wrapped_label(this)), "verdict")),
          meaning_(named(selectable(wrapped_label(this)), "meaning"))
    {
        setObjectName(QStringLiteral("cards"));
        auto* column = new QVBoxLayout(this);
        auto* line = new QHBoxLayout;
        picker_->setMaximumWidth(card_picker_width);
        fill(line, {{picker_, 1}, remove_, Stretch{}});
        view_->setModel(model_);
        view_->setAlternatingRowColors(true);
        view_->setTabKeyNavigation(false);
        view_->setSelectionMode(QAbstractItemView::SingleSelection);
        view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        view_->horizontalHeader()->setStretchLastSection(true);
        fill(column, {line, verdict_, {view_, 1}, meaning_});
        connect(picker_, &FieldControl::edited, this, [this](const QString&, const FieldValue& id) {
            if (const auto* word = std::get_if<std::string>(&id)) add_card(from_utf8(*word));
        });
        connect(&document_, &Document::data_changed, this, [this] {
            fill_picker();
            model_->show_cards(model_->cards());
        });
        connect(remove_, &QPushButton::clicked, this, &CardPage::remove_card);
        connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &CardPage::show_meaning);
        start_with_build();
        in_each_language(this, [this] { retranslate(); });
    }

private:
    /// Lists the card of the build first; added cards stay.
    void fill_picker()
    {
        picker_->set_texts(
            {tr("Add a GPU:"), QString(), tr("Type any part of a name, a maker or a generation."), QString()});
        picker_->set_entries(part_entries(RecordKind::gpu, {*document_.data(), document_.scenario(), words_}));
    }

    void start_with_build()
    {
        QStringList cards = model_->cards();
        const QString own = from_utf8(document_.scenario().build.gpu);
        cards.removeAll(own);
        cards.prepend(own);
        while (cards.size() > most_cards) cards.removeLast();
        model_->show_cards(cards);
        show_verdict();
    }

private:
    void add_card(const QString& id)
    {
        // The field is ready for the next name.
        picker_->show_in_force();
        QStringList cards = model_->cards();
        if (cards.contains(id)) return;
        if (cards.size() >= most_cards)
            return picker_->mark([] { return tr("Up to six GPUs fit. Remove one first."); });
        cards += id;
        model_->show_cards(cards);
        show_verdict();
    }

    void remove_card()
    {
        QStringList cards = model_->cards();
        const int column = view_->currentIndex().column();
        if (cards.isEmpty()) return;
        cards.removeAt(column >= 0 && column < cards.size() ? column : cards.size() - 1);
        model_->show_cards(cards);
        show_verdict();
    }

    void show_meaning()
    {
        const int row = view_->currentIndex().row();
        if (row < 0) {
            meaning_->setText(tr("Choose a line to read what it means."));
            return;
        }
        const std::string code = model_->code(row);
        meaning_->setText(named_value(words_.text(code), words_.text(code + ".meaning")));
    }

    void show_verdict()
    {
        const std::string text = precision_verdict(model_->records(), words_.table());
        verdict_->setText(from_utf8(text));
        verdict_->setVisible(!text.empty());
        show_meaning();
    }

    void retranslate()
    {
        fill_picker();
        view_->setAccessibleName(tr("GPU comparison"));
        model_->retranslate();
        show_verdict();
    }

    Document& document_;
    const Localization& words_;
    CardModel* model_;
    QTableView* view_;
    PickerControl* picker_;
    QPushButton* remove_;
    QLabel* verdict_;
    QLabel* meaning_;
};

/// The detected hardware of this machine and the corresponding build settings: lines that can be unchecked, and one
/// edit that applies the others. All settings can be changed afterwards.
class MachineDialog : public QDialog {
    Q_OBJECT

public:
    MachineDialog(Document& document, const Localization& words, const Machine& machine, DriverAnswer::State driver,
                  QWidget* parent)
        : QDialog(parent),
          document_(document),
          words_(words),
          parts_(propose_build(machine, document.data()->hardware)),
          driver_(driver),
          intro_(wrapped_label(this)),
          table_(new QTableWidget(0, column_count, this)),
          note_(wrapped_label(this)),
          buttons_(new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Cancel, this))
    {
        setObjectName(QStringLiteral("machine"));
        // Keeps the circuit if the build already has one.
        if (document.scenario().build.circuit.empty())
            if (auto circuit = propose_circuit(document.data()->hardware, territory_of_system()))
                parts_.push_back(std::move(*circuit));
        auto* column = new QVBoxLayout(this);
        table_->setSelectionBehavior(QAbstractItemView::SelectRows);
        set_look(*table_);
        table_->setWordWrap(true);
        table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        table_->horizontalHeader()->setSectionResizeMode(remark, QHeaderView::Stretch);
        // The remark column gets its width last.
        connect(table_->horizontalHeader(), &QHeaderView::sectionResized, table_, &QTableView::resizeRowsToContents);
        fill(column, {intro_, {table_, 1}, note_, buttons_});
        connect(buttons_->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &MachineDialog::take_over);
        connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
        resize(machine_dialog_width, machine_dialog_height);
        in_each_language(this, [this] { retranslate(); });
    }

private:
    void take_over()
    {
        Scenario next = document_.scenario();
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const bool wanted = table_->item(static_cast<int>(i), what)->checkState() == Qt::Checked;
            const Field* field = field_of(parts_[i].field);
            if (wanted && field != nullptr && accepts(*field, parts_[i].value)) field->write(next, parts_[i].value);
        }
        if (next == document_.scenario() || document_.set_scenario(next, tr("this machine"))) accept();
    }

    void retranslate()
    {
        setWindowTitle(tr("This machine"));
        intro_->setText(tr("Hardware reported by the operating system. Checked items are applied to the machine; all "
                           "settings can be changed afterwards."));
        note_->setText(words_.text(key_of(driver_)));
        table_->setHorizontalHeaderLabels({tr("Part"), tr("Found"), tr("Proposed"), tr("Remark")});
        table_->setAccessibleName(windowTitle());
        const bool first = table_->rowCount() == 0;
        table_->setRowCount(static_cast<int>(parts_.size()));
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const int row = static_cast<int>(i);
            const FoundPartText text = text_of(parts_[i], words_.table());
            const bool known = !std::holds_alternative<std::monostate>(parts_[i].value);
            const Qt::CheckState state =
                first ? (known ? Qt::Checked : Qt::Unchecked) : table_->item(row, what)->checkState();
            QTableWidgetItem* name = cell(text.what);
            if (known) name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
            name->setCheckState(state);
            table_->setItem(row, what, name);
            table_->setItem(row, found, cell(text.found));
            table_->setItem(row, proposed, cell(text.proposed));
            table_->setItem(row, remark, cell(text.remark));
        }
        table_->resizeRowsToContents();
        buttons_->button(QDialogButtonBox::Apply)->setText(tr("Apply"));
        buttons_->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    }

    Document& document_;
    const Localization& words_;
    std::vector<FoundPart> parts_;
    DriverAnswer::State driver_;
    QLabel* intro_;
    QTableWidget* table_;
    QLabel* note_;
    QDialogButtonBox* buttons_;
};

QWidget* card_page(const PageContext& context, QWidget* parent) { return new CardPage(context, parent); }

QDialog* machine_dialog(Document& document, const Localization& words, const Machine& machine,
                        DriverAnswer::State driver, QWidget* parent)
{
    return new MachineDialog(document, words, machine, driver, parent);
}

} // namespace rigwright

#include "card_page.moc"
