// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/analysis.h"
#include "core/network/layer_table.h"
#include "core/network/network_builder.h"
#include "core/network/operator_counts.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_network {

using Builder = NetworkBuilder;

/// A residual layer on {4 tokens, 8}: norm, 8 -> 32, gelu, 32 -> 8, sum.
TensorId layer(Builder& builder, TensorId x)
{
    TensorId y = builder.normalization("norm", x, NormalizationKind::layer);
    y = builder.linear("up", y, 32);
    y = builder.activation("act", y, ActivationFunction::gelu);
    return builder.add("add", x, builder.linear("down", y, 8));
}

/// Eight inputs are embedded by a linear layer, go through `layers` layers, and end in a norm.
Network stack(std::int64_t layers, bool as_block)
{
    Builder builder;
    TensorId x = builder.linear("embed", builder.input({4, 8}), 8);
    if (as_block) {
        builder.begin_block("layers.{}", layers);
        const TensorId y = layer(builder, x);
        builder.end_block({{x, y}});
        x = y;
    } else {
        for (std::int64_t i = 0; i < layers; ++i) x = layer(builder, x);
    }
    return builder.finish({builder.normalization("norm", x, NormalizationKind::layer)});
}

FormatPolicy autocast_policy()
{
    FormatPolicy policy;
    policy.autocast = NumberFormat::bf16;
    return policy;
}

class NetworkTest : public QObject {
    Q_OBJECT

private slots:
    void shapes_join_their_extents()
    {
        QCOMPARE(shape_text({64, 112, 112}), std::string("64×112×112"));
        QCOMPARE(shape_text({1000}), std::string("1000"));
        QCOMPARE(shape_text({}), std::string());
    }

    void infers_shapes()
    {
        const Rows<qint64, qint64, qint64, qint64, qint64> rows{
            {"alexnet stem", 224, 11, 4, 2, 55},    {"resnet stem", 224, 7, 2, 3, 112}, {"same", 56, 3, 1, 1, 56},
            {"point, stride 2", 267, 1, 2, 0, 134}, {"whole image", 5, 5, 1, 0, 1},
        };
        rows.each([&](auto extent, auto kernel, auto stride, auto padding, auto expected) {
            Builder builder;
            const TensorId x = builder.input({3, extent, extent});
            const Shape shape =
                builder.shape_of(builder.convolution("conv", x, Builder::square(10, kernel, stride, padding)));
            QCOMPARE(qint64(shape[1]), expected);
            QCOMPARE(qint64(shape[2]), expected);
            QCOMPARE(shape[0], 10);
        });
    }

    void reports_a_kernel_larger_than_its_input()
    {
        Builder builder;
        builder.begin_block("stage.{}", 1, 2);
        const TensorId x = builder.convolution("conv", builder.input({3, 4, 4}), Builder::square(8, 7, 1, 1));
        builder.end_block();
        const Network network = builder.finish({x});
        // Once for the height and once for the width: 4 + 2 of padding are less than 7.
        QCOMPARE(network.issues.size(), std::size_t{2});
        QCOMPARE(network.issues[0].code, std::string("input-smaller-than-kernel"));
        QCOMPARE(network.issues[0].layer, std::string("stage.2.conv"));
        QCOMPARE(network.issues[0].found, 6);
        QCOMPARE(network.issues[0].expected, 7);
    }

    void reports_groups_that_do_not_divide()
    {
        Builder builder;
        auto options = Builder::square(8, 1);
        options.groups = 4;
        const Network network = builder.finish({builder.convolution("conv", builder.input({6, 4, 4}), options)});
        QCOMPARE(network.issues.size(), std::size_t{1});
        QCOMPARE(network.issues[0].code, std::string("groups-do-not-divide-channels"));
    }

    void a_repeated_block_equals_its_copies()
    {
        for (const std::int64_t layers : {1, 2, 3, 7}) {
            const Network block = stack(layers, true);
            const Network copies = stack(layers, false);
            QCOMPARE(count_parameters(block).total.value(), count_parameters(copies).total.value());
            QCOMPARE(count_parameters(block).tensors.value(), count_parameters(copies).tensors.value());
            QCOMPARE(forward_macs(block).total().value(), forward_macs(copies).total().value());
            for (const FormatPolicy& policy : {FormatPolicy{}, autocast_policy()}) {
                const Analysis a = analyse(block, policy);
                const Analysis b = analyse(copies, policy);
                QVERIFY(a.kept == b.kept);
                QCOMPARE(a.weight_copies.value(), b.weight_copies.value());
            }
        }
    }

    void a_million_copies_cost_what_two_do()
    {
        const Network network = stack(1'000'000, true);
        QCOMPARE(network.operators.size(), stack(2, true).operators.size());
        QCOMPARE(analyse(network, {}).facts.size(), analyse(stack(2, true), {}).facts.size());
        // 8 x 8 + 8; a layer 2 x 8 + (8 x 32 + 32) + (32 x 8 + 8); 2 x 8.
        QCOMPARE(count_parameters(network).total.value(), 72 + 568'000'000 + 16);
    }

    void in_place_and_views_share_storage()
    {
        Builder builder;
        const TensorId x = builder.convolution("conv", builder.input({3, 8, 8}), Builder::square(16, 3, 1, 1));
        const TensorId y = builder.activation("relu", builder.normalization("bn", x, NormalizationKind::batch),
                                              ActivationFunction::relu, true);
        const Network network = builder.finish({builder.linear("fc", builder.view("flatten", y, {1024}), 10)});
        // Input 3x8x8; the convolution's output (batch norm reads it); batch norm's output, which relu overwrites and
        // fc reads.
        QCOMPARE(analyse(network, {}).kept.per_sample.value(), 4 * (192 + 1024 + 1024));
        // Mean and reciprocal deviation of 16 channels.
        QCOMPARE(analyse(network, {}).kept.fixed.value(), 4 * 2 * 16);
    }

    void tied_weights_count_once()
    {
        Builder builder;
        const TensorId x = builder.embedding("wte", builder.input({6}, Content::index), 100, 8);
        const Network network = builder.finish({builder.linear_shared("head", x, 100, builder.last_parameter())});
        QCOMPARE(count_parameters(network).total.value(), 800);
        QCOMPARE(count_parameters(network).tensors.value(), 1);
        QCOMPARE(forward_macs(network).linear.value(), 6 * 8 * 100);
        // The table is read by a product, so autocast holds it in 16 bit too.
        QCOMPARE(analyse(network, autocast_policy()).weight_copies.value(), 1600);
    }

    void autocast_stores_products_in_16_bit()
    {
        const Network network = stack(1, true);
        const Analysis analysis = analyse(network, autocast_policy());
        std::map<std::string, NumberFormat> formats;
        for (const OperatorFacts& facts : analysis.facts)
            formats[network.operators[facts.op].name] = facts.output_format;
        QCOMPARE(formats["up"], NumberFormat::bf16);
        QCOMPARE(formats["act"], NumberFormat::bf16);
        QCOMPARE(formats["norm"], NumberFormat::fp32);
        // Both summands come from linear layers.
        QCOMPARE(formats["add"], NumberFormat::bf16);
    }

    void some_copies_are_views_at_batch_one()
    {
        Builder builder;
        const TensorId qkv = builder.linear("qkv", builder.input({4, 8}), 24);
        const TensorId part =
            builder.copy("part", builder.view("split", qkv, {4, 8}), {4, 8}, {.view_at_batch_one = true});
        const Network network = builder.finish({builder.activation("act", part, ActivationFunction::gelu)});
        FormatPolicy one;
        one.batch_is_one = true;
        // At batch 1 the view keeps all three parts, otherwise a copy holds its own third; the input of qkv is kept
        // either way.
        QCOMPARE(analyse(network, one).kept.at(1).value(), 4 * (32 + 96));
        QCOMPARE(analyse(network, {}).kept.at(2).value(), 2 * 4 * (32 + 32));
    }

    void fused_attention_keeps_no_scores()
    {
        Builder builder;
        const TensorId x = builder.input({128, 64});
        const TensorId q = builder.linear("q", x, 64);
        const TensorId k = builder.linear("k", x, 64);
        FusedAttention kernel;
        kernel.heads = kernel.key_value_heads = 4;
        kernel.query_tokens = kernel.key_tokens = 128;
        kernel.head_width = kernel.value_width = 16;
        const Network network =
            builder.finish({builder.fused_attention("attn", q, k, builder.linear("v", x, 64), kernel)});
        // x, q, k, v and the result, and one fp32 number for each query and head.
        QCOMPARE(analyse(network, {}).kept.at(1).value(), 4 * (5 * 128 * 64 + 4 * 128));
        QCOMPARE(forward_macs(network).attention.value(), 2 * 128 * 128 * 64);
    }

    void layer_table_expands_copies()
    {
        const Network network = stack(1000, true);
        const Analysis analysis = analyse(network, {});
        const LayerTable table(network, analysis, 2);
        QCOMPARE(table.size(), 1 + 5 * 1000 + 1);
        QCOMPARE(table.row(0).name, std::string("embed"));
        QCOMPARE(table.row(1).name, std::string("layers.0.norm"));
        const LayerRow row = table.row(1 + 5 * 999 + 1);
        QCOMPARE(row.name, std::string("layers.999.up"));
        QCOMPARE(row.kind, "linear");
        QVERIFY(row.output == (Shape{4, 32}));
        QCOMPARE(row.parameters.value(), 8 * 32 + 32);
        QCOMPARE(row.macs.value(), 4 * 8 * 32);
        QCOMPARE(row.flops().base(), 2.0 * 4 * 8 * 32);
        QCOMPARE(row.kept.value(), 2 * 4 * 4 * 8);
        Count parameters;
        Count macs;
        Bytes kept;
        for (std::int64_t i = 0; i < table.size(); ++i) {
            parameters += table.row(i).parameters;
            macs += table.row(i).macs;
            kept += table.row(i).kept;
        }
        QCOMPARE(parameters.value(), count_parameters(network).total.value());
        QCOMPARE(macs.value(), forward_macs(network).total().value());
        // Constants of the batch stand in every row that keeps them, so the sum is that of the analysis.
        QCOMPARE(kept.value(), analysis.kept.at(2).value());
    }

    void layer_table_puts_shared_parameters_at_the_first_copy()
    {
        Builder builder;
        const TensorId x = builder.linear("embed", builder.input({4, 8}), 8);
        const ParameterId scale = builder.add_parameter(8, false);
        builder.begin_block("layers.{}", 3);
        const TensorId y =
            builder.normalization("norm", x, NormalizationKind::layer, NormalizationMode::train, 1, false);
        builder.use_parameters(scale, no_id);
        builder.end_block({{x, y}});
        const Network network = builder.finish({y});
        const Analysis analysis = analyse(network, {});
        const LayerTable table(network, analysis, 1);
        QCOMPARE(count_parameters(network).total.value(), 72 + 8);
        QCOMPARE(table.row(1).parameters.value(), 8);
        QCOMPARE(table.row(2).parameters.value(), 0);
    }

    void textbook_sum_counts_layers_not_functions()
    {
        Builder builder;
        TensorId x = builder.linear("fc", builder.input({8}), 16);
        x = builder.activation("relu", x, ActivationFunction::relu, true);
        x = builder.dropout("drop", x, 0.0);
        x = builder.activation("tanh", x, ActivationFunction::tanh);
        builder.mark(CalledAs::function);
        const Network network = builder.finish({x});
        QCOMPARE(layer_output_bytes(network).value(), 4 * 3 * 16);
    }

    void sizes_beyond_64_bits_are_out_of_range()
    {
        Builder builder;
        TensorId x = builder.input({3'000'000'000, 1'000'000'000});
        x = builder.linear("fc", x, 1'000'000'000);
        const Network network = builder.finish({x});
        QVERIFY(forward_macs(network).total().is_out_of_range());
        QVERIFY(analyse(network, {}).kept.per_sample.is_out_of_range());
    }
};

RIGWRIGHT_TEST(NetworkTest)

} // namespace rigwright::test::tst_network

#include "tst_network.moc"
