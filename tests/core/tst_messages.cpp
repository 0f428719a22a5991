// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "core/scenario/fields.h"
#include "core/text/messages.h"
#include "core/text/number_text.h"
#include "core/zoo/layer_types.h"
#include "core/zoo/presets.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QDirIterator>
#include <QRegularExpression>

#include <nlohmann/json.hpp>

namespace rigwright::test::tst_messages {

/// All C++ code of the engine; comments and the file names of includes are cut out.
QString engine_code()
{
    static const QRegularExpression comment("//[^\n]*|#include[^\n]*");
    QString code;
    QDirIterator walk(source_path("core"), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) code += QString::fromUtf8(content_of(walk.next()));
    return code.remove(comment);
}

/// The captures of a pattern in the code, each with a prefix.
QStringList captured(const QString& code, const char* pattern, const QString& prefix)
{
    QStringList codes;
    for (auto found = QRegularExpression(QString::fromLatin1(pattern)).globalMatch(code); found.hasNext();)
        codes << prefix + found.next().captured(1);
    return codes;
}

/// The words between a finding's severity, or the call that adds it, and its field or arguments.
QStringList finding_codes(const QString& code)
{
    static const QRegularExpression start("(?:Severity::\\w+,|\\bfound\\.(?:blocks|loses|unchecked)\\()([^{;]*)");
    QStringList codes;
    for (auto found = start.globalMatch(code); found.hasNext();)
        codes += captured(found.next().captured(1), "\"([a-z0-9]+(?:-[a-z0-9]+)+)\"", "finding.");
    return codes;
}

Derivation input(const char* symbol, const char* quantity, double count)
{
    Derivation node;
    node.symbol = symbol;
    node.quantity = quantity;
    node.value = {count, Unit::count};
    return node;
}

Messages table(const char* text) { return Messages(Language::english, {{"finding.it", text}}); }

class MessagesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto data = find_data_directory();
        QVERIFY2(data.has_value(), "run this test through ctest");
        LoadedMessages english = load_messages(*data, Language::english);
        LoadedMessages chinese = load_messages(*data, Language::chinese);
        QVERIFY(english.issues.empty());
        QVERIFY(chinese.issues.empty());
        english_ = std::move(english.messages);
        chinese_ = std::move(chinese.messages);
        QVERIFY(english_->table().size() > 100);
    }

    void fills_places()
    {
        const Rows<QString, QString> rows{
            {"number", "needs {total} now", "needs 18.2 GiB now"},
            {"data", "{gpu}: {gpu}", "T4 {total}: T4 {total}"},
            {"word", "under {word}", "under [precision.x]"},
            {"no argument", "{nothing} here", "{nothing} here"},
            {"braces of JSON", "an object {} or { a: 1 }", "an object {} or { a: 1 }"},
            {"open brace", "{gpu} and {gpu", "T4 {total} and {gpu"},
        };
        rows.each([&](const auto& sentence, const auto& text) {
            const Finding finding{Finding::Severity::loses,
                                  "it",
                                  "",
                                  {{"total", Value{18.2 * 1073741824.0, Unit::bytes}},
                                   {"gpu", std::string("T4 {total}")},
                                   {"word", MessageCode{"precision.x"}}}};
            QCOMPARE(QString::fromStdString(table(sentence.toUtf8().constData()).text_of_finding(finding)), text);
        });
    }

    void missing_words_stay_visible()
    {
        QCOMPARE(english_->text("finding.of-nothing"), std::string("[finding.of-nothing]"));
        QCOMPARE(places_of("{a} then {b} then {a} {} {not a name}"), (std::vector<std::string>{"a", "b"}));
    }

    void a_chinese_name_has_no_spaces_around_it()
    {
        const Messages words(Language::chinese, {{"swap", "{build} 换用 {part} 后便宜"}});
        const auto text = [&](const char* part) {
            return words.text("swap", {{"build", std::string("T4")}, {"part", std::string(part)}});
        };
        QCOMPARE(text("机械硬盘（7200 转）"), std::string("T4 换用机械硬盘（7200 转）后便宜"));
        QCOMPARE(text("NVMe SSD"), std::string("T4 换用 NVMe SSD 后便宜"));
    }

    void a_number_chooses_its_word()
    {
        const Messages words(Language::english, {{"count", "{count} {count:GPU|GPUs} of {most}"}, {"odd", "{a:b}"}});
        const auto text = [&](std::int64_t number) {
            return words.text("count", {{"count", value_of(Count(number))}, {"most", value_of(Count(8))}});
        };
        QCOMPARE(text(1), std::string("1 GPU of 8"));
        QCOMPARE(text(2), std::string("2 GPUs of 8"));
        QCOMPARE(text(0), std::string("0 GPUs of 8"));
        QCOMPARE(places_of("{count} {count:GPU|GPUs}"), (std::vector<std::string>{"count"}));
        QCOMPARE(words.text("odd"), std::string("{a:b}"));
        QCOMPARE(english_->text("fix.fewer-gpus", {{"count", value_of(Count(1))}}), std::string("1 GPU per machine"));
    }

    void a_plan_on_the_processor_has_its_own_words()
    {
        Messages words(Language::english, {{"a", "GPU memory"}, {"a@processor", "memory"}, {"b", "the same"}});
        QCOMPARE(words.text("a"), std::string("GPU memory"));
        words.speak_of_processors(true);
        QCOMPARE(words.text("a"), std::string("memory"));
        QCOMPARE(words.text("b"), std::string("the same"));
    }

    void both_languages_have_the_same_codes_and_places()
    {
        QStringList complaints;
        // A variant for plans on the processor may be needed in one language only; its sentence is in both.
        const auto plain = [](std::string_view code) {
            return code.ends_with(processor_variant) ? code.substr(0, code.size() - processor_variant.size()) : code;
        };
        for (const auto& [code, sentence] : english_->table()) {
            if (!english_->has(plain(code))) complaints << QStringLiteral("variant of nothing: ") + code.c_str();
            auto translated = chinese_->table().find(code);
            if (translated == chinese_->table().end()) translated = chinese_->table().find(plain(code));
            auto places = places_of(sentence);
            std::ranges::sort(places);
            if (translated == chinese_->table().end()) {
                complaints << QStringLiteral("only English: ") + QString::fromStdString(code);
                continue;
            }
            auto translated_places = places_of(translated->second);
            std::ranges::sort(translated_places);
            if (places != translated_places)
                complaints << QStringLiteral("other places: ") + QString::fromStdString(code);
            if (sentence.empty() || translated->second.empty())
                complaints << QStringLiteral("empty: ") + QString::fromStdString(code);
        }
        for (const auto& [code, sentence] : chinese_->table())
            if (!english_->has(plain(code)))
                complaints << QStringLiteral("only Chinese: ") + QString::fromStdString(code);
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

    /// Product names and keys stay as they are; two lower-case English words in a row indicate an untranslated
    /// sentence.
    void chinese_messages_are_translated()
    {
        static const QRegularExpression quoted("\\{\\w+\\}|“[^”]*”|\"[^\"]*\"|--[a-z]+ \\S+");
        static const QRegularExpression two_words("\\b[a-z]{2,} [a-z]{2,}\\b");
        QStringList complaints;
        int with_chinese = 0;
        for (const auto& [code, sentence] : chinese_->table()) {
            const QString text = QString::fromStdString(sentence).remove(quoted);
            if (!code.starts_with("cli.usage") && two_words.match(text).hasMatch())
                complaints << QString::fromStdString(code + ": " + sentence);
            with_chinese += text.contains(QRegularExpression("\\p{Han}")) ? 1 : 0;
            const bool must_be_chinese = code.starts_with("finding.") || code.starts_with("source.");
            if (must_be_chinese && !text.contains(QRegularExpression("\\p{Han}")))
                complaints << QString::fromStdString(code);
        }
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
        QVERIFY(with_chinese > 200);
    }

    void every_code_in_the_engine_has_its_message()
    {
        const QString source = engine_code();
        QStringList codes =
            captured(source, "\\b(?:input_error|error|report)\\(\\s*\"([a-z0-9]+(?:-[a-z0-9]+)+)\"", "finding.");
        codes += finding_codes(source);
        codes += captured(
            source, "\"((?:quantity|formula|source|operator|phase|json|kernel|model-class)\\.[a-z0-9_.-]*[a-z0-9])\"",
            QString());
        codes += captured(source, "\\bcoefficient\\(\\s*\"\\w*\",\\s*\"(\\w+)\"", "quantity.coefficient.");
        codes += captured(source, "\\bcoefficient\\(\\s*\"\\w*\",\\s*\"(\\w+)\"", "source.coefficient.");
        codes += captured(source, "\\b(?:leaf|computed)\\(\\s*(?:\"\\w*\"|\\{\\}),\\s*\"([a-z0-9_.]*[a-z0-9])\"",
                          "quantity.");
        codes += captured(source, "\\btrace_?\\s*\\.(?:name|given|known)\\(\\s*\"([a-z0-9_.]*[a-z0-9])\"", "quantity.");
        codes += captured(source, "\\bsay(?:_difference)?\\(\\s*\"([a-z]+\\.[a-z-]+)\"", "recommend.");
        codes += captured(source, "\"(remark\\.[a-z-]+)\"", "recommend.");
        for (const char* table : {"hardware_db/usable_memory.json", "hardware_db/operating_costs.json"})
            codes += captured(source_text(table), "\"source\": \"(source\\.[a-z0-9.-]+)\"", QString());
        codes += captured(source, "\\brejected_by = \"([a-z-]+)\"", "recommend.rejected.");
        codes.removeDuplicates();
        QStringList missing;
        for (const QString& code : codes)
            if (!english_->has(code.toStdString())) missing << code;
        QVERIFY(codes.contains("finding.not-an-integer"));
        QVERIFY(codes.contains("finding.does-not-fit"));
        QVERIFY(codes.contains("quantity.memory.total_bytes"));
        QVERIFY(codes.contains("source.usable-memory.ada"));
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    /// The record of a coefficient has its name and source in both languages; the source of a fitted one mentions the
    /// fit.
    void the_source_of_a_coefficient_says_whether_it_is_fitted()
    {
        const auto calibration = nlohmann::json::parse(source_text("hardware_db/calibration.json").toStdString());
        QStringList complaints;
        int compared = 0;
        for (const auto& [name, section] : calibration.items()) {
            if (!section.is_object()) continue;
            for (const auto& [key, coefficient] : section.items()) {
                if (!coefficient.is_object() || !coefficient.contains("fitted_on")) continue;
                const bool of_loss = name == "memory" && key.starts_with("loss_bytes");
                if (of_loss && !coefficient.contains("words"))
                    complaints << QString::fromStdString(key + " has no words");
                if (!coefficient.contains("words")) continue;
                ++compared;
                const std::string source = coefficient.at("words").at("en").at("source");
                if (english_->text("source.coefficient." + key) != source) complaints << QString::fromStdString(key);
                const std::string chinese = coefficient.at("words").at("zh_CN").at("name");
                if (chinese_->text("quantity.coefficient." + key) != chinese) complaints << QString::fromStdString(key);
                const bool fitted =
                    coefficient.at("fitted_on").get<std::string>().starts_with("rigwright-cli calibrate");
                if (fitted != (source.find("fitted") != std::string::npos))
                    complaints << QString::fromStdString(source);
            }
        }
        QVERIFY(compared > 40);
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

    void every_field_and_choice_has_its_name()
    {
        QStringList missing;
        for (const Field& field : scenario_fields()) {
            if (!english_->has("field." + std::string(field.path)))
                missing << QString::fromStdString("field." + std::string(field.path));
            for (const std::string_view word : field.choices) {
                const std::string code = choice_code(field.path, word);
                if (!english_->has(code)) missing << QString::fromStdString(code);
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QCOMPARE(choice_code("training.precision", "fp16-amp"), std::string("precision.fp16-amp"));
    }

    void everything_in_the_zoo_has_its_name()
    {
        QStringList missing;
        const auto expect = [&](const std::string& code) {
            if (!english_->has(code)) missing << QString::fromStdString(code);
        };
        const auto expect_words = [&](const Hyperparameter& hyperparameter) {
            for (const std::string_view word : hyperparameter.choices)
                expect("hyperparameter-word." + std::string(word));
        };
        for (const Family& family : families()) {
            expect("family." + std::string(family.id));
            for (const Hyperparameter& hyperparameter : family.hyperparameters) {
                std::string code = "hyperparameter." + std::string(hyperparameter.key);
                const std::size_t digit = code.find_first_of("0123456789");
                if (!english_->has(code) && digit != std::string::npos) code[digit] = '#';
                expect(code);
                expect_words(hyperparameter);
            }
        }
        for (const LayerType& type : layer_types()) {
            expect("layer." + std::string(type.id));
            for (const Hyperparameter& option : type.options) {
                expect("hyperparameter." + std::string(option.key));
                expect_words(option);
            }
        }
        const LoadedPresets presets = load_presets(find_data_directory()->model_presets());
        for (const Preset& preset : presets.presets) expect("group." + preset.group);
        QVERIFY(!presets.presets.empty());
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    void reports_a_defective_table()
    {
        const LoadedMessages absent = load_messages(DataDirectory("no/such/folder"), Language::english);
        QCOMPARE(absent.issues.size(), std::size_t{1});
        QCOMPARE(absent.issues.front().code, std::string("cannot-read"));
        QCOMPARE(absent.messages.text("finding.it"), std::string("[finding.it]"));
    }

    void writes_the_working_of_a_number()
    {
        const Messages words(Language::chinese, {{"quantity.steps", "每轮步数"},
                                                 {"quantity.samples", "样本数"},
                                                 {"field.training.micro_batch", "微批次"},
                                                 {"formula.steps", "⌈{samples} ÷ {batch}⌉"},
                                                 {"explain.source", "来源：{source}"},
                                                 {"explain.assumption", "假设"}});
        Derivation samples = input("samples", "quantity.samples", 1000);
        samples.source = "the data sheet";
        samples.assumption = true;
        Derivation steps = input("", "quantity.steps", 125);
        steps.formula = "formula.steps";
        steps.inputs = {samples, input("batch", "field.training.micro_batch", 8)};
        const WorkingText text = render(steps, words);
        QCOMPARE(QString::fromStdString(text.formula), "⌈样本数 ÷ 微批次⌉");
        QCOMPARE(QString::fromStdString(text.substituted), "⌈1,000 ÷ 8⌉");
        QCOMPARE(QString::fromStdString(render_tree(steps, words)), QStringLiteral("每轮步数 = 125\n"
                                                                                   "  = ⌈样本数 ÷ 微批次⌉\n"
                                                                                   "  = ⌈1,000 ÷ 8⌉\n"
                                                                                   "    样本数 = 1,000 (假设)\n"
                                                                                   "      来源：the data sheet\n"
                                                                                   "    微批次 = 8\n"));
    }

    void a_long_sum_is_written_once()
    {
        const Messages words(Language::english, {{"quantity.total", "Total"},
                                                 {"quantity.part", "Part"},
                                                 {"formula.all", "the sum over all operators"},
                                                 {"explain.sum", "the sum of its {count} parts"},
                                                 {"explain.largest", "the largest of its {count} values"}});
        Derivation total = input("", "quantity.total", 60);
        for (const char* symbol : {"0", "1", "2"}) total.inputs.push_back(input(symbol, "quantity.part", 15));
        total.formula = "={0} + {1} + {2}";
        QVERIFY(render(total, words).list.empty());
        total.inputs.push_back(input("3", "quantity.part", 15));
        // The last one is beside the sum.
        QVERIFY(render(total, words).list.empty());
        total.formula = "={0} + {1} + {2} + {3}";
        const WorkingText text = render(total, words);
        QCOMPARE(text.list, std::string("the sum of its 4 parts"));
        QCOMPARE(text.formula, std::string("Part + Part + Part + Part"));
        QCOMPARE(text.substituted, std::string("15 + 15 + 15 + 15"));
        const std::string parts = "    Part = 15\n    Part = 15\n    Part = 15\n    Part = 15\n";
        QCOMPARE(render_tree(total, words), "Total = 60\n  = the sum of its 4 parts\n" + parts);
        total.formula = "=max({0}; {1}; {2}; {3})";
        QCOMPARE(render(total, words).list, std::string("the largest of its 4 values"));
        total.formula = "={0} + {1} + {2} − {3}";
        QVERIFY(render(total, words).list.empty());
        // A sentence has no form with values.
        total.formula = "formula.all";
        QVERIFY(render(total, words).substituted.empty());
        QCOMPARE(render_tree(total, words), "Total = 60\n  = the sum over all operators\n" + parts);
        total.lower_bound = true;
        QCOMPARE(render(total, words).value, std::string("≥ 60"));
        QCOMPARE(render_tree(total, words), "Total ≥ 60\n  = the sum over all operators\n" + parts);
    }

private:
    std::optional<Messages> english_;
    std::optional<Messages> chinese_;
};

RIGWRIGHT_TEST(MessagesTest)

} // namespace rigwright::test::tst_messages

#include "tst_messages.moc"
