// SPDX-License-Identifier: Apache-2.0
#include "core/report/make_report.h"

#include "core/report/sections.h"

#include <algorithm>

namespace rigwright {

namespace {

bool all_train_on_processors(const ReportInputs& inputs)
{
    return std::all_of(inputs.options.begin(), inputs.options.end(),
                       [](const auto& option) { return trains_on_processor(option->scenario.build); });
}

} // namespace

Report make_report(const ReportInputs& inputs, const Messages& table)
{
    Messages messages = table;
    messages.speak_of_processors(all_train_on_processors(inputs));
    const ReportDraft draft{inputs, messages, option_names(inputs, messages)};
    Report report;
    report.language = messages.language();
    report.title = inputs.options.size() == 1 ? draft.text("title-one", {{"name", draft.names.front()}})
                                              : draft.text("title-several");
    for (const auto section : {question_section, choice_section, comparison_section, bill_section, memory_section,
                               time_section, money_section, assumptions_section, findings_section, provenance_section})
        report.sections.push_back(section(draft));
    return report;
}

} // namespace rigwright
