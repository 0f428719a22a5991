// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/advice_json.h"
#include "core/advise/quote_choice.h"
#include "core/estimate/run/doubling.h"
#include "core/estimate/working/explain.h"
#include "core/json/characters.h"
#include "core/report/make_report.h"
#include "core/report/report_writers.h"
#include "core/text/number_text.h"
#include "core/text/price_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_report {

/// A machine with that GPU whose parts all have a price: the GPUs `gpu_price` each, everything else 5,000.
Scenario quoted(const char* gpu, std::int64_t gpus, double gpu_price)
{
    Scenario scenario = scenario_of("resnet50", 8, gpu);
    scenario.name = std::to_string(gpus) + " x " + gpu;
    scenario.dataset.samples = 10000;
    scenario.training.epochs = 10;
    scenario.build.gpus_per_node = gpus;
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64.0;
    scenario.build.memory_kit = "ddr5-5200-2x32";
    scenario.build.price_overrides = {{gpu, {gpu_price, "CNY", "2026-11-01", "quotation A"}},
                                      {"i9-13900k", {4000.0, "CNY", "2026-11-01", "quotation A"}},
                                      {"ddr5-5200-2x32", {1000.0, "CNY", "2026-11-01", "quotation A"}}};
    scenario.economics.electricity_price_per_kwh = 0.8;
    return scenario;
}

QuoteChoice choice_of(const std::vector<Evaluation>& options)
{
    std::vector<const Evaluation*> pointers;
    for (const Evaluation& option : options) pointers.push_back(&option);
    return choose_quote(pointers, engine_data());
}

Report report_of(const std::vector<Evaluation>& options, Language language, const std::string& question = {})
{
    ReportInputs inputs{{}, engine_data(), question, "2026-11-22", "0123456789abcdef"};
    for (const Evaluation& option : options) inputs.options.push_back(&option);
    return make_report(inputs, messages(language));
}

const ReportTable* table_of(const Report& report, const std::string& id)
{
    for (const ReportSection& section : report.sections)
        for (const ReportBlock& block : section.blocks)
            if (const auto* table = std::get_if<ReportTable>(&block); table && table->id == id) return table;
    return nullptr;
}

std::vector<ReportCell> row_of(const ReportTable& table, const std::string& name)
{
    for (const auto& row : table.rows)
        if (row.front().text == name) return row;
    return {};
}

Report with_text(const std::string& text)
{
    Report report;
    report.title = text;
    report.sections = {{"s", text, {ReportParagraph{text}, ReportTable{"t", text, {{text}}, {{{text}}}}}}};
    return report;
}

class ReportTest : public QObject {
    Q_OBJECT
private slots:
    /// A plan without a GPU: its report, workings, findings and fixes in both languages.
    void a_cpu_plan_does_not_mention_gpu_memory()
    {
        Scenario scenario = quoted("none", 1, 0.0);
        scenario.build.price_overrides.erase("none");
        scenario.build.storage = "sata-ssd";
        scenario.dataset = {50'000, {}, 500, 400, 110'000, SampleEncoding::jpeg};
        scenario.requirements.deadline_seconds = 600.0;
        scenario.requirements.takt_seconds = 60.0;
        const Evaluation plan = evaluated(scenario);
        QVERIFY(plan.estimate && plan.estimate->time);
        const std::array forbidden{"GPU memory",  "VRAM",       "显存",     "matrix unit", "Matrix unit",
                                   "ensor core",  "ensor Core", "矩阵单元", "矩阵算力",    "on one GPU",
                                   "fullest GPU", "单张 GPU",   "GPUs wait"};
        for (const Language language : {Language::english, Language::chinese}) {
            Messages words = messages(language);
            words.speak_of_processors(true);
            const MessageText text = [&](const std::string& code, const Arguments& arguments) {
                return words.text(code, arguments);
            };
            const ReportInputs inputs{{&plan}, engine_data(), "", "2026-11-22", ""};
            const std::vector<Report> reports{make_report(inputs, messages(language))};
            std::string all = report_markdown(reports);
            for (const std::string_view id : explained_quantities())
                if (const auto working = explain(plan, engine_data(), id)) all += render_tree(*working, words);
            for (const Finding& finding : plan.estimate->findings) all += words.text_of_finding(finding) + "\n";
            for (const FindingFixes& found : fixes(plan, {engine_data()}))
                for (const Fix& fix : found.fixes) all += fix_text(fix, text) + "\n";
            for (const WhatIfResult& doubled : doublings(plan, engine_data()))
                all += words.text(std::string("lever.") + key_of(doubled.lever)) + "\n";
            QVERIFY(all.size() > 5000);
            for (const char* word : forbidden) {
                const std::size_t at = all.find(word);
                QVERIFY2(at == std::string::npos,
                         at == std::string::npos ? "" : all.substr(at > 60 ? at - 60 : 0, 160).c_str());
            }
        }
    }

    void the_cheapest_qualified_option_is_proposed()
    {
        std::vector<Evaluation> options;
        for (Scenario s : {quoted("rtx4090", 1, 13000.0), quoted("rtx4090", 2, 13000.0)}) {
            s.requirements.deadline_seconds = 30.0 * 86400.0;
            options.push_back(evaluated(s));
        }
        const QuoteChoice choice = choice_of(options);
        QCOMPARE(choice.qualified, (std::vector<std::size_t>{0, 1}));
        const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
        QVERIFY(purchase && purchase->clear);
        QCOMPARE(purchase->option, std::size_t(0));
        // 1 x 13,000 + 5,000 against 2 x 13,000 + 5,000.
        QCOMPARE(purchase->ahead, std::optional(13000.0));
        QVERIFY(choice.proposed);
        QCOMPARE(choice.proposed->option, std::size_t(0));
        QVERIFY(choice.proposed->reason == ChoiceReason::cheapest_to_buy);
    }

    void different_tasks_are_not_ranked()
    {
        Scenario other = quoted("rtx4090", 1, 13000.0);
        other.model.preset = "vit_l_16";
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 2, 13000.0)), evaluated(other)};
        const QuoteChoice choice = choice_of(options);
        QVERIFY(!choice.one_task && !choice.proposed && !choice.best_by(ChoiceCriterion::purchase));
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY(text.find("Not ranked: the tasks differ") != std::string::npos);
        QVERIFY(text.find("Recommended") == std::string::npos);
    }

    void adapters_are_named_with_the_task()
    {
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        const auto text_of = [&scenario] {
            return report_markdown(std::vector{report_of({evaluated(scenario)}, Language::english)});
        };
        QVERIFY(text_of().find("LoRA") == std::string::npos);
        scenario = scenario_of("llama-3-8b");
        scenario.training.precision = Precision::bf16;
        scenario.training.lora = Lora{16, LoraTargets::attention};
        scenario.build.gpu = "h100-sxm";
        const std::string text = text_of();
        QVERIFY(text.find("LoRA rank: 16") != std::string::npos);
        QVERIFY(text.find("| LoRA rank | 16 |") != std::string::npos);
    }

    /// The processor has no price, so that the budget cannot be judged.
    void an_unchecked_budget_is_mentioned_with_the_proposal()
    {
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        scenario.requirements.budget = 50000.0;
        scenario.build.price_overrides["i9-13900k"].currency = "JPY";
        const Evaluation open = evaluated(scenario);
        QVERIFY(finds(open.estimate->findings, "budget-not-judged"));
        scenario.requirements.deadline_seconds = 1.0;
        const std::vector<Evaluation> options{open, evaluated(scenario)};
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY2(text.find("as far as the requirements are checked") != std::string::npos, text.substr(0, 900).c_str());
        QVERIFY(text.find("meets all requirements") == std::string::npos);
    }

    void parts_not_chosen_decide_no_price()
    {
        const Evaluation whole = evaluated(quoted("rtx4090", 1, 13000.0));
        Scenario bare = quoted("rtx4090", 1, 13000.0);
        bare.name = "bare";
        bare.build.cpu.clear();
        const std::vector<Evaluation> options{whole, evaluated(bare)};
        const QuoteChoice choice = choice_of(options);
        const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
        QVERIFY(purchase->option == 1 && purchase->depends_on_unpriced);
        QVERIFY(!choice.proposed || choice.proposed->reason != ChoiceReason::cheapest_to_buy);
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY2(text.find("The price of bare leaves out parts that are not chosen yet: CPU; Storage; Chassis.") !=
                     std::string::npos,
                 text.substr(0, 900).c_str());
    }

    /// Two cards update with twice the samples, which the conclusion mentions with their shorter time.
    void different_batch_sizes_are_mentioned()
    {
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 1, 13000.0)),
                                              evaluated(quoted("rtx4090", 2, 13000.0))};
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        const std::string choice = text.substr(0, text.find("## Comparison"));
        QVERIFY2(choice.find("The global batch sizes differ") != std::string::npos, choice.c_str());
        QVERIFY2(choice.find("not ranked, because the global batch sizes differ") != std::string::npos, choice.c_str());
        // Without prices time would decide, but a larger batch is no faster machine.
        std::vector<Evaluation> unpriced;
        for (const std::int64_t batch : {1, 16}) {
            Scenario scenario = quoted("rtx4090", 1, 13000.0);
            scenario.training.micro_batch = batch;
            scenario.economics.currency = "JPY";
            unpriced.push_back(evaluated(scenario));
        }
        const QuoteChoice without = choice_of(unpriced);
        QVERIFY(!without.best_by(ChoiceCriterion::wall_time) && !without.best_by(ChoiceCriterion::run_cost));
        QVERIFY(!without.best_by(ChoiceCriterion::purchase));
        QVERIFY(!without.proposed);
        const std::vector alike{options.front(), options.front()};
        QVERIFY(report_markdown(std::vector{report_of(alike, Language::english)}).find("batch sizes differ") ==
                std::string::npos);
    }

    /// The cheaper one may miss the deadline, the other one surely meets it.
    void a_sure_machine_is_proposed_before_a_risky_one()
    {
        std::vector<Scenario> asked{quoted("rtx3090", 1, 8000.0), quoted("h100-pcie", 1, 200000.0)};
        const double latest = evaluated(asked.front()).estimate->time->run->wall_high.base();
        std::vector<Evaluation> options;
        for (Scenario& scenario : asked) {
            scenario.requirements.deadline_seconds = 0.95 * latest;
            options.push_back(evaluated(scenario));
        }
        QVERIFY(finds(options[0].estimate->findings, "deadline-within-the-range"));
        const QuoteChoice choice = choice_of(options);
        QCOMPARE(choice.qualified, std::vector<std::size_t>{1});
        QVERIFY(finds(choice.against[0], "deadline-within-the-range"));
        // Without a safe option, a risky one qualifies.
        QCOMPARE(choice_of({options[0], options[0]}).qualified, (std::vector<std::size_t>{0, 1}));
    }

    void overlapping_times_have_no_winner()
    {
        const QuoteChoice choice =
            choice_of({evaluated(quoted("rtx3090ti", 1, 13000.0)), evaluated(quoted("rtx3090", 1, 13000.0))});
        const auto& time = choice.best_by(ChoiceCriterion::wall_time);
        QVERIFY(time);
        QVERIFY(!time->clear);
        const auto slow = choice_figure(ChoiceCriterion::wall_time, evaluated(quoted("gtx1080ti", 1, 1.0)));
        const auto fast = choice_figure(ChoiceCriterion::wall_time, evaluated(quoted("rtx4090", 1, 1.0)));
        QVERIFY(slow && fast && fast->high < slow->low);
        const QuoteChoice far =
            choice_of({evaluated(quoted("gtx1080ti", 1, 13000.0)), evaluated(quoted("rtx4090", 1, 13000.0))});
        QVERIFY(far.best_by(ChoiceCriterion::wall_time)->clear);
        QCOMPARE(far.best_by(ChoiceCriterion::wall_time)->option, std::size_t(1));
    }

    void a_plan_that_does_not_fit_is_out()
    {
        Scenario large = quoted("rtx4090", 1, 100.0);
        large.training.micro_batch = 4096;
        const std::vector<Evaluation> options{evaluated(large), evaluated(quoted("rtx4090", 1, 13000.0))};
        const QuoteChoice choice = choice_of(options);
        QCOMPARE(choice.qualified, std::vector<std::size_t>{1});
        QVERIFY(choice.proposed && choice.proposed->reason == ChoiceReason::only_one);
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY(text.find("Not eligible") != std::string::npos);
        QVERIFY(text.find("It would fit with another setting: Micro") != std::string::npos);
        const std::vector<Evaluation> language{evaluated(scenario_of("llama-2-7b", 1, "rtx4090")),
                                               evaluated(scenario_of("llama-2-7b", 1, "h200-sxm"))};
        const std::string helped = report_markdown(std::vector{report_of(language, Language::english)});
        QVERIFY2(helped.find("It would fit with another setting: CPU offload") != std::string::npos, helped.c_str());
    }

    void a_tight_option_loses_to_one_that_fits()
    {
        const Evaluation fits = evaluated(quoted("rtx4090", 1, 13000.0));
        Scenario tight = quoted("rtx4090", 1, 100.0);
        tight.training.micro_batch = fits.estimate->memory->max_micro_batch + 1;
        Evaluation other = evaluated(tight);
        QVERIFY(other.estimate->verdict == Verdict::tight);
        QCOMPARE(choice_of({other, fits}).qualified, std::vector<std::size_t>{1});
        QCOMPARE(choice_of({other, fits}).against[0].front().code, std::string("memory-tight"));
        // If nothing fits, it may be proposed, and its risk is mentioned.
        QCOMPARE(choice_of({other, other}).qualified, (std::vector<std::size_t>{0, 1}));
        const Report alone = report_of({other}, Language::english);
        const auto& answer = std::get<ReportParagraph>(alone.sections[0].blocks.front());
        QVERIFY(answer.text.find("reservations. Tight: needs") != std::string::npos);
        QVERIFY(answer.text.find("works") == std::string::npos);
        // More free memory doesn't help an option that is too late.
        tight.requirements.deadline_seconds = 1.0;
        const std::vector<Evaluation> late{evaluated(tight), evaluated(tight)};
        QCOMPARE(choice_of(late).against[0].front().code, std::string("deadline-missed"));
        const std::string text = report_markdown(std::vector{report_of(late, Language::english)});
        QVERIFY2(text.find("It would fit") == std::string::npos, text.substr(0, 1500).c_str());
    }

    void unmeasured_hardware_is_marked_in_answer_and_verdict()
    {
        const auto verdict_of = [](const Evaluation& option) {
            return row_of(*table_of(report_of({option}, Language::english), "comparison"), "Memory verdict")[1].text;
        };
        Scenario plan = quoted("ascend910a", 1, 13000.0);
        const Evaluation both = evaluated(plan);
        QCOMPARE(verdict_of(both), std::string("FITS · order of magnitude"));
        const Report report = report_of({both}, Language::english);
        const auto& answer = std::get<ReportParagraph>(report.sections[0].blocks.front());
        QVERIFY2(answer.text.find("reservations. Not measured:") != std::string::npos, answer.text.c_str());
        plan.build.gpu = "mi300x";
        QCOMPARE(verdict_of(evaluated(plan)), std::string("FITS · time: order of magnitude"));
        plan.build.gpu = "rtx4090";
        plan.training.framework = Framework::tensorflow;
        QCOMPARE(verdict_of(evaluated(plan)), std::string("FITS · memory: order of magnitude"));
        plan.training.framework = Framework::pytorch;
        QCOMPARE(verdict_of(evaluated(plan)), std::string("FITS"));
    }

    void a_missed_deadline_is_out()
    {
        Scenario late = quoted("gtx1080ti", 1, 100.0);
        late.requirements.deadline_seconds = 1.0;
        QVERIFY(!qualifies(evaluated(late), engine_data()));
        late.requirements.deadline_seconds = 365.0 * 86400.0;
        QVERIFY(qualifies(evaluated(late), engine_data()));
    }

    /// The plan trains; its machine inspects afterwards, and no finding of the training mentions that.
    void a_missed_takt_is_out()
    {
        Scenario slow = quoted("rtx3050-6g", 1, 1500.0);
        slow.requirements.takt_seconds = 1e-5;
        Scenario fast = slow;
        fast.requirements.takt_seconds = 10.0;
        const std::vector<Evaluation> options{evaluated(slow), evaluated(fast)};
        QVERIFY(findings_against(options[1], engine_data()).empty());
        QCOMPARE(findings_against(options[0], engine_data()).front().code, std::string("takt-missed"));
        const QuoteChoice choice = choice_of(options);
        QCOMPARE(choice.qualified, std::vector<std::size_t>{1});
        QVERIFY(choice.proposed && choice.proposed->reason == ChoiceReason::only_one);
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY(text.find("available for computing") != std::string::npos);
        slow.training.mode = RunMode::infer;
        QVERIFY(!qualifies(evaluated(slow), engine_data()));
    }

    void different_missing_prices_are_a_condition()
    {
        Scenario with_unknown_part = quoted("rtx4090", 1, 13000.0);
        with_unknown_part.build.ram_gib = 128.0;
        with_unknown_part.build.memory_kit.clear();
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 2, 13000.0)), evaluated(with_unknown_part)};
        QCOMPARE(options[1].estimate->cost.bill.unpriced_lines, std::int64_t(1));
        const QuoteChoice choice = choice_of(options);
        const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
        QVERIFY(purchase && purchase->depends_on_unpriced);
        QCOMPARE(purchase->option, std::size_t(1));
        QVERIFY(!choice.best_by(ChoiceCriterion::run_cost));
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        QVERIFY(text.find("unless its parts without a price") != std::string::npos);
        // 17,000 against 31,000.
        QVERIFY2(text.find("14,000 less") == std::string::npos, text.substr(0, 900).c_str());
    }

    /// 28,000 with all prices against at least 40,000; a third option misses its deadline.
    void an_unknown_difference_is_nowhere_in_the_choice()
    {
        Scenario whole = quoted("rtx4090", 1, 13000.0);
        whole.requirements.deadline_seconds = 30.0 * 86400.0;
        whole.build.chassis = "generic-desktop-2gpu";
        whole.build.storage = "nvme4-990pro";
        whole.build.storage_tb = 2.0;
        whole.build.price_overrides["generic-desktop-2gpu"] = {8000.0, "CNY", "2026-11-01", "quotation A"};
        whole.build.price_overrides["nvme4-990pro"] = {1000.0, "CNY", "2026-11-01", "quotation A"};
        Scenario lacking = whole;
        lacking.name = "2 x rtx4090";
        lacking.build.gpus_per_node = 2;
        lacking.build.ram_gib = 128.0;
        lacking.build.memory_kit.clear();
        Scenario late = quoted("rtx4090", 1, 13000.0);
        late.requirements.deadline_seconds = 1.0;
        const std::vector<Evaluation> options{evaluated(whole), evaluated(lacking), evaluated(late)};
        const QuoteChoice choice = choice_of(options);
        QVERIFY(choice.proposed && choice.proposed->reason == ChoiceReason::cheapest_to_buy);
        QVERIFY(!choice.best_by(ChoiceCriterion::purchase)->ahead);
        const std::string text = report_markdown(std::vector{report_of(options, Language::english)});
        const std::string choice_text = text.substr(0, text.find("## Comparison"));
        for (const char* wanted : {"Of the options that qualify:", "The difference from 2 x rtx4090 is not known.",
                                   "purchase price difference not known"})
            QVERIFY2(choice_text.find(wanted) != std::string::npos, choice_text.c_str());
        for (const char* wrong : {"CN¥12,000 less", "CN¥12,000 more", "is valid unless"})
            QVERIFY2(choice_text.find(wrong) == std::string::npos, choice_text.c_str());
    }

    void the_same_missing_prices_cancel()
    {
        std::vector<Evaluation> options;
        for (Scenario s : {quoted("rtx4090", 1, 13000.0), quoted("rtx4090", 2, 13000.0)}) {
            s.build.memory_kit.clear();
            options.push_back(evaluated(s));
            QCOMPARE(options.back().estimate->cost.bill.unpriced_lines, std::int64_t(1));
        }
        const auto purchase = choice_of(options).best_by(ChoiceCriterion::purchase);
        QVERIFY(purchase && purchase->clear && !purchase->depends_on_unpriced);
        QCOMPARE(purchase->ahead, std::optional(13000.0));
    }

    void proposes_nothing_if_nothing_qualifies()
    {
        Scenario large = quoted("rtx4090", 1, 100.0);
        large.training.micro_batch = 4096;
        const QuoteChoice choice = choice_of({evaluated(large)});
        QVERIFY(choice.qualified.empty());
        QVERIFY(!choice.proposed);
    }

    void a_missing_drive_size_is_reported()
    {
        Scenario plan = quoted("rtx4090", 1, 13000.0);
        plan.build.storage = "nvme4-990pro";
        const std::string text = report_markdown(std::vector{report_of({evaluated(plan)}, Language::english)});
        QVERIFY(text.find("size not set") != std::string::npos);
        QVERIFY(text.find("no exchange rate") == std::string::npos);
        plan.build.storage_tb = 2.0;
        const std::string sized = report_markdown(std::vector{report_of({evaluated(plan)}, Language::english)});
        QVERIFY(sized.find("size not set") == std::string::npos);
    }

    void the_bill_names_price_date_and_source()
    {
        const Report report = report_of({evaluated(quoted("rtx4090", 2, 13000.0))}, Language::english);
        const ReportTable* bill = table_of(report, "bill-1");
        QVERIFY(bill);
        const auto gpu =
            std::ranges::find_if(bill->rows, [](const auto& row) { return row.front().text.starts_with("GPU"); });
        QVERIFY(gpu != bill->rows.end());
        QCOMPARE((*gpu)[1].text, std::string("2"));
        QCOMPARE((*gpu)[2].text, std::string("CN¥13,000"));
        QCOMPARE((*gpu)[3].value->number, 26000.0);
        QCOMPARE((*gpu)[5].text, std::string("2026-11-01"));
        QCOMPARE((*gpu)[6].text, std::string("quotation A"));
        QCOMPARE(bill->rows.back()[3].value->number, 31000.0);
    }

    void the_comparison_matches_the_engine()
    {
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 1, 13000.0)),
                                              evaluated(quoted("rtx4090", 2, 13000.0))};
        const Report report = report_of(options, Language::english);
        const ReportTable* table = table_of(report, "comparison");
        QVERIFY(table);
        QCOMPARE(table->columns.size(), std::size_t(3));
        const auto memory = row_of(*table, "Memory per GPU");
        const auto step = row_of(*table_of(report, "time"), "Step time");
        for (std::size_t i = 0; i < options.size(); ++i) {
            QCOMPARE(memory[i + 1].value->number, options[i].estimate->memory->total.as_double());
            QCOMPARE(step[i + 1].value->number, options[i].estimate->time->step.base());
            QVERIFY(step[i + 1].text.find("–") != std::string::npos);
        }
    }

    void both_languages_show_the_same_numbers()
    {
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 1, 13000.0)),
                                              evaluated(quoted("t4", 2, 8000.0))};
        const Report english = report_of(options, Language::english);
        const Report chinese = report_of(options, Language::chinese);
        QCOMPARE(english.sections.size(), chinese.sections.size());
        for (std::size_t s = 0; s < english.sections.size(); ++s) {
            const ReportSection& section = english.sections[s];
            QCOMPARE(section.blocks.size(), chinese.sections[s].blocks.size());
            for (std::size_t b = 0; b < section.blocks.size(); ++b) {
                const auto* table = std::get_if<ReportTable>(&section.blocks[b]);
                if (!table) continue;
                const auto& other = std::get<ReportTable>(chinese.sections[s].blocks[b]);
                QCOMPARE(table->rows.size(), other.rows.size());
                for (std::size_t r = 0; r < table->rows.size(); ++r)
                    for (std::size_t c = 0; c < table->rows[r].size(); ++c)
                        QVERIFY(table->rows[r][c].value == other.rows[r][c].value);
            }
        }
    }

    void one_option_is_judged_alone()
    {
        const Report report = report_of({evaluated(quoted("rtx4090", 1, 13000.0))}, Language::english);
        QCOMPARE(report.title, std::string("Hardware selection report: 1 x rtx4090"));
        const auto& answer = std::get<ReportParagraph>(report.sections[0].blocks.front());
        QVERIFY(answer.emphasised);
        QVERIFY(answer.text.find("works") != std::string::npos);
    }

    void two_pages_come_first_and_the_rest_is_appendix()
    {
        const Report report =
            report_of({evaluated(quoted("rtx4090", 1, 13000.0)), evaluated(quoted("rtx4090", 2, 13000.0))},
                      Language::english, "Which one?");
        std::vector<std::string> front;
        std::vector<std::string> appendix;
        for (const ReportSection& section : report.sections) {
            QVERIFY(!section.appendix || section.heading.starts_with("Appendix "));
            (section.appendix ? appendix : front).push_back(section.id);
        }
        QCOMPARE(front, (std::vector<std::string>{"choice", "comparison", "bills", "risks", "signatures"}));
        QCOMPARE(appendix, (std::vector<std::string>{"question", "bill", "memory", "time", "money", "assumptions",
                                                     "findings", "provenance"}));
        QCOMPARE(report.sections[5].heading, std::string("Appendix A: Task and requirements"));
        // Parts with their amounts, two columns of machines.
        const auto gpus = row_of(*table_of(report, "bills"), "GPU");
        QCOMPARE(gpus[1].text, std::string("1 × GeForce RTX 4090: CN¥13,000"));
        QCOMPARE(gpus[2].text, std::string("2 × GeForce RTX 4090: CN¥26,000"));
        const ReportTable* signatures = table_of(report, "signatures");
        QVERIFY(signatures && signatures->is_form);
        QCOMPARE(signatures->rows.size(), std::size_t(3));
        QCOMPARE(signatures->rows[0][0].text, std::string("Prepared by"));
        QVERIFY(signatures->rows[0][3].text.empty());
    }

    void the_task_names_an_imported_model_and_quantized_weights()
    {
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        scenario.model = {};
        scenario.model.family = "decoder-transformer";
        EmbeddedModel& file = scenario.model.embedded.emplace();
        file.kind = ImportKind::hf_config;
        file.file = "config.json";
        scenario.input = {};
        scenario.training.lora = Lora{};
        scenario.training.base_weights = BaseWeights::nf4;
        const Report report = report_of({evaluated(scenario)}, Language::english);
        // GPT-2 small, which a shape without numbers is, has 124,439,808; each of 12 layers gets 16 x (768 + 2,304).
        QCOMPARE(row_of(*table_of(report, "task"), "Model")[1].text,
                 std::string("Transformer decoder (GPT, Llama); 125,029,632 parameters; config.json"));
        QVERIFY(report_markdown(std::vector{report}).find("Base model precision: NF4") != std::string::npos);
    }

    void the_signed_price_is_written_in_words()
    {
        // The examples of the People's Bank of China, and zeros between groups.
        const std::vector<std::pair<double, const char*>> amounts{{1409.50, "壹仟肆佰零玖元伍角整"},
                                                                  {6007.14, "陆仟零柒元壹角肆分"},
                                                                  {1680.32, "壹仟陆佰捌拾元叁角贰分"},
                                                                  {16409.02, "壹万陆仟肆佰零玖元零贰分"},
                                                                  {325.04, "叁佰贰拾伍元零肆分"},
                                                                  {107000.53, "壹拾万柒仟元伍角叁分"},
                                                                  {31000.0, "叁万壹仟元整"},
                                                                  {100000001.0, "壹亿零壹元整"},
                                                                  {100100020.0, "壹亿零壹拾万零贰拾元整"},
                                                                  {0.05, "伍分"},
                                                                  {0.0, "零元整"}};
        for (const auto& [amount, words] : amounts) QCOMPARE(renminbi_in_words(amount), std::string("人民币") + words);
        Scenario whole = quoted("rtx4090", 1, 13000.0);
        whole.build.price_overrides["machine"] = {31000.0,     "CNY", "2026-11-01",
                                                  "quotation", {},    parts_of_machine(whole.build)};
        const auto text_of_signatures = [](const Evaluation& option) {
            const Report report = report_of({option}, Language::chinese);
            const auto found = std::ranges::find(report.sections, "signatures", &ReportSection::id);
            std::string text;
            for (const ReportBlock& block : found->blocks)
                if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) text += paragraph->text;
            return text;
        };
        const std::string signed_for = text_of_signatures(evaluated(whole));
        QVERIFY2(signed_for.find("¥31,000（大写：人民币叁万壹仟元整）") != std::string::npos, signed_for.c_str());
        // An option that does not fit has no signature.
        whole.training.micro_batch = 100000;
        QVERIFY(text_of_signatures(evaluated(whole)).find("选定配置") == std::string::npos);
        // A lower bound isn't a sum to sign for.
        QVERIFY(text_of_signatures(evaluated(quoted("rtx4090", 1, 13000.0))).find("大写") == std::string::npos);
    }

    void risks_name_what_is_missing_or_over()
    {
        EngineData data = engine_data();
        const auto valid_until = [](auto& records, const char* id, const char* day) {
            const auto record = std::ranges::find(records, id, [](const auto& each) { return each.id; });
            Price price;
            price.amount = 13000.0;
            price.currency = "CNY";
            price.date = "2026-11-01";
            price.kind = PriceKind::quotation;
            price.valid_until = day;
            price.own = true;
            record->prices = {price};
        };
        valid_until(data.hardware.gpus, "rtx4090", "2026-11-21");
        valid_until(data.hardware.cpus, "i9-13900k", "2026-11-22");
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        scenario.build.price_overrides.clear();
        scenario.build.memory_kit.clear();
        const std::string text = report_markdown(std::vector{report_of({evaluate(scenario, data)}, Language::english)});
        // The report is of 2026-11-22: that is the last day of the second.
        QVERIFY(text.find("the price of GeForce RTX 4090 is no longer valid") != std::string::npos);
        QVERIFY(text.find("13900K is no longer valid") == std::string::npos);
        QVERIFY2(text.find("no price for System memory") != std::string::npos, text.substr(0, 4000).c_str());
    }

    void every_sentence_is_in_the_tables()
    {
        const Rows<int> rows{
            {"English", int(Language::english)},
            {"Chinese", int(Language::chinese)},
        };
        rows.each([&](auto language) {
            Scenario asked = with_fields(quoted("rtx4090", 2, 13000.0), R"({"requirements.takt_seconds": 10.0,
                "requirements.positive_share": 0.13, "requirements.deadline_seconds": 1e6, "requirements.budget": 1e5,
                "requirements.power_limit_W": 2000.0, "requirements.rack_units": 4,
                "requirements.runs_per_month": 3.0})");
            Scenario llm = with_fields(scenario_of("llama-2-7b", 1, "h100-sxm"), R"({"dataset.tokens": 1000000,
                "build.gpus_per_node": 8, "build.nodes": 2})");
            Scenario cpu = scenario_of("lenet5", 8, "none");
            cpu.build.cpu = "i9-13900k";
            const std::vector<Evaluation> options{evaluated(asked), evaluated(quoted("t4", 1, 8000.0)), evaluated(llm),
                                                  evaluated(cpu)};
            for (const Evaluation& option : options) QVERIFY(option.estimate);
            const std::string text = report_markdown(std::vector{report_of(options, static_cast<Language>(language))});
            // Unknown codes render as "[code]", unfilled places as "{name}"; both would be escaped.
            QVERIFY2(text.find("\\[") == std::string::npos,
                     text.substr(std::min(text.find("\\["), text.size() - 1), 60).c_str());
            QVERIFY2(text.find("\\{") == std::string::npos,
                     text.substr(std::min(text.find("\\{"), text.size() - 1), 60).c_str());
        });
    }

    void spreadsheets_get_no_formulas()
    {
        for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "＝1", "－1", "\t=1", "\r=1"})
            QCOMPARE(guarded_cell(text), "'" + std::string(text));
        QCOMPARE(guarded_cell("DETR = good"), std::string("DETR = good"));
        QCOMPARE(csv_cell("＝1+1, \"a\""), std::string("\"'＝1+1, \"\"a\"\"\""));
        QCOMPARE(csv_cell("plain"), std::string("plain"));
        QCOMPARE(tab_cell("\t＝1\n2"), std::string("' ＝1 2"));
        QCOMPARE(tab_cell("＝1\t2"), std::string("'＝1 2"));
        const std::string csv = report_csv(std::vector{with_text("=HYPERLINK(\"http://x\")")});
        QVERIFY(csv.starts_with("\xEF\xBB\xBF"));
        QVERIFY(csv.find("\"'=HYPERLINK(\"\"http://x\"\")\"\r\n") != std::string::npos);
        QVERIFY(csv.find("\"=") == std::string::npos);
    }

    void csv_numbers_are_not_escaped()
    {
        Report report;
        report.sections = {{"s", "s", {ReportTable{"t", "t", {{"a", true}}, {{{"-5", Value{-5.0, Unit::count}}}}}}}};
        const std::string csv = report_csv(std::vector{report}, Separator::tab);
        QVERIFY(csv.find("\"-5\"") != std::string::npos);
    }

    void html_and_markdown_take_no_markup()
    {
        const std::vector reports{with_text("<img src='file:///etc/passwd'>|*x*&amp;")};
        const std::string html = report_html(reports, [](const ReportChart&) { return std::string(); });
        QVERIFY(html.find("<img") == std::string::npos);
        QVERIFY(html.find("&lt;img src=&#39;file:///etc/passwd&#39;&gt;|*x*&amp;amp;") != std::string::npos);
        const std::string markdown = report_markdown(reports);
        QVERIFY(markdown.find("<img") == std::string::npos || markdown.find("\\<img") != std::string::npos);
        QVERIFY(markdown.find("\\|\\*x\\*\\&amp;") != std::string::npos);
    }

    void json_holds_numbers_with_units()
    {
        const auto json =
            report_json(std::vector{report_of({evaluated(quoted("rtx4090", 1, 13000.0))}, Language::english)});
        QCOMPARE(json["format"].get<std::string>(), std::string("rigwright.report"));
        const auto& section = json["reports"][0]["sections"][6];
        QCOMPARE(section["id"].get<std::string>(), std::string("bill"));
        QVERIFY(section["appendix"].get<bool>());
        const auto& blocks = section["blocks"];
        const auto& total = blocks[0]["rows"].back()[3];
        QCOMPARE(total["number"].get<double>(), 18000.0);
        QCOMPARE(total["unit"].get<std::string>(), std::string("CNY"));
    }

    void a_chart_is_also_a_table()
    {
        const ReportChart lines{
            "l", "lines", ReportChartKind::lines, "x", "y", {}, {{"a", {1, 2}, {10, 20}}, {"b", {2, 4}, {5, 6}}}};
        const ReportTable table = chart_table(lines);
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(table.columns[1].heading, std::string("a (y)"));
        QCOMPARE(table.rows[1][1].text, std::string("20"));
        QCOMPARE(table.rows[1][2].text, std::string("5"));
        QVERIFY(table.rows[0][2].text.empty());
        const ReportChart bars{"b", "bars", ReportChartKind::bars, "", "h", {"one"}, {{"t", {}, {3.0}, {2.0}, {5.5}}}};
        QCOMPARE(chart_table(bars).rows[0][1].text, std::string("3 (2–5.500)"));
    }

    void a_workbook_is_written()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("report.xlsx").toStdString();
        const std::vector<Evaluation> options{evaluated(quoted("rtx4090", 1, 13000.0)),
                                              evaluated(quoted("rtx4090", 2, 13000.0))};
        QVERIFY(write_report_xlsx(
            std::vector{report_of(options, Language::english), report_of(options, Language::chinese)}, path));
        QVERIFY(content_of(QString::fromStdString(path)).startsWith("PK"));
        // The total of a bill follows its lines.
        const Report report = report_of(options, Language::english);
        const ReportTable* bill = table_of(report, "bill-1");
        QVERIFY(bill->rows.back()[3].is_sum && !bill->rows.front()[3].is_sum);
        QVERIFY(!write_report_xlsx(std::vector{report_of(options, Language::english)},
                                   folder.filePath("missing/report.xlsx").toStdString()));
        const SpreadsheetNumber memory = spreadsheet_number({3.0 * 1024 * 1024 * 1024, Unit::bytes});
        QCOMPARE(memory.number, 3.0);
        QCOMPARE(memory.format, std::string("#,##0.00\" GiB\""));
        QCOMPARE(spreadsheet_number({5400.0, Unit::seconds}).number, 90.0);
        // Beside three days, 29 hours are days too.
        const SpreadsheetNumber beside = spreadsheet_number({29.0 * 3600.0, Unit::seconds}, 3.0 * 86400.0);
        QCOMPARE(beside.number, 29.0 / 24.0);
        QCOMPARE(beside.format, std::string("#,##0.00\" d\""));
    }

    void sheet_names_differ_in_more_than_case()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("names.xlsx").toStdString();
        // A workbook takes no two sheets whose names are equal without regard to case: its library refuses the second.
        QVERIFY(write_report_xlsx(std::vector{with_text("Costs"), with_text("COSTS"), with_text("costs 2")}, path));
        QVERIFY(QFile::exists(QString::fromStdString(path)));
    }

    void inference_reports_images_per_second()
    {
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        scenario.training.mode = RunMode::infer;
        scenario.requirements.tiling = Tiling{224, 224, 0};
        scenario.dataset.source_height = 448;
        scenario.dataset.source_width = 448;
        const std::vector<Evaluation> options{evaluated(scenario)};
        const Report report = report_of(options, Language::english);
        const auto row = row_of(*table_of(report, "time"), "Images per second");
        QCOMPARE(row.size(), std::size_t(2));
        // Four tiles make an image.
        QVERIFY(is_within(row[1].value->number, options[0].estimate->time->samples_per_second / 4.0, 1e-12));
    }

    void sums_with_a_missing_price_are_lower_bounds()
    {
        Scenario scenario = quoted("rtx4090", 1, 13000.0);
        scenario.build.memory_kit.clear();
        // The other is quoted as a whole, with the parts that the first does not name.
        Scenario whole = quoted("rtx4090", 1, 13000.0);
        whole.build.price_overrides["machine"] = {21000.0,       "CNY", "2026-11-01",
                                                  "quotation B", {},    parts_of_machine(whole.build)};
        const std::vector<Evaluation> options{evaluated(scenario), evaluated(whole)};
        for (const Language language : {Language::english, Language::chinese}) {
            const Messages words = messages(language);
            const Report report = report_of(options, language);
            const ReportTable* money = table_of(report, "money");
            QVERIFY(money != nullptr);
            for (const char* quantity : {"cost.depreciation", "cost.run"}) {
                const auto row = row_of(*money, words.text(std::string("quantity.") + quantity));
                QCOMPARE(row.size(), std::size_t(3));
                QVERIFY2(row[1].text.starts_with("≥ ") && !row[2].text.starts_with("≥ "), row[1].text.c_str());
            }
            const std::string text = report_markdown(std::vector{report});
            QVERIFY(text.find(language == Language::english ? "without: System memory; Storage; Chassis"
                                                            : "未含：内存；存储；机箱") != std::string::npos);
        }
    }

    void extra_costs_of_quotes_are_listed_with_the_prices()
    {
        EngineData data = engine_data();
        Price quote;
        quote.amount = 13000.0;
        quote.currency = "CNY";
        quote.date = "2026-11-01";
        quote.kind = PriceKind::quotation;
        quote.supplier = "Dealer";
        quote.own = true;
        quote.own_file = "prices/dealer.json";
        for (Gpu& gpu : data.hardware.gpus)
            if (gpu.id == "rtx4090") gpu.prices.push_back(quote);
        PriceList list{quote.own_file, "Dealer", quote.date, {}};
        list.currency = "CNY";
        list.shipping = 300.0;
        list.other_costs = 200.0;
        list.delivery_days = 14.0;
        data.hardware.price_lists = {list};
        Scenario plan = quoted("rtx4090", 1, 13000.0);
        const Evaluation typed = evaluate(plan, data);
        plan.build.price_overrides.erase("rtx4090");
        const Evaluation dealer = evaluate(plan, data);
        const auto table = [&](std::vector<const Evaluation*> options, Language language) {
            const ReportInputs inputs{std::move(options), data, {}, "2026-11-22", {}};
            return *table_of(make_report(inputs, messages(language)), "money");
        };
        for (const Language language : {Language::english, Language::chinese}) {
            const ReportTable offers = table({&dealer, &typed}, language);
            const auto costs = row_of(offers, messages(language).text("report.offers.costs"));
            const auto delivery = row_of(offers, messages(language).text("report.offers.delivery"));
            QVERIFY(costs.size() == 3 && delivery.size() == 3);
            QCOMPARE(costs[1].value->number, 500.0);
            QCOMPARE(delivery[1].value->number, 14.0 * 86400.0);
            QVERIFY(!costs[2].value && !delivery[2].value);
            QVERIFY(row_of(table({&typed}, language), costs.front().text).empty());
        }
    }

    void equal_data_have_equal_digests()
    {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const char* text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) >= 0;
        };
        QVERIFY(data_fingerprint({folder.path().toStdString()}).empty());
        QVERIFY(write("a.json", "{}"));
        const std::string first = data_fingerprint({folder.path().toStdString()});
        QCOMPARE(first.size(), std::size_t(16));
        QCOMPARE(data_fingerprint({folder.path().toStdString()}), first);
        QVERIFY(write("b.json", ""));
        QVERIFY(data_fingerprint({folder.path().toStdString()}) != first);
    }
};

RIGWRIGHT_TEST(ReportTest)

} // namespace rigwright::test::tst_report

#include "tst_report.moc"
