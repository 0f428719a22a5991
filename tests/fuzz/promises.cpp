// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/promises.h"

#include "core/json/data_directory.h"
#include "core/scenario/import_model.h"
#include "core/text/messages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace rigwright::test {

namespace {

const std::array<Messages, 2>& both_languages()
{
    static const DataDirectory folder = find_data_directory().value_or(DataDirectory({}));
    static const std::array<Messages, 2> messages{load_messages(folder, Language::english).messages,
                                                  load_messages(folder, Language::chinese).messages};
    return messages;
}

void promise_sentence(const Messages& messages, const std::string& code, const std::string& sentence)
{
    promise(messages.has(code), "no sentence for " + code);
    promise(!sentence.empty(), "an empty sentence for " + code);
}

} // namespace

void promise(bool kept, const std::string& what)
{
    if (!kept) throw std::logic_error(what);
}

std::vector<std::string> promise_words(const std::vector<JsonIssue>& issues)
{
    std::vector<std::string> places;
    for (const JsonIssue& issue : issues) {
        promise(issue.path.starts_with("$"), "an issue without place: " + issue.code + " at " + issue.path);
        promise(!issue.code.empty(), "an issue without code at " + issue.path);
        for (const Messages& messages : both_languages())
            promise(!text_of_issue(issue, messages).starts_with("["), "no sentence for the issue " + issue.code);
        places.push_back(issue.path);
    }
    return places;
}

std::vector<std::string> promise_words(const std::vector<Finding>& findings)
{
    std::vector<std::string> places;
    for (const Finding& finding : findings) {
        promise(json_path_of(finding).starts_with("$"), "a finding without place: " + finding.code);
        for (const Messages& messages : both_languages()) {
            promise_sentence(messages, "finding." + finding.code, messages.text_of_finding(finding));
            for (const std::string& place : places_of(messages.text("finding." + finding.code)))
                promise(std::ranges::any_of(finding.arguments,
                                            [&](const auto& argument) { return argument.first == place; }),
                        "finding." + finding.code + " lacks " + place);
        }
        places.push_back(json_path_of(finding));
    }
    return places;
}

std::vector<std::string> promise_import_words(const std::vector<JsonIssue>& issues)
{
    std::vector<std::string> places;
    for (const JsonIssue& issue : issues) {
        promise(!issue.path.empty(), "an issue without place: " + issue.code);
        const Finding finding = import_finding(issue, "file", "model.import");
        promise(finding.code == "import-" + issue.code, "no finding for the issue " + issue.code);
        promise_words(std::vector{finding});
        places.push_back(issue.path);
    }
    return places;
}

void promise_numbers(const nlohmann::ordered_json& value)
{
    promise(!value.is_null(), "a null in the estimate");
    if (value.is_number_float()) promise(std::isfinite(value.get<double>()), "a number that is none in the estimate");
    if (value.is_structured())
        for (const auto& element : value) promise_numbers(element);
}

} // namespace rigwright::test
