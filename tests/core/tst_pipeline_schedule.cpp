// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/time/pipeline_schedule.h"
#include "core/estimate/time/step_schedule.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <map>

namespace rigwright::test::tst_pipeline_schedule {

PipelinePlan even(std::int64_t stages, std::int64_t micro_batches, std::int64_t chunks = 1)
{
    PipelinePlan plan;
    plan.stages.assign(static_cast<std::size_t>(stages), {1.0, 2.0, 0.0});
    plan.micro_batches = micro_batches;
    plan.chunks = chunks;
    return plan;
}

/// By replay, even if there is a closed form.
double replayed(const PipelinePlan& plan)
{
    double end = 0.0;
    replay_pipeline(plan, [&](const PipelineWork& work) { end = std::max(end, work.sent); });
    return end;
}

Scenario many_gpus()
{
    Scenario scenario = scenario_of("gpt2-small", 2);
    scenario.training.gradient_accumulation = 6;
    scenario.build.gpus_per_node = 8;
    return scenario;
}

class tst_pipeline_schedule : public QObject {
    Q_OBJECT

private slots:
    void layers_of_stages()
    {
        // BLOOM: 70 layers on 12 stages, five on the first and the last.
        QCOMPARE(stage_layers(0, 12, 70).last, std::int64_t{5});
        QCOMPARE(stage_layers(1, 12, 70).first, std::int64_t{5});
        QCOMPARE(stage_layers(1, 12, 70).last, std::int64_t{11});
        QCOMPARE(stage_layers(11, 12, 70).first, std::int64_t{65});
        // 7 layers on 4 stages: the first gets one more too, the last never.
        QCOMPARE(stage_layers(0, 4, 7).last, std::int64_t{2});
        QCOMPARE(stage_layers(3, 4, 7).first, std::int64_t{6});
        // 3 on 2: the first.
        QCOMPARE(stage_layers(0, 2, 3).last, std::int64_t{2});
        for (std::int64_t stages = 1; stages < 9; ++stages) {
            for (std::int64_t layers = 0; layers < 40; ++layers) {
                std::int64_t next = 0;
                for (std::int64_t stage = 0; stage < stages; ++stage) {
                    const LayerRange range = stage_layers(stage, stages, layers);
                    QCOMPARE(range.first, next);
                    next = range.last;
                }
                QCOMPARE(next, layers);
            }
        }
    }

    void even_stages_have_a_closed_form()
    {
        // Four stages, eight micro-batches of 3 s: 24 s of work and a bubble of (4 - 1) x 3 s, (p - 1) / m of the work.
        QCOMPARE(pipeline_seconds(even(4, 8)), 24.0 + 9.0);
        QCOMPARE(pipeline_seconds(even(4, 8, 3)), 24.0 + 3.0);
        for (const std::int64_t stages : {2, 3, 4, 8})
            for (const std::int64_t turns : {1, 2, 3, 5})
                for (const std::int64_t chunks : {1, 2, 4}) {
                    const PipelinePlan plan = even(stages, stages * turns, chunks);
                    QVERIFY(is_within(replayed(plan), pipeline_seconds(plan), 1e-12));
                }
        // Fewer micro-batches than stages.
        QCOMPARE(pipeline_seconds(even(8, 2)), 6.0 + 21.0);
        QVERIFY(is_within(replayed(even(8, 2)), 27.0, 1e-12));
        // Inference: forward passes alone.
        PipelinePlan forward = even(4, 1);
        forward.backward = false;
        QCOMPARE(pipeline_seconds(forward), 4.0);
        QCOMPARE(replayed(forward), 4.0);
    }

    void two_stages_by_hand()
    {
        // Stage A: 1 forward, 2 backward; stage B: 2 forward, 4 backward; a send takes 1; two micro-batches.
        // A: F0 0-1 (sent 2) F1 2-3 (sent 4). B: F0 2-4, B0 4-8 (sent 9), F1 9-11, B1 11-15 (sent 16). A: B0 9-11, B1
        // 16-18.
        PipelinePlan plan;
        plan.stages = {{1.0, 2.0, 1.0}, {2.0, 4.0, 1.0}};
        plan.micro_batches = 2;
        QCOMPARE(pipeline_seconds(plan), 18.0);
        QCOMPARE(pipeline_period(plan), 7.0);
    }

    void every_plan_comes_to_an_end()
    {
        for (std::int64_t stages = 1; stages <= 6; ++stages)
            for (std::int64_t micro = 1; micro <= 3 * stages + 2; ++micro)
                for (std::int64_t chunks = 1; chunks <= 3; ++chunks) {
                    PipelinePlan plan = even(stages, micro, chunks);
                    plan.stages.back() = {1.5, 3.5, 0.1};
                    const double end = pipeline_seconds(plan);
                    // Never less than the work of the slowest stage, never more than all stages in sequence.
                    const double work = static_cast<double>(micro) * 5.0;
                    QVERIFY2(end >= work, qPrintable(QString("%1 %2 %3").arg(stages).arg(micro).arg(chunks)));
                    QVERIFY(end <= work * static_cast<double>(stages) * 1.2);
                }
    }

    void order_is_kept()
    {
        PipelinePlan plan = even(4, 8, 2);
        plan.stages[1] = {1.5, 2.5, 0.25};
        std::map<std::pair<std::int64_t, std::int64_t>, double> done;
        std::vector<double> busy(4, 0.0);
        std::size_t pieces = 0;
        replay_pipeline(plan, [&](const PipelineWork& work) {
            ++pieces;
            // One task at a time, and none before its dependencies.
            QVERIFY(work.start >= busy[static_cast<std::size_t>(work.stage)]);
            busy[static_cast<std::size_t>(work.stage)] = work.sent;
            const std::int64_t place = work.chunk * 4 + work.stage;
            if (!work.backward) {
                if (place > 0) QVERIFY(work.start >= done[std::pair(place - 1, work.micro_batch)]);
                done[std::pair(place, work.micro_batch)] = work.sent;
            } else {
                QVERIFY(work.start >= done[std::pair(std::min<std::int64_t>(place + 1, 7), work.micro_batch)]);
                done[std::pair(place, work.micro_batch)] = work.sent;
            }
        });
        QCOMPARE(pieces, std::size_t{4 * 2 * 8 * 2});
    }

    void middle_micro_batches_repeat()
    {
        // One more turn of the pipeline costs the slowest stage's time for each of its micro-batches.
        PipelinePlan plan = even(4, 40);
        plan.stages = {{1.0, 2.0, 0.1}, {1.2, 2.4, 0.1}, {1.2, 2.4, 0.1}, {1.5, 3.1, 0.1}};
        const double before = pipeline_seconds(plan);
        plan.micro_batches = 44;
        QVERIFY(is_within(pipeline_seconds(plan) - before, 4.0 * pipeline_period(plan), 1e-9));
        QVERIFY(replayed_micro_batches(plan) < 44);
    }

    void rows_fill_the_step()
    {
        const Rows<int> rows{{"one GPU", 0},     {"data parallel", 1},      {"pipeline", 2},
                             {"interleaved", 3}, {"tensor and sharded", 4}, {"inference", 5}};
        rows.each([](int kind) {
            Scenario scenario = many_gpus();
            if (kind == 0) scenario.build.gpus_per_node = 1;
            if (kind >= 2 && kind <= 3) scenario.parallel.pipeline = 4;
            if (kind == 3) scenario.parallel.pipeline_interleave = 3;
            if (kind == 4) {
                scenario.parallel.tensor = 2;
                scenario.parallel.zero_stage = 1;
                scenario.training.recompute = Recompute::full;
            }
            if (kind == 5) {
                scenario.training.mode = RunMode::infer;
                scenario.parallel.pipeline = 2;
            }
            const Evaluation evaluation = evaluated(scenario);
            const StepSchedule schedule = step_schedule(evaluation);
            const Seconds step = evaluation.estimate->time->step;
            QVERIFY(schedule.end == step);
            QCOMPARE(schedule.stages, scenario.parallel.pipeline);
            // The rows of a stage follow each other without a gap from zero to the estimate's step.
            std::vector<Seconds> at(static_cast<std::size_t>(schedule.stages));
            std::map<ScheduleKind, int> kinds;
            for (const ScheduleRow& row : schedule.rows) {
                ++kinds[row.kind];
                QVERIFY(row.end > row.start);
                QVERIFY(row.end <= step);
                if (row.lane == ScheduleLane::communication) continue;
                Seconds& now = at[static_cast<std::size_t>(row.stage)];
                QVERIFY2(is_within(row.start.base() + 1.0, now.base() + 1.0, 1e-9), key_of(row.kind));
                now = row.end;
            }
            for (const Seconds& now : at) QVERIFY(is_within(now.base(), step.base(), 1e-9));
            QVERIFY(kinds[ScheduleKind::forward] > 0);
            QCOMPARE(kinds[ScheduleKind::backward] > 0, kind != 5);
            QCOMPARE(kinds[ScheduleKind::optimizer] > 0, kind != 5);
            QCOMPARE(kinds[ScheduleKind::gradient_exchange] > 0, kind >= 1 && kind <= 4);
            QCOMPARE(kinds[ScheduleKind::send] > 0, kind == 2 || kind == 3 || kind == 5);
            QCOMPARE(kinds[ScheduleKind::recompute] > 0, kind == 4);
            QCOMPARE(kinds[ScheduleKind::layer_exchange] > 0, kind == 4);
        });
    }

    void many_micro_batches_are_left_out()
    {
        Scenario scenario = many_gpus();
        scenario.training.gradient_accumulation = 1000;
        scenario.parallel.pipeline = 4;
        const Evaluation evaluation = evaluated(scenario);
        const StepSchedule schedule = step_schedule(evaluation);
        QVERIFY(schedule.rows.size() < 1000);
        QCOMPARE(schedule.left_out_micro_batches % 4, std::int64_t{0});
        QVERIFY(schedule.left_out_micro_batches > 980);
        std::int64_t last = 0;
        for (const ScheduleRow& row : schedule.rows) last = std::max(last, row.micro_batch);
        QCOMPARE(last, std::int64_t{999});
        QVERIFY(schedule.end == evaluation.estimate->time->step);
        // Omitted micro-batches are shown as such and not as waiting: on every stage they last as long as the repeating
        // ones, and each stage shows both passes of every drawn micro-batch.
        const std::int64_t drawn = 1000 - schedule.left_out_micro_batches;
        const double left_out = left_out_seconds(evaluation.time->pipeline);
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            std::map<ScheduleKind, std::int64_t> rows;
            std::map<ScheduleKind, double> longest;
            for (const ScheduleRow& row : schedule.rows) {
                if (row.stage != stage || row.lane == ScheduleLane::communication) continue;
                ++rows[row.kind];
                longest[row.kind] = std::max(longest[row.kind], (row.end - row.start).base());
            }
            QCOMPARE(rows[ScheduleKind::left_out], std::int64_t{1});
            QVERIFY(is_within(longest[ScheduleKind::left_out], left_out, 1e-9));
            QCOMPARE(rows[ScheduleKind::forward], drawn);
            QCOMPARE(rows[ScheduleKind::backward], drawn);
            // Until its passes are done, a stage waits no longer than the pipeline takes to fill.
            Seconds last_pass;
            for (const ScheduleRow& row : schedule.rows)
                if (row.stage == stage && row.kind == ScheduleKind::backward) last_pass = std::max(last_pass, row.end);
            for (const ScheduleRow& row : schedule.rows) {
                if (row.stage != stage || row.kind != ScheduleKind::waiting || row.end > last_pass) continue;
                QVERIFY((row.end - row.start).base() < 4.0 * pipeline_period(evaluation.time->pipeline));
            }
        }
    }

    /// If a measurement corrects the step, every row is scaled accordingly.
    void a_measured_step_stretches_the_chart()
    {
        Scenario scenario = scenario_of("resnet50", 32);
        const Evaluation as_computed = evaluated(scenario);
        Measurement run;
        run.micro_batch = 32;
        run.step_seconds = as_computed.estimate->time->step.base() * 1.5;
        scenario.measurements = {run};
        const Evaluation corrected = evaluated(scenario);
        const Seconds step = corrected.estimate->time->step;
        const double factor = step / as_computed.estimate->time->step;
        QVERIFY(factor > 1.2);
        const StepSchedule before = step_schedule(as_computed);
        const StepSchedule after = step_schedule(corrected);
        QVERIFY(after.end == step);
        QCOMPARE(after.rows.size(), before.rows.size());
        for (std::size_t i = 0; i < after.rows.size(); ++i) {
            QVERIFY(is_within(after.rows[i].start.base() + 1.0, before.rows[i].start.base() * factor + 1.0, 1e-9));
            QVERIFY(is_within(after.rows[i].end.base(), before.rows[i].end.base() * factor, 1e-9));
        }
    }
};

RIGWRIGHT_TEST(tst_pipeline_schedule)

} // namespace rigwright::test::tst_pipeline_schedule

#include "tst_pipeline_schedule.moc"
