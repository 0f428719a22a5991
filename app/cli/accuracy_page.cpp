// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accuracy_page.h"

#include "app/cli/markdown_table.h"
#include "app/cli/refit_tables.h"
#include "core/text/digits.h"

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

void print_table(const std::vector<GroupRow>& rows, Session& session)
{
    std::vector<MarkdownRow> cells;
    cells.reserve(rows.size());
    for (const GroupRow& row : rows) cells.push_back(summary_cells(row, session.messages));
    print_markdown_table(summary_headings(session.messages), cells, session.out);
}

void print_interval_list(const std::vector<Interval>& intervals, Session& session)
{
    constexpr int decimals = 2;
    const Messages& words = session.messages;
    for (const Interval& interval : intervals)
        session.out << "- "
                    << words.text("accuracy.interval",
                                  {{"kind", MessageCode{"reading." + std::string(row_of(interval.kind).key)}},
                                   {"low", fixed(interval.low, decimals)},
                                   {"high", fixed(interval.high, decimals)},
                                   {"margin", fixed(interval.margin, decimals)},
                                   {"count", std::to_string(interval.count)}})
                    << '\n';
    session.out << '\n';
}

std::string bounds_text(const BoundSummary& bounds, const Messages& words)
{
    return words.text("validation.bounds",
                      {{"inside", std::to_string(bounds.inside)}, {"count", std::to_string(bounds.count)}});
}

void print_domain_page(const DomainSummary& fitted, const DomainSummary& left_out, Session& session)
{
    const Messages& words = session.messages;
    session.out << "## " << words.text("validation.domain." + std::string(key_of(fitted.domain))) << "\n\n"
                << words.text("accuracy.fitted") << "\n\n";
    print_table(fitted.rows, session);
    if (fitted.bounds) session.out << bounds_text(*fitted.bounds, words) << "\n\n";
    session.out << words.text("accuracy.left-out") << "\n\n";
    print_table(left_out.rows, session);
    if (left_out.bounds) session.out << bounds_text(*left_out.bounds, words) << "\n\n";
    session.out << words.text("accuracy.intervals") << "\n\n";
    print_interval_list(left_out.intervals, session);
}

void print_failure_list(const std::vector<Outcome>& outcomes, Session& session)
{
    const auto failed = std::count_if(outcomes.begin(), outcomes.end(),
                                      [](const Outcome& outcome) { return !outcome.predicted.has_value(); });
    session.out << "## " << session.messages.text("accuracy.not-computed-title") << "\n\n";
    session.out << session.messages.text("accuracy.not-computed", {{"count", std::to_string(failed)}}) << '\n';
    for (const Outcome& outcome : outcomes) {
        if (outcome.predicted) continue;
        session.out << "\n- `" << outcome.id << "`:";
        for (const Finding& error : outcome.errors)
            session.out << " `" << json_path_of(error) << "` " << session.messages.text_of_finding(error);
    }
    if (failed > 0) session.out << '\n';
}

Arguments range_arguments(const MemoryCoefficients& memory)
{
    constexpr int decimals = 2;
    return {{"low", fixed(memory.range.low, decimals)},
            {"high", fixed(memory.range.high, decimals)},
            {"margin", fixed(memory.range.margin, decimals)},
            {"detector_low", fixed(memory.detector_range.low, decimals)},
            {"detector_high", fixed(memory.detector_range.high, decimals)},
            {"detector_margin", fixed(memory.detector_range.margin, decimals)}};
}

} // namespace

void print_accuracy_page(const Validation& fitted, const Validation& left_out, std::span<const RefitRow> refits,
                         Session& session)
{
    const Messages& words = session.messages;
    session.out << "# " << words.text("accuracy.title") << "\n\n"
                << words.text("accuracy.made") << "\n\n"
                << words.text("accuracy.terms") << "\n\n"
                << words.text("accuracy.band", range_arguments(session.data.memory)) << "\n\n";
    const std::vector<DomainSummary> present = summarize(fitted.outcomes);
    const std::vector<DomainSummary> without = summarize(left_out.outcomes);
    for (std::size_t i = 0; i < std::min(present.size(), without.size()); ++i)
        print_domain_page(present[i], without[i], session);
    if (!refits.empty()) print_refit_tables(refits, session);
    print_failure_list(fitted.outcomes, session);
    session.out << '\n' << words.text("accuracy.next") << '\n';
}

} // namespace rigwright::cli
