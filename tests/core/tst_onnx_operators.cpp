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
    void operators_become_layers_data() { rows(understood_graphs()); }

    void operators_become_layers()
    {
        QFETCH(qsizetype, index);
        const SmallGraph& graph = understood_graphs()[static_cast<std::size_t>(index)];
        const OnnxReading reading = read_onnx(written(graph));
        QVERIFY(reading.issues.empty());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        const Network& network = reading.imported.network;
        QCOMPARE(QString::fromStdString(words(network)), QString::fromLatin1(graph.words));
        QCOMPARE(count_parameters(network).total.value(), graph.parameters);
        QCOMPARE(extents_of_output(reading), graph.shape);
    }

    void layers_come_back_from_a_scenario_data() { rows(understood_graphs()); }

    void layers_come_back_from_a_scenario()
    {
        QFETCH(qsizetype, index);
        EmbeddedModel model;
        model.file = "net.onnx";
        model.sha256.assign(64, '0');
        model.imported = std::make_shared<ImportedNetwork>(
            read_onnx(written(understood_graphs()[static_cast<std::size_t>(index)])).imported);
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
    }

    void what_no_network_has_is_listed_data() { rows(refused_graphs()); }

    void what_no_network_has_is_listed()
    {
        QFETCH(qsizetype, index);
        const OnnxReading reading = read_onnx(written(refused_graphs()[static_cast<std::size_t>(index)]));
        const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
        QVERIFY(std::ranges::find(unknown, "z/Relu (Relu)") != unknown.end());
    }

    void numbers_give_a_shape_data() { rows(arithmetic_graphs()); }

    void numbers_give_a_shape()
    {
        QFETCH(qsizetype, index);
        const ShapeArithmetic& one = arithmetic_graphs()[static_cast<std::size_t>(index)];
        const OnnxReading reading = read_onnx(written(one));
        QVERIFY(reading.issues.empty());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        QCOMPARE(extents_of_output(reading), one.expected);
    }

    void what_cannot_be_told_is_listed_data() { rows(impossible_arithmetic()); }

    void what_cannot_be_told_is_listed()
    {
        QFETCH(qsizetype, index);
        const OnnxReading reading = read_onnx(written(impossible_arithmetic()[static_cast<std::size_t>(index)]));
        const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
        QVERIFY(std::ranges::find(unknown, "y/Reshape (Reshape)") != unknown.end());
    }

private:
    template <typename Graph>
    static void rows(const std::vector<Graph>& all)
    {
        const auto row = add_columns<qsizetype>("index");
        for (std::size_t i = 0; i < all.size(); ++i) row(all[i].name, static_cast<qsizetype>(i));
    }
};

RIGWRIGHT_TEST(OnnxOperatorsTest)

} // namespace rigwright::test::tst_onnx_operators

#include "tst_onnx_operators.moc"
