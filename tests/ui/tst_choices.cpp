// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/scenario/field_table.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/field_control.h"
#include "ui/controls/parameter_control.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/panels/working_panel.h"

#include <QInputMethodEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QListView>

#include <map>
#include <set>

namespace rigwright::test::tst_choices {

/// A language model in 16 bit on eight GPUs of one machine.
Scenario on_eight_gpus(const char* preset)
{
    return with_fields(scenario_of(preset, 8), R"({"training.precision": "bf16-amp", "build.gpus_per_node": 8})");
}

struct Choices : WindowFixture {
    explicit Choices(const Scenario& scenario)
    {
        document.replace(scenario);
        window.activateWindow();
        QApplication::processEvents();
    }

    ChoicesColumn& column() { return *child<ChoicesColumn>(window, "choices"); }
    FieldControl* control(const char* path) { return column().control(QString::fromLatin1(path)); }
    /// Shows every tier if the control is hidden, and scrolls to the control.
    template <typename Control>
    Control* reach(const char* path)
    {
        auto* found = qobject_cast<Control*>(control(path));
        if (!found) return nullptr;
        if (!found->isVisible()) show_all_inputs();
        QApplication::processEvents();
        column().ensureWidgetVisible(found);
        QApplication::processEvents();
        return found;
    }
    void type(const char* path, const QString& text)
    {
        auto* number = reach<ParameterControl>(path);
        QVERIFY(number);
        enter(*number->field(), text);
    }
    void pick(const char* path, const char* word)
    {
        auto* picker = reach<PickerControl>(path);
        QVERIFY(picker);
        const int row = picker->box()->findData(QString::fromLatin1(word));
        QVERIFY(row >= 0);
        picker->box()->setFocus();
        if (picker->is_searchable()) {
            picker->box()->lineEdit()->selectAll();
            QTest::keyClicks(picker->box(), QString::fromLatin1(word));
            QTest::keyClick(picker->box(), Qt::Key_Return);
            return;
        }
        const int steps = row - picker->box()->currentIndex();
        for (int i = 0; i < std::abs(steps); ++i) QTest::keyClick(picker->box(), steps > 0 ? Qt::Key_Down : Qt::Key_Up);
    }
    QString note(const char* name)
    {
        const auto* found = window.findChild<QWidget*>(QString::fromLatin1(name));
        return found ? note_number(name)->text() + QLatin1Char(' ') + child<QLabel>(*found)->text() : QString();
    }
    QuantityLabel* note_number(const char* name)
    {
        return child<QuantityLabel>(*window.findChild<QWidget*>(QString::fromLatin1(name)));
    }
};

/// Settings that no control of the column sets, and why.
const std::map<std::string_view, const char*>& left_out()
{
    static const std::map<std::string_view, const char*> reasons{
        {"name", "that of the file"},
        {"model.family", "set by the picker of models"},
        {"model.head", "another way to write the hyperparameter of that name"},
        {"training.norm_mode", "nothing reads it"},
        {"build.dies_used", "nothing reads it"},
        {"build.context_bytes", "set in the window of measurements"},
        {"economics.purchase_date", "a day, chosen beside the costs"},
        {"constraints.currency", "nothing reads it: prices are compared in the currency of the costs"},
    };
    return reasons;
}

/// Every setting of a plan has a control where it applies.
class ChoicesTest : public QObject {
    Q_OBJECT

private slots:
    void every_setting_has_a_control_or_a_reason()
    {
        std::vector<std::string> paths{"training.lora"};
        for (const Field& field : scenario_fields()) paths.emplace_back(field.path);
        for (const auto& field : lora_fields()) paths.push_back("training.lora." + std::string(field.path));
        for (const std::string& path : paths) {
            const bool offered = row_of(path) != nullptr || path == "model.preset";
            const bool explained = left_out().contains(path);
            QVERIFY2(offered != explained, path.c_str());
            QVERIFY2(rule_at(path).has_value(), path.c_str());
        }
    }

    void rows_for_experts_are_hidden_at_first()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        for (const char* path : {"parallel.tensor", "training.lora.targets", "training.allocator"}) {
            FieldControl* expert = choices.control(path);
            QVERIFY2(expert == nullptr || !expert->isVisible(), path);
        }
        choices.show_all_inputs();
        QVERIFY(choices.control("parallel.tensor")->isVisible());
        QVERIFY(choices.control("training.allocator")->isVisible());
        choices.window.reset_layout();
        QVERIFY(!choices.control("parallel.tensor")->isVisible());
        // The link of a finding scrolls to its row.
        QVERIFY(choices.column().focus_field(QStringLiteral("parallel.tensor")));
        QTRY_VERIFY(choices.control("parallel.tensor")->editor()->hasFocus());
        QApplication::processEvents();
        QVERIFY(choices.control("parallel.tensor")->visibleRegion().boundingRect().height() > 0);
    }

    void climbing_the_degrees_is_one_undo_step()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        auto* tensor = choices.reach<ParameterControl>("parallel.tensor");
        QVERIFY(tensor);
        // Page Up goes from divisor to divisor, in one gesture.
        tensor->field()->setFocus();
        for (int i = 0; i < 5; ++i) QTest::keyClick(tensor->field(), Qt::Key_PageUp);
        QCOMPARE(choices.document.scenario().parallel.tensor, 8);
        QCOMPARE(choices.document.undo_stack().count(), 1);
        QVERIFY2(choices.note("note.replicas").startsWith(QLatin1String("Replicas 1 ")),
                 qPrintable(choices.note("note.replicas")));
        QVERIFY(choices.control("parallel.sequence_parallel"));
        choices.document.undo_stack().undo();
        QCOMPARE(choices.document.scenario(), on_eight_gpus("llama-2-7b"));
        QVERIFY(!choices.control("parallel.sequence_parallel"));
    }

    void degrees_stop_at_what_divides()
    {
        Choices choices(on_eight_gpus("gpt2-small"));
        auto* tensor = choices.reach<ParameterControl>("parallel.tensor");
        // 12 heads on 8 GPUs.
        QCOMPARE(tensor->steps(), (std::vector<double>{1, 2, 4}));
        choices.type("parallel.pipeline", QStringLiteral("4"));
        QCOMPARE(tensor->steps(), (std::vector<double>{1, 2}));
        QCOMPARE(choices.reach<ParameterControl>("parallel.pipeline_interleave")->steps(), (std::vector<double>{1, 3}));
    }

    void an_impossible_product_is_explained_at_the_control()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        choices.type("parallel.tensor", QStringLiteral("8"));
        choices.type("parallel.pipeline", QStringLiteral("2"));
        auto* pipeline = qobject_cast<ParameterControl*>(choices.control("parallel.pipeline"));
        QVERIFY(pipeline->is_marked());
        QVERIFY2(pipeline->message().contains(QLatin1String("8")) && !pipeline->message().startsWith(QLatin1Char('[')),
                 qPrintable(pipeline->message()));
        QCOMPARE(choices.document.scenario().parallel.pipeline, 1);
        // From the other side: fewer GPUs than the degrees need.
        choices.type("build.gpus_per_node", QStringLiteral("4"));
        QVERIFY(choices.control("build.gpus_per_node")->is_marked());
        QCOMPARE(choices.document.scenario().build.gpus_per_node, 8);
    }

    void degrees_that_do_not_divide_are_marked_at_the_control()
    {
        Choices choices(on_eight_gpus("gpt2-small"));
        choices.type("parallel.tensor", QStringLiteral("8"));
        FieldControl* tensor = choices.control("parallel.tensor");
        QVERIFY(tensor->is_marked());
        const QString english = tensor->message();
        QVERIFY2(english.contains(QLatin1String("12")), qPrintable(english));
        choices.speak(QStringLiteral("zh_CN"));
        QVERIFY(tensor->message() != english);
        choices.speak(QStringLiteral("en"));
        choices.type("parallel.tensor", QStringLiteral("4"));
        QVERIFY(!tensor->is_marked());
    }

    void only_applicable_settings_are_offered()
    {
        Choices choices(fabric_scenario());
        // One GPU: nothing to divide, but the host can still hold states.
        QVERIFY(!choices.control("parallel.tensor"));
        QVERIFY(!choices.control("parallel.zero_stage"));
        QVERIFY(choices.control("parallel.offload"));
        QVERIFY(!choices.control("build.nics_per_node"));
        QVERIFY(choices.control("training.autotune"));
        QVERIFY(choices.control("dataset.source_height"));
        QVERIFY(!choices.control("dataset.tokens"));
        QVERIFY(choices.document.replace(on_eight_gpus("llama-2-7b")));
        QVERIFY(choices.control("parallel.tensor"));
        QVERIFY(choices.control("parallel.zero_stage"));
        QVERIFY(!choices.control("parallel.expert"));
        QVERIFY(!choices.control("parallel.context_method"));
        QVERIFY(!choices.control("training.autotune"));
        QVERIFY(choices.control("dataset.tokens"));
        QVERIFY(choices.document.replace(on_eight_gpus("mixtral-8x7b")));
        QVERIFY(choices.control("parallel.expert"));
        // Of detectors, those with a focal loss may compute it in one kernel.
        QVERIFY(choices.document.replace(on_eight_gpus("retinanet_r50_fpn")));
        QVERIFY(choices.control("training.cross_entropy"));
        QVERIFY(choices.document.replace(on_eight_gpus("fasterrcnn_r50_fpn")));
        QVERIFY(!choices.control("training.cross_entropy"));
        // A set value stays visible, even if it does not apply.
        Scenario odd = fabric_scenario();
        odd.training.cross_entropy = CrossEntropyChoice::fused;
        QVERIFY(choices.document.replace(odd));
        QVERIFY(choices.control("training.cross_entropy"));
        Scenario machines = on_eight_gpus("llama-2-7b");
        machines.build.nodes = 2;
        QVERIFY(choices.document.replace(machines));
        choices.type("build.nics_per_node", QStringLiteral("4"));
        QCOMPARE(choices.document.scenario().build.nics_per_node, std::optional<std::int64_t>(4));
    }

    void adapters_bring_their_settings()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        QVERIFY(!choices.control("training.lora.rank"));
        auto* lora = choices.reach<FlagControl>("training.lora");
        QVERIFY(lora);
        tick(*lora->editor());
        QCOMPARE(choices.document.scenario().training.lora, std::optional(Lora{16, LoraTargets::attention}));
        choices.type("training.lora.rank", QStringLiteral("64"));
        choices.pick("training.lora.targets", "all-linear");
        QCOMPARE(choices.document.scenario().training.lora, std::optional(Lora{64, LoraTargets::all_linear}));
        choices.pick("training.base_weights", "nf4");
        QCOMPARE(choices.document.scenario().training.base_weights, BaseWeights::nf4);
        // Without adapters nothing could be trained; the message names the cause.
        tick(*lora->editor());
        QVERIFY(!choices.document.scenario().training.lora || lora->is_marked());
        while (choices.document.undo_stack().canUndo()) choices.document.undo_stack().undo();
        QCOMPARE(choices.document.scenario(), on_eight_gpus("llama-2-7b"));
    }

    void inference_has_no_optimizer()
    {
        Choices choices(fabric_scenario());
        const Bytes training = choices.document.evaluation().estimate->memory->total;
        choices.pick("training.mode", "infer");
        QCOMPARE(choices.document.scenario().training.mode, RunMode::infer);
        QVERIFY(choices.document.evaluation().estimate->memory->total < training);
        QVERIFY(!choices.control("training.optimizer"));
        QVERIFY(!choices.control("training.recompute"));
        QVERIFY(!choices.control("training.gradient_accumulation"));
        choices.document.undo_stack().undo();
        QVERIFY(choices.control("training.optimizer"));
    }

    void a_usual_choice_can_be_overruled_and_given_back()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        choices.pick("parallel.data_parallel_overlap", "no");
        QCOMPARE(choices.document.scenario().parallel.data_parallel_overlap, std::optional(false));
        choices.pick("parallel.data_parallel_overlap", "yes");
        QCOMPARE(choices.document.scenario().parallel.data_parallel_overlap, std::optional(true));
        choices.pick("parallel.data_parallel_overlap", "");
        QVERIFY(!choices.document.scenario().parallel.data_parallel_overlap);
    }

    void the_global_batch_is_shown_beside_its_factors()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        QCOMPARE(choices.note("note.global_batch"),
                 QStringLiteral("Global batch 64 = micro-batch 8 × accumulation 1 × data-parallel 8"));
        choices.type("training.gradient_accumulation", QStringLiteral("4"));
        choices.type("parallel.tensor", QStringLiteral("2"));
        QCOMPARE(choices.note("note.global_batch"),
                 QStringLiteral("Global batch 128 = micro-batch 8 × accumulation 4 × data-parallel 4"));
        QCOMPARE(choices.note("note.replicas"),
                 QStringLiteral("Replicas 4 = 8 GPUs ÷ (tensor 2 × pipeline 1 × context 1)"));
        QCOMPARE(choices.document.evaluation().estimate->time->global_batch, 128);
        QTest::mouseClick(choices.note_number("note.global_batch"), Qt::LeftButton);
        QCOMPARE(child<WorkingPanel>(choices.window)->quantity(), QStringLiteral("time.global_batch"));
    }

    void required_host_memory_is_shown_beside_the_installed()
    {
        const auto needed = [](const Choices& choices) {
            return QString::number(choices.document.evaluation().estimate->memory->host.as_gib(), 'g', 3) +
                   QStringLiteral(" GiB");
        };
        Scenario plan = on_eight_gpus("llama-2-7b");
        {
            Choices choices(plan);
            QCOMPARE(choices.note("note.host_memory"),
                     QStringLiteral("RAM needed %1 in one machine; how much it has is not set").arg(needed(choices)));
        }
        plan.build.ram_gib = 512.0;
        Choices choices(plan);
        QCOMPARE(choices.note("note.host_memory"),
                 QStringLiteral("RAM needed %1 of 512 GiB in one machine").arg(needed(choices)));
        choices.show_all_inputs();
        QTest::mouseClick(choices.note_number("note.host_memory"), Qt::LeftButton);
        QCOMPARE(child<WorkingPanel>(choices.window)->quantity(), QStringLiteral("memory.host_bytes"));
    }

    void a_refused_text_changes_nothing()
    {
        for (const char* text : {"20,", "20h", "20 00", "20,00"}) {
            Choices f(fabric_scenario());
            f.type("dataset.samples", QString::fromLatin1(text));
            QVERIFY2(f.control("dataset.samples")->is_marked(), text);
            QCOMPARE(f.document.scenario(), fabric_scenario());
            // There is nothing to undo, and the field keeps the typed text.
            QCOMPARE(f.document.undo_stack().count(), 0);
            QCOMPARE(f.reach<ParameterControl>("dataset.samples")->field()->text(), QString::fromLatin1(text));
        }
    }

    void undo_works_from_an_editor()
    {
        each_text({"build.gpu", "training.micro_batch"}, [](const char* path) {
            Choices f(fabric_scenario());
            QVERIFY(QTest::qWaitForWindowActive(&f.window));
            QLineEdit* field = nullptr;
            if (auto* picker = f.reach<PickerControl>(path)) {
                field = picker->box()->lineEdit();
                enter(*field, QStringLiteral("rtx3090"));
                QCOMPARE(f.document.scenario().build.gpu, std::string("rtx3090"));
            } else {
                field = f.reach<ParameterControl>(path)->field();
                field->setFocus();
                QTest::keyClick(field, Qt::Key_Up);
                QCOMPARE(f.document.scenario().training.micro_batch, 3);
            }
            QVERIFY(field->hasFocus());
            const Scenario changed = f.document.scenario();
            QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(f.document.scenario(), fabric_scenario());
            QTest::keySequence(field, QKeySequence::Redo);
            QCOMPARE(f.document.scenario(), changed);
        });
    }

    void units_are_encoded_correctly()
    {
        Choices f(fabric_scenario());
        const auto* growth = f.reach<ParameterControl>("requirements.growth");
        QVERIFY(growth);
        QCOMPARE(growth->field()->unit(), QStringLiteral("×"));
        for (FieldControl* control : f.column().controls()) {
            const auto* number = qobject_cast<ParameterControl*>(control);
            if (number) QVERIFY2(!number->field()->unit().contains(QChar(0xC3)), qPrintable(number->path()));
        }
    }

    void every_slider_has_stops_that_can_be_read()
    {
        const Localization words(*find_data_directory());
        for (const auto rows : all_rows()) {
            for (const FieldRow& row : rows) {
                const std::string code = std::string("field.") + (row.named != nullptr ? row.named : row.path);
                for (const Language language : {Language::english, Language::chinese})
                    QVERIFY2(words.table(language).has(code) && words.table(language).has(code + ".help"), row.path);
                const std::optional<FieldRule> rule = rule_at(row.path);
                if (!rule || (rule->type != FieldType::integer && rule->type != FieldType::real)) continue;
                const NumberSpec spec = number_spec(row, *rule);
                QVERIFY2(spec.steps.size() >= 4, row.path);
                ParameterControl control(QString::fromLatin1(row.path), spec);
                control.set_texts(texts_of(row, words));
                QCOMPARE(control.slider() != nullptr, row.sweep == Sweep::slider);
                for (int stop = 0; stop < static_cast<int>(spec.steps.size()); ++stop) {
                    const double step = spec.steps[static_cast<std::size_t>(stop)];
                    control.show_value(spec.integer ? FieldValue(static_cast<std::int64_t>(step)) : FieldValue(step),
                                       false);
                    if (control.slider() != nullptr) QCOMPARE(control.slider()->value(), stop);
                    const QString text = control.field()->text();
                    // No rounding digits of products of decimal fractions.
                    QVERIFY2(text.section(QLatin1Char('.'), 1).size() < 6,
                             qPrintable(control.path() + QLatin1String(": ") + text));
                }
            }
        }
    }

    void sides_stop_at_what_the_network_reads()
    {
        Choices f(fabric_scenario());
        for (const auto& [preset, step] : {std::pair("sd15_unet", 64), std::pair("vit_h_14", 14)}) {
            Scenario scenario = on_eight_gpus(preset);
            scenario.input.image_height = 8 * step;
            scenario.input.image_width = 12 * step;
            f.document.replace(scenario);
            auto* slider = f.reach<SizeControl>("input.image_height")->slider();
            const int multiple = (32 + step - 1) / step * step;
            for (int stop = 1; stop <= 4; ++stop) {
                QTest::keyClick(slider, stop == 1 ? Qt::Key_Home : Qt::Key_Right);
                QCOMPARE(*f.document.scenario().input.image_height, stop * multiple);
                QCOMPARE(*f.document.scenario().input.image_width % step, 0);
            }
        }
    }

    void a_refused_value_is_cleared_when_the_plan_changes()
    {
        Scenario scenario = on_eight_gpus("gpt2-small");
        scenario.parallel.tensor = 4;
        Choices f(scenario);
        f.type("parallel.pipeline", QStringLiteral("4"));
        auto* pipeline = f.reach<ParameterControl>("parallel.pipeline");
        QVERIFY(pipeline->is_marked());
        QCOMPARE(pipeline->field()->text(), QStringLiteral("4"));
        QCOMPARE(f.document.scenario().parallel.pipeline, 1);
        // On 64 GPUs it would be legal: the field shows the value of the plan.
        f.type("build.nodes", QStringLiteral("8"));
        QCOMPARE(f.document.scenario().build.nodes, 8);
        QVERIFY2(!pipeline->is_marked(), qPrintable(pipeline->message()));
        QCOMPARE(pipeline->field()->text(), QStringLiteral("1"));
        f.type("parallel.pipeline", QStringLiteral("4"));
        QVERIFY(!pipeline->is_marked());
        QCOMPARE(f.document.scenario().parallel.pipeline, 4);
    }

    void a_model_without_a_published_size_is_reported()
    {
        each_text({"GPT-4", "gpt-4o-mini", "ChatGPT", "gpt 4", "Claude"}, [](const char* typed) {
            Choices f(fabric_scenario());
            PickerControl* picker = f.column().model()->picker();
            enter(*picker->box()->lineEdit(), typed);
            QVERIFY(picker->is_marked());
            QVERIFY2(picker->message().contains(QLatin1String("published no size")), qPrintable(picker->message()));
            QVERIFY(picker->message().contains(typed));
            QCOMPARE(f.document.scenario(), fabric_scenario());
            f.speak(QStringLiteral("zh_CN"));
            QVERIFY2(picker->message().contains(QStringLiteral("没有公布模型规模")), qPrintable(picker->message()));
        });
    }

    void a_chassis_is_found_by_its_chinese_name()
    {
        Choices f(fabric_scenario());
        auto* picker = f.reach<PickerControl>("build.chassis");
        QVERIFY(picker);
        QLineEdit* field = picker->box()->lineEdit();
        field->setFocus();
        field->selectAll();
        // Qt Test has no keys for it; an input method commits the text as a whole.
        QInputMethodEvent commit;
        commit.setCommitString(QStringLiteral("宁畅 X640 G50"));
        QApplication::sendEvent(field, &commit);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(!picker->is_marked(), qPrintable(picker->message()));
        QCOMPARE(f.document.scenario().build.chassis, std::string("nettrix-x640-g50"));
    }

    void parts_are_found_by_the_chinese_of_their_names_with_or_without_spaces()
    {
        Choices f(fabric_scenario());
        const auto first = [&](const char* path, const char* typed) {
            const auto found = found_entries(f.reach<PickerControl>(path)->entries(), QString::fromUtf8(typed));
            return found.empty() ? QString() : found.front()->id;
        };
        for (const char* typed : {"昇腾 910B1", "昇腾910B1", "华为昇腾910B1", "昇腾-910b1", "昇910B1"})
            QCOMPARE(first("build.gpu", typed), QStringLiteral("ascend910b1"));
        for (const char* typed : {"寒武纪MLU370", "思元370", "寒武纪 思元 370-X8"})
            QCOMPARE(first("build.gpu", typed), QStringLiteral("mlu370-x8"));
        QCOMPARE(first("build.gpu", "昆仑芯RG800"), QStringLiteral("kunlun-rg800"));
        QCOMPARE(first("build.gpu", "沐曦C550"), QStringLiteral("metax-c550"));
        QCOMPARE(first("build.gpu", "摩尔线程S5000"), QStringLiteral("mtt-s5000"));
        QCOMPARE(first("build.gpu", "海光K100"), QStringLiteral("hygon-k100-ai"));
        QCOMPARE(first("build.gpu", "英伟达L40S"), QStringLiteral("l40s"));
        QCOMPARE(first("build.cpu", "鲲鹏920"), QStringLiteral("kunpeng-920-4826"));
        QCOMPARE(first("build.cpu", "华为鲲鹏 920-6426"), QStringLiteral("kunpeng-920-6426"));
        QCOMPARE(first("build.cpu", "海光7490"), QStringLiteral("hygon-c86-7490"));
        QCOMPARE(first("build.cpu", "至强金牌6530"), QStringLiteral("xeon-gold-6530"));
        QCOMPARE(first("build.cpu", "霄龙9354"), QStringLiteral("epyc-9354"));
        QCOMPARE(first("build.cpu", "酷睿i9-14900K"), QStringLiteral("i9-14900k"));
        QCOMPARE(first("build.cpu", "锐龙9 9950X3D"), QStringLiteral("ryzen-9-9950x3d"));
        QCOMPARE(first("build.cpu", "撕裂者9995WX"), QStringLiteral("ryzen-threadripper-pro-9995wx"));
        QCOMPARE(first("build.storage", "三星9100"), QStringLiteral("nvme5-9100pro"));
        QCOMPARE(first("build.power_supply", "1000W金牌"), QStringLiteral("psu-1000-gold"));
        // No card of Huawei's has this name.
        QCOMPARE(first("build.gpu", "昇腾4090"), QString());
    }

    void entries_with_the_typed_words_come_before_those_with_parts_of_them()
    {
        Choices f(fabric_scenario());
        const auto found = [&](const char* path, const char* typed) {
            QStringList names;
            for (const PickerEntry* entry :
                 found_entries(f.reach<PickerControl>(path)->entries(), QString::fromUtf8(typed)))
                names << entry->name();
            return names;
        };
        const QStringList kits = found("build.memory_kit", "DDR4 3200 32");
        QCOMPARE(kits.first(4), (QStringList{"DDR4-3200 1 x 32 GB", "DDR4-3200 2 x 32 GB", "DDR4-3200 4 x 32 GB",
                                             "DDR4-3200 8 x 32 GB"}));
        QVERIFY(kits.contains(QStringLiteral("DDR4-3200 1 x 16 GB")));
        // The vendor isn't part of the name.
        const QStringList cards = found("build.gpu", "NVIDIA L4");
        QCOMPARE(cards.front(), QStringLiteral("L4"));
        QVERIFY(cards.contains(QStringLiteral("L40S")));
        QCOMPARE(found("build.cpu", "锐龙9950X").front(), QStringLiteral("AMD Ryzen 9 9950X"));
        // The beginning of a name has priority over other words: 20 is the memory of another series.
        QVERIFY(found("build.gpu", "RTX 20").front().startsWith(QStringLiteral("RTX 20")));
    }

    void a_click_selects_the_name_that_typing_replaces()
    {
        Choices f(fabric_scenario());
        auto* picker = f.reach<PickerControl>("build.gpu");
        QVERIFY(picker);
        QLineEdit* field = picker->box()->lineEdit();
        // The second click finds the focus there.
        for (int click = 0; click < 2; ++click) {
            QTest::mouseClick(field, Qt::LeftButton);
            QTRY_COMPARE(field->selectedText(), field->text());
        }
        QTest::keyClicks(field, QStringLiteral("ascend"));
        QCOMPARE(field->text(), QStringLiteral("ascend"));
        // Typed text stays when a click moves the cursor.
        QTest::mouseClick(field, Qt::LeftButton);
        QApplication::processEvents();
        QVERIFY(field->selectedText().isEmpty());
    }

    void makers_have_their_names_in_the_language()
    {
        Choices f(fabric_scenario());
        f.speak(QStringLiteral("zh_CN"));
        const auto& cards = f.reach<PickerControl>("build.gpu")->entries();
        const auto group_of = [&](const char* id) {
            return std::ranges::find(cards, QLatin1String(id), &PickerEntry::id)->group;
        };
        QCOMPARE(group_of("rtx4090"), QStringLiteral("英伟达 · Ada Lovelace"));
        QVERIFY2(group_of("ascend910b2").startsWith(QStringLiteral("华为 · ")), qPrintable(group_of("ascend910b2")));
        // The name on the box is found too.
        auto* picker = f.reach<PickerControl>("build.gpu");
        auto* field = picker->findChild<QLineEdit*>();
        enter(*field, QStringLiteral("huawei ascend 910b2"));
        QVERIFY2(!picker->is_marked(), qPrintable(picker->message()));
        QVERIFY2(f.document.scenario().build.gpu.starts_with("ascend910b2"), f.document.scenario().build.gpu.c_str());
    }

    void lists_are_grouped_with_the_newest_first()
    {
        Choices f(fabric_scenario());
        const auto& cards = f.reach<PickerControl>("build.gpu")->entries();
        const auto& catalog = engine_data().hardware;
        const auto of = [&](const char* id) { return *std::ranges::find(cards, QLatin1String(id), &PickerEntry::id); };
        const auto place = [&](const char* id) {
            return std::ranges::find(cards, QLatin1String(id), &PickerEntry::id) - cards.begin();
        };
        // 2022-10 at 24 GB; 3,089 USD in 2025, in yuan at the rate of the database.
        const PickerEntry card = of("rtx4090");
        QCOMPARE(card.group, QStringLiteral("NVIDIA · Ada Lovelace"));
        QCOMPARE(card.columns[1], QStringLiteral("2022"));
        QVERIFY(card.columns[0].startsWith(QLatin1String("24")) && card.columns[0].endsWith(QLatin1String("GiB")));
        QVERIFY2(card.columns[2].startsWith(QStringLiteral("CN¥2")), qPrintable(card.columns[2]));
        QCOMPARE(card.columns[3], QStringLiteral("Consumer"));
        QVERIFY(place("rtx5090") < place("rtx4090") && place("rtx4090") < place("v100-sxm2-32"));
        QString group;
        std::set<QString> seen;
        std::string last;
        for (const PickerEntry& entry : cards) {
            const Gpu* gpu = catalog.gpu(entry.id.toStdString());
            if (gpu == nullptr) continue;
            if (entry.group != group) {
                QVERIFY2(seen.insert(entry.group).second, qPrintable(entry.group));
                last = gpu->release;
            }
            QVERIFY2(gpu->release <= last, qPrintable(entry.id));
            group = entry.group;
            last = gpu->release;
        }
        // Prices are in the currency of the plan.
        f.pick("economics.currency", "USD");
        QCOMPARE(of("rtx4090").columns[2], QStringLiteral("$3,089"));
        f.column().model()->picker()->box()->setFocus();
        const auto& models = f.column().model()->picker()->entries();
        const auto resnet = std::ranges::find(models, QStringLiteral("resnet50"), &PickerEntry::id);
        QCOMPARE(resnet->columns[0], QStringLiteral("25.6 M"));
        QCOMPARE(resnet->columns[2], QStringLiteral("2016"));
        // A maker by its Chinese name.
        QCOMPARE(found_entries(cards, QStringLiteral("华为")).front()->group.section(QLatin1Char(' '), 0, 0),
                 QStringLiteral("Huawei"));
    }

    void columns_of_lists_fit_small_windows()
    {
        Choices f(fabric_scenario());
        f.show(QSize(1024, 768));
        for (const char* language : {"en", "zh_CN"}) {
            f.speak(QString::fromLatin1(language));
            for (const char* path : {"model.preset", "build.gpu", "build.cpu", "build.storage", "build.chassis"}) {
                auto* picker = f.reach<PickerControl>(path);
                QVERIFY(picker);
                picker->box()->setFocus();
                QTest::keyClick(picker->box(), Qt::Key_Down);
                QTRY_VERIFY(picker->list()->isVisible());
                QVERIFY2(picker->list()->sizeHintForColumn(0) <= picker->list()->viewport()->width(), path);
                QVERIFY2(picker->list()->geometry().right() <= f.window.geometry().right(), path);
                QTest::keyClick(picker->list(), Qt::Key_Escape);
            }
        }
    }

    void texts_change_their_language()
    {
        Choices choices(on_eight_gpus("llama-2-7b"));
        const QString english = choices.note("note.replicas");
        choices.speak(QStringLiteral("zh_CN"));
        QVERIFY(choices.note("note.replicas") != english);
    }
};

RIGWRIGHT_STYLED_TEST(ChoicesTest)

} // namespace rigwright::test::tst_choices

#include "tst_choices.moc"
