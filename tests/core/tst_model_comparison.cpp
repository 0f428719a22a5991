// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/model_comparison.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_model_comparison {

/// One scenario with several models in turn.
class ModelComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void changes_the_model_alone()
    {
        Scenario scenario = scenario_of("detr_r50", 2);
        scenario.input.image_height = 800;
        scenario.dataset.samples = 1000;
        scenario.training.epochs = 7;
        const ModelRow row = compared_model(scenario, engine_data(), "vit_b_16");
        Scenario by_hand = scenario_of("vit_b_16", 2);
        by_hand.dataset.samples = 1000;
        by_hand.training.epochs = 7;
        QCOMPARE(with_preset(scenario, "vit_b_16"), by_hand);
        const Estimate expected = *evaluated(by_hand).estimate;
        QVERIFY(row.estimate && !row.current && !row.data_holds);
        QCOMPARE(row.estimate->model.parameters.value(), std::int64_t{86'567'656});
        QCOMPARE(row.estimate->memory->total, expected.memory->total);
        QCOMPARE(row.estimate->time->total.base(), expected.time->total.base());
        QCOMPARE(*row.input.image_height, std::int64_t{224});
    }

    void the_current_model_is_the_scenario_as_it_stands()
    {
        Scenario scenario = scenario_of("vit_b_16");
        scenario.model.shape["layers"] = std::int64_t{6};
        const ModelRow row = compared_model(scenario, engine_data(), "vit_b_16");
        QVERIFY(row.current);
        QVERIFY(row.estimate->model.parameters.value() < 86'567'656);
        Scenario own = scenario_of("");
        own.model.family = "vision-transformer";
        own.input.image_height = own.input.image_width = 224;
        own.input.channels = 3;
        const ModelRow row_of_own = compared_model(own, engine_data(), "");
        QVERIFY(row_of_own.current && row_of_own.estimate);
        QCOMPARE(row_of_own.estimate->model.parameters.value(), std::int64_t{86'567'656});
    }

    void data_set_and_model_must_meet_data()
    {
        add_columns<QByteArray, int, QByteArray, QByteArray>("current", "encoding", "compared", "holds");
        const int unsaid = -1;
        const auto jpeg = static_cast<int>(SampleEncoding::jpeg);
        const auto text = static_cast<int>(SampleEncoding::text);
        const auto row = [](const char* current, int encoding, const char* compared, const char* holds) {
            QTest::addRow("%s %d %s", current, encoding, compared)
                << QByteArray(current) << encoding << QByteArray(compared) << QByteArray(holds);
        };
        row("detr_r50", jpeg, "bert-base-uncased", "images");
        row("detr_r50", jpeg, "clip_vit_b32", "images");
        row("detr_r50", jpeg, "vit_b_16", "");
        // The pixels of an image are what iGPT reads one after the other.
        row("detr_r50", jpeg, "igpt-s", "");
        row("detr_r50", unsaid, "gpt2-small", "images");
        row("gpt2-small", text, "t5-small", "");
        row("gpt2-small", text, "resnet50", "text");
        row("gpt2-small", unsaid, "igpt-s", "text");
        // A current model that the data set is not for is told so too.
        row("gpt2-small", jpeg, "gpt2-small", "images");
        row("clip_vit_b32", jpeg, "bert-base-uncased", "");
        row("clip_vit_b32", unsaid, "vit_b_16", "");
        row("unet3d", unsaid, "unet_padded", "volumes");
        row("mlp-784-512-256-10", unsaid, "resnet50", "numbers");
    }

    void data_set_and_model_must_meet()
    {
        QFETCH(QByteArray, current);
        QFETCH(int, encoding);
        QFETCH(QByteArray, compared);
        QFETCH(QByteArray, holds);
        Scenario scenario = scenario_of(current.toStdString());
        if (encoding >= 0) scenario.dataset.encoding = static_cast<SampleEncoding>(encoding);
        const ModelRow row = compared_model(scenario, engine_data(), compared.toStdString());
        QCOMPARE(row.data_holds ? QByteArray(key_of(*row.data_holds)) : QByteArray(), holds);
        QVERIFY(row.reads);
        QVERIFY(row.estimate);
    }

    void says_why_a_model_cannot_be_computed()
    {
        const ModelRow nothing = compared_model(scenario_of("vit_b_16"), engine_data(), "no-such-model");
        QVERIFY(!nothing.estimate && !nothing.errors.empty());
    }

    void the_usual_candidates_exist()
    {
        for (const std::string_view id : usual_candidates) QVERIFY2(engine_data().preset(id), std::string(id).c_str());
    }
};

RIGWRIGHT_TEST(ModelComparisonTest)

} // namespace rigwright::test::tst_model_comparison

#include "tst_model_comparison.moc"
