// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/record_field_model.h"

#include "core/hardware/overlay.h"
#include "core/hardware/records.h"
#include "core/quantities/ascii.h"
#include "core/text/messages.h"
#include "ui/controls/number_text.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFont>

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

} // namespace

RecordFieldModel::RecordFieldModel(HardwareData& data, const Localization& words, QObject* parent)
    : QAbstractTableModel(parent),
      data_(data),
      words_(words)
{
    connect(&data_, &HardwareData::changed, this, &RecordFieldModel::follow);
}

void RecordFieldModel::show(RecordKind kind, const std::string& id)
{
    kind_ = kind;
    id_ = id;
    follow();
}

void RecordFieldModel::follow()
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
    if (rows == rows_) {
        if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

void RecordFieldModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int RecordFieldModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RecordFieldModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

int RecordFieldModel::row_of(std::string_view path) const
{
    const auto found = std::ranges::find_if(rows_, [path](const RecordField* field) { return field->path == path; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

bool RecordFieldModel::is_own(int row) const
{
    const RecordField& field = field_of(row);
    if (!is_override()) return false;
    const nlohmann::json own = value_at(own_, field.path);
    const nlohmann::json shipped = value_at(shipped_, field.path);
    const auto place = nlohmann::json::json_pointer("/" + [&field] {
        std::string text(field.path);
        std::replace(text.begin(), text.end(), '.', '/');
        return text;
    }());
    return own_.contains(place) && own != shipped;
}

QStringList RecordFieldModel::words_of(const RecordField& field) const
{
    if (field.type == RecordFieldType::flag) return {tr("yes"), tr("no")};
    QStringList words;
    for (const std::string_view word : field.words) words << from_utf8(word);
    return words;
}

QString RecordFieldModel::text_of(const nlohmann::json& value, const RecordField& field) const
{
    if (value.is_null()) return {};
    if (value.is_boolean()) return value.get<bool>() ? tr("yes") : tr("no");
    if (value.is_number()) return exact_text(value.get<double>());
    if (value.is_string()) return from_utf8(value.get<std::string>());
    QStringList items;
    for (const nlohmann::json& item : value)
        items << (item.is_string() ? from_utf8(item.get<std::string>()) : from_utf8(item.dump()));
    return field.type == RecordFieldType::list ? items.join(QLatin1String(", ")) : from_utf8(value.dump());
}

std::optional<nlohmann::json> RecordFieldModel::parsed(const RecordField& field, const QString& text) const
{
    using Json = nlohmann::json;
    if (text.isEmpty()) return field.type == RecordFieldType::list ? Json::array() : Json();
    switch (field.type) {
    case RecordFieldType::text:
    case RecordFieldType::date:
    case RecordFieldType::word: return Json(text.toStdString());
    case RecordFieldType::flag: {
        if (text.compare(tr("yes"), Qt::CaseInsensitive) == 0) return Json(true);
        if (text.compare(tr("no"), Qt::CaseInsensitive) == 0) return Json(false);
        return std::nullopt;
    }
    case RecordFieldType::number:
    case RecordFieldType::whole: {
        const std::optional<double> number = number_from_text(text);
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

std::vector<JsonIssue> RecordFieldModel::issues_with(const nlohmann::json& own) const
{
    const auto check = [this](const nlohmann::json& record) { return record_issues(kind_, record); };
    if (!is_override()) {
        nlohmann::json bare = own;
        bare.erase("prices");
        return check(bare);
    }
    nlohmann::json bare = own;
    bare.erase("prices");
    return overlay(shipped_, bare, check).issues;
}

QString RecordFieldModel::trouble(int row, const QString& text) const
{
    const RecordField& field = field_of(row);
    const std::optional<nlohmann::json> value = parsed(field, text.trimmed());
    if (!value && field.type == RecordFieldType::flag)
        return tr("“%1” is not accepted. Accepted: %2.").arg(text, words_of(field).join(QLatin1String(", ")));
    if (!value) return tr("“%1” is no number.").arg(text);
    const std::string path = issue_path(field.path);
    for (const JsonIssue& issue : issues_with(with_value(own_, shipped_, field.path, *value)))
        if (issue.path == path && (issue.code != "missing-key" || !text.trimmed().isEmpty()))
            return from_utf8(text_of_issue(issue, words_.table()));
    if (text.trimmed().isEmpty() && field.required) return tr("This field cannot be left empty.");
    return {};
}

QString RecordFieldModel::remark_of(const RecordField& field) const
{
    const std::string file = record_file(kind_, id_);
    const std::string path = issue_path(field.path);
    for (const LoadIssue& issue : data_.issues())
        if (issue.file == file && issue.issue.path == path)
            return from_utf8(text_of_issue(issue.issue, words_.table()));
    return {};
}

QVariant RecordFieldModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const RecordField& field = field_of(index.row());
    const bool own = is_own(index.row());
    const nlohmann::json there = value_at(own_, field.path);
    const bool shows_shipped = is_override() && !own;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        switch (index.column()) {
        case field_column: return field_label(field.path);
        case value_column: return text_of(shows_shipped ? value_at(shipped_, field.path) : there, field);
        case unit_column: return field_unit(field.path);
        case shipped_column: return own ? text_of(value_at(shipped_, field.path), field) : QString();
        case remark_column: {
            const QString found = remark_of(field);
            return found.isEmpty() && own ? tr("own value") : found;
        }
        default: return {};
        }
    case Qt::ToolTipRole: return data(index, Qt::DisplayRole).toString().toHtmlEscaped();
    case Qt::FontRole: {
        QFont font = QApplication::font("QAbstractItemView");
        font.setBold(index.column() == value_column && (own || (!is_override() && !there.is_null())));
        return font;
    }
    case Qt::ForegroundRole: {
        const Theme& theme = theme_of(QApplication::palette());
        if (index.column() == remark_column && !remark_of(field).isEmpty()) return theme.bad;
        return index.column() == value_column && shows_shipped ? QVariant(theme.muted) : QVariant();
    }
    case Qt::TextAlignmentRole: {
        const bool number = field.type == RecordFieldType::number || field.type == RecordFieldType::whole;
        const bool figures = index.column() == value_column || index.column() == shipped_column;
        return static_cast<int>((number && figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default: return {};
    }
}

QVariant RecordFieldModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case field_column: return tr("Field");
    case value_column: return tr("Value");
    case unit_column: return tr("Unit");
    case shipped_column: return tr("Shipped value");
    case remark_column: return tr("Remark");
    default: return {};
    }
}

Qt::ItemFlags RecordFieldModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == value_column ? usual | Qt::ItemIsEditable : usual;
}

bool RecordFieldModel::setData(const QModelIndex& index, const QVariant& typed, int role)
{
    if (role != Qt::EditRole || index.column() != value_column) return false;
    const RecordField& field = field_of(index.row());
    const QString text = typed.toString().trimmed();
    if (text == data(index, Qt::EditRole).toString()) return false;
    const QString found = trouble(index.row(), text);
    emit judged(found.isEmpty() ? found : field_label(field.path) + QStringLiteral(": ") + found);
    if (!found.isEmpty()) return false;
    return save(with_value(own_, shipped_, field.path, *parsed(field, text)),
                tr("edit %1").arg(field_label(field.path)));
}

bool RecordFieldModel::revert(int row)
{
    if (row < 0 || !is_own(row)) return false;
    const RecordField& field = field_of(row);
    return save(without_value(own_, field.path), tr("revert %1").arg(field_label(field.path)));
}

bool RecordFieldModel::save(const nlohmann::json& own, const QString& description)
{
    const std::string file = record_file(kind_, id_);
    return data_.change({{file, data_.own_text(file), record_text(in_order(kind_, own))}}, description);
}

namespace {

struct Named {
    std::string_view key;
    const char* text;
};

constexpr Named groups[] = {
    {"memory", QT_TRANSLATE_NOOP("HardwareFields", "Memory")},
    {"compute", QT_TRANSLATE_NOOP("HardwareFields", "Compute")},
    {"measured_matmul", QT_TRANSLATE_NOOP("HardwareFields", "Measured matrix product")},
    {"link", QT_TRANSLATE_NOOP("HardwareFields", "Links")},
    {"power", QT_TRANSLATE_NOOP("HardwareFields", "Power")},
    {"board", QT_TRANSLATE_NOOP("HardwareFields", "Board")},
    {"rate", QT_TRANSLATE_NOOP("HardwareFields", "Rate")},
    {"throughput", QT_TRANSLATE_NOOP("HardwareFields", "Throughput")},
    {"modules", QT_TRANSLATE_NOOP("HardwareFields", "Modules")},
    {"body", QT_TRANSLATE_NOOP("HardwareFields", "Case")},
    {"gpus", QT_TRANSLATE_NOOP("HardwareFields", "GPUs")},
    {"host", QT_TRANSLATE_NOOP("HardwareFields", "Host")},
    {"output", QT_TRANSLATE_NOOP("HardwareFields", "Output")},
};

// Full paths first, for keys whose meaning depends on their path.
constexpr Named field_names[] = {
    {"memory.type", QT_TRANSLATE_NOOP("HardwareFields", "kind of memory")},
    {"gpus.gpus", QT_TRANSLATE_NOOP("HardwareFields", "ids of the GPUs it is sold with")},
    {"gpus.slots", QT_TRANSLATE_NOOP("HardwareFields", "slots for cards")},
    {"board.slots", QT_TRANSLATE_NOOP("HardwareFields", "width in slots")},
    {"modules.modules", QT_TRANSLATE_NOOP("HardwareFields", "modules in the kit")},
    {"name", QT_TRANSLATE_NOOP("HardwareFields", "Name")},
    {"vendor", QT_TRANSLATE_NOOP("HardwareFields", "Vendor")},
    {"aliases", QT_TRANSLATE_NOOP("HardwareFields", "Other names")},
    {"architecture", QT_TRANSLATE_NOOP("HardwareFields", "Architecture")},
    {"compute_capability", QT_TRANSLATE_NOOP("HardwareFields", "Compute capability")},
    {"segment", QT_TRANSLATE_NOOP("HardwareFields", "Segment")},
    {"availability", QT_TRANSLATE_NOOP("HardwareFields", "Availability")},
    {"release", QT_TRANSLATE_NOOP("HardwareFields", "Release")},
    {"devices_per_board", QT_TRANSLATE_NOOP("HardwareFields", "Devices per board")},
    {"type", QT_TRANSLATE_NOOP("HardwareFields", "Kind of memory")},
    {"interface", QT_TRANSLATE_NOOP("HardwareFields", "Interface")},
    {"generic", QT_TRANSLATE_NOOP("HardwareFields", "A class of products")},
    {"sold_complete", QT_TRANSLATE_NOOP("HardwareFields", "Sold with GPUs, processors and memory")},
    {"socket", QT_TRANSLATE_NOOP("HardwareFields", "Socket")},
    {"most_sockets", QT_TRANSLATE_NOOP("HardwareFields", "Most sockets")},
    {"kind", QT_TRANSLATE_NOOP("HardwareFields", "Kind")},
    {"generation", QT_TRANSLATE_NOOP("HardwareFields", "Generation")},
    {"lanes", QT_TRANSLATE_NOOP("HardwareFields", "Lanes, links or ports")},
    {"capacity_GB", QT_TRANSLATE_NOOP("HardwareFields", "size on the label")},
    {"bus_width_bit", QT_TRANSLATE_NOOP("HardwareFields", "bus width")},
    {"bandwidth_GBps", QT_TRANSLATE_NOOP("HardwareFields", "bandwidth")},
    {"l2_MB", QT_TRANSLATE_NOOP("HardwareFields", "L2 cache")},
    {"l3_MB", QT_TRANSLATE_NOOP("HardwareFields", "L3 cache")},
    {"sm_count", QT_TRANSLATE_NOOP("HardwareFields", "multiprocessors")},
    {"shaders", QT_TRANSLATE_NOOP("HardwareFields", "shaders")},
    {"tensor_cores", QT_TRANSLATE_NOOP("HardwareFields", "matrix units (0: none)")},
    {"boost_MHz", QT_TRANSLATE_NOOP("HardwareFields", "boost clock")},
    {"tensor_boost_MHz", QT_TRANSLATE_NOOP("HardwareFields", "clock of the tensor peaks")},
    {"fp64_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP64")},
    {"fp64_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP64, matrix units")},
    {"fp32_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP32")},
    {"tf32_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "TF32, matrix units")},
    {"fp16_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16")},
    {"bf16_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "BF16")},
    {"fp16_vector_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16, ordinary units")},
    {"fp16_tensor_fp16acc_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16 dense, summed in FP16")},
    {"fp16_tensor_fp32acc_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16 dense, summed in FP32")},
    {"bf16_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "BF16 dense")},
    {"fp8_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP8 dense")},
    {"fp4_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP4 dense")},
    {"int8_TOPS", QT_TRANSLATE_NOOP("HardwareFields", "INT8 dense")},
    {"pcie_generation", QT_TRANSLATE_NOOP("HardwareFields", "PCIe generation")},
    {"pcie_lanes", QT_TRANSLATE_NOOP("HardwareFields", "PCIe lanes")},
    {"pcie_peer_to_peer", QT_TRANSLATE_NOOP("HardwareFields", "direct copies between cards")},
    {"peer_kind", QT_TRANSLATE_NOOP("HardwareFields", "link between GPUs")},
    {"peer_generation", QT_TRANSLATE_NOOP("HardwareFields", "generation of that link")},
    {"peer_bidirectional_GBps", QT_TRANSLATE_NOOP("HardwareFields", "its rate, both directions added")},
    {"peer_domain_gpus", QT_TRANSLATE_NOOP("HardwareFields", "GPUs that it joins")},
    {"tdp_W", QT_TRANSLATE_NOOP("HardwareFields", "nominal power")},
    {"turbo_W", QT_TRANSLATE_NOOP("HardwareFields", "turbo power")},
    {"form_factor", QT_TRANSLATE_NOOP("HardwareFields", "form factor")},
    {"threads", QT_TRANSLATE_NOOP("HardwareFields", "threads")},
    {"cores", QT_TRANSLATE_NOOP("HardwareFields", "cores")},
    {"base_GHz", QT_TRANSLATE_NOOP("HardwareFields", "base clock")},
    {"boost_GHz", QT_TRANSLATE_NOOP("HardwareFields", "boost clock of one core")},
    {"fp32_flop_per_cycle", QT_TRANSLATE_NOOP("HardwareFields", "FP32 operations per core and cycle")},
    {"simd", QT_TRANSLATE_NOOP("HardwareFields", "vector extension")},
    {"formats_without_units", QT_TRANSLATE_NOOP("HardwareFields", "formats without units")},
    {"integrated_graphics", QT_TRANSLATE_NOOP("HardwareFields", "graphics of its own")},
    {"bf16_products", QT_TRANSLATE_NOOP("HardwareFields", "instructions for BF16 products")},
    {"fp16_products", QT_TRANSLATE_NOOP("HardwareFields", "instructions for FP16 products")},
    {"channels", QT_TRANSLATE_NOOP("HardwareFields", "channels")},
    {"speed_MTps", QT_TRANSLATE_NOOP("HardwareFields", "transfer rate")},
    {"largest_capacity_GB", QT_TRANSLATE_NOOP("HardwareFields", "largest capacity")},
    {"module_GB", QT_TRANSLATE_NOOP("HardwareFields", "size of a module")},
    {"bandwidth_per_channel_GBps", QT_TRANSLATE_NOOP("HardwareFields", "bandwidth of a channel")},
    {"per_direction_GBps", QT_TRANSLATE_NOOP("HardwareFields", "one way")},
    {"effective_GBps", QT_TRANSLATE_NOOP("HardwareFields", "reached one way")},
    {"effective_basis", QT_TRANSLATE_NOOP("HardwareFields", "how that was measured")},
    {"latency_us", QT_TRANSLATE_NOOP("HardwareFields", "latency")},
    {"most_gpus", QT_TRANSLATE_NOOP("HardwareFields", "most GPUs")},
    {"sequential_read_MBps", QT_TRANSLATE_NOOP("HardwareFields", "sequential read")},
    {"sequential_write_MBps", QT_TRANSLATE_NOOP("HardwareFields", "sequential write")},
    {"random_reads_per_second", QT_TRANSLATE_NOOP("HardwareFields", "random reads per second")},
    {"random_writes_per_second", QT_TRANSLATE_NOOP("HardwareFields", "random writes per second")},
    {"small_file_read_MBps", QT_TRANSLATE_NOOP("HardwareFields", "read of small files")},
    {"file_open_us", QT_TRANSLATE_NOOP("HardwareFields", "time to open a file")},
    {"form", QT_TRANSLATE_NOOP("HardwareFields", "form")},
    {"rack_units", QT_TRANSLATE_NOOP("HardwareFields", "rack units")},
    {"cooling", QT_TRANSLATE_NOOP("HardwareFields", "cooling")},
    {"mount", QT_TRANSLATE_NOOP("HardwareFields", "cards or modules")},
    {"x16_slots", QT_TRANSLATE_NOOP("HardwareFields", "slots with 16 lanes")},
    {"lanes_with_all_slots", QT_TRANSLATE_NOOP("HardwareFields", "lanes of a card with all slots used")},
    {"sockets", QT_TRANSLATE_NOOP("HardwareFields", "sockets")},
    {"processors", QT_TRANSLATE_NOOP("HardwareFields", "processors")},
    {"processor_sockets", QT_TRANSLATE_NOOP("HardwareFields", "sockets of the processors it takes")},
    {"processor_segments", QT_TRANSLATE_NOOP("HardwareFields", "segments of the processors it takes")},
    {"most_cpu_W", QT_TRANSLATE_NOOP("HardwareFields", "largest processor")},
    {"memory_GB", QT_TRANSLATE_NOOP("HardwareFields", "memory it is sold with")},
    {"most_memory_GB", QT_TRANSLATE_NOOP("HardwareFields", "most memory")},
    {"network_ports", QT_TRANSLATE_NOOP("HardwareFields", "network ports")},
    {"network", QT_TRANSLATE_NOOP("HardwareFields", "network")},
    {"most_W", QT_TRANSLATE_NOOP("HardwareFields", "most it draws")},
    {"supplies", QT_TRANSLATE_NOOP("HardwareFields", "power supplies")},
    {"supply_W", QT_TRANSLATE_NOOP("HardwareFields", "output of one supply")},
    {"supplies_needed", QT_TRANSLATE_NOOP("HardwareFields", "supplies that must work")},
    {"output_W", QT_TRANSLATE_NOOP("HardwareFields", "on the label")},
    {"efficiency_class", QT_TRANSLATE_NOOP("HardwareFields", "80 PLUS class")},
    {"source", QT_TRANSLATE_NOOP("HardwareFields", "source")},
    {"source_date", QT_TRANSLATE_NOOP("HardwareFields", "date of the source")},
    {"confidence", QT_TRANSLATE_NOOP("HardwareFields", "confidence")},
    {"computation", QT_TRANSLATE_NOOP("HardwareFields", "computation")},
};

struct Suffix {
    std::string_view end;
    const char* unit;
};

// Sizes on labels are binary, rates decimal.
constexpr Suffix units[] = {{"_GBps", "GB/s"}, {"_MBps", "MB/s"}, {"_MTps", "MT/s"}, {"_GB", "GiB"},
                            {"_MB", "MiB"},    {"_MHz", "MHz"},   {"_GHz", "GHz"},   {"_TFLOPS", "TFLOPS"},
                            {"_TOPS", "TOPS"}, {"_W", "W"},       {"_us", "µs"},     {"_bit", "bit"}};

template <std::size_t count>
const char* text_of(const Named (&table)[count], std::string_view key)
{
    const auto found = std::find_if(std::begin(table), std::end(table), [key](const Named& n) { return n.key == key; });
    return found != std::end(table) ? found->text : nullptr;
}

QString field_word(const char* text) { return QCoreApplication::translate("HardwareFields", text); }

} // namespace

QString kind_name(RecordKind kind)
{
    switch (kind) {
    case RecordKind::gpu: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "GPU"));
    case RecordKind::cpu: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Processor"));
    case RecordKind::link: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Link"));
    case RecordKind::storage: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Storage"));
    case RecordKind::memory_kit: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Memory kit"));
    case RecordKind::chassis: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Chassis"));
    case RecordKind::power_supply: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Power supply"));
    }
    return {};
}

QString field_label(std::string_view path)
{
    const std::string_view key = path.substr(path.rfind('.') + 1);
    const char* text = text_of(field_names, path);
    if (text == nullptr) text = text_of(field_names, key);
    QString name = text != nullptr ? field_word(text) : from_utf8(key);
    if (key.size() == path.size()) return name;
    const std::string_view top = path.substr(0, path.find('.'));
    const char* group = text_of(groups, top);
    if (path.find("core_groups.") != std::string_view::npos) {
        const bool first = path.find("core_groups.0") != std::string_view::npos;
        return (first ? field_word(QT_TRANSLATE_NOOP("HardwareFields", "Cores: %1"))
                      : field_word(QT_TRANSLATE_NOOP("HardwareFields", "Second kind of cores: %1")))
            .arg(name);
    }
    const QString heading = group != nullptr ? field_word(group) : from_utf8(top);
    return field_word(QT_TRANSLATE_NOOP("HardwareFields", "%1: %2")).arg(heading, name);
}

QString field_unit(std::string_view path)
{
    const auto found =
        std::find_if(std::begin(units), std::end(units), [path](const Suffix& s) { return path.ends_with(s.end); });
    return found != std::end(units) ? QString::fromUtf8(found->unit) : QString();
}

} // namespace rigwright
