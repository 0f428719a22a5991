// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace tst_measured_structure {

using namespace rigwright;

class MeasuredStructureTest : public QObject {
    Q_OBJECT

private slots:
    void equals_the_measured_structure_data()
    {
        const auto row = test::add_columns<QByteArray>("id");
        for (const auto& [id, line] : measured()) row(id.constData(), id);
    }

    void equals_the_measured_structure()
    {
        QFETCH(QByteArray, id);
        const json& line = measured().at(id);
        const json& expected = line.at("expected");
        const Network training = network_of(line, true);
        const Network evaluation = network_of(line, false);
        QVERIFY(training.issues.empty());
        const auto wanted = [&](const char* key) { return expected.at(key).get<std::int64_t>(); };
        QCOMPARE(count_parameters(training).total.value(), wanted("parameters"));
        QCOMPARE(count_parameters(training).trainable.value(), wanted("trainable_parameters"));
        const MacSplit macs = forward_macs(evaluation);
        QCOMPARE(macs.total().value(), wanted("forward_macs_per_sample"));
        if (expected.contains("macs_linear")) {
            QCOMPARE(macs.convolution.value(), wanted("macs_convolution"));
            QCOMPARE(macs.linear.value(), wanted("macs_linear"));
        }
        QCOMPARE(macs.attention.value(), wanted("macs_attention_matmul"));
        QCOMPARE(thop_macs(evaluation).value(), wanted("thop_macs"));
        QCOMPARE(layer_output_bytes(training).value(), wanted("leaf_output_bytes_batch1"));
        // The measurement leaves two tensors of DETR's first decoder layer out; tests/truth/structure/README.md.
        const std::int64_t query_bytes = id.startsWith("detr") ? 100 * 256 * 4 : 0;
        // And CLIP's factor of the logits.
        const std::int64_t factor_bytes = id.startsWith("clip") ? 4 : 0;
        QCOMPARE(kept(training, 1, false), wanted("saved_activation_bytes_batch1") + 2 * query_bytes + factor_bytes);
        QCOMPARE(kept(training, 8, false),
                 wanted("saved_activation_bytes_batch8") + 8 * 2 * query_bytes + factor_bytes);
        const char* const autocast = "saved_activation_bytes_bf16_autocast_batch1";
        // Recurrent networks were not measured under autocast.
        if (!expected.contains(autocast)) return;
        // In 16 bit that is three copies, one for each projection, and six factors of 8 bytes.
        const std::int64_t cast_bytes = id.startsWith("detr") ? 3 * query_bytes / 2 + 6 * 8 : 0;
        QCOMPARE(kept(training, 1, true), wanted(autocast) + cast_bytes + factor_bytes);
    }
};

RIGWRIGHT_TEST(MeasuredStructureTest)

} // namespace tst_measured_structure

#include "tst_measured_structure.moc"
