// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/analysis.h"
#include "core/network/network_builder.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <functional>
#include <map>
#include <set>

namespace rigwright::test::tst_keep_rules {

using Builder = NetworkBuilder;
using Case = std::function<TensorId(Builder&)>;

const Shape map_shape{16, 12, 12};
const Shape tokens_shape{12, 16};

/// A tensor that needs a gradient without saving anything: an input plus a parameter.
TensorId trainable(Builder& builder, const Shape& shape)
{
    return builder.combine("input", builder.input(shape), BinaryOperation::add, {1});
}

Case on_map(std::function<TensorId(Builder&, TensorId)> write)
{
    return [write](Builder& builder) { return write(builder, trainable(builder, map_shape)); };
}

Case on_tokens(std::function<TensorId(Builder&, TensorId)> write)
{
    return [write](Builder& builder) { return write(builder, trainable(builder, tokens_shape)); };
}

Case activation(ActivationFunction function, bool in_place = false)
{
    return on_map([=](Builder& builder, TensorId x) { return builder.activation("act", x, function, in_place); });
}

Case norm(NormalizationKind kind, NormalizationMode mode, std::int64_t groups = 1)
{
    return on_map([=](Builder& builder, TensorId x) { return builder.normalization("norm", x, kind, mode, groups); });
}

Case copied(const Shape& shape)
{
    return on_map([=](Builder& builder, TensorId x) { return builder.copy("copy", x, shape); });
}

TensorId convolved(Builder& builder, TensorId x, std::int64_t groups)
{
    auto options = Builder::square(groups == 1 ? 32 : 16, 3, 1, 1);
    options.groups = groups;
    options.bias = true;
    return builder.convolution("conv", x, options);
}

TensorId up_convolved(Builder& builder, TensorId x)
{
    auto options = Builder::square(8, 2, 2);
    options.transposed = options.bias = true;
    return builder.convolution("up", x, options);
}

TensorId frozen_linear(Builder& builder, TensorId x)
{
    builder.freeze(true);
    return builder.linear("linear", x, 32);
}

TensorId frozen_convolution(Builder& builder, TensorId x)
{
    builder.freeze(true);
    return convolved(builder, x, 1);
}

/// RMS norm as Hugging Face writes it out.
TensorId written_out_rms_norm(Builder& builder, TensorId x)
{
    const TensorId mean = builder.mean("mean", builder.activation("square", x, ActivationFunction::square), {12, 1});
    const TensorId normed = builder.multiply("scale", x, builder.activation("rsqrt", mean, ActivationFunction::rsqrt));
    return builder.combine("weight", normed, BinaryOperation::multiply, {16});
}

TensorId with_partner(Builder& builder, TensorId x, bool product)
{
    const TensorId partner = trainable(builder, map_shape);
    if (!product) return builder.multiply("multiply", x, partner);
    return builder.matrix_product("matmul", x, partner, {ProductRole::other, 16, 12, 12, 12}, map_shape);
}

TensorId pooled(Builder& builder, TensorId x, PoolingKind kind)
{
    return builder.pooling("pool", x, {kind, 2, 2, 0, false});
}

std::map<QString, Case> cases()
{
    using A = ActivationFunction;
    return {
        {"Conv2d 3x3 (bias)", on_map([](Builder& b, TensorId x) { return convolved(b, x, 1); })},
        {"Conv2d depthwise", on_map([](Builder& b, TensorId x) { return convolved(b, x, 16); })},
        {"Conv2d, weight frozen", on_map(frozen_convolution)},
        {"ConvTranspose2d 2x2 s2", on_map(up_convolved)},
        {"Linear (bias)", on_tokens([](Builder& b, TensorId x) { return b.linear("linear", x, 32); })},
        {"Linear, weight frozen", on_tokens(frozen_linear)},
        {"BatchNorm2d train", norm(NormalizationKind::batch, NormalizationMode::train)},
        {"BatchNorm2d eval", norm(NormalizationKind::batch, NormalizationMode::eval)},
        {"FrozenBatchNorm (x*w+b buffers)",
         on_map([](Builder& b, TensorId x) { return b.multiply("scale", x, b.parameter_tensor("w", {16}, false)); })},
        {"LayerNorm",
         on_tokens([](Builder& b, TensorId x) { return b.normalization("norm", x, NormalizationKind::layer); })},
        {"GroupNorm(4)", norm(NormalizationKind::group, NormalizationMode::train, 4)},
        {"InstanceNorm2d (affine)", norm(NormalizationKind::instance, NormalizationMode::train)},
        {"RMSNorm (eager, HF Llama)", on_tokens(written_out_rms_norm)},
        {"ReLU", activation(A::relu)},
        {"ReLU inplace", activation(A::relu, true)},
        {"ReLU6", activation(A::relu6)},
        {"ReLU6 inplace", activation(A::relu6, true)},
        {"LeakyReLU inplace", activation(A::leaky_relu, true)},
        {"PReLU", activation(A::prelu)},
        {"SiLU", activation(A::silu)},
        {"SiLU inplace", activation(A::silu, true)},
        {"GELU", activation(A::gelu)},
        {"GELU tanh", activation(A::gelu_tanh)},
        {"QuickGELU x*sigmoid(1.702x)", activation(A::quick_gelu)},
        {"Sigmoid", activation(A::sigmoid)},
        {"Tanh", activation(A::tanh)},
        {"Hardswish", activation(A::hardswish)},
        {"Hardswish inplace", activation(A::hardswish, true)},
        {"Hardsigmoid", activation(A::hardsigmoid)},
        {"Softmax", on_map([](Builder& b, TensorId x) { return b.softmax("softmax", x); })},
        {"LogSoftmax", on_map([](Builder& b, TensorId x) { return b.softmax("softmax", x); })},
        {"Dropout p=.1 (CUDA kernel)", on_map([](Builder& b, TensorId x) { return b.dropout("drop", x, 0.1); })},
        {"Dropout p=0", on_map([](Builder& b, TensorId x) { return b.dropout("drop", x, 0.0); })},
        {"add (residual)", on_map([](Builder& b, TensorId x) { return b.add("add", x, trainable(b, map_shape)); })},
        {"mul of two activations", on_map([](Builder& b, TensorId x) { return with_partner(b, x, false); })},
        {"mul by scalar", on_map([](Builder& b, TensorId x) { return b.scale("scale", x); })},
        {"div by scalar", on_map([](Builder& b, TensorId x) { return b.scale("scale", x); })},
        {"masked_fill", on_map([](Builder& b, TensorId x) {
             return b.masked_fill("mask", x, {144, false});
         })},
        {"cat", on_map([](Builder& b, TensorId x) {
             return b.concatenate("cat", {x, trainable(b, map_shape)}, 0);
         })},
        {"MaxPool2d 2", on_map([](Builder& b, TensorId x) { return pooled(b, x, PoolingKind::maximum); })},
        {"AvgPool2d 2", on_map([](Builder& b, TensorId x) { return pooled(b, x, PoolingKind::average); })},
        {"AdaptiveAvgPool2d(1)", on_map([](Builder& b, TensorId x) { return b.adaptive_average("pool", x, 1); })},
        {"AdaptiveAvgPool2d(3)", on_map([](Builder& b, TensorId x) { return b.adaptive_average("pool", x, 3); })},
        {"mean over H,W", on_map([](Builder& b, TensorId x) { return b.mean("mean", x, {16}); })},
        {"Upsample nearest", on_map([](Builder& b, TensorId x) {
             return b.resize("up", x, {16, 24, 24}, ResizeMode::nearest);
         })},
        {"Upsample bilinear", on_map([](Builder& b, TensorId x) {
             return b.resize("up", x, {16, 24, 24}, ResizeMode::bilinear);
         })},
        {"PixelShuffle", copied({4, 24, 24})},
        {"pad", copied({16, 14, 14})},
        {"roll", copied(map_shape)},
        {"permute+contiguous", copied({12, 12, 16})},
        {"chunk (views)", on_map([](Builder& b, TensorId x) {
             return b.view("chunk", x, {8, 12, 12});
         })},
        {"matmul of two activations (4-D)", on_map([](Builder& b, TensorId x) { return with_partner(b, x, true); })},
        {"cross_entropy (mean)",
         on_tokens([](Builder& b, TensorId x) { return b.cross_entropy("loss", x, b.input({12}, Content::index)); })},
        {"exp", activation(A::exp)},
        {"sqrt", activation(A::sqrt)},
        {"pow 2", activation(A::square)},
    };
}

/// Rows of the measured table for which no family needs an operator.
const std::set<QString> not_ours{"normalize"};

/// The fields of one line whose first may be quoted.
QStringList fields_of(const QByteArray& line)
{
    QStringList fields{""};
    bool quoted = false;
    for (const QChar c : QString::fromUtf8(line.trimmed())) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.append("");
        else
            fields.back().append(c);
    }
    return fields;
}

class KeepRulesTest : public QObject {
    Q_OBJECT

private slots:
    void keeps_what_was_measured()
    {
        const auto known = cases();
        QList<QByteArray> lines = source_text("tests/truth/structure/operator_rules.csv").trimmed().split('\n');
        lines.removeFirst();
        each_of(lines, &QByteArray::toStdString, [&](const QByteArray& line) {
            const QStringList fields = fields_of(line);
            if (not_ours.contains(fields[0])) return;
            const auto found = known.find(fields[0]);
            QVERIFY2(found != known.end(), "a measured operator without a case");
            Builder builder;
            const TensorId output = found->second(builder);
            const Analysis analysis = analyse(builder.finish({output}), {});
            QCOMPARE(analysis.kept.at(2).value(), fields[6].toLongLong());
        });
    }

    void keeps_nothing_for_inference()
    {
        FormatPolicy inference;
        inference.training = false;
        for (const auto& [name, write] : cases()) {
            Builder builder;
            const TensorId output = write(builder);
            const Network network = builder.finish({output});
            QVERIFY2(analyse(network, inference).kept == BatchBytes{}, qPrintable(name));
        }
    }

    void old_versions_keep_more()
    {
        const Rows<bool, bool, bool, int> rows{
            // A convolution, ReLU, and a convolution that keeps what ReLU gives; the first one's input is counted apart.
            {"output alone", false, false, false, 1},
            {"PyTorch 1.9", false, true, false, 2},
            {"PyTorch 1.9, in place", true, true, false, 1},
            {"PyTorch 1.0, in place", true, true, true, 2},
        };
        rows.each([&](auto in_place, auto keeps_input, auto keeps_all, auto maps) {
            FormatPolicy policy;
            policy.relu_keeps_input = keeps_input;
            policy.keeps_all_operands = keeps_all;
            Builder builder;
            TensorId x = builder.convolution("one", builder.input({4, 8, 8}), Builder::square(4, 1));
            x = builder.activation("relu", x, ActivationFunction::relu, in_place);
            const Network network = builder.finish({builder.convolution("two", x, Builder::square(4, 1))});
            QCOMPARE(analyse(network, policy).kept.at(1).value(), (1 + maps) * 4 * 8 * 8 * 4);
        });
    }

    void products_of_2018_keep_both_factors()
    {
        Builder builder;
        TensorId x = builder.convolution("conv", builder.input({4, 8, 8}), Builder::square(4, 1));
        x = builder.normalization("norm", x, NormalizationKind::batch, NormalizationMode::frozen);
        const Network network = builder.finish({x});
        FormatPolicy policy;
        const std::int64_t map = 4 * 8 * 8 * 4;
        // The input of the convolution; a factor for each channel.
        QCOMPARE(analyse(network, policy).kept.at(1).value(), map + 16);
        policy.keeps_all_operands = true;
        QCOMPARE(analyse(network, policy).kept.at(1).value(), 2 * map + 16);
    }

    void a_frozen_part_before_the_first_trainable_one_keeps_nothing()
    {
        Builder builder;
        builder.freeze(true);
        TensorId x = builder.convolution("frozen", builder.input({3, 8, 8}), Builder::square(4, 3, 1, 1));
        x = builder.activation("relu", x, ActivationFunction::relu);
        builder.freeze(false);
        const Network network = builder.finish({builder.convolution("trained", x, Builder::square(2, 1))});
        // Only the input of the trained convolution: 4 x 8 x 8 numbers of 4 bytes.
        QCOMPARE(analyse(network, {}).kept.at(1).value(), 1024);
    }
};

RIGWRIGHT_TEST(KeepRulesTest)

} // namespace rigwright::test::tst_keep_rules

#include "tst_keep_rules.moc"
