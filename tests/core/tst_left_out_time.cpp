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

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// Columns of tests/truth/time/left_out.csv.
enum Column { fitted, without_gpu, without_family, without_source };

struct Row {
    std::string id;
    std::string group;
    std::string model_class;
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
        Row row{fields[0].toStdString(), one["group"], one["class"], fields[1].toDouble(), {}};
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
    QTest::newRow("whole GPUs left out") << int(without_gpu) << 0.103 << 0.121 << 0.870;
    QTest::newRow("lines of models left out") << int(without_family) << 0.105 << 0.137 << 0.847;
    QTest::newRow("sources left out") << int(without_source) << 0.111 << 0.137 << 0.840;
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
    QTest::newRow("convolutional networks") << "cnn" << 0.115 << 0.03;
    QTest::newRow("detectors") << "detection" << 0.126 << 0.03;
    QTest::newRow("encoders") << "transformer-enc" << 0.115 << 0.02;
    QTest::newRow("language models") << "transformer-lm" << 0.093 << 0.02;
    QTest::newRow("depthwise convolutional networks") << "cnn-dw" << 0.31 << 0.20;
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
