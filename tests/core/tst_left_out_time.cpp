// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/sha256.h"
#include "core/validation/refit.h"
#include "core/validation/unseen.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <sstream>

namespace rigwright::test::tst_left_out_time {

const std::vector<nlohmann::json>& cases()
{
    static const std::vector<nlohmann::json> all = json_lines("truth/time/cases.jsonl");
    return all;
}

/// Network, GPU, number of GPUs, precision and stack.
std::string setup_of(const nlohmann::json& scenario)
{
    const nlohmann::json& training = scenario["training"];
    const nlohmann::json& build = scenario["build"];
    return scenario["model"].dump() + build["gpu"].dump() + build.value("gpus_per_node", nlohmann::json(1)).dump() +
           build.value("nodes", nlohmann::json(1)).dump() + training["precision"].dump() +
           training.value("stack", nlohmann::json()).dump();
}

RefitTable read_table()
{
    std::vector<Case> known;
    for (const nlohmann::json& one : cases()) known.push_back(parse_case(one.dump()).value);
    std::istringstream table(source_text("tests/truth/time/left_out.csv").toStdString());
    return read_refits(table, known);
}

/// In the order of the cases.
const std::vector<RefitRow>& rows()
{
    static const RefitTable table = read_table();
    return table.rows;
}

/// The distance of two sources that measured the same setup, with batch and input accounted for as in the fit: a lower
/// bound for the error of predicting one source from all others. Factors minus one.
std::vector<double> distances_of_sources()
{
    std::map<std::string, std::map<std::string, std::vector<double>>> setups;
    for (std::size_t i = 0; i < rows().size(); ++i)
        setups[setup_of(cases()[i]["scenario"])][rows()[i].source].push_back(rows()[i].error(Unseen::nothing));
    std::vector<double> distances;
    for (const auto& [setup, sources] : setups) {
        std::vector<double> means;
        for (const auto& [source, errors] : sources)
            means.push_back(std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size()));
        for (std::size_t one = 0; one < means.size(); ++one)
            for (std::size_t other = 0; other < one; ++other)
                distances.push_back(std::expm1(std::abs(means[one] - means[other])));
    }
    std::ranges::sort(distances);
    return distances;
}

RefitScore score(Unseen unseen, const std::function<bool(const RefitRow&)>& counts)
{
    return score_of(rows(), unseen, counts);
}

/// The refits that scripts/refit-time made with whole GPUs, lines of models and sources left out, scored again.
class tst_left_out_time : public QObject {
    Q_OBJECT

private slots:
    void the_data_is_what_was_fitted()
    {
        const QByteArray bytes = source_text("tests/truth/time/cases.jsonl");
        QCOMPARE(sha256_hex({bytes.constData(), static_cast<std::size_t>(bytes.size())}),
                 engine_data().time.fingerprint);
        QCOMPARE(cases().size(), std::size_t{1330});
        QCOMPARE(rows().size(), cases().size());
        for (std::size_t i = 0; i < cases().size(); ++i) {
            const double measured = cases()[i]["measured"]["samples_per_second"];
            QVERIFY(is_within(rows()[i].measured, measured, 1e-4));
        }
    }

    void the_file_is_of_this_engine()
    {
        // Every case computes, as scripts/refit-time wrote it.
        for (std::size_t i = 0; i < cases().size(); i += 7) {
            const Evaluation evaluation = evaluated(read_scenario(cases()[i]["scenario"]).scenario);
            QVERIFY2(evaluation.estimate && evaluation.estimate->time, cases()[i]["id"].dump().c_str());
            const double speed = evaluation.estimate->time->samples_per_second;
            QVERIFY2(is_within(speed, rows()[i].predicted.front(), 0.005), cases()[i]["id"].dump().c_str());
        }
    }

    void unseen_is_predicted()
    {
        const Rows<int, double, double, double> rows{
            {"whole GPUs left out", int(Unseen::gpu), 0.091, 0.106, 0.9},
            {"lines of models left out", int(Unseen::line_of_models), 0.1, 0.119, 0.88},
            {"sources left out", int(Unseen::source), 0.093, 0.119, 0.88},
        };
        rows.each([&](auto column, auto median, auto mean, auto within_quarter) {
            const RefitScore found = score(static_cast<Unseen>(column), [](const RefitRow&) { return true; });
            QVERIFY2(found.median <= median, qPrintable(QString::number(found.median)));
            QVERIFY2(found.mean <= mean, qPrintable(QString::number(found.mean)));
            QVERIFY2(found.within_quarter >= within_quarter, qPrintable(QString::number(found.within_quarter)));
        });
    }

    void classes()
    {
        const Rows<std::string, double, double> rows{
            {"convolutional networks", "cnn", 0.102, 0.03},
            {"detectors", "detection", 0.122, 0.03},
            {"encoders", "transformer-enc", 0.107, 0.02},
            {"language models", "transformer-lm", 0.085, 0.02},
            {"depthwise convolutional networks", "cnn-dw", 0.135, 0.04},
            // Ten cases of two lines: without GPT-OSS the products of experts depend on DeepSeek-V3 alone, and vice
            // versa.
            {"mixtures of experts", "moe", 0.287, 0.15},
        };
        rows.each([&](const auto& name, auto mean, auto bias) {
            const auto counts = [&](const RefitRow& row) { return row.kind_of_model == name; };
            const RefitScore gpus = score(Unseen::gpu, counts);
            const RefitScore families = score(Unseen::line_of_models, counts);
            const double both = (gpus.mean + families.mean) / 2.0;
            const double drift = (gpus.bias + families.bias) / 2.0;
            QVERIFY2(both <= mean, qPrintable(QString::number(both)));
            QVERIFY2(std::abs(drift) <= bias, qPrintable(QString::number(drift)));
        });
    }

    /// The published runs that the program was developed on and the fitted sources, each left out.
    void an_unknown_source_is_predicted()
    {
        std::vector<Case> developed_on;
        for (const nlohmann::json& one : json_lines("truth/runs/cases.jsonl"))
            developed_on.push_back(parse_case(one.dump()).value);
        std::vector<UnseenRun> runs = unseen_runs(developed_on, engine_data());
        for (const UnseenRun& run : left_out_runs(rows(), {})) runs.push_back(run);
        const UnseenScore found = score_unseen(runs, Domain::time, [](const UnseenRun&) { return true; });
        QCOMPARE(found.cases, std::size_t{1542});
        QCOMPARE(found.sources, std::size_t{42});
        QVERIFY2(found.median_of_sources <= 0.107, qPrintable(QString::number(found.median_of_sources)));
        QVERIFY2(found.mean <= 0.132, qPrintable(QString::number(found.mean)));
        QVERIFY2(found.within_quarter >= 0.865, qPrintable(QString::number(found.within_quarter)));
    }

    void not_overfitted()
    {
        const auto all = [](const RefitRow&) { return true; };
        const double seen = score(Unseen::nothing, all).mean;
        QVERIFY(seen < score(Unseen::gpu, all).mean);
        QVERIFY(score(Unseen::gpu, all).mean < 1.25 * seen);
        QVERIFY(score(Unseen::line_of_models, all).mean < 1.35 * seen);
    }

    void the_readmes_state_the_scores()
    {
        const auto percent = [](double share) { return QString::number(100.0 * share, 'f', 1) + '%'; };
        const std::map<const char*, QString> expected{{"README.md", "%1 median, %2 mean"},
                                                      {"README.zh_CN.md", "中位数 %1，平均 %2"}};
        for (const auto& [name, sentence] : expected) {
            const QString text = QString::fromUtf8(source_text(name));
            for (const Unseen column : all_unseen) {
                const RefitScore found = score(column, [](const RefitRow&) { return true; });
                const QString figures = sentence.arg(percent(found.median), percent(found.mean));
                QVERIFY2(text.contains(figures), qPrintable(figures));
            }
        }
    }

    void the_guide_states_how_far_sources_agree()
    {
        const std::vector<double> distances = distances_of_sources();
        QVERIFY(distances.size() > 100);
        const double mean =
            std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(distances.size());
        const auto rounded = [](double share) { return QString::number(std::lround(100.0 * share)); };
        const QString apart = rounded(mean);
        const QString half = rounded(distances[distances.size() / 2]);
        const QString off = rounded(score(Unseen::source, [](const RefitRow&) { return true; }).mean);
        const std::map<const char*, QStringList> expected{
            {"en",
             {QStringLiteral("%1 times two of them").arg(distances.size()), apart + " % apart in the mean",
              half + " % in the median", QStringLiteral("off by %1 %").arg(off)}},
            {"zh_CN",
             {QStringLiteral("有 %1 次").arg(distances.size()), QStringLiteral("相差 %1%").arg(apart),
              QStringLiteral("中位数 %1%").arg(half), QStringLiteral("误差为 %1%").arg(off)}}};
        for (const auto& [language, sentences] : expected) {
            const QByteArray page = source_text(QStringLiteral("resources/guide/%1/4-limits.md").arg(language));
            const QString text = QString::fromUtf8(page).simplified();
            for (const QString& sentence : sentences) QVERIFY2(text.contains(sentence), qPrintable(sentence));
        }
    }

    /// The program's range against predictions without the GPU, the model or the source in the fit.
    void ranges_cover()
    {
        double inside = 0.0;
        double count = 0.0;
        for (std::size_t i = 0; i < rows().size(); i += 3) {
            const Evaluation evaluation = evaluated(read_scenario(cases()[i]["scenario"]).scenario);
            QVERIFY(evaluation.estimate && evaluation.estimate->time);
            const TimeEstimate& time = *evaluation.estimate->time;
            for (const Unseen column : {Unseen::gpu, Unseen::line_of_models, Unseen::source}) {
                const double ratio = std::exp(-rows()[i].error(column));
                inside += ratio >= time.low / time.step && ratio <= time.high / time.step ? 1.0 : 0.0;
                count += 1.0;
            }
        }
        QVERIFY2(inside / count >= 0.9, qPrintable(QString::number(inside / count)));
    }
};

RIGWRIGHT_TEST(tst_left_out_time)

} // namespace rigwright::test::tst_left_out_time

#include "tst_left_out_time.moc"
