// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/textbook/textbook.h"
#include "core/estimate/working/explain.h"
#include "core/scenario/resolved_model.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QRandomGenerator>

namespace rigwright::test::tst_closed_form {

Scenario of_family(const char* family, const ModelShape& shape, std::int64_t tokens = 0)
{
    Scenario scenario = scenario_of("");
    scenario.model.family = family;
    scenario.model.shape = shape;
    if (tokens > 0) scenario.input.sequence_length = scenario.input.target_sequence_length = tokens;
    return scenario;
}

std::optional<double> value(const Scenario& scenario, std::string_view quantity)
{
    const std::optional<Derivation> working = explain(evaluated(scenario), engine_data(), quantity);
    return working ? std::optional(working->value.number) : std::nullopt;
}

const Derivation* input_of(const Derivation& working, std::string_view quantity)
{
    for (const Derivation& input : working.inputs) {
        if (input.quantity == quantity) return &input;
    }
    return nullptr;
}

/// The article's example: d = 64, N = 2, h = 4, d_ff = 256, V = 10,000, no learned positions.
Scenario printed_example()
{
    return of_family("encoder-decoder-transformer",
                     shape_from(R"({"d_model": 64, "layers": 2, "heads": 4, "d_ff": 256, "vocabulary": 10000,
        "positions": "none"})"),
                     32);
}

/// A legal value of a hyperparameter, or none to keep its default.
std::optional<FieldValue> any_value(const Hyperparameter& hyperparameter, QRandomGenerator& random)
{
    if (random.bounded(3) == 0) return std::nullopt;
    switch (hyperparameter.type) {
    case HyperparameterType::flag: return random.bounded(2) == 1;
    case HyperparameterType::layers:
    case HyperparameterType::layer:
    case HyperparameterType::real: return std::nullopt;
    case HyperparameterType::choice:
        return std::string(
            hyperparameter
                .choices[static_cast<std::size_t>(random.bounded(static_cast<int>(hyperparameter.choices.size())))]);
    case HyperparameterType::integer: break;
    }
    const std::string_view key = hyperparameter.key;
    if (key == "d_model") return std::int64_t{48} * random.bounded(1, 6);
    if (key == "heads") return std::int64_t{1} << random.bounded(4);
    if (key == "kv_heads") return std::int64_t{1} << random.bounded(3);
    if (key == "head_dim") return std::int64_t{2} * random.bounded(1, 20);
    if (key == "patch") return std::int64_t{1} << random.bounded(1, 6);
    if (key == "max_positions") return std::int64_t{random.bounded(64, 400)};
    if (key == "experts" || key == "dense_layers") return std::nullopt;
    const int most = static_cast<int>(std::min(hyperparameter.maximum, 300.0));
    return std::int64_t{random.bounded(static_cast<int>(hyperparameter.minimum), most + 1)};
}

/// The textbook's sums over transformers against the layer tables, and the commonly quoted formula against both.
class ClosedFormTest : public QObject {
    Q_OBJECT

private slots:
    void equals_the_layer_table_of_every_preset()
    {
        int found = 0;
        for (const Preset& preset : engine_data().presets) {
            const Scenario scenario = scenario_of(preset.id);
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY2(evaluation.estimate, preset.id.c_str());
            const std::optional<Derivation> form = explain_closed_form(evaluation, engine_data());
            if (!form) continue;
            ++found;
            QVERIFY2(form->value.number == evaluation.estimate->model.parameters.as_double(), preset.id.c_str());
        }
        // Nine ViT and DeiT, five BERT and RoBERTa, seven encoder-decoders, and the decoders without experts.
        QVERIFY2(found >= 50, qPrintable(QString::number(found)));
    }

    void equals_the_layer_table_of_any_shape()
    {
        each_text({"encoder-decoder-transformer", "decoder-transformer", "encoder-transformer", "vision-transformer"},
                  [&](std::string_view family) {
                      QRandomGenerator random(20240917);
                      int compared = 0;
                      for (int i = 0; i < 800; ++i) {
                          ModelShape shape;
                          for (const Hyperparameter& hyperparameter : family_of(family)->hyperparameters) {
                              if (const auto chosen = any_value(hyperparameter, random))
                                  shape.insert_or_assign(std::string(hyperparameter.key), *chosen);
                          }
                          Scenario scenario = of_family(family.data(), shape);
                          if (family == "vision-transformer") {
                              scenario.input.image_height = 64 * random.bounded(1, 4);
                              scenario.input.image_width = 64 * random.bounded(1, 4);
                              scenario.input.channels = random.bounded(1, 5);
                          } else {
                              scenario.input.sequence_length = random.bounded(1, 64);
                          }
                          if (family.starts_with("encoder-decoder"))
                              scenario.input.target_sequence_length = random.bounded(1, 64);
                          const Evaluation evaluation = evaluated(scenario);
                          if (!evaluation.estimate) continue;
                          const std::optional<Derivation> form = explain_closed_form(evaluation, engine_data());
                          if (!form) continue;
                          ++compared;
                          QCOMPARE(form->value.number, evaluation.estimate->model.parameters.as_double());
                      }
                      QVERIFY2(compared >= 150, qPrintable(QString::number(compared)));
                  });
    }

    void writes_the_textbooks_polynomials()
    {
        const Evaluation evaluation = evaluated(printed_example());
        const std::optional<Derivation> form = explain_closed_form(evaluation, engine_data());
        QVERIFY(form);
        const Derivation* encoder = input_of(*form, "quantity.closed_form.encoder_layer");
        const Derivation* decoder = input_of(*form, "quantity.closed_form.decoder_layer");
        QVERIFY(encoder && decoder);
        QCOMPARE(QString::fromStdString(encoder->formula), "=12 × {0}² + 13 × {0}");
        QCOMPARE(encoder->value.number, 49'984.0);
        QCOMPARE(QString::fromStdString(decoder->formula), "=16 × {0}² + 19 × {0}");
        QCOMPARE(decoder->value.number, 66'752.0);
        // Without biases in attention: 12 d² + 9 d and 16 d² + 11 d.
        Scenario bare = printed_example();
        bare.model.shape["attention_bias"] = false;
        const std::optional<Derivation> without = explain_closed_form(evaluated(bare), engine_data());
        QVERIFY(without);
        QCOMPARE(input_of(*without, "quantity.closed_form.encoder_layer")->value.number, 12.0 * 4096 + 9 * 64);
        QCOMPARE(input_of(*without, "quantity.closed_form.decoder_layer")->value.number, 16.0 * 4096 + 11 * 64);
    }

    void is_absent_for_other_architectures()
    {
        for (const char* preset : {"mixtral-8x7b", "deepseek-v3", "resnet50", "swin_t", "igpt-s"})
            QVERIFY2(!value(scenario_of(preset), "model.closed_form_parameters"), preset);
        for (const char* preset : {"mixtral-8x7b", "gpt2-small", "bert-base-uncased", "resnet50"})
            QVERIFY2(!value(scenario_of(preset), "model.commonly_quoted_parameters"), preset);
        Scenario latent = scenario_of("llama-3-8b");
        latent.model.shape["attention"] = std::string("mla");
        QVERIFY(evaluated(latent).estimate);
        QVERIFY(!value(latent, "model.closed_form_parameters"));
        // BERT base (Devlin et al. 2018) and GPT-2 small have what their authors' weights hold.
        QCOMPARE(value(scenario_of("bert-base-uncased"), "model.closed_form_parameters"), std::optional(109'482'240.0));
        QCOMPARE(value(scenario_of("gpt2-small"), "model.closed_form_parameters"), std::optional(124'439'808.0));
        QCOMPARE(value(scenario_of("vit_b_16"), "model.closed_form_parameters"), std::optional(86'567'656.0));
    }

    void the_commonly_quoted_formula_and_its_errors()
    {
        const Evaluation evaluation = evaluated(printed_example());
        const std::optional<Derivation> quoted = explain(evaluation, engine_data(), "model.commonly_quoted_parameters");
        QVERIFY(quoted);
        QCOMPARE(quoted->value.number, 971'392.0);
        QCOMPARE(input_of(*quoted, "quantity.commonly_quoted.printed_example")->value.number, 971'392.0);
        QCOMPARE(input_of(*quoted, "quantity.commonly_quoted.encoder_once")->value.number, 871'936.0);
        QCOMPARE(input_of(*quoted, "quantity.commonly_quoted.with_biases")->value.number, 873'472.0);
        QCOMPARE(input_of(*quoted, "quantity.model.closed_form_parameters")->value.number, 873'728.0);
        QCOMPARE(evaluation.estimate->model.parameters.value(), std::int64_t{873'728});
        Scenario changed = printed_example();
        changed.model.shape["final_norm"] = false;
        QCOMPARE(value(changed, "model.closed_form_parameters"), std::optional(873'472.0));
        changed.model.shape["tied_embeddings"] = false;
        QCOMPARE(value(changed, "model.closed_form_parameters"), std::optional(873'472.0 + 640'000));
        changed.model.shape["positions"] = std::string("learned");
        QCOMPARE(value(changed, "model.closed_form_parameters"), std::optional(873'472.0 + 640'000 + 2 * 32 * 64));
    }

    void errors_of_the_commonly_quoted_formula_are_shown_for_other_shapes()
    {
        const Evaluation evaluation = evaluated(scenario_of("t5-small"));
        const std::optional<Derivation> quoted = explain(evaluation, engine_data(), "model.commonly_quoted_parameters");
        QVERIFY(quoted);
        // d = 512, six layers a stack, 32,128 words.
        QCOMPARE(quoted->value.number,
                 32'128.0 * 512 + 12 * (12.0 * 512 * 512 + 9 * 512) + 6 * (16.0 * 512 * 512 + 11 * 512));
        // The printed example does not depend on the model and links to none of its settings.
        const Derivation* example = input_of(*quoted, "quantity.commonly_quoted.printed_example");
        QCOMPARE(example->value.number, 971'392.0);
        for (const Derivation& input : example->inputs) QVERIFY(input.origin.empty());
        QCOMPARE(input_of(*quoted, "quantity.model.closed_form_parameters")->value.number, 60'506'624.0);
    }
};

RIGWRIGHT_TEST(ClosedFormTest)

} // namespace rigwright::test::tst_closed_form

#include "tst_closed_form.moc"
