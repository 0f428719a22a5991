// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/pipeline_memory.h"

#include <algorithm>

namespace rigwright {

namespace {

BatchBytes less(const BatchBytes& a, const BatchBytes& b)
{
    return {a.fixed - std::min(a.fixed, b.fixed), a.per_sample - std::min(a.per_sample, b.per_sample)};
}

SharedBytes less(const SharedBytes& a, const SharedBytes& b)
{
    return {less(a.split, b.split), less(a.whole, b.whole)};
}

BatchBytes scaled(const BatchBytes& a, double factor)
{
    return {Bytes::rounded(a.fixed.as_double() * factor), Bytes::rounded(a.per_sample.as_double() * factor)};
}

SharedBytes scaled(const SharedBytes& a, double factor) { return {scaled(a.split, factor), scaled(a.whole, factor)}; }

Bytes size(const SharedBytes& a) { return a.split.fixed + a.split.per_sample + a.whole.fixed + a.whole.per_sample; }

SharedBytes left_by(const LayerShares& group, Leaves leaves, double product_share)
{
    if (!group.layer) return leaves == Leaves::everything ? group.kept : less(group.kept, group.scores);
    switch (leaves) {
    case Leaves::everything: return group.kept;
    case Leaves::all_but_scores: return less(group.kept, group.scores);
    case Leaves::chosen_products: {
        SharedBytes left = group.boundary;
        left += group.attended;
        left += scaled(group.products, product_share);
        return left;
    }
    case Leaves::boundary: return group.boundary;
    }
    return group.kept;
}

/// Rows that padding adds to a vocabulary table.
Count padding(const LayerShares& group, std::int64_t padded_rows)
{
    if (group.vocabulary == 0 || padded_rows <= 1) return 0;
    const Count rows = divide_rounding_up(group.vocabulary, padded_rows) * Count(padded_rows);
    return (rows - Count(group.vocabulary)) * Count(group.vocabulary_width);
}

ParameterShares divided_evenly(const ParameterShares& amount, std::int64_t parts)
{
    return {divide_rounding_up(amount.split, parts), divide_rounding_up(amount.whole, parts),
            divide_rounding_up(amount.experts, parts)};
}

class Filling {
public:
    Filling(const LayerPlan& plan, const PipelineStage& stage, Leaves leaves, double product_share,
            std::int64_t padded_rows)
        : plan_(plan),
          stage_(stage),
          leaves_(leaves),
          product_share_(product_share),
          padded_rows_(padded_rows),
          range_(stage_layers(stage.index, stage.count, plan.layers))
    {}

    StageContents fill()
    {
        std::int64_t passed = 0;
        for (const LayerShares& group : plan_.groups) {
            const std::int64_t here = group.layer ? copies_here(group, passed) : (holds_outside(passed) ? 1 : 0);
            const std::int64_t last_copy = group.layer ? std::min(range_.last - passed, group.copies) - 1 : 0;
            if (here > 0) take(group, here, last_copy);
            if (group.layer) passed += group.copies;
        }
        if (plan_.layers == 0 && stage_.count > 1) share_evenly();
        return contents_;
    }

private:
    std::int64_t copies_here(const LayerShares& group, std::int64_t passed) const
    {
        return range_.shared_with(passed, passed + group.copies);
    }

    bool holds_outside(std::int64_t passed) const
    {
        return plan_.layers == 0 || rigwright::holds_outside({passed, plan_.layers}, stage_);
    }

    void take(const LayerShares& group, std::int64_t copies, std::int64_t last_copy)
    {
        const SharedBytes left = left_by(group, leaves_, product_share_);
        contents_.left += left * Count(copies);
        const GatheredShares own{with_padding(group.parameters.all, group),
                                 with_padding(group.parameters.trained, group), group.parameters.quantized,
                                 group.parameters.converted};
        contents_.parameters += own.all * Count(copies);
        contents_.trainable += own.trained * Count(copies);
        contents_.converted += own.converted * Count(copies);
        if (group.layer) {
            contents_.layers += copies;
            if (contents_.largest_layer.all.total() < own.all.total()) contents_.largest_layer = own;
            raise(contents_.rebuilt, less(group.kept, left));
            raise(contents_.one_layer, group.kept);
            raise(contents_.keys_values, group.keys_values);
            raise(contents_.attention, group.attention);
        } else {
            contents_.root += own;
        }
        note_widest(group, last_copy);
        if (group.makes_output) take_output(group);
    }

    ParameterShares with_padding(ParameterShares amount, const LayerShares& group) const
    {
        if (amount.split.value() > 0) amount.split += padding(group, padded_rows_);
        return amount;
    }

    void note_widest(const LayerShares& group, std::int64_t last_copy)
    {
        SharedBytes alive = group.widest;
        alive += group.boundary * Count(2);
        if (size(contents_.widest) < size(alive)) {
            contents_.widest = alive;
            contents_.widest_op = group.widest_op;
            contents_.widest_copy = last_copy;
        }
    }

    /// A tied output on another stage than the embedding is a copy of it.
    void take_output(const LayerShares& group)
    {
        contents_.makes_output = true;
        contents_.output_parameters =
            Count(group.vocabulary) * Count(group.vocabulary_width) + padding(group, padded_rows_);
        const bool tied = group.borrowed.total().value() > 0;
        if (!tied || stage_.is_first()) return;
        const ParameterShares copy = with_padding(group.borrowed, group);
        contents_.parameters += copy;
        contents_.trainable += copy;
        contents_.converted += copy;
        contents_.root += {copy, copy, {}, copy};
    }

    static void raise(SharedBytes& most, const SharedBytes& other)
    {
        if (size(most) < size(other)) most = other;
    }

    void share_evenly()
    {
        const double share = 1.0 / static_cast<double>(stage_.count);
        contents_.left = scaled(contents_.left, share);
        contents_.parameters = divided_evenly(contents_.parameters, stage_.count);
        contents_.trainable = divided_evenly(contents_.trainable, stage_.count);
        contents_.converted = divided_evenly(contents_.converted, stage_.count);
        contents_.root = {divided_evenly(contents_.root.all, stage_.count),
                          divided_evenly(contents_.root.trained, stage_.count),
                          divided_evenly(contents_.root.quantized, stage_.count),
                          divided_evenly(contents_.root.converted, stage_.count)};
    }

    const LayerPlan& plan_;
    const PipelineStage& stage_;
    Leaves leaves_;
    double product_share_;
    std::int64_t padded_rows_;
    LayerRange range_;
    StageContents contents_;
};

} // namespace

InFlight in_flight(const PipelineStage& stage, std::int64_t interleave, std::int64_t micro_batches)
{
    if (interleave <= 1 || stage.count == 1)
        return {std::min(stage.count - stage.index, std::max<std::int64_t>(micro_batches, 1)), 1};
    const std::int64_t warm_up = 2 * (stage.count - stage.index - 1) + (interleave - 1) * stage.count + 1;
    return {std::min(warm_up, interleave * std::max<std::int64_t>(micro_batches, 1)), interleave};
}

StageContents stage_contents(const LayerPlan& plan, const PipelineStage& stage, Leaves leaves, double product_share,
                             std::int64_t padded_rows)
{
    return Filling(plan, stage, leaves, product_share, padded_rows).fill();
}

} // namespace rigwright
