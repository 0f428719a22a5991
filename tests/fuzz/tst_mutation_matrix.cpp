// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/records.h"
#include "core/scenario/fields.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/promises.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/wire_mutations.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <set>

namespace rigwright::test::tst_mutation_matrix {

using nlohmann::json;

std::string bytes_of(const QString& path) { return content_of(path).toStdString(); }

/// Number of mutants, and of those refused.
struct Tally {
    std::size_t tried = 0;
    std::size_t refused = 0;
    std::vector<std::string> broken_promises;
};

void try_mutant(const FuzzTarget& target, const Mutant& mutant, const std::string& bytes, Tally& tally)
{
    ++tally.tried;
    try {
        const Places places = target.run(bytes);
        if (!places.empty()) ++tally.refused;
        promise(!mutant.broken || !places.empty(), "taken though broken");
    } catch (const std::exception& failure) {
        tally.broken_promises.push_back(std::string(target.name) + ", " + mutant.name + ": " + failure.what());
    }
}

void try_mutants(const char* target, const std::vector<Mutant>& mutants, Tally& tally)
{
    for (const Mutant& mutant : mutants) try_mutant(*fuzz_target(target), mutant, mutant.text, tally);
}

/// Places with equal list indices, so that the tenth core group counts like the first.
std::string kind_of_place(const json::json_pointer& pointer)
{
    QString text = QString::fromStdString(pointer.to_string());
    return text.replace(QRegularExpression("/[0-9]+(?=/|$)"), "/#").toStdString();
}

/// Mutants of every kind of place that occurs first in this file.
std::vector<Mutant> new_mutants(const json& file, const std::string& group, std::set<std::string>& known)
{
    std::vector<Mutant> mutants;
    for (const json::json_pointer& pointer : places_in(file)) {
        if (!known.insert(group + kind_of_place(pointer)).second) continue;
        for (Mutant& mutant : mutants_at(file, pointer)) mutants.push_back(std::move(mutant));
    }
    return mutants;
}

json::json_pointer pointer_of(std::string_view path)
{
    std::string text = "/" + std::string(path);
    std::ranges::replace(text, '.', '/');
    return json::json_pointer(text);
}

/// A number of a field as JSON writes it: whole numbers without a point.
std::string number_text(const Field& field, double number)
{
    if (field.type == FieldType::integer && std::abs(number) < 9e15)
        return std::to_string(static_cast<std::int64_t>(number));
    return json(number).dump();
}

std::vector<Mutant> mutants_of_field(const json& whole, const Field& field)
{
    const json::json_pointer pointer = pointer_of(field.path);
    std::vector<Mutant> mutants = mutants_at(whole, pointer);
    const auto add = [&](const char* name, const std::string& text) {
        mutants.push_back({name + (" at " + std::string(field.path)), with_text(whole, pointer, text), false});
    };
    if (field.type == FieldType::integer || field.type == FieldType::real) {
        for (const double step : {-1.0, 0.0, 1.0}) {
            add("around the least", number_text(field, field.minimum + step));
            add("around the most", number_text(field, field.maximum + step));
        }
        add("just below the most", json(std::nextafter(field.maximum, 0.0)).dump());
    }
    for (const std::string_view word : field.choices) add("a legal word", '"' + std::string(word) + '"');
    return mutants;
}

/// Every field of all input files × every kind of error: an answer, or a defect with its place, arguments and a message
/// in both languages; no exceptions, no invalid numbers.
class MutationMatrixTest : public QObject {
    Q_OBJECT
private slots:
    void every_seed()
    {
        each_text({"scenario", "project", "price_list", "shard_index", "embedded", "config", "measurement",
                   "measurement_log", "case", "lesson"},
                  [&](const char* target) {
                      const QDir folder(source_path(QStringLiteral("tests/data/fuzz/") + QLatin1String(target)));
                      for (const QString& file : folder.entryList(QDir::Files)) {
                          const std::string text = bytes_of(folder.filePath(file));
                          if (!json::accept(text)) continue;
                          Tally tally;
                          std::set<std::string> known;
                          try_mutants(target, new_mutants(json::parse(text), {}, known), tally);
                          judge(tally, 60);
                      }
                  });
    }

    void every_scenario_field()
    {
        each_text({"fabric", "sharded", "own-shape", "rich"}, [&](const char* name) {
            const QString file = QStringLiteral("tests/data/fuzz/estimate/%1.json").arg(QLatin1String(name));
            const ScenarioReading reading = parse_scenario(bytes_of(source_path(file)));
            QVERIFY(reading.errors.empty());
            const json whole = json::parse(write_scenario(reading.scenario).dump());
            Tally tally;
            for (const Field& field : scenario_fields()) try_mutants("estimate", mutants_of_field(whole, field), tally);
            judge(tally, scenario_fields().size() * 30);
        });
    }

    void every_field_of_the_hardware_database()
    {
        const QDir database(source_path("hardware_db"));
        Tally tally;
        std::set<std::string> known;
        QStringList folders = database.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        folders << ".";
        for (const QString& name : folders) {
            const QDir folder(database.filePath(name));
            for (const QString& file : folder.entryList({"*.json"}, QDir::Files)) {
                if (file.startsWith("calibration")) continue;
                const json record = json::parse(bytes_of(folder.filePath(file)));
                const std::string group = name == "." ? file.toStdString() : name.toStdString();
                try_mutants("hardware", new_mutants(record, group, known), tally);
            }
        }
        judge(tally, 8000);
    }

    /// The engine computes with every changed card that the reader accepts.
    void every_field_of_a_card_in_an_estimate()
    {
        EngineData data = engine_data();
        const Scenario plans[] = {
            parse_scenario(bytes_of(source_path("tests/data/fuzz/estimate/fabric.json"))).scenario,
            parse_scenario(bytes_of(source_path("tests/data/fuzz/estimate/sharded.json"))).scenario};
        std::size_t taken = 0;
        for (const Scenario& plan : plans) {
            const auto at =
                std::ranges::find_if(data.hardware.gpus, [&](const Gpu& gpu) { return gpu.id == plan.build.gpu; });
            QVERIFY(at != data.hardware.gpus.end());
            const Gpu shipped = *at;
            const json record = json::parse(bytes_of(
                source_path(QStringLiteral("hardware_db/gpus/%1.json").arg(QString::fromStdString(plan.build.gpu)))));
            for (const Mutant& mutant : mutants_of(record)) {
                const json changed = json::parse(mutant.text, nullptr, false);
                std::vector<JsonIssue> issues;
                if (changed.is_discarded() || mutant.broken) continue;
                const Gpu gpu = read_record<Gpu>(changed, issues);
                if (!issues.empty() || gpu.id != shipped.id) continue;
                *at = gpu;
                ++taken;
                const EstimateResult result = estimate(plan, data);
                QVERIFY2(result.estimate.has_value() == result.errors.empty(), mutant.name.c_str());
                try {
                    promise_words(result.errors);
                    if (result.estimate) promise_numbers(file_of(*result.estimate));
                } catch (const std::exception& broken) {
                    QFAIL((mutant.name + ": " + broken.what()).c_str());
                }
            }
            *at = shipped;
        }
        QVERIFY2(taken > 200, qPrintable(QString::number(taken)));
        tried_ += taken;
    }

    void every_cell_of_a_price_list()
    {
        const QStringList head{"part", "price", "currency", "date", "kind", "supplier", "tax rate", "warranty", "note"};
        const QStringList row{"rtx4090", "15999", "CNY",       "2026-11-01", "quotation",
                              "Dealer",  "13%",   "36 months", "one left"};
        std::vector<std::string> cells{
            "",         " ",          "-1",         "0",          "3.7",  "1e308",
            "1e400",    "NaN",        "inf",        "-0",         "null", "9223372036854775808",
            "\"\"",     "\"a\"\"b\"", "\"",         "=1+1",       "@x",   "\xE2\x80\xAE",
            "\x1b[2J",  "\xff\xfe",   "2026-02-30", "13/13/2026", "101%", "999999999999 months",
            ",,,,,,,,", "\n",         "\r"};
        cells.insert(cells.end(), {std::string(1, '\0'), std::string(100'000, 'x'), std::string(5000, '9')});
        Tally tally;
        for (int place = 0; place < 2 * head.size(); ++place) {
            for (const std::string& cell : cells) {
                QStringList first = head;
                QStringList second = row;
                (place < head.size() ? first[place] : second[place - head.size()]) = "@@";
                std::string text =
                    (first.join(',') + '\n' + second.join(',') + "\nt4,1000,CNY,2026-11-01,,,,,\n").toStdString();
                text.replace(text.find("@@"), 2, cell);
                try_mutant(*fuzz_target("prices"),
                           {"cell " + std::to_string(place) + " is " + cell.substr(0, 20), {}, false}, text, tally);
            }
        }
        judge(tally, cells.size() * 18);
    }

    void every_entry_of_a_safetensors_header()
    {
        const std::string file = bytes_of(source_path("tests/data/fuzz/safetensors/two-layers.safetensors"));
        const std::size_t length = static_cast<unsigned char>(file[0]) + 256U * static_cast<unsigned char>(file[1]);
        Tally tally;
        for (const Mutant& mutant : mutants_of(json::parse(file.substr(8, length)))) {
            std::string bytes;
            for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>((mutant.text.size() >> (8 * i)) & 0xff);
            try_mutant(*fuzz_target("safetensors"), mutant, bytes + mutant.text + file.substr(8 + length), tally);
        }
        judge(tally, 300);
    }

    /// A graph is a tree of numbered fields (protobuf's wire format): each one removed, doubled, empty, of another wire
    /// type, with another number, negative, largest and huge, while the lengths around it stay right.
    void every_field_of_a_graph()
    {
        Tally tally;
        for (const char* name : {"conv", "attention"}) {
            const std::string file =
                bytes_of(source_path(QStringLiteral("tests/data/fuzz/onnx/%1.onnx").arg(QLatin1String(name))));
            for (const WireMutant& mutant : wire_mutants_of(file))
                try_mutant(*fuzz_target("onnx"), {name + (" " + mutant.name), {}, false}, mutant.bytes, tally);
        }
        tried_ += tally.tried;
        refused_ += tally.refused;
        for (const std::string& broken : tally.broken_promises) qWarning("%s", broken.c_str());
        QCOMPARE(tally.broken_promises.size(), std::size_t{0});
        QVERIFY2(tally.tried > 1500, qPrintable(QString::number(tally.tried)));
        QVERIFY(tally.refused > 100);
    }

    void cleanupTestCase() { qInfo("%zu mutants, %zu of them refused", tried_, refused_); }

private:
    void judge(const Tally& tally, std::size_t least)
    {
        tried_ += tally.tried;
        refused_ += tally.refused;
        for (std::size_t i = 0; i < std::min<std::size_t>(tally.broken_promises.size(), 20); ++i)
            qWarning("%s", tally.broken_promises[i].c_str());
        QCOMPARE(tally.broken_promises.size(), std::size_t{0});
        QVERIFY2(tally.tried >= least, qPrintable(QString::number(tally.tried)));
        QVERIFY(tally.refused > tally.tried / 4);
    }

    std::size_t tried_ = 0;
    std::size_t refused_ = 0;
};

RIGWRIGHT_TEST(MutationMatrixTest)

} // namespace rigwright::test::tst_mutation_matrix

#include "tst_mutation_matrix.moc"
