// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/host_link.h"
#include "core/importing/embedded_model.h"
#include "core/zoo/family.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

// The scenario of format "rigwright.scenario", version 1, as a plain value. Every member's default is the documented
// default of its key; an empty optional is an absent key. Enumerators are named like the words in the file, with "_"
// for "-" (`fields.cpp` has the words).

enum class RunMode { train, infer };
enum class Precision { fp64, fp32, tf32, fp16_amp, bf16_amp, bf16, fp16, bf16_master, fp16_master, fp8, fp4 };
enum class OptimizerKind { sgd, sgd_momentum, adam, adamw, adam_8bit, adafactor, lion, rmsprop, adagrad, lamb, none };
enum class OptimizerImplementation { automatic, loop, for_each, fused };
enum class Recompute { none, selective, full };
/// Fused: the default kernel of framework and year. The others name one.
enum class AttentionChoice { automatic, standard, fused, flash_1, flash_2, flash_3, flash_4, cudnn, memory_efficient };
enum class Execution { eager, compiled };
/// Generation of a fused kernel chosen by name: 1 before FlashAttention-2; 3 and above written for one generation of
/// GPUs. Empty if framework and year decide.
std::optional<int> attention_generation(AttentionChoice choice);
enum class Layout { automatic, channels_first, channels_last };
enum class SoftwareStack { typical, tuned };
enum class GradientPrecision { automatic, fp32, fp16, bf16 };
/// Chunked: logits are computed and used for some tokens at a time and never stored whole. fp32 logits: the model
/// converts all logits and returns them, and they stay until backward ends.
enum class CrossEntropyChoice { standard, fused, chunked, fp32_logits };
/// Whether the loss uses one kernel or chunks instead of one array after another.
constexpr bool is_fused(CrossEntropyChoice choice)
{
    return choice == CrossEntropyChoice::fused || choice == CrossEntropyChoice::chunked;
}
enum class Allocator { caching, emptied_each_step };
enum class NormMode { train, eval, frozen };
enum class Framework { pytorch, tensorflow, keras, scikit_learn };
enum class BaseWeights { same, int8, nf4 };
enum class LoraTargets { attention, all_linear };
enum class Offload { none, optimizer, parameters };
enum class ContextMethod { ring, all_to_all };
enum class DataParallelKind { ddp, single_process };
enum class LinkChoice { automatic, pcie, nvlink };
enum class SampleEncoding { jpeg, png, raw, text, synthetic };
/// One file per sample, read in random order; or records and shards that are read sequentially.
enum class ReadPattern { automatic, shuffled_files, in_sequence };
enum class Acquisition { any, purchase, cloud };
/// Makers whose GPUs the advisor proposes for purchase: those that sell in the currency's country, or all.
enum class Market { currency, anywhere };
/// Source of the peak: the framework (memory allocated to tensors, memory reserved by its allocator), or the driver.
enum class PeakKind { allocated, reserved, device };

/// A model file that the command line reads before anything is computed (`resolve_imports`).
struct ModelImport {
    ImportKind kind = ImportKind::onnx;
    std::string path;

    bool operator==(const ModelImport&) const = default;
};

/// The model: a preset with overrides, a family with its shape, or an imported file.
struct ModelChoice {
    std::string preset;
    std::string family;
    ModelShape shape;
    std::optional<ModelImport> imported;
    /// The network of a file, or the origin of `family` and `shape` if the file was a configuration.
    std::optional<EmbeddedModel> embedded;
    std::string head;

    bool operator==(const ModelChoice&) const = default;
};

struct Dataset {
    std::optional<std::int64_t> samples;
    std::optional<std::int64_t> tokens;
    std::optional<std::int64_t> source_height;
    std::optional<std::int64_t> source_width;
    std::optional<std::int64_t> encoded_bytes_per_sample;
    std::optional<SampleEncoding> encoding;
    /// Automatic: images are files in random order, as in a shuffled image folder; arrays and text are read
    /// sequentially.
    ReadPattern read_pattern = ReadPattern::automatic;

    bool operator==(const Dataset&) const = default;
};

struct Lora {
    std::int64_t rank = 16;
    LoraTargets targets = LoraTargets::attention;

    bool operator==(const Lora&) const = default;
};

struct Training {
    RunMode mode = RunMode::train;
    std::int64_t epochs = 1;
    std::int64_t micro_batch = 1;
    std::int64_t gradient_accumulation = 1;
    /// Samples per update of the task; `holding_batch` sets the accumulation for it. Empty: they follow from
    /// micro-batch, accumulation and GPUs.
    std::optional<std::int64_t> global_batch;
    Precision precision = Precision::fp32;
    OptimizerKind optimizer = OptimizerKind::adamw;
    /// The update of the arrays: one operation at a time on each, one on all, or all on all in one kernel.
    OptimizerImplementation optimizer_implementation = OptimizerImplementation::automatic;
    Recompute recompute = Recompute::none;
    AttentionChoice attention = AttentionChoice::automatic;
    Execution execution = Execution::eager;
    /// Launches are captured once and replayed.
    bool cuda_graph = false;
    Layout layout = Layout::automatic;
    SoftwareStack stack = SoftwareStack::typical;
    Framework framework = Framework::pytorch;
    /// Empty: current.
    std::optional<std::int64_t> framework_year;
    GradientPrecision gradient_precision = GradientPrecision::automatic;
    CrossEntropyChoice cross_entropy = CrossEntropyChoice::standard;
    Allocator allocator = Allocator::caching;
    NormMode norm_mode = NormMode::train;
    bool ema = false;
    /// The script frees gradients between the forward and the backward pass, so that the last step's are alive until
    /// then.
    bool late_zero_grad = false;
    bool autotune = false;
    /// Data-loader worker processes per GPU. Empty: as many as cores; zero: the training process loads the data and
    /// waits.
    std::optional<std::int64_t> loader_workers;
    std::optional<Lora> lora;
    BaseWeights base_weights = BaseWeights::same;

    bool operator==(const Training&) const = default;
};

/// Keras is assumed to run on TensorFlow.
inline bool runs_on_tensorflow(const Training& training)
{
    return training.framework == Framework::tensorflow || training.framework == Framework::keras;
}

struct Parallel {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t context = 1;
    std::int64_t expert = 1;
    bool sequence_parallel = false;
    std::int64_t zero_stage = 0;
    Offload offload = Offload::none;
    std::int64_t pipeline_interleave = 1;
    ContextMethod context_method = ContextMethod::ring;
    DataParallelKind data_parallel_kind = DataParallelKind::ddp;
    /// Empty: the framework's default.
    std::optional<bool> data_parallel_overlap;
    std::optional<bool> tensor_parallel_overlap;

    bool operator==(const Parallel&) const = default;
};

/// A user-defined price of one part.
struct PriceOverride {
    double amount = 0.0;
    std::string currency;
    std::string date;
    std::string source;
    /// Of storage, whose amount is that of a terabyte: the terabytes of a whole drive; empty if any amount is sold.
    std::optional<double> drive_tb = {};
    /// Of a whole machine: the parts that the price includes, as `parts_of_machine` lists them. The price applies only
    /// to a build with exactly these parts.
    std::string covers = {};

    bool operator==(const PriceOverride&) const = default;
};

/// The key in `BuildChoice::price_overrides` of one price for a whole machine, as quotes of complete servers give it.
inline constexpr std::string_view whole_machine = "machine";

/// The machine. `gpu` "none" trains on the CPU; an empty `cpu` is a typical host for the GPU.
struct BuildChoice {
    std::string gpu;
    std::int64_t gpus_per_node = 1;
    std::int64_t nodes = 1;
    LinkChoice gpu_link = LinkChoice::automatic;
    std::string node_link = "auto";
    std::string cpu;
    std::int64_t cpu_sockets = 1;
    std::optional<double> ram_gib;
    std::string storage;
    /// Capacity to buy per machine; empty if only the kind of drive is known.
    std::optional<double> storage_tb;
    std::string memory_kit;
    std::optional<std::int64_t> memory_channels;
    std::string chassis;
    std::string power_supply;
    /// Id of the power circuit of one machine; empty if unknown.
    std::string circuit;
    std::optional<std::int64_t> dies_used;
    std::optional<std::int64_t> nics_per_node;
    /// GPU memory of an idle, empty process (CUDA context), measured by the user.
    std::optional<std::int64_t> context_bytes;
    /// Whether one of the cards drives the monitor. Empty: yes in a desktop whose CPU has no graphics.
    std::optional<bool> draws_display;
    /// By the id of the part, or `whole_machine`.
    std::map<std::string, PriceOverride> price_overrides;

    bool operator==(const BuildChoice&) const = default;
};

/// The parts of one machine that a build names: "4 x rtx4090, 2 x epyc-9554, 512 GiB".
std::string parts_of_machine(const BuildChoice& build);

/// A user-defined exchange rate: units of `to` for one of `from`.
struct OwnExchangeRate {
    std::string from;
    std::string to;
    double rate = 1.0;
    std::string date;

    bool operator==(const OwnExchangeRate&) const = default;
};

struct Economics {
    std::string currency = "CNY";
    std::optional<double> electricity_price_per_kwh;
    double pue = 1.0;
    double amortisation_years = 3.0;
    double utilisation = 1.0;
    /// Annual spares, repairs and service as a share of the purchase price.
    double maintenance_share = 0.0;
    std::vector<OwnExchangeRate> exchange_rates;
    /// Ignores later prices ("2026-06-30", "2026-06"); empty: uses the newest ones.
    std::string prices_as_of;
    /// Carbon dioxide emissions per kilowatt-hour from the grid, kg. Empty: the world average.
    std::optional<double> grid_kg_co2_per_kwh;
    /// Date on which the machine goes into service, "2026-03-01"; break-even dates count from it. Empty: not given.
    std::string purchase_date;

    bool operator==(const Economics&) const = default;
};

/// Additional time of a run beyond its training steps.
struct Run {
    /// Samples validated after each epoch, relative to the training samples.
    double validation_share = 0.0;
    /// Empty: the interval with the smallest time loss.
    std::optional<double> checkpoint_interval_seconds;
    /// GPU-hours between two interruptions, and the time lost before work continues. Empty: published values.
    std::optional<double> gpu_hours_per_failure;
    std::optional<double> restart_seconds;
    /// Upload rate of the dataset to the machine.
    std::optional<double> upload_mbit_per_second;

    bool operator==(const Run&) const = default;
};

struct Tiling {
    std::int64_t tile_height = 0;
    std::int64_t tile_width = 0;
    std::int64_t overlap = 0;

    bool operator==(const Tiling&) const = default;
};

/// Another model on the same machine: its differences, and how often it runs.
struct Workload {
    std::string name;
    ModelChoice model;
    ModelInput input;
    Dataset dataset;
    Training training;
    double runs_per_month = 1.0;

    bool operator==(const Workload&) const = default;
};

/// Maximum number of additional workloads on one machine; each costs an evaluation.
inline constexpr std::size_t most_workloads = 30;

/// The need, for the requirements page and the advisor.
struct Requirements {
    std::optional<double> takt_seconds;
    std::optional<double> positive_share;
    std::optional<double> deadline_seconds;
    std::optional<double> budget;
    std::optional<double> power_limit_w;
    std::optional<std::int64_t> rack_units;
    std::optional<Tiling> tiling;
    /// Extent of the smallest defect in pixels of the stored image, and the minimum pixels at the network's input.
    /// Empty: no requirement; the convention of the calibration file.
    std::optional<std::int64_t> smallest_defect_pixels;
    std::optional<std::int64_t> smallest_defect_pixels_at_input;
    /// Runs of the scenario's own model. Empty: one, if other workloads share the machine.
    std::optional<double> runs_per_month;
    /// Factor by which the dataset is expected to grow while the machine is used. Empty: 1.
    std::optional<double> growth;
    /// An epoch shows equally many positive and negative samples and repeats the rarer ones.
    bool balanced_epochs = false;
    std::vector<Workload> workloads;

    bool operator==(const Requirements&) const = default;
};

/// Parts that the advisor may propose; an empty list allows everything.
struct Constraints {
    std::vector<std::string> vendors;
    std::vector<std::string> generations;
    /// Empty: parts for sale, or for rent in a rental search.
    std::vector<std::string> availability;
    Acquisition acquisition = Acquisition::any;
    /// Applies if `vendors` and `generations` are empty.
    Market market = Market::currency;
    /// Half and twice the task's global batch are also searched.
    bool other_global_batch = false;
    std::optional<std::int64_t> maximum_gpus;
    /// Share of usable GPU memory that a proposed build must leave free.
    double memory_reserve = 0.0;
    std::string currency;

    bool operator==(const Constraints&) const = default;
};

struct Scenario;

/// Maximum number of measurements in a scenario; each costs an evaluation of its settings.
inline constexpr std::size_t most_measurements = 100;

/// One measurement by the user on a real machine.
struct Measurement {
    std::int64_t micro_batch = 1;
    /// One optimizer step (one batch in inference).
    std::optional<double> step_seconds;
    /// Peak memory of one GPU within a step.
    std::optional<std::int64_t> peak_bytes;
    /// Empty: the driver's figure.
    std::optional<PeakKind> kind;
    std::string date;
    std::string note;
    /// Settings of the measurement: model, input, dataset, training, parallel and build, except the micro-batch. Null:
    /// those of the scenario that contains it.
    std::shared_ptr<const Scenario> settings;

    PeakKind peak_kind() const { return kind.value_or(PeakKind::device); }
    bool operator==(const Measurement& other) const;
};

struct Scenario {
    std::string name;
    ModelChoice model;
    ModelInput input;
    Dataset dataset;
    Training training;
    Parallel parallel;
    BuildChoice build;
    Run run;
    Economics economics;
    Requirements requirements;
    Constraints constraints;
    std::vector<Measurement> measurements;

    bool operator==(const Scenario&) const = default;
};

/// The question of a workload, as a scenario.
Scenario question_of(const Workload& workload);

/// Whether the framework is older than a year. One without a year is current.
bool is_before(const Training& training, double year);

/// GPUs of the whole build.
std::int64_t gpu_count(const BuildChoice& build);
/// Whether the CPU trains alone, without GPU.
bool trains_on_processor(const BuildChoice& build);
/// GPUs with different samples: gpu_count / (tensor x pipeline x context). Zero if that is not an integer.
std::int64_t data_parallel_degree(const Scenario& scenario);
/// Whether GPUs exchange data; replicas that only infer do not, unless they share experts.
bool gpus_exchange(const Scenario& scenario);
/// The ZeRO stage from which DeepSpeed offloads: none without offload, 1 for the optimizer, 3 for parameters.
std::int64_t stage_for_offload(Offload offload);
/// Samples between two optimizer steps: accumulation x data-parallel degree x micro-batch.
std::int64_t global_batch(const Scenario& scenario);

/// How each model copy processes its part of a global batch: samples at a time, and accumulation steps.
struct BatchSplit {
    std::int64_t micro_batch = 1;
    std::int64_t accumulation = 1;
};

/// The split that trains `scenario` with `batch` samples per update: the largest micro-batch, up to the scenario's own,
/// that divides the samples of each copy. Empty if the copies do not divide the batch.
std::optional<BatchSplit> batch_split(const Scenario& scenario, std::int64_t batch);

/// The processors and chassis that the cards of one machine of a build are plugged into.
CardHost card_host(const BuildChoice& build, const Catalog& hardware);

/// The PCIe link of each GPU in a build.
const Link* host_link(const Gpu& gpu, const BuildChoice& build, const Catalog& hardware);

} // namespace rigwright
