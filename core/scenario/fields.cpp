// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/fields.h"

#include "core/hardware/price_list.h"
#include "core/scenario/field_table.h"

#include <algorithm>

namespace rigwright {

namespace {

using Make = FieldMaker<Scenario>;
using S = Scenario;
using Fields = std::vector<Field>;

Field of_task(Field field)
{
    field.of_task = true;
    return field;
}

Fields of_task(Fields fields)
{
    for (Field& field : fields) field.of_task = true;
    return fields;
}

Fields model_and_input()
{
    return {
        Make::text<&S::model, &ModelChoice::preset>("model.preset"),
        Make::text<&S::model, &ModelChoice::family>("model.family"),
        Make::text<&S::model, &ModelChoice::head>("model.head"),
        Make::field<&S::input, &ModelInput::image_depth>("input.image_depth", 1, largest_side).in("px"),
        Make::field<&S::input, &ModelInput::image_height>("input.image_height", 1, largest_side).in("px"),
        Make::field<&S::input, &ModelInput::image_width>("input.image_width", 1, largest_side).in("px"),
        Make::field<&S::input, &ModelInput::channels>("input.channels", 1, most_channels),
        Make::field<&S::input, &ModelInput::sequence_length>("input.sequence_length", 1, longest_sequence),
        Make::field<&S::input, &ModelInput::target_sequence_length>("input.target_sequence_length", 1,
                                                                    longest_sequence),
    };
}

Fields dataset()
{
    return {
        Make::field<&S::dataset, &Dataset::samples>("dataset.samples", 1, 1e12),
        Make::field<&S::dataset, &Dataset::tokens>("dataset.tokens", 1, 1e15),
        Make::field<&S::dataset, &Dataset::source_height>("dataset.source_height", 1, 1e6).in("px"),
        Make::field<&S::dataset, &Dataset::source_width>("dataset.source_width", 1, 1e6).in("px"),
        Make::field<&S::dataset, &Dataset::encoded_bytes_per_sample>("dataset.encoded_bytes_per_sample", 1, 1e12)
            .in("B"),
        Make::field<&S::dataset, &Dataset::encoding>("dataset.encoding"),
        Make::field<&S::dataset, &Dataset::read_pattern>("dataset.read_pattern"),
    };
}

/// Old files list CUDA graphs as a third kind of execution.
Field execution()
{
    Field field = Make::field<&S::training, &Training::execution>("training.execution");
    field.old_word = "graph";
    field.write_old = [](S& scenario) { scenario.training.cuda_graph = true; };
    return field;
}

Fields training()
{
    return {
        of_task(Make::field<&S::training, &Training::mode>("training.mode")),
        of_task(Make::field<&S::training, &Training::epochs>("training.epochs", 1, 1e6)),
        Make::field<&S::training, &Training::micro_batch>("training.micro_batch", 1, 1e6),
        Make::field<&S::training, &Training::gradient_accumulation>("training.gradient_accumulation", 1, 1e6),
        of_task(Make::field<&S::training, &Training::global_batch>("training.global_batch", 1, 1e12)),
        Make::field<&S::training, &Training::precision>("training.precision"),
        of_task(Make::field<&S::training, &Training::optimizer>("training.optimizer")),
        Make::field<&S::training, &Training::optimizer_implementation>("training.optimizer_implementation"),
        Make::field<&S::training, &Training::recompute>("training.recompute"),
        Make::field<&S::training, &Training::attention>("training.attention"),
        execution(),
        Make::field<&S::training, &Training::cuda_graph>("training.cuda_graph"),
        Make::field<&S::training, &Training::layout>("training.layout"),
        Make::field<&S::training, &Training::stack>("training.stack"),
        Make::field<&S::training, &Training::framework>("training.framework"),
        Make::field<&S::training, &Training::framework_year>("training.framework_year", 2014, 2040).in(unit_year),
        Make::field<&S::training, &Training::gradient_precision>("training.gradient_precision"),
        Make::field<&S::training, &Training::cross_entropy>("training.cross_entropy"),
        Make::field<&S::training, &Training::allocator>("training.allocator"),
        Make::field<&S::training, &Training::norm_mode>("training.norm_mode"),
        of_task(Make::field<&S::training, &Training::ema>("training.ema")),
        Make::field<&S::training, &Training::late_zero_grad>("training.late_zero_grad"),
        Make::field<&S::training, &Training::autotune>("training.autotune"),
        Make::field<&S::training, &Training::loader_workers>("training.loader_workers", 0, 1024),
        of_task(Make::field<&S::training, &Training::base_weights>("training.base_weights")),
    };
}

Fields parallel()
{
    return {
        Make::field<&S::parallel, &Parallel::tensor>("parallel.tensor", 1, 1e6),
        Make::field<&S::parallel, &Parallel::pipeline>("parallel.pipeline", 1, 1e6),
        Make::field<&S::parallel, &Parallel::context>("parallel.context", 1, 1e6),
        Make::field<&S::parallel, &Parallel::expert>("parallel.expert", 1, 1e6),
        Make::field<&S::parallel, &Parallel::sequence_parallel>("parallel.sequence_parallel"),
        Make::field<&S::parallel, &Parallel::zero_stage>("parallel.zero_stage", 0, 3),
        Make::field<&S::parallel, &Parallel::offload>("parallel.offload"),
        Make::field<&S::parallel, &Parallel::pipeline_interleave>("parallel.pipeline_interleave", 1, 1024),
        Make::field<&S::parallel, &Parallel::context_method>("parallel.context_method"),
        Make::field<&S::parallel, &Parallel::data_parallel_kind>("parallel.data_parallel_kind"),
        Make::field<&S::parallel, &Parallel::data_parallel_overlap>("parallel.data_parallel_overlap"),
        Make::field<&S::parallel, &Parallel::tensor_parallel_overlap>("parallel.tensor_parallel_overlap"),
    };
}

Fields build()
{
    return {
        Make::text<&S::build, &BuildChoice::gpu>("build.gpu"),
        Make::field<&S::build, &BuildChoice::gpus_per_node>("build.gpus_per_node", 1, 1024),
        Make::field<&S::build, &BuildChoice::nodes>("build.nodes", 1, 1e6),
        Make::field<&S::build, &BuildChoice::gpu_link>("build.gpu_link"),
        Make::text<&S::build, &BuildChoice::node_link>("build.node_link"),
        Make::text<&S::build, &BuildChoice::cpu>("build.cpu"),
        Make::field<&S::build, &BuildChoice::cpu_sockets>("build.cpu_sockets", 1, 16),
        Make::positive<&S::build, &BuildChoice::ram_gib>("build.ram_GiB", 1e6).in("GiB"),
        Make::text<&S::build, &BuildChoice::storage>("build.storage"),
        Make::positive<&S::build, &BuildChoice::storage_tb>("build.storage_TB", 1e6).in("TB"),
        Make::text<&S::build, &BuildChoice::memory_kit>("build.memory_kit"),
        Make::field<&S::build, &BuildChoice::memory_channels>("build.memory_channels", 1, 64),
        Make::text<&S::build, &BuildChoice::chassis>("build.chassis"),
        Make::text<&S::build, &BuildChoice::power_supply>("build.power_supply"),
        Make::text<&S::build, &BuildChoice::circuit>("build.circuit"),
        Make::field<&S::build, &BuildChoice::dies_used>("build.dies_used", 1, 16),
        Make::field<&S::build, &BuildChoice::nics_per_node>("build.nics_per_node", 0, 64),
        Make::field<&S::build, &BuildChoice::context_bytes>("build.context_bytes", 0, 1e12).in("B"),
        Make::field<&S::build, &BuildChoice::draws_display>("build.draws_display"),
    };
}

Fields run()
{
    return {
        Make::field<&S::run, &Run::validation_share>("run.validation_share", 0, 100).in(unit_share),
        Make::positive<&S::run, &Run::checkpoint_interval_seconds>("run.checkpoint_interval_seconds", 1e9).in("s"),
        Make::positive<&S::run, &Run::gpu_hours_per_failure>("run.gpu_hours_per_failure", 1e9).in("h"),
        Make::field<&S::run, &Run::restart_seconds>("run.restart_seconds", 0, 1e7).in("s"),
        Make::positive<&S::run, &Run::upload_mbit_per_second>("run.upload_Mbit_per_second", 1e7).in("Mbit/s"),
    };
}

Fields money_and_need()
{
    return {
        Make::text<&S::economics, &Economics::currency>("economics.currency", 8),
        Make::field<&S::economics, &Economics::electricity_price_per_kwh>("economics.electricity_price_per_kWh", 0, 1e6)
            .in(unit_currency_per_kwh),
        Make::field<&S::economics, &Economics::pue>("economics.pue", 1, 5),
        Make::text<&S::economics, &Economics::prices_as_of>("economics.prices_as_of", 10),
        Make::positive<&S::economics, &Economics::amortisation_years>("economics.amortisation_years", 50),
        Make::positive<&S::economics, &Economics::utilisation>("economics.utilisation", 1).in(unit_share),
        Make::field<&S::economics, &Economics::maintenance_share>("economics.maintenance_share", 0, 1).in(unit_share),
        Make::field<&S::economics, &Economics::grid_kg_co2_per_kwh>("economics.grid_kg_CO2_per_kWh", 0, 10).in("kg/kWh"),
        Make::text<&S::economics, &Economics::purchase_date>("economics.purchase_date", 10),
        Make::positive<&S::requirements, &Requirements::takt_seconds>("requirements.takt_seconds", 1e9).in("s"),
        Make::field<&S::requirements, &Requirements::positive_share>("requirements.positive_share", 0, 1).in(unit_share),
        Make::field<&S::requirements, &Requirements::smallest_defect_pixels>("requirements.smallest_defect_pixels", 1,
                                                                             65536)
            .in("px"),
        Make::field<&S::requirements, &Requirements::smallest_defect_pixels_at_input>(
            "requirements.smallest_defect_pixels_at_input", 1, 65536)
            .in("px"),
        Make::positive<&S::requirements, &Requirements::deadline_seconds>("requirements.deadline_seconds", 1e12).in("s"),
        Make::positive<&S::requirements, &Requirements::budget>("requirements.budget", 1e15).in(unit_currency),
        Make::positive<&S::requirements, &Requirements::power_limit_w>("requirements.power_limit_W", 1e12).in("W"),
        Make::field<&S::requirements, &Requirements::rack_units>("requirements.rack_units", 1, 1e6).in("U"),
        Make::field<&S::requirements, &Requirements::runs_per_month>("requirements.runs_per_month", 0, 1e6),
        Make::positive<&S::requirements, &Requirements::growth>("requirements.growth", 1e6).in("×"),
        Make::field<&S::requirements, &Requirements::balanced_epochs>("requirements.balanced_epochs"),
        Make::field<&S::constraints, &Constraints::acquisition>("constraints.acquisition"),
        Make::field<&S::constraints, &Constraints::market>("constraints.market"),
        Make::field<&S::constraints, &Constraints::other_global_batch>("constraints.other_global_batch"),
        Make::field<&S::constraints, &Constraints::maximum_gpus>("constraints.maximum_gpus", 1, 1e9),
        Make::field<&S::constraints, &Constraints::memory_reserve>("constraints.memory_reserve", 0, 0.9).in(unit_share),
        Make::text<&S::constraints, &Constraints::currency>("constraints.currency", 8),
    };
}

} // namespace

const std::vector<Field>& scenario_fields()
{
    static const Fields all = [] {
        Fields joined;
        for (const Fields& group :
             {Fields{Make::text<&S::name>("name")}, of_task(model_and_input()), of_task(dataset()), training(),
              parallel(), build(), run(), of_task(money_and_need())})
            joined.insert(joined.end(), group.begin(), group.end());
        return joined;
    }();
    return all;
}

const Field* field_of(std::string_view path)
{
    const auto& fields = scenario_fields();
    const auto found = std::ranges::find(fields, path, &Field::path);
    return found == fields.end() ? nullptr : &*found;
}

std::string choice_code(std::string_view path, std::string_view word)
{
    return std::string(path.substr(path.rfind('.') + 1)) + "." + std::string(word);
}

const std::vector<FieldOf<ModelImport>>& import_fields()
{
    using Make = FieldMaker<ModelImport>;
    static const std::vector fields{
        Make::field<&ModelImport::kind>("kind"),
        Make::text<&ModelImport::path>("path", 4096),
    };
    return fields;
}

const std::vector<FieldOf<Lora>>& lora_fields()
{
    using Make = FieldMaker<Lora>;
    static const std::vector fields{
        Make::field<&Lora::rank>("rank", 1, 65536),
        Make::field<&Lora::targets>("targets"),
    };
    return fields;
}

const std::vector<FieldOf<PriceOverride>>& price_override_fields()
{
    using Make = FieldMaker<PriceOverride>;
    static const std::vector fields{
        Make::field<&PriceOverride::amount>("amount", 0, 1e12),
        Make::text<&PriceOverride::currency>("currency", 8),
        Make::text<&PriceOverride::date>("date", 40),
        Make::text<&PriceOverride::source>("source", 1000),
        Make::positive<&PriceOverride::drive_tb>("drive_TB", largest_drive_tb),
        Make::text<&PriceOverride::covers>("covers", 1000),
    };
    return fields;
}

const std::vector<FieldOf<OwnExchangeRate>>& exchange_rate_fields()
{
    using Make = FieldMaker<OwnExchangeRate>;
    static const std::vector fields{
        Make::text<&OwnExchangeRate::from>("from", 8),
        Make::text<&OwnExchangeRate::to>("to", 8),
        Make::positive<&OwnExchangeRate::rate>("rate", 1e9),
        Make::text<&OwnExchangeRate::date>("date", 40),
    };
    return fields;
}

const std::vector<FieldOf<Tiling>>& tiling_fields()
{
    using Make = FieldMaker<Tiling>;
    static const std::vector fields{
        Make::field<&Tiling::tile_height>("tile_height", 1, 65536),
        Make::field<&Tiling::tile_width>("tile_width", 1, 65536),
        Make::field<&Tiling::overlap>("overlap", 0, 65535),
    };
    return fields;
}

const std::vector<FieldOf<Measurement>>& measurement_fields()
{
    using Make = FieldMaker<Measurement>;
    static const std::vector fields{
        Make::field<&Measurement::micro_batch>("micro_batch", 1, 1e6),
        Make::positive<&Measurement::step_seconds>("step_seconds", 1e9),
        Make::field<&Measurement::peak_bytes>("peak_bytes", 1, 1e15),
        Make::field<&Measurement::kind>("kind"),
        Make::text<&Measurement::date>("date", 40),
        Make::text<&Measurement::note>("note", 2000),
    };
    return fields;
}

const std::vector<FieldOf<Workload>>& workload_fields()
{
    using Make = FieldMaker<Workload>;
    static const std::vector fields{
        Make::text<&Workload::name>("name"),
        Make::field<&Workload::runs_per_month>("runs_per_month", 0, 1e6),
    };
    return fields;
}

} // namespace rigwright
