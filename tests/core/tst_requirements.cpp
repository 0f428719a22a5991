// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/fixes.h"
#include "core/advise/sufficient_build.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/tiles.h"
#include "core/text/number_text.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_requirements {

/// All requirements at once: a line with a cycle of two seconds, a deadline, budget, power and space.
Scenario whole_need()
{
    Scenario scenario = inspected_fabric();
    Requirements& need = scenario.requirements;
    need.takt_seconds = 2.0;
    need.positive_share = 52.0 / 399.0;
    need.deadline_seconds = 24.0 * 3600.0;
    need.budget = 40000.0;
    need.power_limit_w = 2000.0;
    need.rack_units = 6;
    need.tiling = Tiling{800, 1066, 100};
    need.smallest_defect_pixels = 12;
    need.growth = 2.0;
    need.runs_per_month = 4.0;
    scenario.build.chassis = "generic-2u-4gpu";
    scenario.run.upload_mbit_per_second = 100.0;
    Workload second;
    second.name = "Labels";
    second.model.preset = "resnet18";
    second.dataset.samples = 20000;
    second.training.epochs = 10;
    second.training.micro_batch = 32;
    second.runs_per_month = 10.0;
    need.workloads = {second};
    return scenario;
}

class RequirementsTest : public QObject {
    Q_OBJECT

private slots:
    void kolektor_has_52_of_399_with_a_defect()
    {
        Scenario scenario = inspected_fabric();
        const DatasetRecord* kolektor = engine_data().hardware.dataset("kolektor-sdd");
        QVERIFY(kolektor);
        QCOMPARE(kolektor->samples, 399);
        QCOMPARE(*kolektor->positive_samples, 52);
        QCOMPARE(kolektor->source_width, 500);
        QCOMPARE(kolektor->source_height, 1240);
        scenario.dataset = {399, {}, 1240, 500, 300'000, SampleEncoding::jpeg};
        scenario.requirements.positive_share = 52.0 / 399.0;
        const auto need = sample_need(scenario);
        QVERIFY(need);
        QCOMPARE(need->plain, 399.0);
        QVERIFY(is_within(need->positives, 52.0, 1e-12));
        // 2 x 347 / 399 x 399: each clean image once, each defective one 347 / 52 times.
        QVERIFY(is_within(need->balanced, 694.0, 1e-12));
        QVERIFY(is_within(need->repeats, 347.0 / 52.0, 1e-12));
        QCOMPARE(need->epoch, 399.0);
    }

    void a_balanced_epoch_shows_both_kinds_as_often()
    {
        for (const double share : {0.01, 0.13, 0.5, 0.9}) {
            Scenario scenario = inspected_fabric();
            scenario.requirements.positive_share = share;
            scenario.requirements.balanced_epochs = true;
            const auto need = sample_need(scenario);
            QCOMPARE(need->epoch, need->balanced);
            const double rarer = std::min(share, 1.0 - share) * need->plain * need->repeats;
            const double other = std::max(share, 1.0 - share) * need->plain;
            QVERIFY(is_within(rarer, other, 1e-12));
            QVERIFY(is_within(rarer + other, need->balanced, 1e-12));
        }
        Scenario scenario = inspected_fabric();
        scenario.requirements.positive_share = 52.0 / 399.0;
        const double plain = answer_of(scenario).training->estimate->time->run->wall.base();
        scenario.requirements.balanced_epochs = true;
        const double balanced = answer_of(scenario).training->estimate->time->run->wall.base();
        // 1,740 samples in place of 1,000.
        QVERIFY(is_within(balanced / plain, 1.74, 0.01));
    }

    void tiles_are_samples()
    {
        Scenario scenario = inspected_fabric();
        // 1936 = 800 + 700 + 436 and 2580 = 1066 + 966 + 548: three tiles each way with 100 pixels in common.
        scenario.requirements.tiling = Tiling{800, 1066, 100};
        const auto need = sample_need(scenario);
        QCOMPARE(need->tiles_high, 3);
        QCOMPARE(need->tiles_wide, 3);
        QCOMPARE(need->plain, 9000.0);
        const Dataset read = dataset_as_read(scenario);
        QCOMPARE(*read.samples, 9000);
        QCOMPARE(*read.source_height, 800);
        QCOMPARE(*read.source_width, 1066);
        // 2.5 MB x 852,800 / 4,994,880 pixels.
        QCOMPARE(*read.encoded_bytes_per_sample, 426'838);
        // The plan counts them already: the requirements need no other training.
        QVERIFY(training_of_need(scenario) == scenario);
        QCOMPARE(answer_of(scenario).training->estimate->time->steps_per_epoch, 4500);
        // Cut once, not twice.
        scenario.requirements.growth = 2.0;
        QCOMPARE(answer_of(scenario).training->estimate->time->steps_per_epoch, 9000);
    }

    void tiles_change_the_plan_itself()
    {
        Scenario scenario = inspected_fabric();
        scenario.run.upload_mbit_per_second = 100.0;
        const Evaluation whole = evaluated(scenario);
        scenario.requirements.tiling = Tiling{800, 1066, 100};
        const Evaluation tiled = evaluated(scenario);
        // Two samples a step: 1,000 images, or 9,000 tiles of them.
        QCOMPARE(whole.estimate->time->steps_per_epoch, 500);
        QCOMPARE(tiled.estimate->time->steps_per_epoch, 4500);
        QCOMPARE(tiled.estimate->time->total.base(), tiled.estimate->time->step.base() * 4500.0 * 300.0);
        QVERIFY(is_within(*tiled.estimate->time->pf_days / *whole.estimate->time->pf_days, 9.0, 1e-12));
        // 9,000 files of 426,838 bytes at 12.5 MB/s.
        QVERIFY(is_within(tiled.estimate->time->upload->base(), 9000.0 * 426'838.0 / 12.5e6, 1e-12));
        QCOMPARE(tiled.time->loading.files->bytes, 426'838.0);
        // Decoding follows the pixels.
        QVERIFY(is_within(*tiled.time->loading.decode / *whole.time->loading.decode, 852'800.0 / 4'994'880.0, 1e-12));
        QVERIFY(*tiled.estimate->energy->total_kwh > 5.0 * *whole.estimate->energy->total_kwh);
        const Derivation steps = *explain(tiled, engine_data(), "time.steps_per_epoch");
        QCOMPARE(steps.inputs.front().formula, std::string("={0} × {1}"));
        QCOMPARE(steps.inputs.front().value.number, 9000.0);
        QCOMPARE(steps.inputs.front().inputs[0].origin, std::string("dataset.samples"));
        QCOMPARE(steps.inputs.front().inputs[1].value.number, 9.0);
    }

    void an_inspection_counts_whole_images()
    {
        Scenario scenario = inspected_fabric();
        QVERIFY(!evaluated(scenario).estimate->time->images_per_second);
        scenario.training.mode = RunMode::infer;
        scenario.training.optimizer = OptimizerKind::none;
        scenario.training.epochs = 1;
        for (const bool takt : {false, true}) {
            if (takt) scenario.requirements.takt_seconds = 2.0;
            scenario.requirements.tiling.reset();
            const Evaluation whole = evaluated(scenario);
            QCOMPARE(*whole.estimate->time->images_per_second, whole.estimate->time->samples_per_second);
            scenario.requirements.tiling = Tiling{800, 1066, 100};
            const Evaluation tiled = evaluated(scenario);
            const TimeEstimate& time = *tiled.estimate->time;
            // Two tiles a batch, nine tiles an image.
            QVERIFY(is_within(*time.images_per_second, 2.0 / time.step.base() / 9.0, 1e-12));
            QCOMPARE(time.steps_per_epoch, 4500);
            const Derivation working = *explain(tiled, engine_data(), "time.images_per_second");
            QCOMPARE(working.value.number, *time.images_per_second);
            QCOMPARE(working.inputs[1].value.number, 9.0);
            // An image is decoded once, whatever it is cut into.
            QCOMPARE(tiled.time->loading.decode->base(), whole.time->loading.decode->base());
            QVERIFY(is_within(tiled.time->loading.samples, 2.0 / 9.0, 1e-12));
        }
        Scenario text = scenario_of("gpt2-small", 1);
        text.training.mode = RunMode::infer;
        text.training.optimizer = OptimizerKind::none;
        const Evaluation of_text = evaluated(text);
        QVERIFY(of_text.estimate && of_text.estimate->time->tokens_per_second);
        QVERIFY(!of_text.estimate->time->images_per_second);
    }

    void a1_the_smallest_defect_decides_input_or_tiles()
    {
        Scenario scenario = inspected_fabric();
        QVERIFY(!defect_at_input(evaluated(scenario), engine_data()));
        scenario.requirements.smallest_defect_pixels = 12;
        const Evaluation plan = evaluated(scenario);
        const auto defect = defect_at_input(plan, engine_data());
        QVERIFY(defect && !defect->is_kept());
        QCOMPARE(defect->needed, 32);
        // The width shrinks more: 12 x 1,066 / 2,580.
        QVERIFY(is_within(defect->kept(), 4.958139534883721, 1e-12));
        QVERIFY(finds(plan.estimate->findings, "defect-shrinks-at-input"));
        const std::vector<DefectAnswer> answers = defect_answers(plan, engine_data());
        QCOMPARE(answers.size(), std::size_t{2});
        // 1,936 x 32 / 12 = 5,162.7 and 2,580 x 32 / 12 = 6,880.
        QVERIFY((answers[0].fix.changes == ScenarioChanges{{"input.image_height", std::int64_t{5163}},
                                                           {"input.image_width", std::int64_t{6880}}}));
        // 800 x 12 / 32 = 300 and 1,066 x 12 / 32 = 399.75; seven by seven with 12 pixels in common.
        const auto tiled = changed(scenario, engine_data(), answers[1].fix.changes);
        QVERIFY(tiled && tiled->requirements.tiling == (Tiling{300, 399, 12}));
        QCOMPARE(tile_grid(*tiled).count(), 49);
        QCOMPARE(answers[1].estimate->time->steps_per_epoch, 24'500);
        QVERIFY(answers[0].estimate->memory->total > answers[1].estimate->memory->total);
        QVERIFY(!finds(evaluated(*tiled).estimate->findings, "defect-shrinks-at-input"));
        const auto enlarged = changed(scenario, engine_data(), answers[0].fix.changes);
        QVERIFY(!finds(evaluated(*enlarged).estimate->findings, "defect-shrinks-at-input"));
        for (const auto& [quantity, value] :
             {std::pair("requirements.defect_kept", defect->kept()),
              std::pair("requirements.defect_input_height", 5163.0),
              std::pair("requirements.defect_input_width", 6880.0), std::pair("requirements.defect_tile_height", 300.0),
              std::pair("requirements.defect_tile_width", 399.0)}) {
            const auto working = explain(plan, engine_data(), quantity);
            QVERIFY2(working && working->value.number == value && working->inputs.size() == 3, quantity);
            for (const Language language : {Language::english, Language::chinese})
                QVERIFY(!render(*working, messages(language)).substituted.empty());
        }
        // A network that reads patches of 16 takes whole ones only: 224 x 33 / 12 = 616, which is 39 x 16 = 624.
        Scenario patches = scenario_of("vit_b_16", 1);
        patches.dataset = {1000, {}, 224, 224, 100'000, SampleEncoding::jpeg};
        patches.requirements.smallest_defect_pixels = 12;
        patches.requirements.smallest_defect_pixels_at_input = 33;
        const Evaluation of_patches = evaluated(patches);
        QCOMPARE(input_that_keeps(*defect_at_input(of_patches, engine_data()), of_patches, engine_data())[0], 624);
        // The share of positives says nothing about the size of a defect.
        scenario.requirements.positive_share = 0.01;
        QCOMPARE(defect_at_input(evaluated(scenario), engine_data())->kept(), defect->kept());
    }

    void tokens_beside_samples_must_agree()
    {
        Scenario scenario = scenario_of("gpt2-small", 1);
        scenario.input.sequence_length = 1024;
        scenario.dataset.samples = 1000;
        for (const std::int64_t tokens : {1'024'000, 614'400'000}) {
            scenario.dataset.tokens = tokens;
            QCOMPARE(finds(evaluated(scenario).estimate->findings, "tokens-not-used"), tokens != 1'024'000);
        }
    }

    /// Adapters are saved without the base model, which a run needs too: 15.2 GB of published weights.
    void storage_holds_the_base_model_of_adapters()
    {
        Scenario scenario = scenario_of("qwen2.5-7b", 1);
        scenario.training.lora = Lora{};
        scenario.dataset.samples = 1000;
        scenario.requirements.deadline_seconds = 1e6;
        const NeedAnswer answer = answer_of(scenario);
        const double checkpoint = answer.training->estimate->time->run->checkpoint.as_double();
        QCOMPARE(needed(answer, Resource::storage), 2.0 * 7'615'616'512.0 + 3.0 * checkpoint);
        scenario.training.lora.reset();
        const Requirement whole = *answer_of(scenario).row(Resource::storage);
        QCOMPARE(whole.demands.front().code, "files-and-checkpoints");
    }

    void growth_multiplies_the_samples()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.growth = 2.5;
        QCOMPARE(sample_need(scenario)->plain, 2500.0);
        QCOMPARE(*training_of_need(scenario).dataset.samples, 2500);
        // Two copies of 2.5 GB grown 2.5 times, and three checkpoints.
        const NeedAnswer answer = answer_of(scenario);
        const double checkpoint = answer.training->estimate->time->run->checkpoint.as_double();
        QCOMPARE(needed(answer, Resource::storage), 2.0 * 6.25e9 + 3.0 * checkpoint);
        // Both sizes are files, in powers of 1000, and open to their own formulas.
        const std::vector<Derivation>& stored = answer.row(Resource::storage)->demands.front().working.inputs;
        QCOMPARE(stored[0].quantity, "quantity.dataset_bytes");
        QCOMPARE(stored[0].value, (Value{6.25e9, Unit::stored_bytes}));
        QCOMPARE(stored[0].inputs.size(), std::size_t{3});
        QCOMPARE(stored[2].quantity, "quantity.time.checkpoint_bytes");
        QCOMPARE(stored[2].value, (Value{checkpoint, Unit::stored_bytes}));
        QCOMPARE(stored[2].inputs.size(), std::size_t{5});
        Scenario tokens = scenario_of("gpt2", 1);
        tokens.dataset.tokens = 1'000'000;
        tokens.requirements.growth = 3.0;
        QCOMPARE(*training_of_need(tokens).dataset.tokens, 3'000'000);
    }

    void a1_every_resource_with_what_forces_it()
    {
        const NeedAnswer answer = answer_of(whole_need());
        for (const Resource resource :
             {Resource::gpu_memory, Resource::compute, Resource::cpu_cores, Resource::host_memory, Resource::storage,
              Resource::network, Resource::deadline, Resource::takt, Resource::budget, Resource::power,
              Resource::rack_units, Resource::utilisation})
            QVERIFY2(answer.row(resource), key_of(resource));
        for (const Requirement& row : answer.rows) {
            QVERIFY(!row.demands.empty());
            for (const Demand& demand : row.demands) QVERIFY(demand.amount().number <= row.needed().number);
        }
        // 4 GiB of the system, one process with its workers and their batches.
        QVERIFY(needed(answer, Resource::host_memory) > 4.0 * 1073741824.0);
        QCOMPARE(present(answer, Resource::host_memory), 64.0 * 1073741824.0);
        QCOMPARE(present(answer, Resource::cpu_cores), 24.0);
        QCOMPARE(present(answer, Resource::rack_units), 2.0);
        QCOMPARE(needed(answer, Resource::takt), 1.4);
        // 2.5 MB each two seconds.
        QCOMPARE(needed(answer, Resource::network), 1.25e6);
    }

    void a1_the_takt_time_forces_compute()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.takt_seconds = 2.0;
        scenario.requirements.tiling = Tiling{800, 1066, 100};
        const NeedAnswer answer = answer_of(scenario);
        QVERIFY(answer.inspection);
        QCOMPARE(answer.inspection->scenario.training.mode, RunMode::infer);
        const TaktEstimate& takt = *answer.inspection->estimate->takt;
        QCOMPARE(takt.tiles_per_part, 9);
        const Requirement& compute = *answer.row(Resource::compute);
        QCOMPARE(compute.demands.front().code, std::string("takt"));
        // The peak times the share of the free time that the GPU is busy with the part, copies and launches aside.
        const auto rounds = static_cast<double>(takt.rounds);
        const double room = (takt.limit - takt.read - takt.decode - takt.prepare - takt.copy * rounds).base();
        const double busy = rounds * (takt.compute * (1.0 - host_share_of_step(*answer.inspection))).base();
        QVERIFY(is_within(compute.needed().number, compute.present->amount().number * busy / room, 1e-9));
        scenario.requirements.takt_seconds = 1.0;
        QVERIFY(needed(answer_of(scenario), Resource::compute) > compute.needed().number);
    }

    void margins_have_the_sign_of_the_verdict()
    {
        for (Scenario scenario : {whole_need(), inspected_fabric()}) {
            for (const char* gpu : {"rtx4090", "t4", "gtx960-4g"}) {
                scenario.build.gpu = gpu;
                for (const Requirement& row : answer_of(scenario).rows) {
                    const auto margin = row.margin();
                    if (margin) QCOMPARE(*margin >= 0.0, row.is_met());
                }
            }
        }
        const auto bytes = [](const char* code, double amount) {
            Demand demand{code, {}, {}};
            demand.working.value = {amount, Unit::bytes};
            return demand;
        };
        Requirement row{Resource::host_memory, {bytes("running", 32.0)}, 0, {}};
        QVERIFY(row.is_met());
        QVERIFY(!row.margin());
        row.present = bytes("given", 64.0);
        QCOMPARE(*row.margin(), 1.0);
        row.resource = Resource::budget;
        QCOMPARE(*row.margin(), -0.5);
        QVERIFY(!row.is_met());
    }

    void deadline_and_compute_agree()
    {
        for (const double hours : {1.0, 3.0, 8.0, 100.0}) {
            Scenario scenario = inspected_fabric();
            scenario.requirements.deadline_seconds = hours * 3600.0;
            const NeedAnswer answer = answer_of(scenario);
            QCOMPARE(answer.row(Resource::deadline)->is_met(), answer.row(Resource::compute)->is_met());
            const double wall = answer.training->estimate->time->run->wall_high.base();
            const double working = wall * (1.0 - waiting_share_of_run(*answer.training));
            QVERIFY(is_within(needed(answer, Resource::compute) / present(answer, Resource::compute),
                              working / (hours * 3600.0), 1e-9));
        }
    }

    void a_plan_without_need_has_its_minimum()
    {
        const NeedAnswer answer = answer_of(inspected_fabric());
        QVERIFY(answer.findings.empty());
        QVERIFY(!answer.month);
        QVERIFY(answer.row(Resource::gpu_memory));
        QVERIFY(!answer.row(Resource::compute));
        QVERIFY(!answer.row(Resource::budget));
        QCOMPARE(needed(answer, Resource::gpu_memory), answer.training->estimate->memory->with_margin.as_double());
        QVERIFY(!states_need(inspected_fabric()));
        QVERIFY(states_need(whole_need()));
    }

    void a32_two_workloads_share_a_month()
    {
        const NeedAnswer answer = answer_of(whole_need());
        const MonthPlan& month = *answer.month;
        QCOMPARE(month.workloads.size(), std::size_t{2});
        QVERIFY(month.complete);
        double sum = 0.0;
        for (const WorkloadShare& share : month.workloads) {
            QVERIFY(is_within(share.month->base(), share.run->base() * share.runs_per_month, 1e-12));
            // 8,766 hours a year in twelve months.
            QVERIFY(is_within(share.share, share.month->base() / (730.5 * 3600.0), 1e-12));
            sum += share.share;
        }
        QVERIFY(is_within(month.utilisation, sum, 1e-12));
        QCOMPARE(month.workloads[month.binding].name, std::string());
        QVERIFY(month.workloads[0].share > month.workloads[1].share);
    }

    void a32_one_machine_or_two()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.runs_per_month = 1.0;
        const double share = answer_of(scenario).month->utilisation;
        for (const double machines : {1.0, 2.0, 5.0}) {
            // A machine takes 80 % of a month.
            scenario.requirements.runs_per_month = 0.8 * machines / share * 0.999;
            QCOMPARE(answer_of(scenario).month->machines, static_cast<std::int64_t>(machines));
            scenario.requirements.runs_per_month = 0.8 * machines / share * 1.001;
            const NeedAnswer over = answer_of(scenario);
            QCOMPARE(over.month->machines, static_cast<std::int64_t>(machines) + 1);
            QCOMPARE(over.row(Resource::utilisation)->is_met(), false);
            QVERIFY(finds(over.findings, "requirement-exceeded"));
        }
    }

    void a33_a_workload_may_need_more_memory_than_the_own_model()
    {
        Scenario scenario = scenario_of("resnet18", 8, "t4");
        scenario.dataset.samples = 1000;
        Workload large;
        large.name = "Language";
        large.model.preset = "gpt2-xl";
        large.dataset.samples = 100;
        scenario.requirements.workloads = {large};
        const NeedAnswer answer = answer_of(scenario);
        const Requirement& memory = *answer.row(Resource::gpu_memory);
        QCOMPARE(memory.demands[memory.binding].workload, std::string("Language"));
        QVERIFY(!memory.is_met());
        QVERIFY(finds(answer.findings, "requirement-missed"));
        QVERIFY(finds(all_findings(evaluated(scenario), engine_data()), "requirement-missed"));
    }

    void colour_costs_more_than_grey()
    {
        Scenario colour = inspected_fabric();
        colour.model.preset = "resnet18";
        colour.input.image_height = colour.input.image_width = 512;
        Scenario grey = colour;
        grey.input.channels = 1;
        const Evaluation of_colour = evaluated(colour);
        const Evaluation of_grey = evaluated(grey);
        QVERIFY(of_colour.estimate && of_grey.estimate);
        // The first layer, 64 windows of 7 x 7, loses two of three input channels.
        QCOMPARE(of_colour.estimate->model.parameters.value() - of_grey.estimate->model.parameters.value(),
                 std::int64_t{2 * 64 * 7 * 7});
        // A label is a thousand numbers, a mask one for each class and pixel: more to keep.
        Scenario mask = colour;
        mask.model.preset = "unet_padded";
        const Evaluation of_mask = evaluated(mask);
        QVERIFY(of_mask.estimate);
        QVERIFY(of_mask.estimate->memory->part(MemoryPart::activations) >
                of_colour.estimate->memory->part(MemoryPart::activations));
    }

    void every_number_opens_in_both_languages()
    {
        QStringList problems;
        QStringList closed;
        Scenario cluster = with_fields(whole_need(), R"({"build.nodes": 2, "build.node_link": "eth-10",
            "build.ram_GiB": 8.0, "dataset.samples": 100000})");
        cluster.requirements.workloads.clear();
        std::vector<Evaluation> plans;
        for (const Scenario& scenario : {whole_need(), cluster, inspected_fabric()})
            plans.push_back(evaluated(scenario));
        for (const std::string_view id : explained_requirement_quantities()) {
            bool open = false;
            for (const Evaluation& plan : plans) {
                QVERIFY(plan.estimate);
                const auto working = explain_requirements(plan, engine_data(), id);
                if (!working) continue;
                open = true;
                for (const Language language : {Language::english, Language::chinese}) {
                    const std::string text = render_tree(*working, messages(language));
                    if (text.find('[') != std::string::npos || text.find('{') != std::string::npos)
                        problems << QString::fromStdString(text);
                }
            }
            if (!open) closed << QString::fromUtf8(id.data(), static_cast<int>(id.size()));
        }
        QVERIFY2(closed.isEmpty(), qPrintable(closed.join(", ")));
        problems.removeDuplicates();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n")));
        const auto share = explain_requirements(plans.front(), engine_data(), "requirements.workloads[1]");
        QVERIFY(share);
        QCOMPARE(share->value.number, answer_need(plans.front(), engine_data())->month->workloads[1].share);
        QVERIFY(!explain_requirements(plans.front(), engine_data(), "requirements.workloads[2]"));
        QVERIFY(!explain_requirements(plans.front(), engine_data(), "requirements.luck"));
    }

    void each_missed_limit_is_reported_once()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.deadline_seconds = 600.0;
        const Evaluation plan = evaluated(scenario);
        QVERIFY(finds(plan.estimate->findings, "deadline-missed"));
        QVERIFY(!finds(answer_need(plan, engine_data())->findings, "requirement-exceeded"));
        // Only the grown data set misses this one.
        Scenario grown = inspected_fabric();
        grown.requirements.deadline_seconds = 24.0 * 3600.0;
        QVERIFY(answer_of(grown).is_met());
        grown.requirements.growth = 20.0;
        const NeedAnswer answer = answer_of(grown);
        QVERIFY(!answer.is_met());
        QVERIFY(finds(answer.findings, "requirement-exceeded"));
        Scenario storage = inspected_fabric();
        storage.build.storage_tb = 0.001;
        QVERIFY(finds(answer_of(storage).findings, "requirement-missed"));
    }

    void parts_without_a_price_leave_the_budget_open()
    {
        Scenario scenario = inspected_fabric();
        scenario.build.memory_kit.clear();
        scenario.requirements.budget = 1e6;
        const Evaluation plan = evaluated(scenario);
        QVERIFY(plan.estimate->cost.bill.unpriced_lines > 0);
        const NeedAnswer answer = *answer_need(plan, engine_data());
        const Requirement& budget = *answer.row(Resource::budget);
        QVERIFY(budget.present_is_lower_bound && !budget.is_judged() && !budget.margin());
        QVERIFY(finds(plan.estimate->findings, "budget-not-judged"));
        // An empty sum isn't a price.
        Scenario unpriced = scenario_of("resnet50", 8, "tpuv3");
        unpriced.requirements.budget = 1e6;
        const Evaluation without = evaluated(unpriced);
        QVERIFY(finds(without.estimate->findings, "budget-without-prices"));
        QVERIFY(!finds(without.estimate->findings, "budget-not-judged"));
        // The known part exceeds a smaller budget.
        scenario.requirements.budget = 100.0;
        const NeedAnswer exceeded = answer_of(scenario);
        QVERIFY(exceeded.row(Resource::budget)->is_judged() && !exceeded.row(Resource::budget)->is_met());
    }

    void the_run_of_a_need_has_a_name_and_a_working()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.deadline_seconds = 24.0 * 3600.0;
        const auto name = [](const Scenario& s) { return answer_of(s).row(Resource::deadline)->name; };
        const auto working = [](const Scenario& s) {
            return *explain_requirements(evaluated(s), engine_data(), "requirements.deadline_present");
        };
        scenario.requirements.growth = 3.0;
        QCOMPARE(name(scenario), std::string("requirement.deadline-of-need"));
        const Derivation grown = working(scenario);
        QCOMPARE(grown.quantity, std::string("quantity.requirements.deadline_present_of_need"));
        QCOMPARE(grown.value.number, answer_of(scenario).training->estimate->time->run->wall_high.base());
        QVERIFY(!grown.inputs.empty() && !grown.inputs.front().inputs.empty());
        // Without more samples it is the run of the plan, under its name.
        Scenario plain = scenario;
        plain.requirements.growth.reset();
        plain.requirements.balanced_epochs = false;
        plain.requirements.tiling.reset();
        QCOMPARE(name(plain), std::string("requirement.deadline"));
        QCOMPARE(working(plain).value.number, evaluated(plain).estimate->time->run->wall_high.base());
    }

    void reports_invalid_input()
    {
        const Scenario one_kind = with_fields(inspected_fabric(), R"({"requirements.positive_share": 0.0,
            "requirements.balanced_epochs": true})");
        QVERIFY(finds(answer_of(one_kind).findings, "balance-needs-both-kinds"));
        Scenario untiled = inspected_fabric();
        untiled.dataset.source_height.reset();
        untiled.requirements.tiling = Tiling{512, 512, 0};
        QVERIFY(finds(answer_of(untiled).findings, "tiles-need-source-size"));
        Scenario huge = inspected_fabric();
        huge.dataset.samples = 1'000'000'000'000;
        huge.requirements.growth = 1e6;
        const NeedAnswer answer = answer_of(huge);
        QVERIFY(finds(answer.findings, "need-beyond-range"));
        Scenario without_samples = inspected_fabric();
        without_samples.dataset.samples.reset();
        without_samples.requirements.runs_per_month = 2.0;
        QVERIFY(finds(answer_of(without_samples).findings, "workload-time-not-known"));
        Scenario many = inspected_fabric();
        many.requirements.workloads.resize(most_workloads + 1);
        for (Workload& workload : many.requirements.workloads) workload.model.preset = "alexnet";
        QCOMPARE(evaluated(many).errors.front().code, std::string("too-many-workloads"));
        Scenario date = inspected_fabric();
        for (const char* day : {"2026-02-30", "26-02-03", "tomorrow", "2026-13-01", "2026/01/01"}) {
            date.economics.purchase_date = day;
            QCOMPARE(evaluated(date).errors.front().code, std::string("not-a-day"));
        }
        date.economics.purchase_date = "2028-02-29";
        QVERIFY(evaluated(date).estimate.has_value());
    }

    void presets_are_the_published_ones()
    {
        const Catalog& hardware = engine_data().hardware;
        QCOMPARE(hardware.datasets.size(), std::size_t{4});
        QCOMPARE(hardware.dataset("aitex")->samples, 245);
        QCOMPARE(*hardware.dataset("aitex")->positive_samples, 105);
        QCOMPARE(hardware.dataset("coco-train2017")->samples, 118'287);
        QCOMPARE(hardware.dataset("imagenet-1k")->samples, 1'281'167);
        for (const DatasetRecord& dataset : hardware.datasets) QVERIFY(!dataset.provenance.source.empty());
    }

    /// Small networks on two weak cores, 20,000 photographs of 12 megapixels: the GPU waits nearly all the time.
    void waiting_for_data_requires_cores_not_compute()
    {
        Scenario scenario = scenario_of("resnet18", 32, "rtx4090");
        scenario.dataset = {20'000, {}, 3000, 4000, 4'000'000, SampleEncoding::jpeg};
        scenario = with_fields(scenario, R"({"training.epochs": 10, "training.precision": "fp16-amp",
            "build.cpu": "i5-10400", "build.ram_GiB": 32.0, "build.storage": "nvme4"})");
        const double waiting = waiting_share_of_run(*answer_of(scenario).training);
        QVERIFY(waiting > 0.8 && waiting < 1.0);
        const double wall = answer_of(scenario).training->estimate->time->run->wall_high.base();
        scenario.requirements.deadline_seconds = 0.5 * wall;
        const NeedAnswer answer = answer_of(scenario);
        QVERIFY(!answer.row(Resource::deadline)->is_met());
        // In half the time the same GPU does the same work, at a fifth of its time or less for each.
        QVERIFY(is_within(needed(answer, Resource::compute), 2.0 * (1.0 - waiting) * present(answer, Resource::compute),
                          1e-9));
        QVERIFY(answer.row(Resource::compute)->is_met());
        QVERIFY(finds(answer.findings, "more-compute-does-not-help"));
        // Six cores take twice the time, so about twelve are required, not as many as keep the GPU busy.
        const Requirement& cores = *answer.row(Resource::cpu_cores);
        QCOMPARE(present(answer, Resource::cpu_cores), 6.0);
        QCOMPARE(cores.demands[cores.binding].code, std::string("deadline-loading"));
        QVERIFY(cores.needed().number >= 11.0 && cores.needed().number <= 13.0);
        Scenario without = scenario;
        without.requirements.deadline_seconds.reset();
        without.requirements.growth = 1.0;
        QVERIFY(needed(answer_of(without), Resource::cpu_cores) > 100.0);
        // Other processors meet the deadline with the same GPU.
        const auto build = sufficient_build(evaluated(scenario), {engine_data()});
        QVERIFY(build && build->missed.empty());
        for (const BuildStep& step : build->steps) QVERIFY(step.resource != Resource::gpu_memory);
        // So the first that is offered for the deadline is a processor, not more GPUs.
        const auto offered = fixes(evaluated(scenario), {engine_data()});
        const auto missed =
            std::ranges::find_if(offered, [](const FindingFixes& each) { return each.code == "deadline-missed"; });
        QVERIFY(missed != offered.end());
        QCOMPARE(missed->fixes.front().what.code, std::string("processor"));
        const auto faster = changed(scenario, engine_data(), missed->fixes.front().changes);
        QVERIFY(faster);
        const Seconds sooner = answer_of(*faster).training->estimate->time->run->wall;
        QVERIFY(sooner <= Seconds(*scenario.requirements.deadline_seconds));
        QCOMPARE(faster->build.gpus_per_node * faster->build.nodes, std::int64_t{1});
        // A loose deadline is met, and nothing is reported.
        scenario.requirements.deadline_seconds = 2.0 * wall;
        QVERIFY(!finds(answer_of(scenario).findings, "more-compute-does-not-help"));
    }

    void shares_are_those_of_the_parts()
    {
        // One small image a step: the host needs longer to start the kernels than the GPU to run them.
        Scenario scenario = scenario_of("resnet18", 1);
        scenario.training.precision = Precision::fp16_amp;
        scenario.dataset.samples = 1000;
        const Evaluation plan = evaluated(scenario);
        const TimeEstimate& time = *plan.estimate->time;
        QVERIFY(!time.measured_correction);
        QCOMPARE(time.bottleneck, Bottleneck::host);
        const double host = time.part(TimePart::host_overhead) / time.step;
        QVERIFY(host > 0.3 && host < 1.0);
        QVERIFY(is_within(host_share_of_step(plan), host, 1e-12));
        QVERIFY(is_within(waiting_share_of_step(plan), host, 1e-12));
        QVERIFY(is_within(waiting_share_of_run(plan), host, 1e-12));
        QCOMPARE(waiting_share_of_run(Evaluation{}), 0.0);
        // A faster GPU doesn't start its kernels sooner, so the requirement of a month doesn't grow with the waiting.
        scenario.requirements.runs_per_month = 1000.0;
        const NeedAnswer answer = answer_of(scenario);
        QVERIFY(is_within(needed(answer, Resource::compute),
                          present(answer, Resource::compute) * answer.month->utilisation * (1.0 - host) / 0.8, 1e-9));
    }
};

RIGWRIGHT_TEST(RequirementsTest)

} // namespace rigwright::test::tst_requirements

#include "tst_requirements.moc"
