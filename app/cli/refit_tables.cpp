// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/refit_tables.h"

#include "app/cli/markdown_table.h"
#include "app/cli/validation_output.h"

#include <algorithm>
#include <map>
#include <ostream>

namespace rigwright::cli {

namespace {

using Counts = std::function<bool(const RefitRow&)>;
using Key = std::string RefitRow::*;

class RefitTables {
public:
    RefitTables(std::span<const RefitRow> rows, Session& session) : rows_(rows), session_(session) {}

    void print()
    {
        const Messages& words = session_.messages;
        const auto number = [](std::size_t count) { return std::to_string(count); };
        session_.out << "## " << words.text("accuracy.refits.title") << "\n\n"
                     << words.text("accuracy.refits.about", {{"count", number(rows_.size())},
                                                             {"gpus", number(names(&RefitRow::gpu).size())},
                                                             {"sources", number(names(&RefitRow::source).size())}})
                     << "\n\n";
        print_over_all();
        print_kinds();
        print_by("accuracy.refits.by-gpu", "accuracy.refits.gpu", &RefitRow::gpu, Unseen::gpu);
        print_by("accuracy.refits.by-source", "accuracy.refits.source", &RefitRow::source, Unseen::source);
    }

private:
    /// Names that rows have, those with most cases first.
    std::vector<std::string> names(Key key) const
    {
        std::map<std::string, std::size_t> counts;
        for (const RefitRow& row : rows_) ++counts[row.*key];
        std::vector<std::string> sorted;
        sorted.reserve(counts.size());
        for (const auto& [name, count] : counts) sorted.push_back(name);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&counts](const std::string& a, const std::string& b) { return counts.at(a) > counts.at(b); });
        return sorted;
    }

    RefitScore score(Unseen unseen, const Counts& counts) const { return score_of(rows_, unseen, counts); }

    MarkdownRow headings(std::initializer_list<const char*> codes) const
    {
        MarkdownRow row;
        for (const char* code : codes) row.push_back(session_.messages.text(code));
        return row;
    }

    void print_over_all()
    {
        std::vector<MarkdownRow> rows;
        for (const Unseen unseen : all_unseen) {
            const RefitScore all = score(unseen, [](const RefitRow&) { return true; });
            rows.push_back({session_.messages.text(word_of(unseen)), std::to_string(all.groups), percent(all.median),
                            percent(all.mean), percent(all.within_quarter), percent(all.bias, true)});
        }
        print_markdown_table(headings({"accuracy.refits.left-out", "accuracy.refits.groups", "validation.median",
                                       "validation.mean", "accuracy.refits.within", "validation.bias"}),
                             rows, session_.out);
    }

    /// Mean errors of each refit; the bias of what was unseen, GPUs and lines of models alike.
    void print_kinds()
    {
        std::vector<MarkdownRow> rows;
        for (const std::string& kind : names(&RefitRow::kind_of_model)) {
            const Counts counts = [&kind](const RefitRow& row) { return row.kind_of_model == kind; };
            const RefitScore fitted = score(Unseen::nothing, counts);
            const RefitScore gpu = score(Unseen::gpu, counts);
            const RefitScore line = score(Unseen::line_of_models, counts);
            const RefitScore source = score(Unseen::source, counts);
            rows.push_back({session_.messages.text("accuracy.kind." + kind), std::to_string(fitted.cases),
                            std::to_string(fitted.groups), percent(fitted.mean), percent(gpu.mean), percent(line.mean),
                            percent(source.mean), percent((gpu.bias + line.bias) / 2.0, true)});
        }
        session_.out << session_.messages.text("accuracy.refits.by-kind") << "\n\n";
        print_markdown_table(
            headings({"accuracy.refits.kind", "validation.count", "accuracy.refits.groups", "accuracy.unseen.nothing",
                      "accuracy.unseen.gpu", "accuracy.unseen.line", "accuracy.unseen.source", "validation.bias"}),
            rows, session_.out);
    }

    std::string shown(const std::string& name) const
    {
        const Gpu* gpu = session_.data.hardware.gpu(name);
        return gpu != nullptr ? gpu->name : name;
    }

    void print_by(const char* about, const char* heading, Key key, Unseen unseen)
    {
        std::vector<MarkdownRow> rows;
        for (const std::string& name : names(key)) {
            const Counts counts = [&](const RefitRow& row) { return row.*key == name; };
            const RefitScore fitted = score(Unseen::nothing, counts);
            const RefitScore left_out = score(unseen, counts);
            rows.push_back({shown(name), std::to_string(fitted.cases), std::to_string(fitted.groups),
                            percent(fitted.mean), percent(left_out.mean), percent(left_out.bias, true)});
        }
        session_.out << session_.messages.text(about) << "\n\n";
        print_markdown_table(headings({heading, "validation.count", "accuracy.refits.groups", "accuracy.unseen.nothing",
                                       key_of(unseen), "validation.bias"}),
                             rows, session_.out);
    }

    std::span<const RefitRow> rows_;
    Session& session_;
};

} // namespace

void print_refit_tables(std::span<const RefitRow> rows, Session& session) { RefitTables(rows, session).print(); }

} // namespace rigwright::cli
