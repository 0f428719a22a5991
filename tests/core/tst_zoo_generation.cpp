// SPDX-License-Identifier: GPL-3.0-or-later
// Nets that make pictures: Stable Diffusion, ControlNet, EMA-VFI. The figures of rows named "measured" come from running
// the reference operators through the autograd engine of PyTorch 1.13 on the meta device.
#include "tests/support/zoo_networks.h"

using namespace rigwright;

class ZooGenerationTest : public QObject {
    Q_OBJECT

private slots:
    void measured_figures_data();
    void measured_figures();
};

void ZooGenerationTest::measured_figures_data()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<int>("side");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("trainable");
    QTest::addColumn<qint64>("macs");
    QTest::addColumn<qint64>("attention_macs");
    QTest::addColumn<qint64>("thop");
    QTest::addColumn<qint64>("leaf_bytes");
    QTest::addColumn<qint64>("kept_one");
    QTest::addColumn<qint64>("kept_eight");
    QTest::newRow("EMA-VFI") << QByteArray("ema-vfi") << 256 << qint64(65'662'359) << qint64(65'662'359)
                             << qint64(64'888'680'960) << qint64(475'743'744) << qint64(116'027'579'392)
                             << qint64(713'538'304) << qint64(728'092'024) << qint64(5'824'733'560);
    QTest::newRow("EMA-VFI small") << QByteArray("ema-vfi-small") << 256 << qint64(14'489'815) << qint64(14'489'815)
                                   << qint64(14'656'744'704) << qint64(132'151'040) << qint64(27'439'603'200)
                                   << qint64(265'304'768) << qint64(292'455'576) << qint64(2'339'642'200);
    QTest::newRow("SD 2.1") << QByteArray("sd21_unet") << 512 << qint64(865'910'724) << qint64(865'910'724)
                            << qint64(402'128'732'160) << qint64(63'026'135'040) << qint64(339'241'205'760)
                            << qint64(1'725'005'056) << qint64(3'838'994'176) << qint64(30'711'951'616);
    QTest::newRow("ControlNet") << QByteArray("controlnet_sd15") << 512 << qint64(361'279'120) << qint64(361'279'120)
                                << qint64(141'645'987'840) << qint64(25'224'314'880) << qint64(116'477'706'240)
                                << qint64(819'445'248) << qint64(2'013'954'672) << qint64(16'111'636'592);
}

void ZooGenerationTest::measured_figures()
{
    QFETCH(QByteArray, preset);
    QFETCH(int, side);
    QFETCH(qint64, parameters);
    QFETCH(qint64, trainable);
    const Network network = built(preset.constData(), {}, image(side, side));
    QVERIFY(network.issues.empty());
    QCOMPARE(qint64(count_parameters(network).total.value()), parameters);
    QCOMPARE(qint64(count_parameters(network).trainable.value()), trainable);
    const MacSplit macs = forward_macs(network);
    QTEST(qint64(macs.total().value()), "macs");
    QTEST(qint64(macs.attention.value()), "attention_macs");
    QTEST(qint64(thop_macs(network).value()), "thop");
    QTEST(qint64(layer_output_bytes(network).value()), "leaf_bytes");
    QTEST(qint64(kept(network, 1, false)), "kept_one");
    QTEST(qint64(kept(network, 8, false)), "kept_eight");
}

QTEST_APPLESS_MAIN(ZooGenerationTest)
#include "tst_zoo_generation.moc"
