// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/sha256.h"
#include "core/scenario/resolved_model.h"
#include "tests/support/engine_case.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// Columns of tests/truth/time/left_out.csv.
enum Column { fitted, without_gpu, without_family, without_source };

struct Row {
    std::string id;
    std::string group;
    std::string model_class;
    /// Network, GPU, number of GPUs, precision and stack.
    std::string setup;
    double measured = 0.0;
    std::array<double, 4> predicted{};

    /// ln(predicted / measured time); speeds are the other way up.
    double error(Column column) const { return std::log(measured / predicted[column]); }
};

const std::vector<nlohmann::json>& cases()
{
    static const std::vector<nlohmann::json> all = json_lines("truth/time/cases.jsonl");
    return all;
}

QByteArray bytes_of_file(const char* name)
{
    QFile file(qEnvironmentVariable("RIGWRIGHT_SOURCE") + QLatin1String("/tests/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string setup_of(const nlohmann::json& scenario)
{
    const nlohmann::json& training = scenario["training"];
    const nlohmann::json& build = scenario["build"];
    return scenario["model"].dump() + build["gpu"].dump() + build.value("gpus_per_node", nlohmann::json(1)).dump() +
           build.value("nodes", nlohmann::json(1)).dump() + training["precision"].dump() +
           training.value("stack", nlohmann::json()).dump();
}

std::vector<Row> read_rows()
{
    std::map<std::string, const nlohmann::json*> by_id;
    for (const nlohmann::json& one : cases()) by_id[one["id"].get<std::string>()] = &one;
    std::vector<Row> rows;
    const QList<QByteArray> lines = bytes_of_file("truth/time/left_out.csv").split('\n');
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QList<QByteArray> fields = lines[i].split(',');
        if (fields.size() != 6) continue;
        const nlohmann::json& one = *by_id.at(fields[0].toStdString());
        Row row{fields[0].toStdString(),   one["group"],         one["class"],
                setup_of(one["scenario"]), fields[1].toDouble(), {}};
        for (std::size_t k = 0; k < row.predicted.size(); ++k)
            row.predicted[k] = fields[static_cast<qsizetype>(k) + 2].toDouble();
        rows.push_back(row);
    }
    return rows;
}

const std::vector<Row>& rows()
{
    static const std::vector<Row> all = read_rows();
    return all;
}

/// How far two sources lie apart that measured the same setup, batch and input allowed for as the fit knows them: the
/// least error that an answer to one source from all others can have. Factors less one.
std::vector<double> distances_of_sources()
{
    std::map<std::string, std::map<std::string, std::vector<double>>> setups;
    for (const Row& row : rows())
        setups[row.setup][row.group.substr(0, row.group.find('|'))].push_back(row.error(fitted));
    std::vector<double> distances;
    for (const auto& [setup, sources] : setups) {
        std::vector<double> means;
        for (const auto& [source, errors] : sources)
            means.push_back(std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size()));
        for (std::size_t one = 0; one < means.size(); ++one)
            for (std::size_t other = 0; other < one; ++other)
                distances.push_back(std::expm1(std::abs(means[one] - means[other])));
    }
    std::sort(distances.begin(), distances.end());
    return distances;
}

/// Errors averaged inside a group, then over groups; as factors less one.
struct Score {
    double median = 0.0;
    double mean = 0.0;
    double within_quarter = 0.0;
    double bias = 0.0;
};

Score score(Column column, const std::function<bool(const Row&)>& counts)
{
    std::map<std::string, std::vector<double>> groups;
    for (const Row& row : rows())
        if (counts(row)) groups[row.group].push_back(row.error(column));
    std::vector<double> sizes;
    Score result;
    for (const auto& [group, errors] : groups) {
        const auto count = static_cast<double>(errors.size());
        double size = 0.0;
        for (const double error : errors) {
            size += std::abs(error) / count;
            result.bias += error / count / static_cast<double>(groups.size());
            result.within_quarter +=
                (std::abs(error) < std::log(1.25) ? 1.0 : 0.0) / count / static_cast<double>(groups.size());
        }
        sizes.push_back(size);
        result.mean += size / static_cast<double>(groups.size());
    }
    std::sort(sizes.begin(), sizes.end());
    result.median = std::expm1(sizes[sizes.size() / 2]);
    result.mean = std::expm1(result.mean);
    result.bias = std::expm1(result.bias);
    return result;
}

} // namespace

/// The refits that scripts/refit-time made with whole GPUs, lines of models and sources left out, scored again.
class tst_left_out_time : public QObject {
    Q_OBJECT

private slots:
    void the_data_is_what_was_fitted();
    void the_file_is_of_this_engine();
    void unseen_is_predicted_data();
    void unseen_is_predicted();
    void classes_data();
    void classes();
    void not_overfitted();
    void the_readme_says_so();
    void the_guide_says_how_far_sources_agree();
    void ranges_cover();
};

void tst_left_out_time::the_data_is_what_was_fitted()
{
    const QByteArray bytes = bytes_of_file("truth/time/cases.jsonl");
    QCOMPARE(sha256_hex({bytes.constData(), static_cast<std::size_t>(bytes.size())}), engine_data().time.fingerprint);
    QCOMPARE(cases().size(), std::size_t{1330});
    QCOMPARE(rows().size(), cases().size());
    for (std::size_t i = 0; i < cases().size(); ++i) {
        const double measured = cases()[i]["measured"]["samples_per_second"];
        QVERIFY(is_within(rows()[i].measured, measured, 1e-4));
    }
}

void tst_left_out_time::the_file_is_of_this_engine()
{
    // Every case computes, as scripts/refit-time wrote it.
    for (std::size_t i = 0; i < cases().size(); i += 7) {
        const Evaluation evaluation = evaluate(read_scenario(cases()[i]["scenario"]).scenario, engine_data());
        QVERIFY2(evaluation.estimate && evaluation.estimate->time, rows()[i].id.c_str());
        const double speed = evaluation.estimate->time->samples_per_second;
        QVERIFY2(is_within(speed, rows()[i].predicted[fitted], 0.005), rows()[i].id.c_str());
    }
}

void tst_left_out_time::unseen_is_predicted_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("within_quarter");
    QTest::newRow("whole GPUs left out") << int(without_gpu) << 0.096 << 0.111 << 0.894;
    QTest::newRow("lines of models left out") << int(without_family) << 0.104 << 0.124 << 0.863;
    QTest::newRow("sources left out") << int(without_source) << 0.099 << 0.118 << 0.882;
}

void tst_left_out_time::unseen_is_predicted()
{
    QFETCH(int, column);
    const Score found = score(static_cast<Column>(column), [](const Row&) { return true; });
    QFETCH(double, median);
    QFETCH(double, mean);
    QFETCH(double, within_quarter);
    QVERIFY2(found.median <= median, qPrintable(QString::number(found.median)));
    QVERIFY2(found.mean <= mean, qPrintable(QString::number(found.mean)));
    QVERIFY2(found.within_quarter >= within_quarter, qPrintable(QString::number(found.within_quarter)));
}

void tst_left_out_time::classes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("bias");
    QTest::newRow("convolutional networks") << "cnn" << 0.104 << 0.03;
    QTest::newRow("detectors") << "detection" << 0.120 << 0.03;
    QTest::newRow("encoders") << "transformer-enc" << 0.115 << 0.02;
    QTest::newRow("language models") << "transformer-lm" << 0.093 << 0.02;
    QTest::newRow("depthwise convolutional networks") << "cnn-dw" << 0.135 << 0.04;
    // Ten cases of two lines: without GPT-OSS its experts' products rest on DeepSeek-V3 alone, and the other way round.
    QTest::newRow("mixtures of experts") << "moe" << 0.380 << 0.18;
}

void tst_left_out_time::classes()
{
    QFETCH(QString, name);
    QFETCH(double, mean);
    QFETCH(double, bias);
    const auto counts = [&](const Row& row) { return row.model_class == name.toStdString(); };
    const Score gpus = score(without_gpu, counts);
    const Score families = score(without_family, counts);
    const double both = (gpus.mean + families.mean) / 2.0;
    const double drift = (gpus.bias + families.bias) / 2.0;
    QVERIFY2(both <= mean, qPrintable(QString::number(both)));
    QVERIFY2(std::abs(drift) <= bias, qPrintable(QString::number(drift)));
}

void tst_left_out_time::not_overfitted()
{
    const auto all = [](const Row&) { return true; };
    const double seen = score(fitted, all).mean;
    QVERIFY(seen < score(without_gpu, all).mean);
    QVERIFY(score(without_gpu, all).mean < 1.25 * seen);
    QVERIFY(score(without_family, all).mean < 1.35 * seen);
}

void tst_left_out_time::the_readme_says_so()
{
    QFile file(qEnvironmentVariable("RIGWRIGHT_SOURCE") + QLatin1String("/README.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll()).simplified();
    const auto percent = [](double share) { return QString::number(100.0 * share, 'f', 1) + QLatin1String(" %"); };
    for (const Column column : {fitted, without_gpu, without_family, without_source}) {
        const Score found = score(column, [](const Row&) { return true; });
        const QString figures = percent(found.median) +
                                (column == fitted ? QStringLiteral(" median and ") : QStringLiteral(" and ")) +
                                percent(found.mean);
        QVERIFY2(text.contains(figures), qPrintable(figures));
    }
}

void tst_left_out_time::the_guide_says_how_far_sources_agree()
{
    const std::vector<double> distances = distances_of_sources();
    QVERIFY(distances.size() > 100);
    const double mean =
        std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(distances.size());
    const auto rounded = [](double share) { return QString::number(std::lround(100.0 * share)); };
    const QString apart = rounded(mean);
    const QString half = rounded(distances[distances.size() / 2]);
    const QString off = rounded(score(without_source, [](const Row&) { return true; }).mean);
    const std::map<const char*, QStringList> said{
        {"en",
         {QStringLiteral("%1 times two of them").arg(distances.size()), apart + QLatin1String(" % apart in the mean"),
          half + QLatin1String(" % in the median"), QStringLiteral("off by %1 %").arg(off)}},
        {"zh_CN",
         {QStringLiteral("有 %1 次").arg(distances.size()), QStringLiteral("相差 %1%").arg(apart),
          QStringLiteral("中位数 %1%").arg(half), QStringLiteral("误差为 %1%").arg(off)}}};
    for (const auto& [language, sentences] : said) {
        QFile file(qEnvironmentVariable("RIGWRIGHT_SOURCE") + QLatin1String("/resources/guide/") +
                   QLatin1String(language) + QLatin1String("/4-limits.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll()).simplified();
        for (const QString& sentence : sentences) QVERIFY2(text.contains(sentence), qPrintable(sentence));
    }
}

/// The program's 80 % range against predictions that had not seen the GPU, the model or the source.
void tst_left_out_time::ranges_cover()
{
    double inside = 0.0;
    double ratios = 0.0;
    for (std::size_t i = 0; i < rows().size(); ++i) {
        const Scenario scenario = read_scenario(cases()[i]["scenario"]).scenario;
        const ResolvedModel model = resolve_model(scenario, engine_data().presets);
        const TimeCoefficients::ModelClass& range = engine_data().time.class_of(model.line_id());
        ratios += range.high / range.low;
        for (const Column column : {without_gpu, without_family, without_source}) {
            const double ratio = std::exp(-rows()[i].error(column));
            inside += ratio >= range.low && ratio <= range.high ? 1.0 : 0.0;
        }
    }
    const auto count = static_cast<double>(rows().size());
    const double covered = inside / (3.0 * count);
    QVERIFY2(covered >= 0.76 && covered <= 0.86, qPrintable(QString::number(covered)));
    QVERIFY2(ratios / count <= 1.8, qPrintable(QString::number(ratios / count)));
}

QTEST_GUILESS_MAIN(tst_left_out_time)
#include "tst_left_out_time.moc"
