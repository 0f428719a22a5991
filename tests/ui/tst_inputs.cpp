// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>

#include <set>

namespace rigwright::test::tst_inputs {

/// The inputs column alone, with a plan.
struct Inputs {
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    ChoicesColumn column{document, words};

    explicit Inputs(const QString& spoken = QStringLiteral("en"), int width = 264)
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &column, [this](const QString& id) { words.use(id); });
        QVERIFY(language.use(spoken));
        column.resize(width, 688);
        column.show();
        QVERIFY(QTest::qWaitForWindowExposed(&column));
        settle();
    }
    ~Inputs() { language.use(QStringLiteral("en")); }

    /// Rows are arranged in two passes of the layout.
    void settle()
    {
        for (int i = 0; i < 4; ++i) {
            QApplication::sendPostedEvents();
            QApplication::processEvents();
        }
    }
    QAbstractButton* button(const char* name) { return column.findChild<QAbstractButton*>(QLatin1String(name)); }
    void click(const char* name)
    {
        QTest::mouseClick(button(name), Qt::LeftButton);
        settle();
    }
    std::vector<FieldControl*> shown() const
    {
        std::vector<FieldControl*> rows;
        for (FieldControl* control : column.controls())
            if (control->isVisible()) rows.push_back(control);
        return rows;
    }
    std::set<QString> shown_paths() const
    {
        std::set<QString> paths;
        for (const FieldControl* control : shown()) paths.insert(control->path());
        return paths;
    }
};

/// A plan to which as many settings as possible apply.
Scenario wide_scenario()
{
    Scenario scenario;
    scenario.name = "Cluster";
    scenario.model.preset = "mixtral-8x7b";
    scenario.training.precision = Precision::bf16_amp;
    scenario.training.lora = Lora{};
    scenario.training.epochs = 3;
    scenario.build.gpu = "a100-sxm-80";
    scenario.build.gpus_per_node = 8;
    scenario.build.nodes = 4;
    scenario.parallel.tensor = 2;
    scenario.parallel.pipeline = 2;
    scenario.parallel.context = 2;
    return scenario;
}

/// A text that a widget shows, and the room that it has for it.
QString cut_text(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->wordWrap()) {
            const bool tall = label->height() + 1 >= label->heightForWidth(label->width());
            return tall ? QString() : label->text();
        }
        return label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() + 1 ? label->text()
                                                                                                         : QString();
    }
    if (const auto* button = qobject_cast<const PlainButton*>(&widget))
        return button->sizeHint().width() > button->width() ? button->text() : QString();
    if (const auto* field = qobject_cast<const NumberField*>(&widget)) {
        const QString text = field->text().isEmpty() ? field->placeholderText() : field->text();
        const int room = field->width() - field->textMargins().left() - field->textMargins().right();
        return field->fontMetrics().horizontalAdvance(text) > room ? text : QString();
    }
    return {};
}

/// The inputs column: three tiers, the changed rows alone, one Tab stop a row, and room for every text.
class InputsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { apply_theme(ThemeChoice::light); }

    void tiers_show_more_and_more()
    {
        Inputs f;
        const std::set<QString> essential = f.shown_paths();
        for (const char* path : {"build.gpu", "build.gpus_per_node", "build.ram_GiB", "training.micro_batch",
                                 "model.preset", "input.image_height", "dataset.samples", "training.epochs",
                                 "requirements.deadline_seconds", "requirements.budget"})
            QVERIFY2(essential.contains(QLatin1String(path)), path);
        QCOMPARE(essential.size(), std::size_t(10));
        f.click("tier.usual");
        const std::set<QString> usual = f.shown_paths();
        QVERIFY(std::ranges::includes(usual, essential));
        QVERIFY2(usual.size() >= 25 && usual.size() <= 34, qPrintable(QString::number(usual.size())));
        f.click("tier.all");
        const std::set<QString> all = f.shown_paths();
        QVERIFY(std::ranges::includes(all, usual));
        QCOMPARE(all.size(), f.column.controls().size());
        QVERIFY(!f.button("more")->isVisible());
        f.click("tier.essential");
        QCOMPARE(f.shown_paths(), essential);
        // The foot of the column leads on.
        f.click("more");
        QCOMPARE(f.shown_paths(), usual);
    }

    void only_changed_rows_on_request()
    {
        Inputs f;
        std::set<QString> changed;
        for (const FieldControl* control : f.column.controls())
            if (control->is_changed()) changed.insert(control->path());
        QVERIFY(changed.contains(QStringLiteral("training.micro_batch")));
        QVERIFY(!changed.contains(QStringLiteral("build.gpus_per_node")));
        QCOMPARE(f.button("changed")->text(), QStringLiteral("%1 changed").arg(changed.size()));
        f.click("changed");
        // In every tier.
        QCOMPARE(f.shown_paths(), changed);
        // A row that goes back to its default stays while the keyboard is in it.
        FieldControl* batch = f.column.control(QStringLiteral("training.micro_batch"));
        batch->editor()->setFocus();
        QTest::keyClick(batch->editor(), Qt::Key_Delete, Qt::ControlModifier);
        QVERIFY(!batch->is_changed());
        QVERIFY(batch->isVisible());
        QCOMPARE(f.button("changed")->text(), QStringLiteral("%1 changed").arg(changed.size() - 1));
        f.click("changed");
        f.click("changed");
        f.click("tier.essential");
        QCOMPARE(f.shown().size(), std::size_t(10));
    }

    void a_row_is_one_tab_stop()
    {
        Inputs f;
        f.click("tier.all");
        f.column.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.column));
        const std::vector<FieldControl*> rows = f.shown();
        rows.front()->editor()->setFocus();
        std::vector<const FieldControl*> visited;
        int last_top = -1;
        for (int i = 0; i < 300; ++i) {
            const QWidget* focus = QApplication::focusWidget();
            const auto* row = qobject_cast<const FieldControl*>(focus->parentWidget());
            if (row != nullptr) {
                if (!visited.empty() && row == visited.front()) break;
                visited.push_back(row);
                const int top = row->mapTo(f.column.widget(), QPoint()).y();
                const FieldControl* before = visited[std::max(visited.size(), std::size_t(2)) - 2];
                QVERIFY2(top > last_top, qPrintable(row->path() + QStringLiteral(" after ") + before->path()));
                last_top = top;
            }
            QTest::keyClick(f.column.windowHandle(), Qt::Key_Tab);
        }
        QCOMPARE(visited.size(), rows.size());
        QVERIFY(std::ranges::equal(visited, rows));
    }

    void the_tier_is_kept()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("kept.ini")), QSettings::IniFormat);
        {
            Inputs f;
            f.click("tier.usual");
            f.column.save_state(settings);
        }
        Inputs f;
        QVERIFY(f.button("tier.essential")->isChecked());
        f.column.restore_state(settings);
        QVERIFY(f.button("tier.usual")->isChecked());
        QVERIFY(f.column.control(QStringLiteral("training.precision"))->isVisible());
        // Values possibly written by another version.
        settings.setValue(QStringLiteral("inputs/tier"), 17);
        f.column.restore_state(settings);
        QVERIFY(f.button("tier.all")->isChecked());
        f.column.reset();
        QVERIFY(f.button("tier.essential")->isChecked());
    }

    void a_requested_field_is_scrolled_into_view_data()
    {
        add_columns<QString, bool>("path", "filtered");
        for (const char* path : {"build.gpu", "training.precision", "economics.grid_kg_CO2_per_kWh",
                                 "training.autotune", "model.shape.heads"}) {
            QTest::addRow("%s", path) << QString::fromLatin1(path) << false;
            QTest::addRow("%s, changed only", path) << QString::fromLatin1(path) << true;
        }
    }

    void a_requested_field_is_scrolled_into_view()
    {
        QFETCH(QString, path);
        QFETCH(bool, filtered);
        Inputs f;
        f.column.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.column));
        if (filtered) f.click("changed");
        QVERIFY(f.column.focus_field(path));
        f.settle();
        FieldControl* row = f.column.control(path);
        QVERIFY(row->isVisible());
        QVERIFY(row->editor()->hasFocus());
        QCOMPARE(row->visibleRegion().boundingRect().height(), row->height());
        QVERIFY(!f.column.focus_field(QStringLiteral("no.such.field")));
    }

    void headings_name_the_scope_of_a_change()
    {
        Inputs f;
        const auto shows = [&f](const QString& text) {
            for (const QLabel* label : f.column.findChildren<QLabel*>())
                if (label->isVisible() && label->text() == text) return true;
            return false;
        };
        QVERIFY(shows(QStringLiteral("Machine")) && shows(QStringLiteral("Task")) && shows(QStringLiteral("Goals")));
        QVERIFY(!shows(QStringLiteral("This machine only")));
        Project two = f.document.project();
        two.builds.push_back(two.builds.front());
        QVERIFY(f.document.replace(two));
        f.settle();
        QVERIFY(shows(QStringLiteral("This machine only")) && shows(QStringLiteral("The same for all machines")));
    }

    void goals_have_their_unit()
    {
        Inputs f;
        auto* budget = qobject_cast<ParameterControl*>(f.column.control(QStringLiteral("requirements.budget")));
        QVERIFY(budget && budget->slider() == nullptr);
        QCOMPARE(budget->field()->text(), QString());
        QCOMPARE(budget->field()->placeholderText(), QStringLiteral("Not set"));
        QCOMPARE(budget->field()->unit(), QString::fromStdString(f.document.scenario().economics.currency));
        QVERIFY(f.document.set_field("economics.currency", std::string("EUR")));
        QCOMPARE(budget->field()->unit(), QStringLiteral("EUR"));
        auto* deadline =
            qobject_cast<ParameterControl*>(f.column.control(QStringLiteral("requirements.deadline_seconds")));
        enter(*deadline->field(), QStringLiteral("8"));
        QCOMPARE(f.document.scenario().requirements.deadline_seconds, std::optional(28800.0));
    }

    void no_text_is_cut_and_nothing_overlaps_data()
    {
        add_columns<QString, int>("language", "width");
        for (const QString& id : InterfaceLanguage::available())
            for (const int width : {232, 264, 300}) QTest::addRow("%s at %d", qPrintable(id), width) << id << width;
    }

    void no_text_is_cut_and_nothing_overlaps()
    {
        QFETCH(QString, language);
        QFETCH(int, width);
        Inputs f(language, width);
        const QString pictures = qEnvironmentVariable("RIGWRIGHT_INPUT_PICTURES");
        for (const bool wide : {false, true}) {
            if (wide) QVERIFY(f.document.replace(wide_scenario()));
            for (const char* tier : {"tier.essential", "tier.usual", "tier.all"}) {
                f.click(tier);
                const QWidget* page = f.column.widget();
                if (!pictures.isEmpty())
                    f.column.grab().save(QStringLiteral("%1/%2-%3-%4-%5.png")
                                             .arg(pictures, language, QString::number(width), QLatin1String(tier),
                                                  wide ? QStringLiteral("wide") : QStringLiteral("fabric")));
                QCOMPARE(page->width(), f.column.viewport()->width());
                QVERIFY(f.column.horizontalScrollBar()->maximum() == 0);
                for (const QWidget* widget : f.column.findChildren<QWidget*>()) {
                    if (!widget->isVisible() || widget->window() != &f.column) continue;
                    const QString cut = cut_text(*widget);
                    QVERIFY2(cut.isEmpty(), qPrintable(QLatin1String(tier) + QLatin1String(": ") + cut));
                }
                // Neighbours of one parent leave each other room, and stay inside it.
                std::vector<const QWidget*> parents{
                    f.column.findChild<QWidget*>(QStringLiteral("tier.all"))->parentWidget()};
                for (const FieldControl* row : f.shown()) parents.push_back(row);
                for (const InputGroup* group : f.column.findChildren<InputGroup*>()) parents.push_back(group);
                for (const QWidget* parent : parents) {
                    std::vector<const QWidget*> inside;
                    for (const QWidget* child : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
                        if (child->isVisible() && !child->isWindow()) inside.push_back(child);
                    for (std::size_t i = 0; i < inside.size(); ++i) {
                        const QString name =
                            QLatin1String(tier) + QLatin1Char(' ') + parent->objectName() + inside[i]->accessibleName();
                        QVERIFY2(parent->rect().contains(inside[i]->geometry()), qPrintable(name));
                        for (std::size_t j = i + 1; j < inside.size(); ++j)
                            QVERIFY2(!inside[i]->geometry().intersects(inside[j]->geometry()), qPrintable(name));
                    }
                }
            }
        }
    }

    void sliders_show_what_is_needed_and_what_fits()
    {
        Inputs f;
        const auto slider = [&f](const char* path) {
            return qobject_cast<ParameterControl*>(f.column.control(QLatin1String(path)))->slider();
        };
        const MemoryEstimate& memory = *f.document.evaluation().estimate->memory;
        QCOMPARE(slider("build.ram_GiB")->marks().needed, std::optional(memory.host.as_gib()));
        QCOMPARE(slider("training.micro_batch")->marks().largest, std::optional(double(memory.max_micro_batch)));
        QCOMPARE(slider("training.micro_batch")->marks().standard, std::optional(1.0));
    }

    void tooltips_name_the_frameworks_argument()
    {
        Inputs f;
        for (const auto& [path, argument] :
             {std::pair{"training.micro_batch", "HF: per_device_train_batch_size; Megatron: --micro-batch-size"},
              std::pair{"parallel.offload", "DeepSpeed: offload_optimizer"},
              std::pair{"training.loader_workers", "PyTorch: DataLoader(num_workers)"}}) {
            const FieldControl* row = f.column.control(QLatin1String(path));
            QVERIFY2(row && row->toolTip().contains(QLatin1String(argument)), path);
        }
    }
};

RIGWRIGHT_STYLED_TEST(InputsTest)

} // namespace rigwright::test::tst_inputs

#include "tst_inputs.moc"
