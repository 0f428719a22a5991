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

using Node = OnnxWriter::Node;
using Ints = std::vector<std::int64_t>;
using Attribute = OnnxWriter::Attribute;

/// Wrong inputs for nodes, declared in every graph.
void declare_others(OnnxWriter& onnx)
{
    onnx.input("flat", {std::string("batch")});
    onnx.input("whole open", {std::int64_t{2}}, OnnxWriter::whole);
    onnx.integers("several", {2, 3});
    onnx.integers("none", {});
    onnx.integers("far", {-9, 1, 9223372036854775807, 0});
    onnx.weight("square", {6, 6});
    onnx.factor("real", 0.25F);
    onnx.index("number", 1);
    onnx.node("Shape", {"x"}, {"shape"});
    onnx.node("Relu", {"nowhere"}, {"unknown"});
}

const std::vector<std::string>& others()
{
    static const std::vector<std::string> names{"",     "nowhere", "x",      "flat", "unknown", "whole open", "several",
                                                "none", "far",     "square", "real", "number",  "shape"};
    return names;
}

const std::vector<Attribute>& attributes_to_add()
{
    static const std::vector<Attribute> all{{"axis", std::int64_t{0}},     {"axis", std::int64_t{1}},
                                            {"axis", std::int64_t{9}},     {"axes", Ints{0}},
                                            {"axes", Ints{1, 2}},          {"axes", Ints{9}},
                                            {"keepdims", std::int64_t{0}}, {"perm", Ints{1, 0}},
                                            {"to", std::int64_t{11}},      {"to", std::int64_t{16}},
                                            {"to", std::int64_t{9}},       {"group", std::int64_t{2}},
                                            {"pads", Ints{-3, 9}},         {"noop_with_empty_axes", std::int64_t{1}}};
    return all;
}

/// An invalid number.
const Ints& hostile_numbers()
{
    static const Ints all{-1, 0, 1, 7, std::int64_t{1} << 40, std::int64_t{-9223372036854775807} - 1};
    return all;
}

void add_other_values(const Node& node, std::size_t place, std::vector<Node>& mutants)
{
    const auto with = [&](const auto& value) {
        mutants.push_back(node);
        mutants.back().attributes[place].value = value;
    };
    with(std::string("?"));
    with(2.5);
    with(Ints{});
    for (const std::int64_t number : hostile_numbers()) with(number);
    const auto* list = std::get_if<Ints>(&node.attributes[place].value);
    if (list == nullptr) return;
    for (const std::int64_t number : hostile_numbers()) {
        for (std::size_t i = 0; i < list->size(); ++i) {
            Ints changed = *list;
            changed[i] = number;
            with(changed);
        }
        Ints longer = *list;
        longer.push_back(number);
        with(longer);
    }
}

/// The node with one input, output or attribute missing, changed or added.
std::vector<Node> mutants_of(const Node& node)
{
    std::vector<Node> mutants;
    const auto mutant = [&]() -> Node& {
        mutants.push_back(node);
        return mutants.back();
    };
    mutant().outputs.clear();
    mutant().outputs.push_back("one more");
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        mutant().inputs.resize(i);
        for (const std::string& other : others()) mutant().inputs[i] = other;
    }
    for (const std::string& other : others()) mutant().inputs.push_back(other);
    for (std::size_t i = 0; i < node.attributes.size(); ++i) {
        Node& without = mutant();
        without.attributes.erase(without.attributes.begin() + static_cast<std::ptrdiff_t>(i));
        add_other_values(node, i, mutants);
    }
    for (const Attribute& attribute : attributes_to_add()) mutant().attributes.push_back(attribute);
    return mutants;
}

/// Whether the reading of a graph is valid: every node is a layer or listed, and a scenario can store it.
QString complaint_about(const OnnxReading& reading)
{
    if (!reading.issues.empty()) return {};
    const ImportCoverage& coverage = reading.imported.coverage;
    if (coverage.counted + static_cast<std::int64_t>(coverage.unknown.size()) != coverage.nodes)
        return "a node is neither counted nor listed";
    EmbeddedModel model;
    model.file = "net.onnx";
    model.sha256.assign(64, '0');
    model.imported = std::make_shared<ImportedNetwork>(reading.imported);
    const EmbeddedReading again = read_embedded(write_embedded(model), "model.embedded");
    if (again.issues.empty()) return {};
    return QString::fromStdString(again.issues.front().path + " " + again.issues.front().code);
}

struct Tally {
    std::int64_t tried = 0;
    /// Mutants with all nodes counted except the one meant to be unknown.
    std::int64_t complete = 0;
    QStringList complaints;
};

QString described(const char* graph, std::size_t place, const Node& mutant)
{
    QString text = QStringLiteral("%1, node %2: %3(").arg(QLatin1String(graph)).arg(place).arg(mutant.kind.c_str());
    for (const std::string& input : mutant.inputs) text += QString::fromStdString("'" + input + "' ");
    return text + "): ";
}

template <typename Graph>
void try_mutants(const Graph& graph, Tally& tally)
{
    std::vector<Node> nodes;
    written(graph, [&nodes](Node& node) { nodes.push_back(node); });
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const Node& mutant : mutants_of(nodes[i])) {
            std::size_t place = 0;
            const OnnxReading reading = read_onnx(written(
                graph,
                [&](Node& node) {
                    if (place++ == i) node = mutant;
                },
                declare_others));
            ++tally.tried;
            if (reading.issues.empty() && reading.imported.coverage.unknown.size() == 1) ++tally.complete;
            const QString complaint = complaint_about(reading);
            if (!complaint.isEmpty()) tally.complaints << described(graph.name, i, mutant) + complaint;
        }
}

template <typename Graph>
void try_all(const std::vector<Graph>& graphs, Tally& tally)
{
    for (const Graph& graph : graphs) try_mutants(graph, tally);
}

/// One small graph for every known operator and every refused one; then with one input, output or attribute missing,
/// changed or added.
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

    void unsupported_operators_are_listed()
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

    void unresolved_shapes_are_listed()
    {
        each_of(impossible_arithmetic(), &ShapeArithmetic::name, [&](const ShapeArithmetic& one) {
            const OnnxReading reading = read_onnx(written(one));
            const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
            QVERIFY(std::ranges::find(unknown, "y/Reshape (Reshape)") != unknown.end());
        });
    }

    void broken_graphs_give_valid_networks()
    {
        Tally tally;
        try_all(understood_graphs(), tally);
        try_all(refused_graphs(), tally);
        try_all(arithmetic_graphs(), tally);
        try_all(impossible_arithmetic(), tally);
        qInfo("%lld graphs, %lld of them complete", static_cast<long long>(tally.tried),
              static_cast<long long>(tally.complete));
        QVERIFY2(tally.complaints.isEmpty(), qPrintable(tally.complaints.mid(0, 20).join('\n')));
        QVERIFY(tally.tried > 20'000);
        QVERIFY(tally.complete > tally.tried / 10 && tally.complete < tally.tried / 2);
    }
};

RIGWRIGHT_TEST(OnnxOperatorsTest)

} // namespace rigwright::test::tst_onnx_operators

#include "tst_onnx_operators.moc"
