// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/hardware_data.h"

#include "core/hardware/dates.h"
#include "core/json/strict_json.h"

#include <QUndoCommand>

#include <algorithm>

namespace rigwright {

namespace {

std::vector<FileChange> backwards(std::vector<FileChange> changes)
{
    std::reverse(changes.begin(), changes.end());
    for (FileChange& change : changes) change = reversed(change);
    return changes;
}

nlohmann::json json_of(const std::filesystem::path& file)
{
    std::error_code failure;
    if (!std::filesystem::exists(file, failure)) return nullptr;
    return parse_json_file(file).value;
}

} // namespace

/// A change that is already applied when pushed.
class HardwareEdit : public QUndoCommand {
public:
    HardwareEdit(HardwareData& data, std::vector<FileChange> changes, const QString& description)
        : QUndoCommand(description),
          data_(data),
          changes_(std::move(changes))
    {}

    void undo() override { setObsolete(!data_.apply(backwards(changes_))); }
    void redo() override
    {
        if (std::exchange(is_done_, false)) return;
        setObsolete(!data_.apply(changes_));
    }

private:
    HardwareData& data_;
    std::vector<FileChange> changes_;
    bool is_done_ = true;
};

HardwareData::HardwareData(Document& document, std::filesystem::path shipped, std::filesystem::path own,
                           std::vector<JsonIssue> issues, QObject* parent)
    : QObject(parent),
      document_(document),
      shipped_(std::move(shipped)),
      own_(std::move(own)),
      issues_(std::move(issues))
{
    std::erase_if(issues_, [](const JsonIssue& issue) { return !issue.own; });
}

void HardwareData::use(const Messages& messages)
{
    messages_ = messages;
    auto next = std::make_shared<EngineData>(*document_.data());
    if (name_part_classes(next->hardware, messages)) document_.use_data(std::move(next));
}

bool HardwareData::change(std::vector<FileChange> changes, const QString& description)
{
    std::erase_if(changes, [](const FileChange& change) { return change.before == change.after; });
    if (changes.empty()) return true;
    if (!apply(changes)) return false;
    undo_stack_.push(new HardwareEdit(*this, std::move(changes), description));
    return true;
}

bool HardwareData::write(const std::vector<FileChange>& changes)
{
    std::vector<FileChange> written;
    for (const FileChange& change : changes) {
        const std::optional<JsonIssue> issue =
            own_.empty() ? JsonIssue{"$", "cannot-write", change.file, ""} : apply_change(own_, change);
        if (!issue) {
            written.push_back(change);
            continue;
        }
        for (const FileChange& back : backwards(written)) apply_change(own_, back);
        emit failed(*issue);
        return false;
    }
    return true;
}

bool HardwareData::read_again()
{
    CatalogLoad load = load_catalog(shipped_, own_, today());
    auto next = std::make_shared<EngineData>(*document_.data());
    next->hardware = std::move(load.catalog);
    if (messages_) name_part_classes(next->hardware, *messages_);
    const Evaluation check = evaluate(document_.scenario(), *next);
    if (!check.estimate && document_.evaluation().estimate) {
        emit refused(check.errors);
        return false;
    }
    document_.use_data(std::move(next));
    issues_ = std::move(load.issues);
    std::erase_if(issues_, [](const JsonIssue& issue) { return !issue.own; });
    return true;
}

bool HardwareData::apply(const std::vector<FileChange>& changes)
{
    if (!write(changes)) return false;
    if (read_again()) {
        emit changed();
        return true;
    }
    for (const FileChange& back : backwards(changes)) apply_change(own_, back);
    return false;
}

nlohmann::json HardwareData::shipped_record(RecordKind kind, const std::string& id) const
{
    return json_of(shipped_ / record_file(kind, id));
}

nlohmann::json HardwareData::own_record(RecordKind kind, const std::string& id) const
{
    return json_of(own_ / record_file(kind, id));
}

} // namespace rigwright
