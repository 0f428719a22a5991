// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/embedded_model.h"
#include "core/network/operator_counts.h"
#include "tests/core/onnx_graphs.h"
#include "tests/support/onnx_case.h"
#include "tests/support/suite.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace rigwright::test::tst_onnx_operators {

/// All operators but views and the last one.
std::string words(const Network& network)
{
    std::string line;
    for (std::size_t i = 0; i + 1 < network.operators.size(); ++i) {
        const OperatorKind& kind = network.operators[i].kind;
        if (!std::holds_alternative<View>(kind)) line += (line.empty() ? "" : " ") + std::string(word_of(kind));
    }
    return line;
}

/// One small graph for every operator that the importer knows, and for what it has to refuse of it.
class OnnxOperatorsTest : public QObject {
    Q_OBJECT
private slots:
    void operators_become_layers()
    {
        each_of(understood_graphs(), &SmallGraph::name, [&](const SmallGraph& graph) {
            const OnnxReading reading = read_onnx(written(graph));
            QVERIFY(reading.issues.empty());
            QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
            const Network& network = reading.imported.network;
            QCOMPARE(QString::fromStdString(words(network)), QString::fromLatin1(graph.words));
            QCOMPARE(count_parameters(network).total.value(), graph.parameters);
            QCOMPARE(extents_of_output(reading), graph.shape);
        });
    }

    void layers_come_back_from_a_scenario()
    {
        each_of(understood_graphs(), &SmallGraph::name, [&](const SmallGraph& graph) {
            EmbeddedModel model;
            model.file = "net.onnx";
            model.sha256.assign(64, '0');
            model.imported = std::make_shared<ImportedNetwork>(read_onnx(written(graph)).imported);
            const EmbeddedReading again = read_embedded(write_embedded(model), "model.embedded");
            QVERIFY(again.issues.empty());
            const Network& before = model.imported->network;
            const Network& after = again.model.imported->network;
            QCOMPARE(after.operators.size(), before.operators.size());
            for (std::size_t i = 0; i < after.operators.size(); ++i) {
                QVERIFY2(after.operators[i].kind == before.operators[i].kind, before.operators[i].name.c_str());
                QCOMPARE(after.operators[i].inputs, before.operators[i].inputs);
                QCOMPARE(after.shape_of(after.operators[i].output), before.shape_of(before.operators[i].output));
            }
            QCOMPARE(count_parameters(after).total, count_parameters(before).total);
        });
    }

    void what_no_network_has_is_listed()
    {
        each_of(refused_graphs(), &SmallGraph::name, [&](const SmallGraph& graph) {
            const OnnxReading reading = read_onnx(written(graph));
            const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
            QVERIFY(std::ranges::find(unknown, "z/Relu (Relu)") != unknown.end());
        });
    }

    void numbers_give_a_shape()
    {
        each_of(arithmetic_graphs(), &ShapeArithmetic::name, [&](const ShapeArithmetic& one) {
            const OnnxReading reading = read_onnx(written(one));
            QVERIFY(reading.issues.empty());
            QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
            QCOMPARE(extents_of_output(reading), one.expected);
        });
    }

    void what_cannot_be_told_is_listed()
    {
        each_of(impossible_arithmetic(), &ShapeArithmetic::name, [&](const ShapeArithmetic& one) {
            const OnnxReading reading = read_onnx(written(one));
            const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
            QVERIFY(std::ranges::find(unknown, "y/Reshape (Reshape)") != unknown.end());
        });
    }
};

RIGWRIGHT_TEST(OnnxOperatorsTest)

} // namespace rigwright::test::tst_onnx_operators

#include "tst_onnx_operators.moc"
