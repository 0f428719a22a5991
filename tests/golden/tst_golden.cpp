// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate_json.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_golden {

QString folder() { return qEnvironmentVariable("RIGWRIGHT_SOURCE", ".") + "/tests/golden/"; }

/// Differences of two trees: exact except for real numbers, whose last digits depend on the math library.
QString difference(const nlohmann::json& is, const nlohmann::json& was, const QString& path)
{
    if (is.is_number_float() && was.is_number_float())
        return is_within(is.get<double>(), was.get<double>(), 1e-12) ? QString() : path;
    if (is.is_structured() && is.type() == was.type() && is.size() == was.size()) {
        const nlohmann::json flat = is.flatten();
        const nlohmann::json flat_was = was.flatten();
        for (const auto& [key, value] : flat.items()) {
            if (value.is_structured()) continue;
            if (!flat_was.contains(key)) return path + QString::fromStdString(key);
            const QString deeper = difference(value, flat_was[key], path + QString::fromStdString(key));
            if (!deeper.isEmpty()) return deeper;
        }
        return flat.size() == flat_was.size() ? QString() : path;
    }
    return is == was ? QString() : path;
}

QByteArray answer_to(const QByteArray& scenario)
{
    const auto words = [](const Finding& finding) { return messages(Language::english).text_of_finding(finding); };
    const ScenarioReading reading = parse_scenario(scenario.toStdString());
    const EstimateResult result = estimate(reading.scenario, engine_data());
    const auto json = result.estimate ? estimate_json(*result.estimate, words) : error_json(result.errors, words);
    return QByteArray::fromStdString(json.dump(2)) + '\n';
}

/// Whole estimates, key by key. scripts/regenerate-golden rewrites them after an intended change of the engine; review
/// the difference like code.
class tst_golden : public QObject {
    Q_OBJECT

private slots:
    void estimates_are_what_they_were_data()
    {
        const auto row = add_columns<QString>("name");
        const QStringList cases = QDir(folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        QVERIFY(cases.size() >= 7);
        for (const QString& name : cases) row(qPrintable(name), name);
    }

    void estimates_are_what_they_were()
    {
        QFETCH(QString, name);
        const QByteArray answer = answer_to(content_of(folder() + name + "/scenario.json"));
        const QString expected = folder() + name + "/expected.json";
        if (qEnvironmentVariableIsSet("RIGWRIGHT_REGENERATE")) {
            QFile file(expected);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(answer), answer.size());
            return;
        }
        const nlohmann::json is = nlohmann::json::parse(answer.toStdString());
        const nlohmann::json was = nlohmann::json::parse(content_of(expected).toStdString());
        const QString place = difference(is, was, "$");
        QVERIFY2(place.isEmpty(), qPrintable(place));
    }
};

RIGWRIGHT_TEST(tst_golden)

} // namespace rigwright::test::tst_golden

#include "tst_golden.moc"
