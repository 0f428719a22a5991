// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "core/scenario/fields.h"
#include "core/text/messages.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QRegularExpression>
#include <QXmlStreamReader>

#include <set>

namespace rigwright::test::tst_words {

/// A visible text and its place.
struct Seen {
    QString place;
    QString text;
};

/// A pattern that no text may contain; `fix` is the suggested text.
struct Rule {
    const char* pattern;
    const char* fix;
};

constexpr Rule english_rules[] = {
    {"\\b(?:stands?|standing)\\b|\\blies? (?:over|beside|beyond|between|far|in)\\b", "is, appears, overrides"},
    {"\\b(?:anew)\\b", "again"},
    {"\\bnobody\\b|\\btold\\b", "name the product; reports"},
    {"\\band so on\\b|\\bin the mean\\b", "say all of it; on average"},
    {"\\b(?:mend(?:ed|s)?|goes round|outdoes|fullest|takes? over|(?:of|by) itself|side by side)\\b",
     "fixed, commonly quoted, Pareto-optimal, peak, apply, alone, compare"},
    {"\\b(?:(?<!U-)nets?|photographs?|several|judgement|data set|data sheet|host memory|shop price|quotations?(?! "
     "mark))\\b",
     "network, image, multiple, assumption, dataset, datasheet, system memory, street price, quote"},
    {"(?<!--)\\bcatalogue\\b", "parts library (yours), hardware database"},
    {"\\bgraphics cards?\\b", "GPU"},
    {"(?<!there )\\bis no\\b(?! longer)|\\ban AI training\\b", "isn't a valid …; a training run"},
    {"^(?:what|how) (?!fits)[^?]*$", "a noun as title"},
    {"!(?!=)", "no exclamation"},
    {"colour|utilis|amortis|quantis|centres?\\b|licences?\\b|\\bgrey\\b", "US spelling"},
    {"\\bCO2\\b", "CO₂"},
    {"(?<!%)\\b\\d+ %(?!\\d)", "80%, without a space"},
    {"\\d(?:[KMGT]i?B|ms|kWh?|px|[MG]Hz)\\b", "a space before the unit"},
};

constexpr Rule chinese_rules[] = {
    {"\\p{Han}[,;:?!]|[,;:?!]\\p{Han}|\\p{Han}\\((?!&)|\\(\\p{Han}|\\p{Han}\\.$", "full-width punctuation"},
    {"[，。；：、] (?=\\S)|[，。；：]{2}", "one mark, no space after it"},
    {"(?<!%)\\b\\d+ %(?!\\d)", "80%, without a space"},
    {"\\d(?:[KMGT]i?B|ms|kWh?|px|[MG]Hz)\\b", "a space before the unit"},
    {"规约|互连|主机内存|激活重算|数据手册|内存套件|货币|(?<!单)步时(?!间)|墙上功率|发射|发起内核|采购价(?!格)",
     "the glossary's word"},
    {"显卡", "GPU"},
    {"放得下|放不下", "显存充足, 显存不足: written style"},
    {"重新定价|目录(?!录)|可接受：|流水级|购置", "更新价格, 自有硬件库, 应为, 流水线阶段, 采购金额"},
};

/// Texts that a rule may not judge, each with its reason.
struct Exception {
    const char* place;
    const char* reason;
};

constexpr Exception exceptions[] = {
    {"cli.usage.shared", "names the option --catalogue and its folder"},
    {"cli.bad-sweep-range", "commas between the words of a command"},
    {"lesson.", "lessons speak in a plain tone; the glossary's written style is for labels and reports"},
    {"rigwright::ModelImporter: Models (", "separators of a file filter"},
    {"rigwright::PricesPage: Price lists (", "separators of a file filter"},
    {"rigwright::WindowFiles: Projects and scenarios (", "separators of a file filter"},
    {"rigwright::FixTable: How to make it fit", "a question that the button answers"},
};

template <std::size_t size>
QStringList complaints(const Seen& seen, const Rule (&rules)[size])
{
    static const QRegularExpression place("\\{[^}\\s]*\\}");
    QStringList found;
    for (const Exception& each : exceptions)
        if (seen.place.startsWith(QString::fromUtf8(each.place))) return found;
    // The content of a place is not part of the sentence.
    const QString text = QString(seen.text).replace(place, "{}");
    for (const Rule& rule : rules) {
        const QRegularExpression pattern(QString::fromUtf8(rule.pattern), QRegularExpression::CaseInsensitiveOption);
        if (const auto match = pattern.match(text); match.hasMatch())
            found << QStringLiteral("%1: “%2” in “%3”; write: %4")
                         .arg(seen.place, match.captured(), seen.text, QString::fromUtf8(rule.fix));
    }
    return found;
}

/// Every text of the window with its Chinese.
std::vector<std::pair<Seen, QString>> texts_of_the_window()
{
    const QByteArray file = source_text("resources/translations/rigwright_zh_CN.ts");
    std::vector<std::pair<Seen, QString>> texts;
    QXmlStreamReader xml(file);
    QString context;
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        if (xml.name() == QLatin1String("source")) source = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            const QString chinese = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            texts.push_back({{context + QStringLiteral(": ") + source, QString(source).remove('&')}, chinese});
        }
    }
    return texts;
}

/// Labels that begin a line, a row or a list: their first letter is large.
bool is_label(std::string_view code)
{
    for (const std::string_view prefix : {"field.",         "severity.",       "lever.",
                                          "bottleneck.",    "phase.",          "precision.",
                                          "optimizer.",     "recompute.",      "attention.",
                                          "execution.",     "layout.",         "gradient_precision.",
                                          "cross_entropy.", "allocator.",      "norm_mode.",
                                          "targets.",       "base_weights.",   "offload.",
                                          "gpu_link.",      "read_pattern.",   "acquisition.",
                                          "schedule.",      "part.",           "quantity.memory.",
                                          "quantity.time.", "quantity.cost.",  "quantity.energy.",
                                          "requirement.",   "family.",         "group.",
                                          "layer.group.",   "hyperparameter.", "hyperparameter-word.",
                                          "convention."})
        if (code.starts_with(prefix)) return true;
    return false;
}

/// Names that are written small by their makers.
bool is_small_name(const QString& text)
{
    static const QStringList names{"scikit-learn", "thop", "timm", "torchvision", "cuDNN", "tanh"};
    return std::ranges::any_of(names, [&](const QString& name) { return text.startsWith(name); });
}

bool starts_large(const QString& text) { return text.isEmpty() || !text.front().isLower() || is_small_name(text); }

class WordsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto data = find_data_directory();
        QVERIFY2(data.has_value(), "run this test through ctest");
        english_ = load_messages(*data, Language::english).messages;
        chinese_ = load_messages(*data, Language::chinese).messages;
        QVERIFY(english_->table().size() > 100);
    }

    void a_wrong_text_is_found()
    {
        each_text({"Nothing stands against this plan.", "Price anew", "nobody is known to rent it out", "Peak told by",
                   "and so on", "What limits", "How the number comes about", "Done!", "“%1” is no date.", "80 % range",
                   "12GiB", "CO2 of the grid", "the data set", "colours"},
                  [](const char* text) {
                      QVERIFY(!complaints({"planted", text}, english_rules).isEmpty());
                  });
        each_text({"显存,时间", "内存(RAM)", "显存， 时间", "80 % 区间", "12GiB", "GPU 互连", "放得下吗？"},
                  [](const char* text) {
                      QVERIFY(!complaints({"planted", text}, chinese_rules).isEmpty());
                  });
        QVERIFY(!starts_large("automatic"));
        QVERIFY(complaints({"planted", "There is no GPU {found}."}, english_rules).isEmpty());
        QVERIFY(complaints({"planted", "Choose one with --catalogue DIR."}, english_rules).isEmpty());
    }

    void messages_keep_the_rules()
    {
        QStringList found;
        for (const auto& [code, text] : english_->table())
            found += complaints({QString::fromStdString(code), QString::fromStdString(text)}, english_rules);
        for (const auto& [code, text] : chinese_->table())
            found += complaints({QString::fromStdString(code), QString::fromStdString(text)}, chinese_rules);
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void both_languages_name_the_same_options()
    {
        const auto options_in = [](const std::string& text) {
            static const QRegularExpression option("--[a-z][a-z-]+");
            std::set<QString> found;
            for (auto match = option.globalMatch(QString::fromStdString(text)); match.hasNext();)
                found.insert(match.next().captured());
            return found;
        };
        int found = 0;
        for (const auto& [code, text] : english_->table()) {
            const auto options = options_in(text);
            QVERIFY2(options == options_in(chinese_->text(code)), code.c_str());
            found += options.empty() ? 0 : 1;
        }
        QVERIFY(found > 40);
    }

    void texts_of_the_window_keep_the_rules()
    {
        QStringList found;
        const auto texts = texts_of_the_window();
        QVERIFY(texts.size() > 1000);
        for (const auto& [english, chinese] : texts) {
            found += complaints(english, english_rules);
            found += complaints({english.place, chinese}, chinese_rules);
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void labels_begin_large()
    {
        QStringList found;
        for (const auto& [code, text] : english_->table())
            if (is_label(code) && !starts_large(QString::fromStdString(text)))
                found << QString::fromStdString(code + ": " + text);
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    /// The message `field.<path>` is the only name of a field, and no two fields share one.
    void a_field_has_one_name()
    {
        // A run without training has its own label for the same number.
        static const std::string other_words = "quantity.inference.";
        QStringList found;
        for (const Messages* language : {&*english_, &*chinese_}) {
            std::map<std::string, std::string> named;
            for (const Field& field : scenario_fields()) {
                const std::string path(field.path);
                const std::string name = language->text("field." + path);
                if (const auto [other, fresh] = named.emplace(name, path); !fresh)
                    found << QString::fromStdString(path + " and " + other->second + ": " + name);
                const std::string leaf = path.substr(path.rfind('.') + 1);
                const std::string coefficient = "quantity.coefficient." + leaf;
                if (language->has(coefficient) && language->text(coefficient) != name)
                    found << QString::fromStdString(coefficient + ": " + language->text(coefficient) + ", not " + name);
                for (const auto& [code, text] : language->table())
                    if (path.find('.') != std::string::npos && code.ends_with("." + path) && code != "field." + path &&
                        text != name && !code.starts_with(other_words))
                        found << QString::fromStdString("a second name: " + code);
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    /// The tooltip of a training setting ends with the argument of Hugging Face, Megatron, DeepSpeed or PyTorch.
    void every_training_setting_names_its_argument()
    {
        // No framework has an argument for these.
        static const QStringList without{"field.training.mode", "field.training.stack", "field.training.framework",
                                         "field.training.framework_year"};
        static const QRegularExpression argument("\\n[^\\n]*(?:HF|HF PEFT|Megatron|DeepSpeed|PyTorch): [^\\n]+$");
        QStringList found;
        int seen = 0;
        for (const Messages* language : {&*english_, &*chinese_})
            for (const auto& [code, text] : language->table()) {
                if (!code.starts_with("field.training.") && !code.starts_with("field.parallel.")) continue;
                if (!code.ends_with(".help")) continue;
                ++seen;
                const QString field =
                    QString::fromStdString(code.substr(0, code.size() - std::string_view(".help").size()));
                if (!without.contains(field) && !argument.match(QString::fromStdString(text)).hasMatch())
                    found << QString::fromStdString(code + ": " + text);
            }
        QVERIFY(seen > 50);
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

private:
    std::optional<Messages> english_;
    std::optional<Messages> chinese_;
};

RIGWRIGHT_TEST(WordsTest)

} // namespace rigwright::test::tst_words

#include "tst_words.moc"
