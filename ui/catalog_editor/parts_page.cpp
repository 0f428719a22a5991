// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/own_catalog.h"
#include "core/hardware/record_edit.h"
#include "core/hardware/records.h"
#include "core/json/characters.h"
#include "core/text/messages.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/document/hardware_data.h"
#include "ui/format/layout.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFont>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// The path of a field in issues: "$.compute.core_groups[0].cores".
std::string issue_path(std::string_view path)
{
    std::string text = "$.";
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool element = path[i] == '.' && i + 1 < path.size() && is_digit(path[i + 1]);
        if (!element) {
            text += path[i];
            continue;
        }
        text += '[';
        text += path[++i];
        text += ']';
    }
    return text;
}

/// "GPU", "Processor": a kind of record, in the window's language.
QString kind_name(RecordKind kind, const Localization& words)
{
    return words.text("record.kind." + std::string(folder_of(kind)));
}

/// "GB/s"; empty for none.
QString field_unit(const RecordField& field) { return field.unit != nullptr ? from_utf8(field.unit->text) : QString(); }

/// The name of a record in the catalog; empty if there is no such id.
QString part_name(const Catalog& catalog, RecordKind kind, const std::string& id)
{
    QString name;
    visit_parts(catalog, [&](RecordKind each, const auto& records) {
        if (const auto* record = each == kind ? find_by_id(records, id) : nullptr) name = from_utf8(record->name);
    });
    return name;
}

constexpr int list_width = 430;
constexpr int value_width = 150;

void prepare(QTableView* view)
{
    set_look(*view);
    view->setWordWrap(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
}

} // namespace

QString field_label(const RecordField& field, const Localization& words)
{
    const std::size_t dot = field.path.rfind('.');
    const std::string own = "record." + field.path;
    const QString name =
        words.text(dot == std::string::npos || words.table().has(own) ? own : "record." + field.path.substr(dot + 1));
    if (dot == std::string::npos) return name;
    return words.text("record.in-group", {{"group", MessageCode{"record.group." + field.path.substr(0, dot)}},
                                          {"field", name.toStdString()}});
}

/// The fields of one own record as an editable table: the value, its unit, the database value, and errors. A value that
/// the file reader would reject is not accepted; each accepted one is one undo step.
class RecordFieldModel : public TableModel {
    Q_OBJECT

public:
    enum Column { field_column, value_column, unit_column, shipped_column, remark_column };

    RecordFieldModel(HardwareData& data, const Localization& words, QObject* parent)
        : TableModel(parent),
          data_(data),
          words_(words)
    {
        const auto shipped_text = [this](int row) {
            return text_of(value_at(shipped_, field_of(row).path), field_of(row));
        };
        set_columns({{[] { return tr("Field"); }, [this](int row) { return field_label(field_of(row), words_); }},
                     {[] { return tr("Value"); },
                      [=, this](int row) {
                          return shows_shipped(row) ? shipped_text(row)
                                                    : text_of(value_at(own_, field_of(row).path), field_of(row));
                      },
                      false, true},
                     {[] { return tr("Unit"); }, [this](int row) { return field_unit(field_of(row)); }},
                     {[] { return tr("Database value"); },
                      [=, this](int row) { return is_own(row) ? shipped_text(row) : QString(); }},
                     {[] { return tr("Remark"); },
                      [this](int row) {
                          const QString found = remark_of(field_of(row));
                          return found.isEmpty() && is_own(row) ? tr("Custom value") : found;
                      }}});
        connect(&data_, &HardwareData::changed, this, &RecordFieldModel::follow);
    }

    /// An empty id shows nothing.
    void show(RecordKind kind, const std::string& id)
    {
        kind_ = kind;
        id_ = id;
        follow();
    }

    /// The record overrides a database record.
    bool is_override() const { return !shipped_.is_null(); }

    bool setData(const QModelIndex& index, const QVariant& typed, int role = Qt::EditRole) override
    {
        if (role != Qt::EditRole || index.column() != value_column) return false;
        const RecordField& field = field_of(index.row());
        const QString text = typed.toString().trimmed();
        if (text == data(index, Qt::EditRole).toString()) return false;
        const QString found = trouble(index.row(), text);
        emit judged(found.isEmpty() ? found : named_value(field_label(field, words_), found));
        if (!found.isEmpty()) return false;
        return save(with_value(own_, shipped_, field.path, *parsed(field, text)),
                    tr("edit %1").arg(field_label(field, words_)));
    }

    const RecordField& field_of(int row) const { return *rows_[static_cast<std::size_t>(row)]; }
    /// The parts library overrides this database field.
    bool is_own(int row) const
    {
        const RecordField& field = field_of(row);
        if (!is_override()) return false;
        const nlohmann::json own = value_at(own_, field.path);
        const nlohmann::json shipped = value_at(shipped_, field.path);
        return own_.contains(pointer_of(field.path)) && own != shipped;
    }

    /// Restores the database value.
    bool revert(int row)
    {
        if (row < 0 || !is_own(row)) return false;
        const RecordField& field = field_of(row);
        return save(without_value(own_, field.path), tr("revert %1").arg(field_label(field, words_)));
    }

    /// The display texts of a choice field, in the order of its choices.
    QStringList words_of(const RecordField& field) const
    {
        if (field.type == RecordFieldType::flag) return {tr("Yes"), tr("No")};
        QStringList words;
        for (const std::string_view word : field.words) words << words_.choice(field.path, word);
        return words;
    }

    /// Why a text is invalid as the value of a row; empty if it is valid.
    QString trouble(int row, const QString& text) const
    {
        const RecordField& field = field_of(row);
        const std::optional<nlohmann::json> value = parsed(field, text.trimmed());
        if (!value && (field.type == RecordFieldType::flag || field.type == RecordFieldType::word))
            return tr("“%1” isn't valid. Expected: %2.").arg(text, listed(words_of(field)));
        if (!value) return words_.text(read_typed(text, field_unit(field)));
        const std::string path = issue_path(field.path);
        for (const JsonIssue& issue : issues_with(with_value(own_, shipped_, field.path, *value)))
            if (issue.path == path && (issue.code != "missing-key" || !text.trimmed().isEmpty()))
                return from_utf8(text_of_issue(issue, words_.table()));
        if (text.trimmed().isEmpty() && field.required) return tr("This field cannot be left empty.");
        return {};
    }

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    int row_count() const override { return static_cast<int>(rows_.size()); }

    QVariant special(int row, int column, int role) const override
    {
        const RecordField& field = field_of(row);
        switch (role) {
        case Qt::FontRole: {
            const bool typed = !is_override() && !value_at(own_, field.path).is_null();
            QFont font = QApplication::font("QAbstractItemView");
            font.setBold(column == value_column && (is_own(row) || typed));
            return font;
        }
        case Qt::ForegroundRole: {
            const Theme& theme = theme_of(QApplication::palette());
            if (column == remark_column && !remark_of(field).isEmpty()) return theme.bad;
            return column == value_column && shows_shipped(row) ? QVariant(theme.muted) : QVariant();
        }
        case Qt::TextAlignmentRole: {
            const bool number = field.type == RecordFieldType::number || field.type == RecordFieldType::whole;
            const bool figures = column == value_column || column == shipped_column;
            return static_cast<int>((number && figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        }
        default: return {};
        }
    }

    void follow()
    {
        own_ = id_.empty() ? nlohmann::json() : data_.own_record(kind_, id_);
        shipped_ = id_.empty() ? nlohmann::json() : data_.shipped_record(kind_, id_);
        std::vector<const RecordField*> rows;
        for (const RecordField& field : editable_fields(kind_)) {
            const std::string_view second = "compute.core_groups.1";
            const bool wanted = !field.path.starts_with(second) || !value_at(own_, second).is_null() ||
                                !value_at(shipped_, second).is_null();
            if (own_.is_object() && wanted) rows.push_back(&field);
        }
        if (rows == rows_) return rows_changed();
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
    }

    QString text_of(const nlohmann::json& value, const RecordField& field) const
    {
        if (value.is_null()) return {};
        if (value.is_boolean()) return value.get<bool>() ? tr("Yes") : tr("No");
        if (value.is_number()) return exact_text(value.get<double>());
        if (value.is_string()) {
            const auto text = value.get<std::string>();
            return field.type == RecordFieldType::word ? words_.choice(field.path, text) : from_utf8(text);
        }
        QStringList items;
        for (const nlohmann::json& item : value)
            items << (item.is_string() ? from_utf8(item.get<std::string>()) : from_utf8(item.dump()));
        return field.type == RecordFieldType::list ? items.join(QLatin1String(", ")) : from_utf8(value.dump());
    }

    /// Only the database record has a value.
    bool shows_shipped(int row) const { return is_override() && !is_own(row); }
    /// The value of a typed text; nothing if it is invalid.
    std::optional<nlohmann::json> parsed(const RecordField& field, const QString& text) const
    {
        using Json = nlohmann::json;
        if (text.isEmpty()) return field.type == RecordFieldType::list ? Json::array() : Json();
        switch (field.type) {
        case RecordFieldType::text:
        case RecordFieldType::date: return Json(text.toStdString());
        case RecordFieldType::word: {
            const auto word = std::ranges::find_if(field.words, [&](std::string_view each) {
                return text.compare(words_.choice(field.path, each), Qt::CaseInsensitive) == 0;
            });
            return word == field.words.end() ? std::nullopt : std::optional(Json(*word));
        }
        case RecordFieldType::flag: {
            if (text.compare(tr("Yes"), Qt::CaseInsensitive) == 0) return Json(true);
            if (text.compare(tr("No"), Qt::CaseInsensitive) == 0) return Json(false);
            return std::nullopt;
        }
        case RecordFieldType::number:
        case RecordFieldType::whole: {
            const std::optional<double> number = read_typed(text, field_unit(field)).number;
            if (!number) return std::nullopt;
            const bool whole = std::nearbyint(*number) == *number && std::abs(*number) < 1e15;
            return whole ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
        }
        case RecordFieldType::list: {
            Json items = Json::array();
            for (const QString& item : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
                items.push_back(item.trimmed().toStdString());
            return items;
        }
        }
        return std::nullopt;
    }

    std::vector<JsonIssue> issues_with(const nlohmann::json& own) const
    {
        const auto check = [this](const nlohmann::json& record) { return record_issues(kind_, record); };
        nlohmann::json bare = own;
        bare.erase("prices");
        return is_override() ? overlay(shipped_, bare, check).issues : check(bare);
    }

    QString remark_of(const RecordField& field) const
    {
        const std::string file = record_file(kind_, id_);
        const std::string path = issue_path(field.path);
        for (const JsonIssue& issue : data_.issues())
            if (issue.file == file && issue.path == path) return from_utf8(text_of_issue(issue, words_.table()));
        return {};
    }

    bool save(const nlohmann::json& own, const QString& description)
    {
        const std::string file = record_file(kind_, id_);
        return data_.change({{file, data_.own_text(file), record_text(in_order(kind_, own))}}, description);
    }

    HardwareData& data_;
    const Localization& words_;
    RecordKind kind_ = RecordKind::gpu;
    std::string id_;
    nlohmann::json own_;
    nlohmann::json shipped_;
    /// Fields whose own value is in use or rejected.
    std::vector<const RecordField*> rows_;
};

/// The records of the user's parts library: the kind of each, and whether it is used.
class OwnPartsModel : public TableModel {
    Q_OBJECT

public:
    enum Column { kind_column, name_column, id_column, state_column };

    OwnPartsModel(HardwareData& data, const Localization& words, QObject* parent)
        : TableModel(parent),
          data_(data),
          words_(words),
          files_(own_record_files(data.folder()))
    {
        set_columns({{[] { return tr("Kind"); }, [this](int row) { return kind_name(file_of(row).kind, words_); }},
                     {[] { return tr("Name"); }, [this](int row) { return name_of(file_of(row)); }},
                     {[] { return tr("Id"); }, [this](int row) { return from_utf8(file_of(row).id); }},
                     {[] { return tr("State"); }, [this](int row) { return state_of(file_of(row)); }}});
        connect(&data_, &HardwareData::changed, this, &OwnPartsModel::follow);
    }

    const OwnRecordFile& file_of(int row) const { return files_[static_cast<std::size_t>(row)]; }
    /// -1 if there is no such record.
    int row_of(const OwnRecordFile& file) const
    {
        const auto found = std::ranges::find(files_, file);
        return found == files_.end() ? -1 : static_cast<int>(found - files_.begin());
    }

private:
    int row_count() const override { return static_cast<int>(files_.size()); }

    QVariant special(int row, int column, int role) const override
    {
        const bool marked = role == Qt::ForegroundRole && column == state_column && has_issue(file_of(row));
        return marked ? QVariant(theme_of(QApplication::palette()).bad) : QVariant();
    }

    void follow()
    {
        std::vector<OwnRecordFile> files = own_record_files(data_.folder());
        if (files == files_) return rows_changed();
        beginResetModel();
        files_ = std::move(files);
        endResetModel();
    }

    QString state_of(const OwnRecordFile& file) const
    {
        const OwnRecord* used = data_.catalog().own_record(file.kind, file.id);
        if (used == nullptr) return tr("Not used: see the remarks");
        const bool issue = has_issue(file);
        if (used->added) return issue ? tr("Custom part, with remarks") : tr("Custom part");
        const QString count = words_.text(value_of(Count(static_cast<std::int64_t>(used->values.size()))));
        return issue ? tr("Custom values: %1, with remarks").arg(count) : tr("Custom values: %1").arg(count);
    }

    QString name_of(const OwnRecordFile& file) const
    {
        QString used = part_name(data_.catalog(), file.kind, file.id);
        if (!used.isEmpty()) return used;
        const nlohmann::json record = data_.own_record(file.kind, file.id);
        return record.is_object() && record.contains("name") && record["name"].is_string()
                   ? from_utf8(record["name"].get<std::string>())
                   : QString();
    }

    bool has_issue(const OwnRecordFile& file) const
    {
        const std::string name = record_file(file.kind, file.id);
        return std::ranges::any_of(data_.issues(), [&name](const JsonIssue& issue) { return issue.file == name; });
    }

    HardwareData& data_;
    const Localization& words_;
    std::vector<OwnRecordFile> files_;
};

/// Dialog for adding to the parts library: other values for a database part, a copy of one, or a new one.
class AddPartDialog : public QDialog {
    Q_OBJECT

public:
    AddPartDialog(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QDialog(parent),
          data_(hardware),
          kind_(new QComboBox(this)),
          override_(new QRadioButton(tr("Custom &values for a database part"), this)),
          copy_(new QRadioButton(tr("New part as a &copy"), this)),
          new_(new QRadioButton(tr("New e&mpty part"), this)),
          part_(new PartPicker(QStringLiteral("part"), hardware.document(), words, this)),
          id_(new QLineEdit(this)),
          name_(new QLineEdit(this)),
          error_banner_(new TroubleLabel(this)),
          buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
    {
        setWindowTitle(tr("Add a part"));
        setObjectName(QStringLiteral("add_part"));
        for (std::size_t i = 0; i < record_folders.size(); ++i)
            kind_->addItem(kind_name(static_cast<RecordKind>(i), words));
        part_->hide_label();
        part_->set_texts({tr("Part"), QString(), QString(), QString()});
        constexpr int width_for_names = 320;
        part_->setMinimumWidth(width_for_names);
        auto* column = new QVBoxLayout(this);
        auto* form = new QFormLayout;
        build_choices(form);
        fill(column, {form, error_banner_, buttons_});
        connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
        override_->setChecked(true);
        fill_parts();
    }

    /// The requested record, as the change that creates its file.
    OwnRecordFile wanted() const { return {kind(), id_->text().trimmed().toStdString()}; }

    nlohmann::json record() const
    {
        const OwnRecordFile file = wanted();
        const std::string name = name_->text().trimmed().toStdString();
        if (new_->isChecked()) return record_template(file.kind, file.id, name);
        if (override_->isChecked()) return nlohmann::json(record_start(file.kind, file.id));
        nlohmann::json copy = data_.shipped_record(file.kind, part_->part());
        if (copy.is_null()) copy = data_.own_record(file.kind, part_->part());
        copy["id"] = file.id;
        copy["name"] = name;
        copy.erase("prices");
        return copy;
    }

private:
    void build_choices(QFormLayout* form)
    {
        form->addRow(tr("&Kind:"), kind_);
        form->addRow(QString(), override_);
        form->addRow(QString(), copy_);
        form->addRow(QString(), new_);
        form->addRow(tr("&Part:"), part_);
        form->addRow(tr("&Id:"), id_);
        form->addRow(tr("&Name:"), name_);
        connect(kind_, &QComboBox::currentIndexChanged, this, &AddPartDialog::fill_parts);
        for (QRadioButton* choice : {override_, copy_, new_})
            connect(choice, &QRadioButton::toggled, this, &AddPartDialog::suggest_id);
        connect(part_, &PartPicker::part_chosen, this, &AddPartDialog::suggest_id);
        connect(part_->box(), &QComboBox::editTextChanged, this, &AddPartDialog::judge);
        connect(id_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
        connect(name_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
    }

    void fill_parts()
    {
        part_->show_kind(kind());
        suggest_id();
    }

    void suggest_id()
    {
        part_->setEnabled(!new_->isChecked());
        id_->setEnabled(!override_->isChecked());
        name_->setEnabled(!override_->isChecked());
        const QString id = from_utf8(part_->part());
        if (override_->isChecked()) {
            id_->setText(id);
            name_->setText(part_->part_name());
        } else if (copy_->isChecked()) {
            id_->setText(id + QStringLiteral("-own"));
            name_->setText(tr("%1, custom copy").arg(part_->part_name()));
        } else {
            id_->clear();
            name_->clear();
        }
        judge();
    }

    /// Shows missing input; without any, the dialog can be accepted.
    void judge()
    {
        const QString found = trouble();
        error_banner_->show_text(found);
        buttons_->button(QDialogButtonBox::Ok)->setEnabled(found.isEmpty());
    }

    QString trouble() const
    {
        const std::string id = id_->text().trimmed().toStdString();
        if (!new_->isChecked() && !part_->is_sound())
            return tr("No part named “%1”. Choose one from the list.").arg(part_->box()->currentText());
        if (id.empty()) return tr("A part needs an id, for example rtx4090-48g.");
        if (!is_part_id(id))
            return tr("“%1” isn't a valid id. Expected: up to 64 letters, digits, dots, dashes, underscores and plus "
                      "signs, a letter or digit first.")
                .arg(id_->text());
        if (data_.own_text(record_file(kind(), id))) return tr("Your parts library already has this part.");
        bool taken = false;
        for (std::size_t i = 0; i < record_folders.size(); ++i)
            taken |= !part_name(data_.catalog(), static_cast<RecordKind>(i), id).isEmpty();
        if (!override_->isChecked() && taken) return tr("Another part already has the id “%1”.").arg(id_->text());
        if (name_->text().trimmed().isEmpty()) return tr("A part needs a name.");
        return {};
    }

    RecordKind kind() const { return static_cast<RecordKind>(kind_->currentIndex()); }

    HardwareData& data_;
    QComboBox* kind_;
    QRadioButton* override_;
    QRadioButton* copy_;
    QRadioButton* new_;
    PartPicker* part_;
    QLineEdit* id_;
    QLineEdit* name_;
    TroubleLabel* error_banner_;
    QDialogButtonBox* buttons_;
};

/// The user's own parts and own values of database parts: a searchable list, and the fields of the selected record.
class PartsPage : public QWidget {
    Q_OBJECT

public:
    PartsPage(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QWidget(parent),
          data_(hardware),
          words_(words),
          parts_model_(new OwnPartsModel(hardware, words, this)),
          found_(new QSortFilterProxyModel(this)),
          field_model_(new RecordFieldModel(hardware, words, this)),
          search_(new QLineEdit(this)),
          list_(spoken(named(new QTableView(this), "own_parts"), [] { return tr("Your parts"); })),
          fields_(spoken(named(new QTableView(this), "fields"), [] { return tr("Fields of the part"); })),
          heading_(wrapped_label(this)),
          error_banner_(new TroubleLabel(this)),
          empty_(say(wrapped_label(this),
                     [] { return tr("No custom parts yet. Add a new part, or custom values for a database part."); }))
    {
        setObjectName(QStringLiteral("parts"));
        auto* column = new QVBoxLayout(this);
        auto* halves = new QSplitter(Qt::Horizontal, this);
        halves->setChildrenCollapsible(false);
        halves->addWidget(build_list());
        halves->addWidget(build_fields());
        halves->setSizes({list_width, 2 * list_width});
        halves->setStretchFactor(1, 1);
        column->addWidget(halves);
        connect(&data_, &HardwareData::changed, this, &PartsPage::follow);
        connect(field_model_, &RecordFieldModel::judged, error_banner_, &TroubleLabel::show_text);
        in_each_language(this, [this] { retranslate(); });
    }

private:
    void ask_and_add()
    {
        AddPartDialog dialog(data_, words_, this);
        if (dialog.exec() != QDialog::Accepted) return;
        const OwnRecordFile file = dialog.wanted();
        const std::string name = record_file(file.kind, file.id);
        const std::string record = record_text(in_order(file.kind, dialog.record()));
        if (!data_.change({{name, data_.own_text(name), record}}, tr("add a part"))) return;
        search_->clear();
        const int row = parts_model_->row_of(file);
        if (row < 0) return;
        list_->setCurrentIndex(found_->mapFromSource(parts_model_->index(row, OwnPartsModel::name_column)));
        show_chosen();
        fields_->setFocus(Qt::OtherFocusReason);
        fields_->setCurrentIndex(field_model_->index(0, RecordFieldModel::value_column));
    }

    void retranslate()
    {
        parts_model_->retranslate();
        field_model_->retranslate();
        if (chosen() < 0 && found_->rowCount() > 0)
            list_->setCurrentIndex(found_->index(0, OwnPartsModel::name_column));
        follow();
    }

    QWidget* build_list()
    {
        auto* half = new QWidget(this);
        auto* column = column_in(half, {0, 0, 4, 0});
        search_->setClearButtonEnabled(true);
        in_each_language(spoken(search_, [] { return tr("Search your parts"); }),
                         [this] { search_->setPlaceholderText(tr("Search your parts")); });
        column->addWidget(search_);
        found_->setSourceModel(parts_model_);
        found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
        found_->setFilterKeyColumn(-1);
        list_->setModel(found_);
        list_->setSelectionBehavior(QAbstractItemView::SelectRows);
        list_->setSelectionMode(QAbstractItemView::SingleSelection);
        prepare(list_);
        fill(column, {{list_, 1}, empty_});
        QPushButton* add = push_button(this, "add_part", [] { return tr("Add a &part…"); });
        remove_ = push_button(
            this, "remove_part", [] { return tr("De&lete"); },
            [] {
                return tr("Removes the part from your parts library; a database part gets its database values back");
            });
        column->addLayout(row_of({add, remove_, Stretch{}}));
        connect(search_, &QLineEdit::textChanged, found_, &QSortFilterProxyModel::setFilterFixedString);
        connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PartsPage::show_chosen);
        connect(found_, &QAbstractItemModel::modelReset, this, &PartsPage::show_chosen);
        connect(add, &QPushButton::clicked, this, &PartsPage::ask_and_add);
        connect(remove_, &QPushButton::clicked, this, &PartsPage::remove_chosen);
        return half;
    }

    QWidget* build_fields()
    {
        auto* half = new QWidget(this);
        auto* column = column_in(half, {4, 0, 0, 0}, -1, {heading_});
        fields_->setModel(field_model_);
        const auto choices = [this](const QModelIndex& cell) {
            const RecordField& field = field_model_->field_of(cell.row());
            if (field.type != RecordFieldType::word && field.type != RecordFieldType::flag) return QStringList();
            return field.required ? field_model_->words_of(field)
                                  : QStringList(QString()) + field_model_->words_of(field);
        };
        const auto trouble = [this](const QModelIndex& cell, const QString& text) {
            const QString found = field_model_->trouble(cell.row(), text);
            return found.isEmpty() ? std::nullopt : std::optional(found);
        };
        edit_cells(*fields_, choices, trouble);
        prepare(fields_);
        // Sources are long; the figures next to them must stay visible.
        for (const int section : {RecordFieldModel::value_column, RecordFieldModel::shipped_column}) {
            fields_->horizontalHeader()->setSectionResizeMode(section, QHeaderView::Interactive);
            fields_->horizontalHeader()->resizeSection(section, value_width);
        }
        fill(column, {{fields_, 1}, error_banner_});
        revert_ = push_button(this, "revert", [] { return tr("&Revert to the database value"); });
        column->addLayout(row_of({revert_, Stretch{}}));
        connect(revert_, &QPushButton::clicked, this, [this] {
            const int row = fields_->currentIndex().row();
            error_banner_->show_text(QString());
            if (row >= 0 && row < field_model_->rowCount()) field_model_->revert(row);
            follow();
        });
        connect(fields_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PartsPage::follow);
        return half;
    }

    void follow()
    {
        const int row = chosen();
        remove_->setEnabled(row >= 0);
        const int field = fields_->currentIndex().row();
        revert_->setEnabled(row >= 0 && field >= 0 && field < field_model_->rowCount() && field_model_->is_own(field));
        empty_->setVisible(parts_model_->rowCount() == 0);
        if (row < 0) {
            heading_->setText(tr("Choose a part on the left to see and edit its fields."));
            return;
        }
        const QString name = parts_model_->data(parts_model_->index(row, OwnPartsModel::name_column)).toString();
        heading_->setText(
            field_model_->is_override()
                ? tr("%1: your values in bold, database values in gray. An empty value means unknown.").arg(name)
                : tr("%1: a custom part. An empty value means unknown.").arg(name));
    }

    void show_chosen()
    {
        const int row = chosen();
        error_banner_->show_text(QString());
        if (row < 0)
            field_model_->show(RecordKind::gpu, {});
        else
            field_model_->show(parts_model_->file_of(row).kind, parts_model_->file_of(row).id);
        follow();
    }

    void remove_chosen()
    {
        const int row = chosen();
        if (row < 0) return;
        const OwnRecordFile file = parts_model_->file_of(row);
        const std::string name = record_file(file.kind, file.id);
        data_.change({{name, data_.own_text(name), std::nullopt}}, tr("delete a part"));
    }

    /// The selected row in the list's model; -1 for none.
    int chosen() const
    {
        const QModelIndex current = list_->currentIndex();
        return current.isValid() ? found_->mapToSource(current).row() : -1;
    }

    HardwareData& data_;
    const Localization& words_;
    OwnPartsModel* parts_model_;
    QSortFilterProxyModel* found_;
    RecordFieldModel* field_model_;
    QLineEdit* search_;
    QTableView* list_;
    QTableView* fields_;
    QLabel* heading_;
    TroubleLabel* error_banner_;
    QLabel* empty_;
    QPushButton* remove_ = nullptr;
    QPushButton* revert_ = nullptr;
};

QWidget* parts_page(HardwareData& hardware, const Localization& words, QWidget* parent)
{
    return new PartsPage(hardware, words, parent);
}

} // namespace rigwright

#include "parts_page.moc"
