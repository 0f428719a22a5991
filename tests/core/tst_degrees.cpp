// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/part_choice.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_degrees {

using Degrees = std::vector<std::int64_t>;

/// 8 GPUs of one machine.
Scenario on_eight_gpus(const std::string& preset)
{
    Scenario scenario;
    scenario.model.preset = preset;
    scenario.training.precision = Precision::bf16_amp;
    scenario.build.gpu = "a100-sxm-80";
    scenario.build.gpus_per_node = 8;
    return scenario;
}

LegalDegrees degrees_of(const Scenario& scenario) { return legal_degrees(evaluated(scenario)); }

/// Degrees of parallelism that a plan could take.
class DegreesTest : public QObject {
    Q_OBJECT

private slots:
    void divisors()
    {
        QCOMPARE(divisors_of(12), (Degrees{1, 2, 3, 4, 6, 12}));
        QCOMPARE(divisors_of(16), (Degrees{1, 2, 4, 8, 16}));
        QCOMPARE(divisors_of(7), (Degrees{1, 7}));
        QCOMPARE(divisors_of(1), (Degrees{1}));
        QCOMPARE(divisors_of(0), (Degrees{1}));
    }

    void degrees_divide_gpus_and_heads()
    {
        // GPT-2 small: 12 heads, 12 layers, 1,024 tokens.
        const LegalDegrees legal = degrees_of(on_eight_gpus("gpt2-small"));
        QCOMPARE(legal.tensor, (Degrees{1, 2, 4}));
        QCOMPARE(legal.pipeline, (Degrees{1, 2, 4, 8}));
        QCOMPARE(legal.context, (Degrees{1, 2, 4, 8}));
        QCOMPARE(legal.expert, (Degrees{1}));
        QCOMPARE(legal.interleave, (Degrees{1}));
    }

    void other_degrees_take_their_share()
    {
        Scenario scenario = on_eight_gpus("llama-2-7b");
        scenario.parallel.pipeline = 4;
        const LegalDegrees legal = degrees_of(scenario);
        QCOMPARE(legal.tensor, (Degrees{1, 2}));
        QCOMPARE(legal.pipeline, (Degrees{1, 2, 4, 8}));
        // 32 layers on four stages: eight on each.
        QCOMPARE(legal.interleave, (Degrees{1, 2, 4, 8}));
    }

    void experts_are_dealt_out_among_their_divisors()
    {
        // Eight experts.
        QCOMPARE(degrees_of(on_eight_gpus("mixtral-8x7b")).expert, (Degrees{1, 2, 4, 8}));
    }

    void every_degree_is_a_plan_without_objection()
    {
        each_text({"gpt2-small", "llama-2-7b", "mixtral-8x7b", "vit_b_16", "bert-base-uncased"},
                  [&](const char* preset) {
                      const Scenario scenario = on_eight_gpus(preset);
                      const LegalDegrees legal = degrees_of(scenario);
                      int checked = 0;
                      const auto check = [&](std::int64_t Parallel::*degree, const Degrees& values) {
                          for (const std::int64_t value : values) {
                              Scenario changed = scenario;
                              changed.parallel.*degree = value;
                              const Evaluation evaluation = evaluated(changed);
                              QVERIFY(evaluation.estimate);
                              for (const Finding& finding : evaluation.estimate->findings)
                                  QVERIFY2(finding.severity != Finding::Severity::blocks ||
                                               !finding.field.starts_with("parallel."),
                                           finding.code.c_str());
                              ++checked;
                          }
                      };
                      check(&Parallel::tensor, legal.tensor);
                      check(&Parallel::pipeline, legal.pipeline);
                      check(&Parallel::context, legal.context);
                      check(&Parallel::expert, legal.expert);
                      QVERIFY(checked >= 4);
                  });
    }

    void nothing_to_split_without_attention()
    {
        const LegalDegrees legal = degrees_of(on_eight_gpus("resnet50"));
        QCOMPARE(legal.tensor, (Degrees{1}));
        QCOMPARE(legal.context, (Degrees{1}));
    }
};

RIGWRIGHT_TEST(DegreesTest)

} // namespace rigwright::test::tst_degrees

#include "tst_degrees.moc"
