// SPDX-License-Identifier: Apache-2.0
#include "core/project/project_json.h"

#include "core/json/strict_json.h"
#include "core/project/project.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/list_json.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/scenario/task.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

bool is_unknown_key(const Finding& error) { return error.code == "unknown-key" || error.code == "unknown-key-nearest"; }

/// Calls `visit(field, pointer, value)` for every member of every object and descends unless it returns true.
template <typename Visit>
void walk(const json& value, const std::string& field, const json::json_pointer& pointer, const Visit& visit)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            const std::string inner = json_member_path(field, key);
            if (!visit(inner, pointer / key, member)) walk(member, inner, pointer / key, visit);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) walk(value[i], json_element_path(field, i), pointer / i, visit);
    }
}

/// The object at a path; missing objects are created, since a group at its defaults is not written. Null if a list is
/// now too short.
ordered_json* object_at(ordered_json& value, const ordered_json::json_pointer& place)
{
    if (value.contains(place)) return value[place].is_object() ? &value[place] : nullptr;
    ordered_json* outer = object_at(value, place.parent_pointer());
    return outer == nullptr ? nullptr : &((*outer)[place.back()] = ordered_json::object());
}

/// Removes the findings about unknown keys from `errors` and returns their fields in order.
std::vector<std::string> take_unknown_keys(std::vector<Finding>& errors)
{
    std::vector<std::string> fields;
    for (const Finding& error : errors)
        if (is_unknown_key(error)) fields.push_back(error.field);
    std::erase_if(errors, is_unknown_key);
    return fields;
}

/// The members of `value` (located at the field `at`) at the given fields, by JSON pointer.
UnknownMembers members_at(const json& value, std::string_view at, const std::vector<std::string>& fields)
{
    UnknownMembers members;
    if (fields.empty()) return members;
    walk(value, std::string(at), json::json_pointer(),
         [&](const std::string& field, const json::json_pointer& pointer, const json& member) {
             const bool wanted = std::ranges::find(fields, field) != fields.end();
             if (wanted) members[pointer.to_string()] = member.dump();
             return wanted;
         });
    return members;
}

/// Restores members by JSON pointer unless their key exists already. Creates missing objects for them, but not missing
/// elements of a list.
void restore_members(ordered_json& value, const UnknownMembers& members)
{
    for (const auto& [place, text] : members) {
        const ordered_json::json_pointer pointer(place);
        ordered_json* holder = object_at(value, pointer.parent_pointer());
        if (holder != nullptr && !holder->contains(pointer.back()))
            (*holder)[pointer.back()] = ordered_json::parse(text);
    }
}

/// Fields of `value` with a text longer than the limit, keys included.
void find_long_texts(const json& value, const std::string& field, std::vector<Finding>& errors)
{
    if (value.is_string() && value.get_ref<const std::string&>().size() > longest_text)
        errors.push_back(input_error("text-too-long", field, value.get_ref<const std::string&>().size(), longest_text));
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            // A key of that length would make its own path as long.
            if (key.size() > longest_text)
                errors.push_back(input_error("text-too-long", field, key.size(), longest_text));
            else
                find_long_texts(member, json_member_path(field, key), errors);
        }
    }
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) find_long_texts(value[i], json_element_path(field, i), errors);
    }
}

constexpr FieldRule name_rule{.type = FieldType::text, .minimum = 1, .maximum = 200};
constexpr FieldRule date_rule{.type = FieldType::text, .minimum = 1, .maximum = 40};
constexpr int indentation = 2;

/// Reads one project file, outermost object first.
class ProjectReader {
public:
    explicit ProjectReader(ProjectReading& result) : result_(result), project_(result.project) {}

    void read(const json& value)
    {
        ObjectReader file(value, {}, report_to(result_.errors));
        if (!value.is_object() || !read_format(file)) return;
        project_.name = file.optional_text("name", name_rule).value_or("");
        project_.builds.clear();
        if (result_.layout == ProjectLayout::builds)
            read_builds(file);
        else
            read_machines(file);
        project_.current = position(file, "current");
        project_.baseline = position(file, "baseline");
        project_.view = object_text(file, "view");
        keep_unknown(file, project_.unknown);
    }

private:
    /// False if the version does not allow further reading.
    bool read_format(ObjectReader& file)
    {
        has_format(file, project_format);
        project_.version = version(file, "version");
        project_.minimum_reader = file.has("minimum_reader") ? version(file, "minimum_reader") : project_.version;
        newer_ = project_.version > project_version;
        result_.layout = project_.version < 2 ? ProjectLayout::builds : ProjectLayout::machines;
        const bool readable = project_.minimum_reader <= project_version;
        // The written file has at least this version.
        project_.version = std::max(project_.version, project_version);
        if (readable) {
            project_.minimum_reader = std::max(project_.minimum_reader, project_minimum_reader);
            return result_.errors.empty();
        }
        add(input_error("newer-project", "minimum_reader",
                        {{"found", bound_argument(static_cast<double>(project_.minimum_reader))},
                         {"maximum", bound_argument(static_cast<double>(project_version))}}));
        return false;
    }

    std::int64_t version(ObjectReader& file, std::string_view key)
    {
        constexpr double far_future = 1e6;
        const FieldRule rule{.type = FieldType::integer, .minimum = 1, .maximum = far_future};
        file.required(key);
        return file.optional_integer(key, rule).value_or(project_version);
    }

    /// Calls `read` for each object of the list of machines. False if the list is missing or of a wrong length.
    bool read_list(ObjectReader& file, const char* key, const std::function<Build(ObjectReader&)>& read)
    {
        const json* list = file.required_array(key);
        if (list == nullptr) return false;
        if (list->empty() || list->size() > most_builds) {
            add(input_error("number-of-builds", key,
                            {{"found", bound_argument(static_cast<double>(list->size()))},
                             {"minimum", bound_argument(1.0)},
                             {"maximum", bound_argument(static_cast<double>(most_builds))}}));
            return false;
        }
        file.required_objects(key, [&](ObjectReader& object) { project_.builds.push_back(read(object)); });
        const std::size_t pinned = pinned_builds(project_).size();
        if (pinned > most_pinned) add(input_error("too-many-pinned", key, pinned, most_pinned));
        return true;
    }

    /// Version 1: each build has a whole scenario.
    void read_builds(ObjectReader& file)
    {
        if (!read_list(file, "builds", [this](ObjectReader& build) { return read_build(build); })) return;
        project_ = with_exceptions_marked(std::move(project_));
        for (std::size_t i = 0; i < project_.builds.size(); ++i)
            if (project_.builds[i].exception) result_.new_exceptions.push_back(i);
    }

    Build read_build(ObjectReader& object)
    {
        Build build;
        if (!object.is_object()) return build;
        if (const json* scenario = object.required("scenario")) {
            ScenarioReading reading = read_scenario(*scenario, object.path_of("scenario"));
            build.scenario = std::move(reading.scenario);
            for (Finding& error : reading.errors) add(std::move(error));
        }
        if (auto pin = object.optional_object("pinned")) build.pin = read_pin(*pin);
        object.finish();
        return build;
    }

    void read_machines(ObjectReader& file)
    {
        Scenario task;
        if (const json* value = file.required("task")) {
            std::vector<Finding> errors;
            read_task(*value, file.path_of("task"), task, errors);
            project_.unknown_in_task = take_unknown(*value, file.path_of("task"), errors);
        }
        if (!read_list(file, "machines", [&](ObjectReader& machine) { return read_machine(machine, task); })) return;
        if (std::ranges::find(project_.builds, false, &Build::exception) == project_.builds.end())
            add(input_error("no-machine-of-task", "machines"));
    }

    static void read_task(const json& value, const std::string& at, Scenario& task, std::vector<Finding>& errors)
    {
        ObjectReader object(value, at, report_to(errors));
        if (!object.is_object()) return;
        read_part_of(object, ScenarioPart::task, task, errors);
        object.finish();
    }

    Build read_machine(ObjectReader& object, const Scenario& task)
    {
        Build build;
        if (!object.is_object()) return build;
        std::vector<Finding> errors;
        const std::string at = json_element_path("machines", project_.builds.size());
        ObjectReader machine(*object.members(), at, report_to(errors));
        build.scenario = task;
        if (const json* exception = machine.any("exception")) {
            build.exception = true;
            build.scenario = {};
            read_task(*exception, machine.path_of("exception"), build.scenario, errors);
        }
        read_part_of(machine, ScenarioPart::machine, build.scenario, errors);
        if (auto pin = machine.optional_object("pinned")) build.pin = read_pin(*pin);
        build.offer = object_text(machine, "offer");
        machine.finish();
        build.unknown = take_unknown(*object.members(), at, errors);
        return build;
    }

    /// Keeps the unknown members of one part of a newer file; all other errors become those of the file.
    UnknownMembers take_unknown(const json& value, const std::string& at, std::vector<Finding>& errors)
    {
        UnknownMembers members;
        if (newer_) {
            const std::vector<std::string> fields = take_unknown_keys(errors);
            members = members_at(value, at, fields);
            list_unknown(fields);
        }
        for (Finding& error : errors) add(std::move(error));
        return members;
    }

    Pin read_pin(ObjectReader& object)
    {
        Pin pin;
        if (!object.is_object()) return pin;
        object.required("date");
        pin.date = object.optional_text("date", date_rule).value_or("");
        pin.database = object.optional_text("database", name_rule).value_or("");
        // Same form as the prices in a scenario.
        read_price_overrides(object, pin.prices);
        read_exchange_rates(object, pin.exchange_rates);
        if (pin.prices.size() > most_pinned_prices)
            add(input_error("number-of-prices", object.path_of("price_overrides"), pin.prices.size(),
                            most_pinned_prices));
        pin.electricity_price_per_kwh =
            object.optional_number("electricity_price_per_kWh", *field_of("economics.electricity_price_per_kWh"));
        keep_unknown(object, pin.unknown);
        return pin;
    }

    std::size_t position(ObjectReader& file, std::string_view key)
    {
        file.any(key);
        if (project_.builds.empty()) return 0;
        const double last = static_cast<double>(project_.builds.size() - 1);
        return static_cast<std::size_t>(
            file.optional_integer(key, {.type = FieldType::integer, .minimum = 0, .maximum = last}).value_or(0));
    }

    /// The text of an object that the engine does not read; an empty one is none.
    static std::string object_text(ObjectReader& file, std::string_view key)
    {
        const auto object = file.optional_object(key);
        return object && object->is_object() && !object->members()->empty() ? object->members()->dump() : std::string();
    }

    /// Finishes one object of the project: unknown keys are errors, or kept if the file is newer.
    void keep_unknown(ObjectReader& object, UnknownMembers& unknown)
    {
        if (!newer_) return object.finish();
        std::vector<std::string> fields;
        for (const std::string& key : object.unread()) {
            unknown[key] = (*object.members())[key].dump();
            fields.push_back(object.path_of(key));
        }
        list_unknown(fields);
    }

    void list_unknown(const std::vector<std::string>& fields)
    {
        for (const std::string& field : fields) result_.unknown.push_back("$." + field);
    }

    void add(Finding error) { result_.errors.push_back(std::move(error)); }

    ProjectReading& result_;
    Project& project_;
    bool newer_ = false;
};

void write_unknown(ordered_json& object, const UnknownMembers& unknown)
{
    for (const auto& [key, text] : unknown)
        if (!object.contains(key)) object[key] = ordered_json::parse(text);
}

ordered_json pin_json(const Pin& pin)
{
    ordered_json object{{"date", pin.date}};
    if (!pin.database.empty()) object["database"] = pin.database;
    write_price_overrides(object, pin.prices);
    write_exchange_rates(object, pin.exchange_rates);
    if (pin.electricity_price_per_kwh) object["electricity_price_per_kWh"] = json_of(*pin.electricity_price_per_kwh);
    write_unknown(object, pin.unknown);
    return object;
}

ordered_json task_json(const Scenario& scenario)
{
    ordered_json object = ordered_json::object();
    write_part_of(object, ScenarioPart::task, scenario, Expand::as_given);
    return object;
}

ordered_json machine_json(const Build& build)
{
    ordered_json object = ordered_json::object();
    write_part_of(object, ScenarioPart::machine, build.scenario, Expand::as_given);
    if (build.exception) object["exception"] = task_json(build.scenario);
    if (!build.offer.empty()) object["offer"] = ordered_json::parse(build.offer);
    if (build.pin) object["pinned"] = pin_json(*build.pin);
    restore_members(object, build.unknown);
    return object;
}

void read_plain_scenario(const json& value, ProjectReading& result)
{
    ScenarioReading reading = read_scenario(value);
    result.layout = ProjectLayout::scenario;
    result.errors = std::move(reading.errors);
    result.project = project_of(std::move(reading.scenario));
}

} // namespace

std::string field_in_file(const ProjectReading& reading, std::size_t build, const std::string& field)
{
    const auto inside = [&field](const std::string& outer) {
        if (field.empty()) return outer;
        return outer + (field.front() == '[' ? "" : ".") + field;
    };
    switch (reading.layout) {
    case ProjectLayout::scenario: return field;
    case ProjectLayout::builds: return inside(json_member_path(json_element_path("builds", build), "scenario"));
    case ProjectLayout::machines: break;
    }
    const std::string machine = json_element_path("machines", build);
    if (!is_of_task(field)) return inside(machine);
    return inside(reading.project.builds[build].exception ? json_member_path(machine, "exception") : "task");
}

ProjectReading read_project(const json& value)
{
    ProjectReading result;
    find_long_texts(value, {}, result.errors);
    if (!result.errors.empty()) return result;
    const bool names_project = value.is_object() && value.contains("format") && value["format"].is_string() &&
                               value["format"].get_ref<const std::string&>().starts_with(project_format);
    if (names_project || (value.is_object() && (value.contains("builds") || value.contains("machines"))))
        ProjectReader(result).read(value);
    else
        read_plain_scenario(value, result);
    return result;
}

ProjectReading parse_project(std::string_view text)
{
    const JsonDocument document = parse_json(text, project_json_limits);
    if (document.issues.empty()) return read_project(document.value);
    ProjectReading result;
    for (const JsonIssue& issue : document.issues) result.errors.push_back(json_finding(issue, text));
    return result;
}

ordered_json write_project(const Project& project)
{
    ordered_json file{{"format", project_format},
                      {"version", std::max(project.version, project_version)},
                      {"minimum_reader", std::max(project.minimum_reader, project_minimum_reader)}};
    if (!project.name.empty()) file["name"] = project.name;
    file["current"] = project.current;
    file["baseline"] = project.baseline;
    file["task"] = task_json(task_holder(project));
    restore_members(file["task"], project.unknown_in_task);
    file["machines"] = list_json(project.builds, machine_json);
    if (!project.view.empty()) file["view"] = ordered_json::parse(project.view);
    write_unknown(file, project.unknown);
    return file;
}

std::string project_text(const Project& project) { return write_project(project).dump(indentation) + '\n'; }

} // namespace rigwright
