// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/recipes.h"
#include "tests/support/naive_walk.h"
#include "tests/support/suite.h"
#include "tests/support/unrolled_network.h"
#include "tests/support/zoo_networks.h"

namespace rigwright::test::tst_memory_walk {

struct Setting {
    const char* name;
    FormatPolicy policy;
    WalkOptions options;
};

std::vector<Setting> settings()
{
    Setting fp32{"fp32", {}, {}};
    fp32.options.loss.bytes_per_output_element = 12.0;
    Setting autocast{"autocast", {}, {}};
    autocast.policy.autocast = NumberFormat::fp16;
    autocast.options.weight_copies = NumberFormat::fp16;
    autocast.options.loss.holds_outputs = false;
    autocast.options.loss.lasting_bytes_per_sample = 1e8;
    Setting master{"16 bit, gradients in one buffer", {}, {}};
    master.policy.parameters = NumberFormat::bf16;
    master.options.weights = NumberFormat::bf16;
    master.options.gradients_always_alive = true;
    Setting inference{"inference", {}, {}};
    inference.policy.training = false;
    inference.options.training = false;
    return {fp32, autocast, master, inference};
}

std::vector<Moment> moments_of(const Network& network, const Setting& setting)
{
    return peak_moments(network, analyse(network, setting.policy), setting.options);
}

/// The walk over blocks against one that plays every copy of every block with objects on a heap.
class tst_memory_walk : public QObject {
    Q_OBJECT

private slots:
    void repeated_blocks_peak_as_if_written_out_data()
    {
        QTest::addColumn<QString>("preset");
        for (const auto& [id, preset] : presets()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }

    void repeated_blocks_peak_as_if_written_out()
    {
        QFETCH(QString, preset);
        BuildOptions options;
        for (const Setting& setting : settings()) {
            options.training = setting.options.training;
            const Network network = built(presets().at(preset.toStdString()), {}, {}, options);
            const Network flat = unrolled(network);
            const Analysis analysis = analyse(flat, setting.policy);
            const std::vector<Moment> moments = moments_of(network, setting);
            for (const std::int64_t batch : {1, 7, 4096}) {
                const std::int64_t played = NaiveWalk(flat, analysis, setting.options, batch).peak();
                const std::int64_t walked = peak_at(moments, batch).total(batch).value();
                QVERIFY2(walked == played, qPrintable(QStringLiteral("%1, batch %2: %3 instead of %4")
                                                          .arg(setting.name)
                                                          .arg(batch)
                                                          .arg(walked)
                                                          .arg(played)));
            }
        }
    }

    void the_timeline_peaks_where_the_front_does_data() { repeated_blocks_peak_as_if_written_out_data(); }

    void the_timeline_peaks_where_the_front_does()
    {
        QFETCH(QString, preset);
        const Network network = built(presets().at(preset.toStdString()));
        const Setting setting = settings().front();
        const Analysis analysis = analyse(network, setting.policy);
        for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
            WalkOptions options = setting.options;
            options.recompute = recompute;
            const std::vector<Moment> front = peak_moments(network, analysis, options);
            const std::vector<Moment> all = all_moments(network, analysis, options, 5);
            for (const std::int64_t batch : {1, 100})
                QCOMPARE(peak_at(all, batch).total(batch).value(), peak_at(front, batch).total(batch).value());
            // Nothing is left when the step is over but the last operator's own.
            QVERIFY(all.size() < 20 * network.operators.size() + 10);
            for (const Moment& moment : all)
                QVERIFY(moment.activations.at(7).value() >= 0 && moment.temporary.at(7).value() >= 0);
        }
    }
};

RIGWRIGHT_TEST(tst_memory_walk)

} // namespace rigwright::test::tst_memory_walk

#include "tst_memory_walk.moc"
