// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/scenario/measurement_settings.h"
#include "tests/support/suite.h"
#include "tests/ui/layer_fixture.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/document/project_file.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/window_files.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QTableView>

#include <array>

namespace rigwright::test::tst_typed_input {

constexpr quint32 seed = 20261124;
constexpr int texts_of_numbers = 10'000;
constexpr std::array locales{"en_US", "zh_CN"};

/// A typed text and its number; none if it isn't a number or depends on the field.
struct Typed {
    QString text;
    std::optional<double> number;
    bool has_unit = false;
};

class Typist {
public:
    int one_of(int count) { return random_.bounded(count); }
    template <typename List>
    const auto& from(const List& list)
    {
        return *(std::begin(list) + one_of(static_cast<int>(std::size(list))));
    }

    Typed text()
    {
        Typed typed = any();
        if (one_of(5) == 0) typed.text = QStringLiteral(" ") + typed.text + QStringLiteral("  ");
        if (one_of(4) == 0) typed.text = in_full_width(typed.text);
        return typed;
    }

    /// Characters that a text field accepts, of every script.
    QString words()
    {
        static const QString letters =
            QStringLiteral("abz019 .,;:'\"\\/<>&%{}[]$=+-_算力匠万亿，。éßøжש\u3000\u00a0\u202e\u200b😀");
        QString text;
        const int length = one_of(24);
        for (int i = 0; i < length; ++i) text += from(letters);
        return text;
    }

private:
    std::uint64_t whole()
    {
        std::uint64_t number = random_.bounded(1, 10);
        for (int digits = one_of(9); digits > 0; --digits) number = number * 10 + random_.bounded(10U);
        return number;
    }

    static QString in_full_width(QString text)
    {
        for (QChar& c : text)
            if (c > u' ' && c <= u'~') c = QChar(char16_t(c.unicode() - u'!' + u'\uff01'));
        return text;
    }

    QString grouped_text(std::uint64_t number)
    {
        static const QString separators = QStringLiteral(", '\u2019\u00a0\u2009\u202f");
        const QChar separator = from(separators);
        QString text = QString::number(number);
        for (qsizetype at = text.size() - 3; at > 0; at -= 3) text.insert(at, separator);
        return text;
    }

    Typed any()
    {
        static const QStringList suffixes{QStringLiteral("k"),   QStringLiteral("万"),  QStringLiteral(" GiB"),
                                          QStringLiteral("%"),   QStringLiteral("px"),  QStringLiteral("亿"),
                                          QStringLiteral(" 秒"), QStringLiteral(" h"),  QStringLiteral("\u00d7"),
                                          QStringLiteral(","),   QStringLiteral(",00"), QStringLiteral("..")};
        static const QStringList noise{QStringLiteral("abc"),  QStringLiteral("nan"),   QStringLiteral("inf"),
                                       QStringLiteral("-"),    QStringLiteral("二十"),  QStringLiteral("1e400"),
                                       QStringLiteral("0x10"), QStringLiteral("1.2.3"), QStringLiteral("<b>1</b>"),
                                       QStringLiteral("=1+1"), QStringLiteral("1 2"),   QStringLiteral("--5")};
        const std::uint64_t number = whole();
        const auto exact = static_cast<double>(number);
        switch (one_of(8)) {
        case 0: return {grouped_text(number), exact};
        case 1: return {grouped_text(number) + QStringLiteral(".5"), exact + 0.5};
        case 2:
            return {QStringLiteral("0.%1").arg(number % 10000, 4, 10, QLatin1Char('0')),
                    QStringLiteral("0.%1").arg(number % 10000, 4, 10, QLatin1Char('0')).toDouble()};
        case 3:
            return {QString::number(number % 1000) + QStringLiteral("e2"), static_cast<double>(number % 1000) * 100.0};
        case 4: return {QString::number(number) + from(suffixes), std::nullopt, true};
        case 5: return {from(noise), std::nullopt};
        case 6: return {QStringLiteral("-") + QString::number(number), -exact};
        default: return {QString::number(number % 5000), static_cast<double>(number % 5000)};
        }
    }

    QRandomGenerator random_{seed};
};

/// The project survives its file, byte for byte when written again.
bool comes_back(const Project& project, FileKind kind)
{
    const QByteArray bytes = project_bytes(project, kind);
    const OpenedProject opened = read_project_bytes(bytes);
    if (!opened.project || !opened.errors.empty()) return false;
    // As in a document: measurements under the plan's own settings are bound to them.
    const Project taken = anchored(*opened.project);
    return taken == project && project_bytes(taken, kind) == bytes;
}

/// The fabric plan with a run measured under other settings.
Scenario measured_plan()
{
    Scenario scenario = fabric_scenario();
    Measurement run;
    run.micro_batch = 2;
    run.step_seconds = 0.2;
    scenario.measurements = {run};
    scenario = anchored(project_of(scenario)).builds.front().scenario;
    scenario.training.gradient_accumulation = 2;
    return scenario;
}

/// A number field with its own plan: it accepts legal values and refuses the rest, like the document.
class FieldOverPlan {
public:
    FieldOverPlan(const FieldRow& row, const FieldRule& rule, Scenario plan)
        : path_(row.path),
          spec_(number_spec(row, rule)),
          control_(QString::fromLatin1(row.path), spec_),
          start_(std::move(plan)),
          plan_(start_)
    {
        control_.set_texts({QString::fromLatin1(row.path), QString::fromUtf8(row.unit), {}, QStringLiteral("not set")});
        QObject::connect(&control_, &FieldControl::edited, [this](const QString&, const FieldValue& value) {
            const std::optional<Scenario> next = with_field(plan_, engine_data(), path_, value);
            if (!next) return control_.mark([] { return QStringLiteral("refused"); });
            plan_ = *next;
            show();
        });
        show();
    }

    void type(const QString& text)
    {
        plan_ = start_;
        show();
        control_.field()->setText(text);
        emit control_.field()->textEdited(text);
        emit control_.field()->returnPressed();
        emit control_.field()->left();
    }

    QString unit() const { return control_.field()->unit(); }
    const NumberSpec& spec() const { return spec_; }
    const Scenario& plan() const { return plan_; }
    bool is_unchanged() const { return plan_ == start_; }
    bool is_marked() const { return control_.is_marked(); }
    const std::string& path() const { return path_; }
    std::optional<double> number() const
    {
        const FieldValue value = effective_value(plan_, engine_data(), path_);
        if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) return *real;
        return std::nullopt;
    }

private:
    void show()
    {
        const FieldValue value = effective_value(plan_, engine_data(), path_);
        control_.show_value(value, value == default_value(plan_, engine_data(), path_));
    }

    std::string path_;
    NumberSpec spec_;
    ParameterControl control_;
    Scenario start_;
    Scenario plan_;
};

std::vector<std::unique_ptr<FieldOverPlan>> number_fields()
{
    std::vector<std::unique_ptr<FieldOverPlan>> fields;
    for (const auto rows : all_rows()) {
        for (const FieldRow& row : rows) {
            const std::optional<FieldRule> rule = rule_at(row.path);
            if (!rule || (rule->type != FieldType::integer && rule->type != FieldType::real)) continue;
            fields.push_back(std::make_unique<FieldOverPlan>(row, *rule, measured_plan()));
        }
    }
    return fields;
}

/// As a keyboard of any country sends it; Qt Test has no keys but those of ASCII.
void type_into(QWidget& widget, const QString& text)
{
    for (const QChar letter : text) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
        QApplication::sendEvent(&widget, &press);
    }
}

void type_over(QLineEdit& field, const QString& text)
{
    field.setFocus();
    field.selectAll();
    // Delete would reset the field.
    QTest::keyClick(&field, Qt::Key_Backspace);
    type_into(field, text);
    QTest::keyClick(&field, Qt::Key_Return);
}

/// The inputs of the fabric plan, all of them.
struct TypedInputs : WindowFixture {
    TypedInputs()
    {
        show({1366, 768});
        document.replace(fabric_scenario());
        show_all_inputs();
    }
    ParameterControl& control(const char* path)
    {
        return *qobject_cast<ParameterControl*>(child<ChoicesColumn>(window)->control(QString::fromLatin1(path)));
    }
    void enter(const char* path, const QString& text) { type_over(*control(path).field(), text); }
    FieldValue value(const char* path) { return field_value(document.scenario(), path); }
};

/// Every accepted text can be saved and read back, and a text marked as invalid changes nothing.
class TypedInputTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(comes_back(project_of(measured_plan()), FileKind::project)); }

    void cleanup() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void a_text_is_read_as_the_number_it_is()
    {
        Typist typist;
        for (int i = 0; i < texts_of_numbers; ++i) {
            const Typed typed = typist.text();
            if (typed.has_unit) continue;
            const std::optional<double> read = read_typed(typed.text).number;
            QVERIFY2(read.has_value() == typed.number.has_value(), qPrintable(typed.text));
            if (read)
                QVERIFY2(std::abs(*read - *typed.number) <= 1e-12 * std::abs(*typed.number), qPrintable(typed.text));
        }
    }

    void what_a_number_field_takes_comes_back()
    {
        Typist typist;
        const auto fields = number_fields();
        QVERIFY(fields.size() > 40);
        int taken = 0;
        int refused = 0;
        for (int i = 0; i < texts_of_numbers; ++i) {
            QLocale::setDefault(QLocale(QLatin1String(locales[static_cast<std::size_t>(i % 2)])));
            FieldOverPlan& field = *typist.from(fields);
            const Typed typed = typist.text();
            field.type(typed.text);
            const QString what = QStringLiteral("\"%1\" in %2").arg(typed.text, QString::fromStdString(field.path()));
            if (field.is_marked()) {
                ++refused;
                QVERIFY2(field.is_unchanged(), qPrintable(what));
                continue;
            }
            ++taken;
            const std::optional<double> number =
                typed.has_unit ? read_typed(typed.text, field.unit()).number : typed.number;
            QVERIFY2(number.has_value(), qPrintable(what));
            // To the sixth decimal, in units of the field.
            QVERIFY2(field.number() && std::abs(*field.number() - *number * field.spec().scale) <=
                                           1e-6 + 1e-12 * std::abs(*field.number()),
                     qPrintable(what));
            const Project project = project_of(field.plan());
            QVERIFY2(comes_back(project, i % 4 == 0 ? FileKind::scenario : FileKind::project), qPrintable(what));
        }
        QVERIFY2(taken > texts_of_numbers / 10 && refused > texts_of_numbers / 10, qPrintable(QString::number(taken)));
    }

    void what_is_typed_in_the_window_comes_back_data() { add_texts("language", {"en", "zh_CN"}); }

    void what_is_typed_in_the_window_comes_back()
    {
        QFETCH(QString, language);
        constexpr int texts = 40;
        WindowFixture fixture;
        fixture.speak(language);
        QVERIFY(fixture.document.replace(measured_plan()));
        QApplication::processEvents();
        const Project before = fixture.document.project();
        std::vector<ParameterControl*> numbers;
        for (FieldControl* control : child<ChoicesColumn>(fixture.window, "choices")->controls())
            if (auto* number = qobject_cast<ParameterControl*>(control)) numbers.push_back(number);
        QVERIFY(numbers.size() > 20);
        Typist typist;
        for (int i = 0; i < texts; ++i) {
            ParameterControl* number = typist.from(numbers);
            const Typed typed = typist.text();
            const QString what = QStringLiteral("\"%1\" in %2").arg(typed.text, number->path());
            type_over(*number->field(), typed.text);
            if (number->is_marked()) QVERIFY2(fixture.document.project() == before, qPrintable(what));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(what));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::scenario), qPrintable(what));
            number->field()->clearFocus();
            while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
            QVERIFY2(fixture.document.project() == before, qPrintable(what));
        }
    }

    void what_was_measured_comes_back_data() { what_is_typed_in_the_window_comes_back_data(); }

    void what_was_measured_comes_back()
    {
        QFETCH(QString, language);
        constexpr int texts = 60;
        WindowFixture fixture;
        fixture.speak(language);
        QVERIFY(fixture.window.files().open_new());
        QTableView& view = *child<QTableView>(page<QWidget>(fixture.window, "measured"), "measurements");
        QAbstractItemModel& model = *view.model();
        Typist typist;
        int taken = 0;
        for (int i = 0; i < texts; ++i) {
            constexpr int note = 7;
            // Micro-batch, step time, peak and note.
            constexpr std::array columns{0, 1, 3, note};
            const int column = typist.from(columns);
            const QString text = column == note ? typist.words() : typist.text().text;
            const Project before = fixture.document.project();
            const int row = typist.one_of(model.rowCount());
            const std::unique_ptr<QWidget> editor(
                view.itemDelegate()->createEditor(&view, QStyleOptionViewItem(), model.index(row, column)));
            emit qobject_cast<ExactField*>(editor.get())->textEdited(text);
            const bool accepted = !qobject_cast<ExactField*>(editor.get())->is_bad();
            const bool changed = model.setData(model.index(row, column), text);
            const QString what = QStringLiteral("\"%1\" in column %2").arg(text).arg(column);
            if (!accepted) QVERIFY2(!changed && fixture.document.project() == before, qPrintable(what));
            if (fixture.document.project() != before) ++taken;
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(what));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::scenario), qPrintable(what));
        }
        QVERIFY(taken > 5);
    }

    void names_and_searches_come_back()
    {
        constexpr int names = 400;
        constexpr int searches = 30;
        WindowFixture fixture;
        BuildActions actions(fixture.document, fixture.words);
        Typist typist;
        for (int i = 0; i < names; ++i) {
            const QString name = typist.words();
            actions.rename(name);
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(name));
        }
        std::vector<PickerControl*> pickers;
        for (FieldControl* control : child<ChoicesColumn>(fixture.window, "choices")->controls())
            if (auto* picker = qobject_cast<PickerControl*>(control); picker && picker->box()->lineEdit() != nullptr)
                pickers.push_back(picker);
        QVERIFY(pickers.size() > 3);
        for (int i = 0; i < searches; ++i) {
            PickerControl* picker = typist.from(pickers);
            const Project before = fixture.document.project();
            // Sometimes a part of a name, otherwise an unknown one.
            const QString& entry = typist.from(picker->entries()).text;
            type_over(*picker->box()->lineEdit(), i % 2 == 0 ? entry : typist.words());
            QApplication::processEvents();
            if (picker->is_marked()) QVERIFY2(fixture.document.project() == before, qPrintable(picker->path()));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(picker->path()));
        }
    }

    void layers_come_back()
    {
        constexpr int texts = 40;
        EditorFixture fixture;
        Typist typist;
        for (int i = 0; i < texts; ++i) {
            const int row = typist.one_of(fixture.table->model()->rowCount());
            fixture.table->setCurrentIndex(fixture.table->model()->index(row, LayerListColumn::type_column));
            QApplication::processEvents();
            std::vector<ParameterControl*> numbers;
            for (FieldControl* control : child<FieldForm>(fixture.editor)->controls())
                if (auto* number = qobject_cast<ParameterControl*>(control)) numbers.push_back(number);
            if (numbers.empty()) continue;
            ParameterControl* number = typist.from(numbers);
            const Project before = fixture.document.project();
            const Typed typed = typist.text();
            type_over(*number->field(), typed.text);
            const QString what = QStringLiteral("\"%1\" in %2").arg(typed.text, number->path());
            // A list that cannot be computed is a draft beside the plan; the plan is saved.
            if (number->is_marked() || fixture.document.has_draft())
                QVERIFY2(fixture.document.project() == before, qPrintable(what));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(what));
            number->field()->clearFocus();
            while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
        }
    }

    void tiles_come_back()
    {
        constexpr int texts = 30;
        constexpr std::array sides{"Height", "Width", "Overlap"};
        WindowFixture fixture;
        const auto& goals = page<QScrollArea>(fixture.window, "requirements");
        child<QCheckBox>(goals, "tiling")->setChecked(true);
        QVERIFY(fixture.document.scenario().requirements.tiling.has_value());
        Typist typist;
        for (int i = 0; i < texts; ++i) {
            QSpinBox* side = labelled<QSpinBox>(goals, typist.from(sides));
            side->setFocus();
            side->selectAll();
            const Typed typed = typist.text();
            type_into(*side, typed.text);
            QTest::keyClick(side, Qt::Key_Return);
            const Tiling& kept = *fixture.document.scenario().requirements.tiling;
            // The boxes show the values of the plan.
            const std::array<std::int64_t, 3> has{kept.tile_height, kept.tile_width, kept.overlap};
            for (std::size_t which = 0; which < sides.size(); ++which)
                QVERIFY2(labelled<QSpinBox>(goals, sides[which])->value() == has[which], qPrintable(typed.text));
            QVERIFY2(comes_back(fixture.document.project(), FileKind::project), qPrintable(typed.text));
        }
    }

    void units_are_understood()
    {
        const Rows<const char*, double> rows{
            {"dataset.samples", "2万", 20000},
            {"dataset.samples", "20k", 20000},
            {"dataset.samples", "２０，０００", 20000},
            {"requirements.deadline_seconds", "24h", 86400},
            {"requirements.deadline_seconds", "3 days", 259200},
            {"requirements.deadline_seconds", "1天4小时", 100800},
            {"requirements.budget", "¥30,000", 30000},
            {"requirements.budget", "3万元", 30000},
            {"requirements.power_limit_W", "1200 W", 1200},
            {"build.storage_TB", "1500 GB", 1.5},
            {"build.ram_GiB", "512 GB", 512},
            {"economics.utilisation", "60%", 0.6},
            {"economics.utilisation", "60", 0.6},
            {"dataset.encoded_bytes_per_sample", "300 kB", 300000},
        };
        rows.each_named([](const char* path, const char* text, double number) {
            TypedInputs f;
            QVERIFY(f.document.set_field("economics.currency", std::string("CNY")));
            const int steps = f.document.undo_stack().count();
            f.enter(path, text);
            const FieldValue value = f.value(path);
            const auto* whole = std::get_if<std::int64_t>(&value);
            QVERIFY2(value.index() != 0, qPrintable(f.control(path).message()));
            QCOMPARE(whole ? static_cast<double>(*whole) : std::get<double>(value), number);
            QCOMPARE(f.document.undo_stack().count(), steps + 1);
            // Shown in the unit of the field.
            QVERIFY(read_typed(f.control(path).field()->text()).number.has_value());
        });
    }

    void width_and_height_are_one_step()
    {
        const Rows<qint64, qint64> rows{
            {"1280×960", 1280, 960}, {"1280 x 960", 1280, 960}, {"１２８０＊９６０", 1280, 960},
            {"640", 640, 640},       {"640 px", 640, 640},
        };
        rows.each_named([](const char* text, qint64 width, qint64 height) {
            TypedInputs f;
            // One row edits both.
            ParameterControl& row = f.control("input.image_width");
            QCOMPARE(&row, &f.control("input.image_height"));
            QCOMPARE(row.field()->text(), QStringLiteral("1066\u00a0×\u00a0800"));
            const Scenario before = f.document.scenario();
            const int steps = f.document.undo_stack().index();
            f.enter("input.image_height", text);
            QVERIFY2(!row.is_marked(), qPrintable(row.message()));
            QCOMPARE(f.value("input.image_width"), FieldValue(std::int64_t{width}));
            QCOMPARE(f.value("input.image_height"), FieldValue(std::int64_t{height}));
            QCOMPARE(row.field()->text(), QStringLiteral("%1\u00a0×\u00a0%2").arg(width).arg(height));
            QCOMPARE(f.document.undo_stack().index(), steps + 1);
            f.document.undo_stack().undo();
            QCOMPARE(f.document.scenario(), before);
            QCOMPARE(row.field()->text(), QStringLiteral("1066\u00a0×\u00a0800"));
        });
    }

    void half_of_a_size_is_refused()
    {
        TypedInputs f;
        ParameterControl& row = f.control("input.image_height");
        const Scenario before = f.document.scenario();
        // One side is beyond the limits, or is no number.
        for (const char* wrong : {"640×9999999999", "640 × 0", "640×", "12.5", "wide"}) {
            f.enter("input.image_height", wrong);
            QVERIFY2(row.is_marked() && row.field()->is_bad(), wrong);
            QVERIFY2(row.message().contains(wrong), qPrintable(row.message()));
            QCOMPARE(f.document.scenario(), before);
        }
        QTest::keyClick(row.field(), Qt::Key_Escape);
        QVERIFY(!row.is_marked());
        QCOMPARE(row.field()->text(), QStringLiteral("1066\u00a0×\u00a0800"));
        // A side has no other side elsewhere.
        f.enter("dataset.samples", QStringLiteral("1280×960"));
        QVERIFY(f.control("dataset.samples").is_marked());
        QCOMPARE(f.document.scenario(), before);
    }

    void the_slider_of_a_size_keeps_the_ratio()
    {
        TypedInputs f;
        f.enter("input.image_height", QStringLiteral("1280×960"));
        ParameterControl& row = f.control("input.image_height");
        const Scenario before = f.document.scenario();
        const int steps = f.document.undo_stack().index();
        StepSlider* slider = row.slider();
        QVERIFY(slider != nullptr);
        const QPoint grip = slider->handle().center();
        QTest::mousePress(slider, Qt::LeftButton, {}, grip);
        for (int x = 0; x <= 40; ++x) {
            QTest::mouseMove(slider, QPoint(grip.x() - x, grip.y()));
            const auto& input = f.document.scenario().input;
            QCOMPARE(*input.image_width, std::llround(static_cast<double>(*input.image_height) * 4.0 / 3.0));
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(grip.x() - 40, grip.y()));
        QVERIFY(*f.document.scenario().input.image_height < 960);
        QCOMPARE(f.document.undo_stack().index(), steps + 1);
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario(), before);
        // Keys step along it; the reset button gives back both sides.
        row.field()->setFocus();
        QTest::keyClick(row.field(), Qt::Key_Up);
        QCOMPARE(f.value("input.image_height"), FieldValue(std::int64_t{992}));
        QCOMPARE(f.value("input.image_width"), FieldValue(std::int64_t{1323}));
        QTest::mouseClick(child<QToolButton>(row, "reset"), Qt::LeftButton);
        QVERIFY(!f.document.scenario().input.image_height && !f.document.scenario().input.image_width);
    }

    void invalid_text_keeps_the_value_and_gives_the_reason()
    {
        TypedInputs f;
        const Scenario before = f.document.scenario();
        ParameterControl& size = f.control("dataset.encoded_bytes_per_sample");
        f.enter("dataset.encoded_bytes_per_sample", QStringLiteral("24h"));
        QVERIFY(size.is_marked() && size.field()->is_bad());
        QVERIFY2(size.message().contains(QStringLiteral("is a time, but this field takes an amount of data")),
                 qPrintable(size.message()));
        size.field()->clearFocus();
        QVERIFY(size.is_marked());
        QCOMPARE(size.field()->text(), QStringLiteral("24h"));
        ParameterControl& samples = f.control("dataset.samples");
        f.enter("dataset.samples", QStringLiteral("1,5"));
        QVERIFY2(samples.message().contains(QStringLiteral("Write 1.5")), qPrintable(samples.message()));
        f.speak(QStringLiteral("zh_CN"));
        QVERIFY2(samples.message().contains(QStringLiteral("1.5")) &&
                     samples.message().contains(QStringLiteral("小数")),
                 qPrintable(samples.message()));
        f.speak(QStringLiteral("en"));
        // A field in percent shows its bounds in percent.
        ParameterControl& use = f.control("economics.utilisation");
        for (const char* text : {"0", "101"}) {
            f.enter("economics.utilisation", QString::fromLatin1(text));
            QCOMPARE(use.message(),
                     QStringLiteral("“%1” is not a number above 0, at most 100.").arg(QLatin1String(text)));
        }
        QCOMPARE(f.document.scenario(), before);
        QCOMPARE(f.document.undo_stack().count(), 0);
    }

    void escape_restores()
    {
        TypedInputs f;
        NumberField& field = *f.control("dataset.samples").field();
        const QString shown = field.text();
        for (const char* text : {"2万", "2天"}) {
            field.setFocus();
            field.selectAll();
            QTest::keyClick(&field, Qt::Key_Backspace);
            type_into(field, QString::fromUtf8(text));
            QTest::keyClick(&field, Qt::Key_Escape);
            QCOMPARE(field.text(), shown);
            QVERIFY(!f.control("dataset.samples").is_marked());
        }
        field.clearFocus();
        QCOMPARE(f.document.scenario(), fabric_scenario());
    }

    void a_command_commits_the_typed_text()
    {
        TypedInputs f;
        NumberField& field = *f.control("dataset.samples").field();
        f.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        field.setFocus();
        field.selectAll();
        type_into(field, QStringLiteral("2万"));
        QCOMPARE(f.document.scenario(), fabric_scenario());
        QTest::keyClick(&f.window, Qt::Key_D, Qt::ControlModifier);
        QApplication::processEvents();
        QCOMPARE(f.document.project().builds.size(), std::size_t{2});
        for (const Build& build : f.document.project().builds)
            QCOMPARE(build.scenario.dataset.samples, std::optional<std::int64_t>(20000));
    }
};

RIGWRIGHT_STYLED_TEST(TypedInputTest)

} // namespace rigwright::test::tst_typed_input

#include "tst_typed_input.moc"
