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

    void data_set_and_model_must_meet()
    {
        const std::optional<SampleEncoding> unsaid;
        const std::optional jpeg = SampleEncoding::jpeg;
        const std::optional text = SampleEncoding::text;
        // The current model, what the data set says, the compared model, and what the data set holds instead.
        const Rows<std::optional<SampleEncoding>, std::string, QByteArray> rows{
            {"detr_r50", jpeg, "bert-base-uncased", "images"},
            {"detr_r50", jpeg, "clip_vit_b32", "images"},
            {"detr_r50", jpeg, "vit_b_16", ""},
            // The pixels of an image are what iGPT reads one after the other.
            {"detr_r50", jpeg, "igpt-s", ""},
            {"detr_r50", unsaid, "gpt2-small", "images"},
            {"gpt2-small", text, "t5-small", ""},
            {"gpt2-small", text, "resnet50", "text"},
            {"gpt2-small", unsaid, "igpt-s", "text"},
            // A current model that the data set is not for is told so too.
            {"gpt2-small", jpeg, "gpt2-small", "images"},
            {"clip_vit_b32", jpeg, "bert-base-uncased", ""},
            {"clip_vit_b32", unsaid, "vit_b_16", ""},
            {"unet3d", unsaid, "unet_padded", "volumes"},
            {"mlp-784-512-256-10", unsaid, "resnet50", "numbers"},
        };
        rows.each_named([](const char* current, auto encoding, const auto& compared, const auto& holds) {
            Scenario scenario = scenario_of(current);
            if (encoding) scenario.dataset.encoding = *encoding;
            const ModelRow row = compared_model(scenario, engine_data(), compared);
            QCOMPARE(row.data_holds ? QByteArray(key_of(*row.data_holds)) : QByteArray(), holds);
            QVERIFY(row.reads);
            QVERIFY(row.estimate);
        });
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
