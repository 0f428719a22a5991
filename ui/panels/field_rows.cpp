// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/field_rows.h"

#include "ui/controls/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr FieldRow build_table[] = {
    {"build.gpu", QT_TRANSLATE_NOOP("Fields", "&GPU"),
     QT_TRANSLATE_NOOP("Fields", "The graphics card or accelerator that trains. Type any part of its name.")},
    {"build.gpus_per_node", QT_TRANSLATE_NOOP("Fields", "GPUs per &machine"),
     QT_TRANSLATE_NOOP("Fields", "Cards in one machine; each works on its own micro-batch unless the model is split."),
     "", Spread::powers_of_two, 1, 16},
    {"build.nodes", QT_TRANSLATE_NOOP("Fields", "Machi&nes"),
     QT_TRANSLATE_NOOP("Fields", "How many such machines train together."), "", Spread::powers_of_two, 1, 1024},
    {"build.gpu_link", QT_TRANSLATE_NOOP("Fields", "GPU &link"),
     QT_TRANSLATE_NOOP("Fields", "How the cards of one machine exchange gradients.")},
    {"build.node_link", QT_TRANSLATE_NOOP("Fields", "Networ&k"),
     QT_TRANSLATE_NOOP("Fields", "How the machines exchange gradients.")},
    {"build.nics_per_node", QT_TRANSLATE_NOOP("Fields", "Network cards"),
     QT_TRANSLATE_NOOP("Fields",
                       "Network cards of one machine, which its GPUs share. Not set: as many as the chassis has, or as "
                       "machines with these GPUs are sold with."),
     "", Spread::powers_of_two, 1, 16},
    {"build.cpu", QT_TRANSLATE_NOOP("Fields", "&CPU"),
     QT_TRANSLATE_NOOP("Fields", "Decodes and prepares the samples and starts the work on the GPU.")},
    {"build.cpu_sockets", QT_TRANSLATE_NOOP("Fields", "CPU sockets"),
     QT_TRANSLATE_NOOP("Fields", "Processors of this kind in one machine; all their cores prepare samples."), "",
     Spread::powers_of_two, 1, 8},
    {"build.ram_GiB", QT_TRANSLATE_NOOP("Fields", "&RAM"),
     QT_TRANSLATE_NOOP("Fields", "Main memory of one machine; a data set that fits is read from disk only once."),
     "GiB", Spread::powers_of_two, 8, 4096},
    {"build.storage", QT_TRANSLATE_NOOP("Fields", "&Storage"),
     QT_TRANSLATE_NOOP("Fields", "Where the samples are read from.")},
};

constexpr FieldRow image_table[] = {
    {"input.image_height", QT_TRANSLATE_NOOP("Fields", "&Image height"),
     QT_TRANSLATE_NOOP("Fields", "Height at which images enter the model, after resizing."), "px", Spread::even, 32,
     2048},
    {"input.image_width", QT_TRANSLATE_NOOP("Fields", "Image &width"),
     QT_TRANSLATE_NOOP("Fields", "Width at which images enter the model, after resizing."), "px", Spread::even, 32,
     2048},
    {"input.channels", QT_TRANSLATE_NOOP("Fields", "Channels"),
     QT_TRANSLATE_NOOP("Fields", "Colour channels of an image: 3 for colour, 1 for grey."), "", Spread::powers_of_two,
     1, 8},
};

constexpr FieldRow volume_table[] = {{"input.image_depth", QT_TRANSLATE_NOOP("Fields", "Image depth"),
                                      QT_TRANSLATE_NOOP("Fields", "Slices of a volume; 1 or nothing for flat images."),
                                      "px", Spread::even, 16, 512},
                                     image_table[0],
                                     image_table[1],
                                     image_table[2]};

constexpr FieldRow sequence_table[] = {
    {"input.sequence_length", QT_TRANSLATE_NOOP("Fields", "Se&quence length"),
     QT_TRANSLATE_NOOP("Fields", "Tokens in one sample."), "", Spread::powers_of_two, 16, 131072},
};

constexpr FieldRow image_and_text_table[] = {image_table[0], image_table[1], image_table[2], sequence_table[0]};

constexpr FieldRow sequence_pair_table[] = {
    {"input.sequence_length", QT_TRANSLATE_NOOP("Fields", "Source se&quence"),
     QT_TRANSLATE_NOOP("Fields", "Tokens that the encoder reads in one sample."), "", Spread::powers_of_two, 16, 32768},
    {"input.target_sequence_length", QT_TRANSLATE_NOOP("Fields", "Target sequence"),
     QT_TRANSLATE_NOOP("Fields", "Tokens that the decoder writes in one sample."), "", Spread::powers_of_two, 16,
     32768},
};

constexpr FieldRow batch_table[] = {
    {"training.mode", QT_TRANSLATE_NOOP("Fields", "Run mode"),
     QT_TRANSLATE_NOOP("Fields",
                       "Training, or inference alone: no gradients, no optimizer, nothing kept for a backward pass.")},
    {"training.micro_batch", QT_TRANSLATE_NOOP("Fields", "Micro-&batch"),
     QT_TRANSLATE_NOOP("Fields", "Samples that one GPU works on at a time. Activations grow with it."), "",
     Spread::powers_of_two, 1, 4096},
    {"training.gradient_accumulation", QT_TRANSLATE_NOOP("Fields", "&Accumulation"),
     QT_TRANSLATE_NOOP("Fields", "Micro-batches whose gradients are added up before the weights change: a larger "
                                 "global batch in the same memory."),
     "", Spread::powers_of_two, 1, 256},
};

constexpr FieldRow training_table[] = {
    {"training.epochs", QT_TRANSLATE_NOOP("Fields", "E&pochs"),
     QT_TRANSLATE_NOOP("Fields", "How often the whole data set is gone through."), "", Spread::one_two_five, 1, 1000},
    {"training.precision", QT_TRANSLATE_NOOP("Fields", "Precisi&on"),
     QT_TRANSLATE_NOOP("Fields", "Number formats of weights, gradients and matrix products.")},
    {"training.optimizer", QT_TRANSLATE_NOOP("Fields", "Optimi&zer"),
     QT_TRANSLATE_NOOP("Fields", "Decides how much state each parameter carries.")},
    {"training.recompute", QT_TRANSLATE_NOOP("Fields", "Recomputation"),
     QT_TRANSLATE_NOOP("Fields", "Drops activations and computes them again in the backward pass: less memory, more "
                                 "time. Also called activation checkpointing.")},
    {"training.attention", QT_TRANSLATE_NOOP("Fields", "A&ttention"),
     QT_TRANSLATE_NOOP("Fields", "Fused attention does not store the matrix of scores.")},
    {"training.execution", QT_TRANSLATE_NOOP("Fields", "E&xecution"),
     QT_TRANSLATE_NOOP(
         "Fields", "Eager starts every kernel by itself; compiled fuses operators; graph replays captured starts.")},
    {"training.layout", QT_TRANSLATE_NOOP("Fields", "La&yout"),
     QT_TRANSLATE_NOOP("Fields", "Order of the dimensions in image tensors; matrix units prefer channels last.")},
    {"training.stack", QT_TRANSLATE_NOOP("Fields", "Software stack"),
     QT_TRANSLATE_NOOP("Fields", "A script as most people write it, or a vendor's tuned container.")},
    {"training.framework", QT_TRANSLATE_NOOP("Fields", "Framework"),
     QT_TRANSLATE_NOOP("Fields", "Decides what memory is kept in reserve and which defaults apply.")},
};

constexpr FieldRow fine_tuning_table[] = {
    {"training.lora", QT_TRANSLATE_NOOP("Fields", "Adapters (LoRA)"),
     QT_TRANSLATE_NOOP(
         "Fields",
         "Trains two narrow matrices beside each chosen layer and leaves the model's own weights as they are.")},
    {"training.lora.rank", QT_TRANSLATE_NOOP("Fields", "Adapter rank"),
     QT_TRANSLATE_NOOP("Fields", "Width of the adapters: more rank, more that can be learned, more memory."), "",
     Spread::powers_of_two, 1, 512},
    {"training.lora.targets", QT_TRANSLATE_NOOP("Fields", "Adapted layers"),
     QT_TRANSLATE_NOOP("Fields", "Which layers get adapters: those of the attention, or every linear layer.")},
    {"training.base_weights", QT_TRANSLATE_NOOP("Fields", "Base weights"),
     QT_TRANSLATE_NOOP(
         "Fields",
         "Format in which weights that are not trained are kept; quantized ones are unpacked layer by layer.")},
};

constexpr FieldRow parallel_table[] = {
    {"parallel.tensor", QT_TRANSLATE_NOOP("Fields", "Tensor parallel"),
     QT_TRANSLATE_NOOP("Fields", "GPUs that split the matrices of every layer. They exchange activations in each "
                                 "layer, so they want the fastest link."),
     "", Spread::powers_of_two, 1, 64},
    {"parallel.sequence_parallel", QT_TRANSLATE_NOOP("Fields", "Sequence parallel"),
     QT_TRANSLATE_NOOP(
         "Fields",
         "Splits what lies between the split matrices along the sequence too: less memory, the same traffic.")},
    {"parallel.tensor_parallel_overlap", QT_TRANSLATE_NOOP("Fields", "Hide that traffic"),
     QT_TRANSLATE_NOOP("Fields", "Whether the exchange inside layers runs beside their matrix products.")},
    {"parallel.pipeline", QT_TRANSLATE_NOOP("Fields", "Pipeline parallel"),
     QT_TRANSLATE_NOOP("Fields", "Groups of GPUs that hold the layers one after another. The first and the last wait "
                                 "for each other: the bubble."),
     "", Spread::powers_of_two, 1, 64},
    {"parallel.pipeline_interleave", QT_TRANSLATE_NOOP("Fields", "Interleave"),
     QT_TRANSLATE_NOOP("Fields", "Pieces of the network that each pipeline stage holds: a smaller bubble, more sends."),
     "", Spread::powers_of_two, 1, 16},
    {"parallel.context", QT_TRANSLATE_NOOP("Fields", "Context parallel"),
     QT_TRANSLATE_NOOP("Fields", "GPUs that split each sample along its sequence, for sequences too long for one."), "",
     Spread::powers_of_two, 1, 64},
    {"parallel.context_method", QT_TRANSLATE_NOOP("Fields", "Context method"),
     QT_TRANSLATE_NOOP(
         "Fields",
         "Passing keys and values round a ring, or exchanging tokens for heads, which the heads must allow.")},
    {"parallel.expert", QT_TRANSLATE_NOOP("Fields", "Expert parallel"),
     QT_TRANSLATE_NOOP(
         "Fields", "GPUs among which the experts of a layer are dealt out; tokens travel to their experts and back."),
     "", Spread::powers_of_two, 1, 64},
    {"parallel.zero_stage", QT_TRANSLATE_NOOP("Fields", "ZeRO stage"),
     QT_TRANSLATE_NOOP(
         "Fields",
         "What replicas share out among them: 0 nothing, 1 optimizer state, 2 gradients too, 3 weights too (FSDP)."),
     "", Spread::counting, 0, 3},
    {"parallel.offload", QT_TRANSLATE_NOOP("Fields", "Offload"),
     QT_TRANSLATE_NOOP("Fields",
                       "What the host's memory holds instead of the GPU's, at the price of the traffic between them.")},
    {"parallel.data_parallel_kind", QT_TRANSLATE_NOOP("Fields", "Replicas by"),
     QT_TRANSLATE_NOOP("Fields", "One process for each GPU, or the older single process that feeds all of them.")},
    {"parallel.data_parallel_overlap", QT_TRANSLATE_NOOP("Fields", "Hide reduction"),
     QT_TRANSLATE_NOOP("Fields", "Whether gradients are summed while the backward pass goes on. Usual: yes.")},
};

constexpr FieldRow detail_table[] = {
    {"training.framework_year", QT_TRANSLATE_NOOP("Fields", "Software year"),
     QT_TRANSLATE_NOOP("Fields", "Year of the framework's version; older ones keep more. Nothing: a current one."), "",
     Spread::counting, 2016, 2026},
    {"training.gradient_precision", QT_TRANSLATE_NOOP("Fields", "Gradient format"),
     QT_TRANSLATE_NOOP("Fields", "Format in which gradients are kept; automatic is what the precision brings.")},
    {"training.cross_entropy", QT_TRANSLATE_NOOP("Fields", "Cross entropy"),
     QT_TRANSLATE_NOOP("Fields", "A fused loss does not write the table of probabilities over words or classes.")},
    {"training.allocator", QT_TRANSLATE_NOOP("Fields", "Allocator"),
     QT_TRANSLATE_NOOP("Fields",
                       "Whether the framework gives memory back after each step: less in reserve, more time.")},
    {"training.ema", QT_TRANSLATE_NOOP("Fields", "Averaged weights"),
     QT_TRANSLATE_NOOP("Fields", "Keeps a running average of all weights beside them (EMA).")},
    {"training.autotune", QT_TRANSLATE_NOOP("Fields", "Search algorithms"),
     QT_TRANSLATE_NOOP(
         "Fields", "Tries convolution algorithms at the start and keeps the fastest, which may want more workspace.")},
};

constexpr FieldRow dataset_table[] = {
    {"dataset.samples", QT_TRANSLATE_NOOP("Fields", "Samples"),
     QT_TRANSLATE_NOOP("Fields", "Images or sequences in the training set."), "", Spread::one_two_five, 100, 1e8},
    {"dataset.tokens", QT_TRANSLATE_NOOP("Fields", "Tokens"),
     QT_TRANSLATE_NOOP("Fields", "Tokens of the whole training set; counts where samples are not given."), "",
     Spread::one_two_five, 1e6, 1e13},
    {"dataset.source_height", QT_TRANSLATE_NOOP("Fields", "File height"),
     QT_TRANSLATE_NOOP("Fields", "Height of an image as it is stored, before resizing."), "px", Spread::even, 64, 8192},
    {"dataset.source_width", QT_TRANSLATE_NOOP("Fields", "File width"),
     QT_TRANSLATE_NOOP("Fields", "Width of an image as it is stored, before resizing."), "px", Spread::even, 64, 8192},
    {"dataset.encoded_bytes_per_sample", QT_TRANSLATE_NOOP("Fields", "File size"),
     QT_TRANSLATE_NOOP("Fields", "What one sample takes on disk (1 MB = 1,000,000 bytes)."), "MB", Spread::one_two_five,
     1e3, 1e8, 1e6},
    {"dataset.encoding", QT_TRANSLATE_NOOP("Fields", "File format"),
     QT_TRANSLATE_NOOP("Fields", "How samples are stored; synthetic data need no loading.")},
    {"dataset.read_pattern", QT_TRANSLATE_NOOP("Fields", "Read pattern"),
     QT_TRANSLATE_NOOP("Fields", "Separate files in random order, or records and shards from end to end. Automatic: "
                                 "JPEG and PNG are files, as in a shuffled ImageFolder.")},
};

constexpr FieldRow machine_table[] = {
    {"build.chassis", QT_TRANSLATE_NOOP("Fields", "Chassis"),
     QT_TRANSLATE_NOOP("Fields", "The server or kind of machine; its slots, power and room are checked.")},
    {"build.power_supply", QT_TRANSLATE_NOOP("Fields", "Power supply"),
     QT_TRANSLATE_NOOP("Fields", "Checked against what the parts draw at their limit.")},
    {"build.circuit", QT_TRANSLATE_NOOP("Fields", "Circuit"),
     QT_TRANSLATE_NOOP("Fields", "What one machine is plugged into.")},
    {"build.memory_kit", QT_TRANSLATE_NOOP("Fields", "Memory kit"),
     QT_TRANSLATE_NOOP("Fields", "The modules that the RAM is bought as; decides its price and the filled channels.")},
    {"build.memory_channels", QT_TRANSLATE_NOOP("Fields", "Memory channels"),
     QT_TRANSLATE_NOOP("Fields", "Channels of a processor that hold modules; not set: those that the kit fills."), "",
     Spread::counting, 1, 12},
    {"build.storage_TB", QT_TRANSLATE_NOOP("Fields", "Storage size"),
     QT_TRANSLATE_NOOP("Fields", "Capacity to buy for one machine (1 TB = 10^12 bytes)."), "TB", Spread::one_two_five,
     1, 1000},
    {"build.draws_display", QT_TRANSLATE_NOOP("Fields", "Drives the monitor"),
     QT_TRANSLATE_NOOP("Fields", "Whether a card also draws the desktop, which takes some of its memory. Not set: in a "
                                 "desktop whose CPU has no graphics.")},
};

constexpr FieldRow money_table[] = {
    {"economics.currency", QT_TRANSLATE_NOOP("Fields", "Currency"),
     QT_TRANSLATE_NOOP("Fields", "Of all amounts; prices seen in another one are converted at a dated rate.")},
    {"economics.electricity_price_per_kWh", QT_TRANSLATE_NOOP("Fields", "Price of a kWh"),
     QT_TRANSLATE_NOOP("Fields", "What you pay for electricity, in the currency above; not set: an average tariff."),
     "", Spread::one_two_five, 0.01, 10},
    {"economics.pue", QT_TRANSLATE_NOOP("Fields", "PUE"),
     QT_TRANSLATE_NOOP("Fields", "Power of the whole room over that of its machines; 1 without cooling."), "",
     Spread::twentieths, 1, 2.5},
    {"economics.prices_as_of", QT_TRANSLATE_NOOP("Fields", "Prices as of"),
     QT_TRANSLATE_NOOP("Fields", "Prices seen after this date do not count; a date of your own price lists. "
                                 "Any other date is set in the window of your hardware data.")},
    {"economics.amortisation_years", QT_TRANSLATE_NOOP("Fields", "Years of use"),
     QT_TRANSLATE_NOOP("Fields", "Years over which the purchase is spread."), "", Spread::counting, 1, 10},
    {"economics.utilisation", QT_TRANSLATE_NOOP("Fields", "In use"),
     QT_TRANSLATE_NOOP("Fields", "Part of those years in which the machine works."), "%", Spread::twentieths, 0.05, 1,
     0.01},
    {"economics.maintenance_share", QT_TRANSLATE_NOOP("Fields", "Maintenance"),
     QT_TRANSLATE_NOOP("Fields", "Spares, repairs and service of a year, as a part of the purchase."), "%",
     Spread::hundredths, 0.01, 0.3, 0.01},
    {"economics.grid_kg_CO2_per_kWh", QT_TRANSLATE_NOOP("Fields", "CO2 of the grid"),
     QT_TRANSLATE_NOOP("Fields", "Carbon dioxide for a kilowatt-hour; not set: the world's average."), "kg/kWh",
     Spread::one_two_five, 0.01, 1},
};

constexpr FieldRow run_table[] = {
    {"run.validation_share", QT_TRANSLATE_NOOP("Fields", "Validation"),
     QT_TRANSLATE_NOOP("Fields", "Samples judged after each epoch, as a part of the training samples."), "%",
     Spread::one_two_five, 0.01, 1, 0.01},
    {"run.checkpoint_interval_seconds", QT_TRANSLATE_NOOP("Fields", "Checkpoints every"),
     QT_TRANSLATE_NOOP("Fields", "Time between saved states; not set: the interval that loses least time."), "min",
     Spread::one_two_five, 60, 86400, 60},
    {"run.gpu_hours_per_failure", QT_TRANSLATE_NOOP("Fields", "Failure every"),
     QT_TRANSLATE_NOOP("Fields", "GPU-hours between two interruptions; not set: a published rate."), "h",
     Spread::one_two_five, 100, 1e6},
    {"run.restart_seconds", QT_TRANSLATE_NOOP("Fields", "Repair and restart"),
     QT_TRANSLATE_NOOP("Fields", "From an interruption until training goes on: spares at hand shorten it."), "min",
     Spread::one_two_five, 60, 864000, 60},
    {"run.upload_Mbit_per_second", QT_TRANSLATE_NOOP("Fields", "Upload"),
     QT_TRANSLATE_NOOP("Fields", "Rate at which the data set is sent to the machine."), "Mbit/s", Spread::one_two_five,
     1, 1e5},
    {"training.loader_workers", QT_TRANSLATE_NOOP("Fields", "Loader workers"),
     QT_TRANSLATE_NOOP("Fields",
                       "Processes that prepare samples for one GPU; not set: as many as cores, 0: none beside "
                       "the training itself."),
     "", Spread::powers_of_two, 1, 64},
};

constexpr FieldRow need_table[] = {
    {"requirements.deadline_seconds", QT_TRANSLATE_NOOP("Fields", "Deadline"),
     QT_TRANSLATE_NOOP("Fields", "Time within which the whole run has to end."), "h", Spread::one_two_five, 3600, 3.6e7,
     3600},
    {"requirements.budget", QT_TRANSLATE_NOOP("Fields", "Budget"),
     QT_TRANSLATE_NOOP("Fields", "Most that the purchase may cost, in the currency of the build."), "",
     Spread::one_two_five, 1000, 1e8},
    {"requirements.power_limit_W", QT_TRANSLATE_NOOP("Fields", "Power limit"),
     QT_TRANSLATE_NOOP("Fields", "Most that all machines may take from the wall."), "kW", Spread::one_two_five, 500,
     1e6, 1000},
    {"requirements.rack_units", QT_TRANSLATE_NOOP("Fields", "Rack units"),
     QT_TRANSLATE_NOOP("Fields", "Height that is free in the rack."), "U", Spread::one_two_five, 1, 1000},
    {"requirements.takt_seconds", QT_TRANSLATE_NOOP("Fields", "Takt time"),
     QT_TRANSLATE_NOOP("Fields", "Cycle of a production line in which one part has to be judged (inference)."), "s",
     Spread::one_two_five, 0.01, 1000},
    {"requirements.smallest_defect_pixels", QT_TRANSLATE_NOOP("Fields", "Smallest defect"),
     QT_TRANSLATE_NOOP("Fields",
                       "Extent of the smallest defect in pixels of the stored image: the part of the picture that it "
                       "takes decides between resizing and tiles."),
     "px", Spread::one_two_five, 1, 10000},
    {"requirements.smallest_defect_pixels_at_input", QT_TRANSLATE_NOOP("Fields", "Defect at the input"),
     QT_TRANSLATE_NOOP("Fields",
                       "Pixels that the smallest defect keeps at the input of the network; not set: 32, below which "
                       "COCO calls objects small."),
     "px", Spread::one_two_five, 1, 1000},
    {"requirements.positive_share", QT_TRANSLATE_NOOP("Fields", "Positives"),
     QT_TRANSLATE_NOOP("Fields",
                       "Samples that show what is looked for, for example a defect, as a part of all samples; not the "
                       "part of the picture that a defect takes."),
     "%", Spread::one_two_five, 0.001, 1, 0.01},
    {"requirements.balanced_epochs", QT_TRANSLATE_NOOP("Fields", "Balanced epochs"),
     QT_TRANSLATE_NOOP("Fields", "An epoch shows as many positives as others; the rarer ones come several times.")},
    {"requirements.growth", QT_TRANSLATE_NOOP("Fields", "Growth of the data"),
     QT_TRANSLATE_NOOP("Fields", "Factor by which the data set grows while the machine is in use."), "×",
     Spread::one_two_five, 1, 100},
    {"requirements.runs_per_month", QT_TRANSLATE_NOOP("Fields", "Runs per month"),
     QT_TRANSLATE_NOOP("Fields",
                       "How often this training runs in a month; further models stand on the page Requirements."),
     "", Spread::one_two_five, 1, 1000},
};

constexpr FieldRow constraint_table[] = {
    {"constraints.maximum_gpus", QT_TRANSLATE_NOOP("Fields", "Most GPUs"),
     QT_TRANSLATE_NOOP("Fields", "GPUs that a proposed build may have in all; not set: four machines of eight."), "",
     Spread::powers_of_two, 1, 1024},
    {"constraints.memory_reserve", QT_TRANSLATE_NOOP("Fields", "Memory kept free"),
     QT_TRANSLATE_NOOP("Fields", "Part of the usable GPU memory that a proposed build leaves free."), "%",
     Spread::twentieths, 0.05, 0.9, 0.01},
    {"constraints.acquisition", QT_TRANSLATE_NOOP("Fields", "Bought or rented"),
     QT_TRANSLATE_NOOP("Fields", "How the builds that are proposed may be come by.")},
};

std::vector<double> counting_steps(double from, double to)
{
    std::vector<double> steps;
    const auto last = static_cast<qint64>(to - from);
    for (qint64 i = 0; i <= last; ++i) steps.push_back(from + static_cast<double>(i));
    return steps;
}

std::vector<double> steps_of(Spread spread, double from, double to)
{
    constexpr double fine = 32.0;
    constexpr double hundredth = 0.01;
    constexpr double twentieth = 0.05;
    switch (spread) {
    case Spread::powers_of_two: return powers_of_two(from, to);
    case Spread::one_two_five: return one_two_five(from, to);
    case Spread::even: return even_steps(from, to, fine);
    case Spread::counting: return counting_steps(from, to);
    case Spread::hundredths: return even_steps(from, to, hundredth);
    case Spread::twentieths: return even_steps(from, to, twentieth);
    }
    return {from, to};
}

QString translated(const char* text) { return *text ? QCoreApplication::translate("Fields", text) : QString(); }

} // namespace

std::span<const FieldRow> build_rows() { return build_table; }
std::span<const FieldRow> image_rows() { return image_table; }
std::span<const FieldRow> volume_rows() { return volume_table; }
std::span<const FieldRow> sequence_rows() { return sequence_table; }
std::span<const FieldRow> image_and_text_rows() { return image_and_text_table; }
std::span<const FieldRow> sequence_pair_rows() { return sequence_pair_table; }
std::span<const FieldRow> batch_rows() { return batch_table; }
std::span<const FieldRow> training_rows() { return training_table; }
std::span<const FieldRow> fine_tuning_rows() { return fine_tuning_table; }
std::span<const FieldRow> parallel_rows() { return parallel_table; }
std::span<const FieldRow> detail_rows() { return detail_table; }
std::span<const FieldRow> dataset_rows() { return dataset_table; }
std::span<const FieldRow> machine_rows() { return machine_table; }
std::span<const FieldRow> money_rows() { return money_table; }
std::span<const FieldRow> run_rows() { return run_table; }
std::span<const FieldRow> need_rows() { return need_table; }
std::span<const FieldRow> constraint_rows() { return constraint_table; }

const FieldRow* row_of(std::string_view path)
{
    for (const auto rows : {build_rows(), volume_rows(), sequence_pair_rows(), batch_rows(), training_rows(),
                            fine_tuning_rows(), parallel_rows(), detail_rows(), dataset_rows(), machine_rows(),
                            money_rows(), run_rows(), need_rows(), constraint_rows()}) {
        const auto found = std::ranges::find_if(rows, [path](const FieldRow& row) { return path == row.path; });
        if (found != rows.end()) return &*found;
    }
    return nullptr;
}

ControlTexts texts_of(const FieldRow& row)
{
    return {translated(row.label), QString::fromUtf8(row.unit), translated(row.help),
            QCoreApplication::translate("Fields", "not set")};
}

NumberSpec number_spec(const FieldRow& row, const FieldRule& field)
{
    NumberSpec spec;
    spec.integer = field.type == FieldType::integer;
    spec.optional = field.optional;
    spec.minimum = field.minimum;
    spec.maximum = field.maximum;
    spec.scale = row.scale;
    const double from = std::max(row.slider_from, field.minimum);
    const double to = std::min(row.slider_to, field.maximum);
    if (row.spread != Spread::one_two_five) {
        spec.steps = steps_of(row.spread, from, to);
        return spec;
    }
    // Of what is shown: 1, 2 and 5 hours, not so many seconds.
    constexpr double finest = 1e6;
    spec.steps = one_two_five(from / row.scale, to / row.scale);
    for (double& step : spec.steps) step = std::round(step * row.scale * finest) / finest;
    return spec;
}

} // namespace rigwright
