// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/field_rows.h"

#include "ui/controls/number_text.h"

#include <QCoreApplication>

#include <algorithm>

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
    {"build.cpu", QT_TRANSLATE_NOOP("Fields", "&CPU"),
     QT_TRANSLATE_NOOP("Fields", "Decodes and prepares the samples and starts the work on the GPU.")},
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

constexpr FieldRow training_table[] = {
    {"training.micro_batch", QT_TRANSLATE_NOOP("Fields", "Micro-&batch"),
     QT_TRANSLATE_NOOP("Fields", "Samples that one GPU works on at a time. Activations grow with it."), "",
     Spread::powers_of_two, 1, 4096},
    {"training.gradient_accumulation", QT_TRANSLATE_NOOP("Fields", "&Accumulation"),
     QT_TRANSLATE_NOOP("Fields", "Micro-batches whose gradients are added up before the weights change: a larger "
                                 "global batch in the same memory."),
     "", Spread::powers_of_two, 1, 256},
    {"training.epochs", QT_TRANSLATE_NOOP("Fields", "E&pochs"),
     QT_TRANSLATE_NOOP("Fields", "How often the whole data set is gone through."), "", Spread::one_two_five, 1, 1000},
    {"training.precision", QT_TRANSLATE_NOOP("Fields", "Precisi&on"),
     QT_TRANSLATE_NOOP("Fields", "Number formats of weights, gradients and matrix products.")},
    {"training.optimizer", QT_TRANSLATE_NOOP("Fields", "Optimi&zer"),
     QT_TRANSLATE_NOOP("Fields", "Decides how much state each parameter carries.")},
    {"training.recompute", QT_TRANSLATE_NOOP("Fields", "Recomp&utation"),
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

constexpr FieldRow dataset_table[] = {
    {"dataset.samples", QT_TRANSLATE_NOOP("Fields", "Samples"),
     QT_TRANSLATE_NOOP("Fields", "Images or sequences in the training set."), "", Spread::one_two_five, 100, 1e8},
    {"dataset.source_height", QT_TRANSLATE_NOOP("Fields", "File height"),
     QT_TRANSLATE_NOOP("Fields", "Height of an image as it is stored, before resizing."), "px", Spread::even, 64, 8192},
    {"dataset.source_width", QT_TRANSLATE_NOOP("Fields", "File width"),
     QT_TRANSLATE_NOOP("Fields", "Width of an image as it is stored, before resizing."), "px", Spread::even, 64, 8192},
    {"dataset.encoded_bytes_per_sample", QT_TRANSLATE_NOOP("Fields", "File size"),
     QT_TRANSLATE_NOOP("Fields", "What one sample takes on disk (1 MB = 1,000,000 bytes)."), "MB", Spread::one_two_five,
     1e3, 1e8, 1e6},
    {"dataset.encoding", QT_TRANSLATE_NOOP("Fields", "File format"),
     QT_TRANSLATE_NOOP("Fields", "How samples are stored; synthetic data need no loading.")},
};

std::vector<double> steps_of(Spread spread, double from, double to)
{
    constexpr double fine = 32.0;
    switch (spread) {
    case Spread::powers_of_two: return powers_of_two(from, to);
    case Spread::one_two_five: return one_two_five(from, to);
    case Spread::even: return even_steps(from, to, fine);
    }
    return {from, to};
}

QString translated(const char* text) { return *text ? QCoreApplication::translate("Fields", text) : QString(); }

} // namespace

std::span<const FieldRow> build_rows() { return build_table; }
std::span<const FieldRow> image_rows() { return image_table; }
std::span<const FieldRow> sequence_rows() { return sequence_table; }
std::span<const FieldRow> image_and_text_rows() { return image_and_text_table; }
std::span<const FieldRow> sequence_pair_rows() { return sequence_pair_table; }
std::span<const FieldRow> training_rows() { return training_table; }
std::span<const FieldRow> dataset_rows() { return dataset_table; }

const FieldRow* row_of(std::string_view path)
{
    for (const auto rows : {build_rows(), image_rows(), sequence_pair_rows(), training_rows(), dataset_rows()}) {
        const auto found = std::ranges::find_if(rows, [path](const FieldRow& row) { return path == row.path; });
        if (found != rows.end()) return &*found;
    }
    return nullptr;
}

ControlTexts texts_of(const FieldRow& row)
{
    return {translated(row.label), QString::fromLatin1(row.unit), translated(row.help),
            QCoreApplication::translate("Fields", "not set")};
}

NumberSpec number_spec(const FieldRow& row, const Field& field)
{
    NumberSpec spec;
    spec.integer = field.type == FieldType::integer;
    spec.optional = field.optional;
    spec.minimum = field.minimum;
    spec.maximum = field.maximum;
    spec.scale = row.scale;
    spec.steps = steps_of(row.spread, std::max(row.slider_from, field.minimum), std::min(row.slider_to, field.maximum));
    return spec;
}

} // namespace rigwright
