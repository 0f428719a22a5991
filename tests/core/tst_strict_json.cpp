// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/object_reader.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_strict_json {

std::string described(const std::vector<JsonIssue>& issues)
{
    std::string all;
    for (const JsonIssue& issue : issues) {
        all += issue.path + " " + issue.code + " found=" + issue.found + " expected=" + issue.expected;
        if (issue.line > 0) all += " at " + std::to_string(issue.line) + ":" + std::to_string(issue.column);
        all += "\n";
    }
    return all;
}

std::string nested(int depth)
{
    const auto levels = static_cast<std::size_t>(depth);
    return std::string(levels, '[') + std::string(levels, ']');
}

class StrictJsonTest : public QObject {
    Q_OBJECT
private slots:
    void parses_what_is_sound()
    {
        const JsonDocument document = parse_json(R"({"a": [1, -2, 2.5, "text", true, null], "b": {"c": {}}})");
        QCOMPARE(described(document.issues), std::string());
        QCOMPARE(document.value.dump(), std::string(R"({"a":[1,-2,2.5,"text",true,null],"b":{"c":{}}})"));
    }

    void refuses_broken_text()
    {
        const Rows<QByteArray, QString, QString, int, int> rows{
            {"empty", "", "$", "ends-early", 1, 1},
            {"trailing comma", "{\n  \"a\": 1,\n}", "$", "syntax", 3, 1},
            {"second value", "1 2", "$", "syntax", 1, 3},
            {"comment", "// no\n1", "$", "syntax", 1, 1},
            {"not a number", "{\"memory\": {\"x\": NaN}}", "$.memory.x", "syntax", 1, 18},
            {"infinite", "[0, 1e999]", "$[1]", "out-of-range", 1, 9},
            {"column in characters", "[\"\xE7\xAE\x97\xE5\x8A\x9B\", ?]", "$[1]", "syntax", 1, 8},
            {"broken UTF-8", "[\"\xFF\"]", "$[0]", "syntax", 1, 3},
            {"key twice", "{\"a\": {\"b\": 1, \"b\": 2}}", "$.a.b", "duplicate-key", 0, 0},
            {"key twice, no word", "{\"i9-x\": 1, \"i9-x\": 2}", "$[\"i9-x\"]", "duplicate-key", 0, 0},
            {"key of no letters twice", "{\"\": 1, \"\": 2}", "$[\"\"]", "duplicate-key", 0, 0},
            {"too deep", QByteArray::fromStdString("{\"a\": " + nested(32) + "}"), "$.a" + QString("[0]").repeated(31),
             "too-deep", 0, 0},
        };
        rows.each([&](const auto& text, const auto& path, const auto& code, auto line, auto column) {
            const JsonDocument document =
                parse_json(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
            QVERIFY(document.value.is_null());
            QCOMPARE(document.issues.size(), std::size_t{1});
            const JsonIssue& issue = document.issues.front();
            QCOMPARE(QString::fromStdString(issue.path), path);
            QCOMPARE(QString::fromStdString(issue.code), code);
            QCOMPARE(issue.line, line);
            QCOMPARE(issue.column, column);
        });
    }

    void counts_depth_from_one()
    {
        QVERIFY(parse_json(nested(32)).issues.empty());
        QCOMPARE(parse_json(nested(33)).issues.front().code, std::string("too-deep"));
        QCOMPARE(parse_json(nested(200000)).issues.size(), std::size_t{1});
    }

    void refuses_a_text_beyond_the_size_limit()
    {
        const JsonLimits limits{.most_bytes = 10, .deepest = 4};
        QVERIFY(parse_json("[1, 2, 34]", limits).issues.empty());
        const JsonDocument document = parse_json("[1, 2, 345]", limits);
        QCOMPARE(described(document.issues), std::string("$ too-large found=11 bytes expected=bytes [0, 10]\n"));
    }

    void reports_a_file_that_cannot_be_read()
    {
        QCOMPARE(described(parse_json_file("no/such/file.json").issues),
                 std::string("$ cannot-read found= expected=\n"));
        QCOMPARE(described(parse_json_file(".").issues), std::string("$ cannot-read found= expected=\n"));
    }

    void reads_typed_fields()
    {
        const JsonDocument document = parse_json(
            R"({"name": "T4", "watts": 70, "share": 0.5, "count": 1e6, "on": false, "kind": "b", "inner": {"x": 1}, "list": [1], "texts": ["a", "b"]})");
        std::vector<JsonIssue> issues;
        ObjectReader reader(document.value, "$", issues);
        constexpr std::string_view kinds[] = {"a", "b"};
        QCOMPARE(reader.required_text("name"), std::optional<std::string>("T4"));
        QCOMPARE(reader.required_number("watts", FieldRule::positive(2000)), std::optional(70.0));
        QCOMPARE(reader.optional_number("share", FieldRule::up_to(1)), std::optional(0.5));
        QCOMPARE(reader.required_integer("count", 1, 1000000), std::optional<std::int64_t>(1000000));
        QCOMPARE(reader.required_flag("on"), std::optional(false));
        QCOMPARE(reader.required_choice("kind", kinds), std::optional<std::size_t>(1));
        QCOMPARE(reader.optional_texts("texts"), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(reader.required_array("list")->size(), std::size_t{1});
        auto inner = reader.required_object("inner");
        QCOMPARE(inner->path_of("x"), std::string("$.inner.x"));
        QCOMPARE(inner->required_integer("x", 0, 1), std::optional<std::int64_t>(1));
        QCOMPARE(reader.optional_text("absent"), std::nullopt);
        inner->finish();
        reader.finish();
        QCOMPARE(described(issues), std::string());
    }

    void reports_wrong_fields()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"true is no integer", QByteArray(R"({"n": true})"), "$.n wrong-type found=true expected=integer\n"},
            {"3.7 is no integer", QByteArray(R"({"n": 3.7})"), "$.n wrong-type found=3.7 expected=integer\n"},
            {"text is no integer", QByteArray(R"({"n": "3"})"), "$.n wrong-type found=\"3\" expected=integer\n"},
            {"null is no integer", QByteArray(R"({"n": null})"), "$.n wrong-type found=null expected=integer\n"},
            {"negative integer", QByteArray(R"({"n": -1})"), "$.n out-of-range found=-1 expected=integer [0, 64]\n"},
            {"beyond 64 bits", QByteArray(R"({"n": 18446744073709551615})"),
             "$.n out-of-range found=18446744073709551615 expected=integer [0, 64]\n"},
            {"beyond exact doubles", QByteArray(R"({"n": 1e300})"),
             "$.n out-of-range found=1e+300 expected=integer [0, 64]\n"},
            {"required and absent", "{}", "$.n missing-key found= expected=integer\n"},
            {"true is no number", QByteArray(R"({"n": 1, "x": true})"), "$.x wrong-type found=true expected=number\n"},
            {"zero where more is needed", QByteArray(R"({"n": 1, "x": 0})"),
             "$.x out-of-range found=0 expected=number (0, 0.5]\n"},
            {"number too large", QByteArray(R"({"n": 1, "x": 0.75})"),
             "$.x out-of-range found=0.75 expected=number (0, 0.5]\n"},
            {"1 is no flag", QByteArray(R"({"n": 1, "f": 1})"), "$.f wrong-type found=1 expected=true, false\n"},
            {"choice", QByteArray(R"({"n": 1, "c": "Fp16"})"),
             "$.c unknown-value found=\"Fp16\" expected=fp16, bf16\n"},
            {"array for object", QByteArray(R"({"n": 1, "o": []})"), "$.o wrong-type found=array expected=object\n"},
            {"object for array", QByteArray(R"({"n": 1, "a": {}})"), "$.a wrong-type found=object expected=array\n"},
            {"element", QByteArray(R"({"n": 1, "t": ["a", 2]})"), "$.t[1] wrong-type found=2 expected=text\n"},
            {"no object at all", "[]", "$ wrong-type found=array expected=object\n"},
        };
        rows.each([&](const auto& text, const auto& found) {
            const JsonDocument document = parse_json(text.toStdString());
            QVERIFY(document.issues.empty());
            std::vector<JsonIssue> issues;
            ObjectReader reader(document.value, "$", issues);
            constexpr std::string_view formats[] = {"fp16", "bf16"};
            reader.required_integer("n", 0, 64);
            reader.optional_number("x", FieldRule::positive(0.5));
            reader.optional_flag("f");
            reader.optional_choice("c", formats);
            reader.optional_texts("t");
            reader.optional_array("a");
            if (auto object = reader.optional_object("o")) object->finish();
            reader.finish();
            QCOMPARE(QByteArray::fromStdString(described(issues)), found);
        });
    }

    void null_is_unknown_only_on_request()
    {
        const JsonDocument document = parse_json(R"({"x": null, "inner": {"y": null}})");
        std::vector<JsonIssue> issues;
        ObjectReader reader(document.value, "$", issues, NullMeaning::unknown);
        QCOMPARE(reader.optional_number("x", FieldRule::real()), std::nullopt);
        QCOMPARE(reader.required_object("inner")->optional_number("y", FieldRule::real()), std::nullopt);
        QVERIFY(issues.empty());
        QCOMPARE(reader.required_number("x", FieldRule::real()), std::nullopt);
        QCOMPARE(described(issues), std::string("$.x wrong-type found=null expected=number\n"));
    }

    void a_report_includes_the_rule_and_the_key()
    {
        const JsonDocument document = parse_json(R"({"batch": 0, "list": [{}, 7], "names": ["a", ""], "other": 1})");
        const FieldRule rule{.type = FieldType::integer, .minimum = 1, .maximum = 4096};
        std::string reported;
        const ReportDefect report = [&](const Defect& defect) {
            reported += defect.issue.path + " " + defect.issue.code + " key=" + std::string(defect.key) +
                        " highest=" + (defect.rule == nullptr ? "-" : std::to_string(int(defect.rule->maximum))) +
                        " keys=" + std::to_string(defect.keys.size()) + "\n";
        };
        ObjectReader reader(document.value, "", report);
        QCOMPARE(reader.optional_integer("batch", rule), std::nullopt);
        std::size_t elements = 0;
        reader.required_objects("list", [&](ObjectReader& element) { elements += element.is_object() ? 1 : 10; });
        QCOMPARE(elements, std::size_t{11});
        QCOMPARE(reader.optional_texts("names", {.type = FieldType::text, .minimum = 1, .maximum = 200}).size(),
                 std::size_t{1});
        reader.required("format");
        QCOMPARE(reader.unread(), std::vector<std::string>{"other"});
        reader.finish();
        QCOMPARE(reported, std::string("batch out-of-range key= highest=4096 keys=0\n"
                                       "list[1] wrong-type key= highest=- keys=0\n"
                                       "names[1] out-of-range key= highest=200 keys=0\n"
                                       "format missing-key key=format highest=- keys=0\n"
                                       "other unknown-key key=other highest=- keys=4\n"));
    }

    void reports_every_unknown_key()
    {
        const JsonDocument document = parse_json(R"({"nodes": 1, "node": 2, "gpu count": {}})");
        std::vector<JsonIssue> issues;
        ObjectReader reader(document.value, "$.build", issues);
        reader.required_integer("nodes", 1, 8);
        reader.optional_text("gpu");
        reader.finish();
        QCOMPARE(described(issues), std::string("$.build[\"gpu count\"] unknown-key found=object expected=gpu, nodes\n"
                                                "$.build.node unknown-key found=2 expected=gpu, nodes\n"));
    }
};

RIGWRIGHT_TEST(StrictJsonTest)

} // namespace rigwright::test::tst_strict_json

#include "tst_strict_json.moc"
