// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/method.h"
#include "core/json/strict_json.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <set>

namespace rigwright::test::tst_method {

/// The plans that the method page of the guide is written from.
std::vector<Evaluation> plans()
{
    std::vector<Evaluation> evaluations;
    const QDir folder(source_path("tests/data/method"));
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        const ScenarioReading reading = parse_scenario(content_of(folder.filePath(name)).toStdString());
        if (reading.errors.empty()) evaluations.push_back(evaluated(reading.scenario));
        if (!reading.errors.empty() || !evaluations.back().estimate) qWarning("%s has errors", qPrintable(name));
    }
    return evaluations;
}

/// The method page tells every formula that there is.
class MethodTest : public QObject {
    Q_OBJECT

private slots:
    void every_formula_is_on_the_page()
    {
        const std::vector<Evaluation> evaluations = plans();
        QVERIFY(!evaluations.empty());
        std::set<std::string> told;
        for (const MethodPart& part : method_of(evaluations, engine_data()))
            for (const Derivation& working : part.formulas) told.insert(working.formula);
        const nlohmann::json words = parse_json(source_text("resources/messages/en.json").toStdString()).value;
        QStringList missing;
        for (const auto& [code, text] : words.items())
            if (code.starts_with("formula.") && !told.contains(code)) missing << QString::fromStdString(code);
        for (const QString& code : missing) qWarning("no plan tells %s", qPrintable(code));
        QVERIFY(missing.isEmpty());
    }

    void nothing_is_told_twice()
    {
        const std::vector<Evaluation> evaluations = plans();
        std::set<std::string> told;
        for (const MethodPart& part : method_of(evaluations, engine_data())) {
            for (const Derivation& working : part.formulas) {
                std::string line = working.quantity + ' ' + working.formula;
                for (const Derivation& input : working.inputs)
                    if (line.starts_with(working.quantity + " =")) line += ' ' + input.symbol + input.quantity;
                QVERIFY2(told.insert(line).second, line.c_str());
            }
            for (const Derivation& working : part.values)
                QVERIFY2(told.insert(working.quantity + ' ' + working.source).second, working.quantity.c_str());
        }
    }

    void every_place_is_filled()
    {
        const std::vector<Evaluation> evaluations = plans();
        for (const Language language : {Language::english, Language::chinese}) {
            const Messages& words = messages(language);
            for (const MethodPart& part : method_of(evaluations, engine_data())) {
                for (const auto* nodes : {&part.formulas, &part.values}) {
                    for (const Derivation& working : *nodes) {
                        const WorkingText text = render(working, words);
                        for (const std::string& line : {text.name, text.formula, text.substituted, text.source})
                            QVERIFY2(!line.starts_with("[") && line.find('{') == std::string::npos, line.c_str());
                    }
                }
            }
        }
    }
};

RIGWRIGHT_TEST(MethodTest)

} // namespace rigwright::test::tst_method

#include "tst_method.moc"
