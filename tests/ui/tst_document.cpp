// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"

#include <QSignalSpy>

namespace rigwright::test::tst_document {

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void a_field_is_one_undo_step_and_back()
    {
        Document document(shared_engine_data(), fabric_scenario());
        const QSignalSpy changed(&document, &Document::changed);
        const QSignalSpy settled(&document, &Document::settled);
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        QCOMPARE(document.scenario().training.micro_batch, 4);
        QCOMPARE(document.undo_stack().count(), 1);
        document.undo_stack().undo();
        QCOMPARE(document.scenario(), fabric_scenario());
        document.undo_stack().redo();
        QCOMPARE(document.scenario().training.micro_batch, 4);
        QCOMPARE(changed.count(), 3);
        QCOMPARE(settled.count(), 3);
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        QCOMPARE(document.undo_stack().count(), 1);
    }

    void a_gesture_is_one_step()
    {
        Document document(shared_engine_data(), fabric_scenario());
        const QSignalSpy settled(&document, &Document::settled);
        document.begin_gesture();
        for (std::int64_t batch = 3; batch <= 40; ++batch) QVERIFY(document.set_field("training.micro_batch", batch));
        QCOMPARE(settled.count(), 0);
        document.end_gesture();
        QCOMPARE(settled.count(), 1);
        QCOMPARE(document.undo_stack().count(), 1);
        document.undo_stack().undo();
        QCOMPARE(document.scenario(), fabric_scenario());
        document.undo_stack().redo();
        QCOMPARE(document.scenario().training.micro_batch, 40);
    }

    void a_gesture_that_returns_leaves_no_step()
    {
        Document document(shared_engine_data(), fabric_scenario());
        document.begin_gesture();
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{8}));
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{2}));
        document.end_gesture();
        QCOMPARE(document.undo_stack().count(), 0);
        QCOMPARE(document.scenario(), fabric_scenario());
    }

    void two_gestures_are_two_steps()
    {
        Document document(shared_engine_data(), fabric_scenario());
        for (const std::int64_t batch : {4, 8}) {
            document.begin_gesture();
            QVERIFY(document.set_field("training.micro_batch", batch));
            document.end_gesture();
        }
        QCOMPARE(document.undo_stack().count(), 2);
    }

    void fields_do_not_merge_with_each_other()
    {
        Document document(shared_engine_data(), fabric_scenario());
        document.begin_gesture();
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(document.set_field("training.epochs", std::int64_t{10}));
        document.end_gesture();
        QCOMPARE(document.undo_stack().count(), 2);
    }

    void only_the_current_gesture_can_be_ended()
    {
        Document document(shared_engine_data(), fabric_scenario());
        const QSignalSpy settled(&document, &Document::settled);
        const int old = document.begin_gesture();
        const int now = document.begin_gesture();
        document.end_gesture(old);
        QCOMPARE(settled.count(), 0);
        document.end_gesture(now);
        QCOMPARE(settled.count(), 1);
    }

    void refused_values_leave_the_document_data()
    {
        add_columns<QString, FieldValue>("path", "value");
        QTest::newRow("too small") << "training.micro_batch" << FieldValue(std::int64_t{0});
        QTest::newRow("wrong type") << "training.micro_batch" << FieldValue(true);
        QTest::newRow("fraction for a whole number") << "training.micro_batch" << FieldValue(2.5);
        QTest::newRow("unknown word") << "training.precision" << FieldValue(std::string("fp12"));
        QTest::newRow("unknown part") << "build.gpu" << FieldValue(std::string("rtx9999"));
        QTest::newRow("unknown field") << "training.luck" << FieldValue(std::int64_t{1});
        QTest::newRow("unknown hyperparameter") << "model.shape.luck" << FieldValue(std::int64_t{1});
        QTest::newRow("hyperparameter out of range") << "model.shape.heads" << FieldValue(std::int64_t{0});
        QTest::newRow("heads that do not divide the width") << "model.shape.heads" << FieldValue(std::int64_t{7});
        QTest::newRow("degrees that do not divide") << "parallel.tensor" << FieldValue(std::int64_t{3});
        QTest::newRow("required part left out") << "build.gpu" << FieldValue();
    }

    void refused_values_leave_the_document()
    {
        QFETCH(QString, path);
        QFETCH(FieldValue, value);
        Document document(shared_engine_data(), fabric_scenario());
        const QSignalSpy changed(&document, &Document::changed);
        QString refused;
        std::vector<Finding> why;
        connect(&document, &Document::rejected, this, [&](const QString& field, const std::vector<Finding>& errors) {
            refused = field;
            why = errors;
        });
        QVERIFY(!document.set_field(path, value));
        QCOMPARE(refused, path);
        QVERIFY(!why.empty());
        QVERIFY(!why.front().code.empty());
        QCOMPARE(document.scenario(), fabric_scenario());
        QCOMPARE(document.undo_stack().count(), 0);
        QCOMPARE(changed.count(), 0);
        // Refusals have a message in every language.
        for (const Finding& finding : why)
            QVERIFY2(messages(Language::english).has("finding." + finding.code), finding.code.c_str());
    }

    void the_answer_is_that_of_the_engine()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{6}));
        Scenario expected = fabric_scenario();
        expected.training.micro_batch = 6;
        const EstimateResult direct = estimate(expected, engine_data());
        QCOMPARE(document.evaluation().estimate->memory->total, direct.estimate->memory->total);
        QCOMPARE(document.evaluation().estimate->time->step.base(), direct.estimate->time->step.base());
    }

    void another_document_forgets_the_steps()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        Scenario other = fabric_scenario();
        other.name = "Other";
        QVERIFY(document.replace(other));
        QCOMPARE(document.scenario(), other);
        QCOMPARE(document.undo_stack().count(), 0);
        QVERIFY(document.undo_stack().isClean());
    }

    void a_document_that_cannot_be_computed_is_not_taken()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        Scenario broken = fabric_scenario();
        broken.build.gpu = "rtx9999";
        QVERIFY(!document.replace(broken));
        QVERIFY(!document.set_scenario(broken, QStringLiteral("break it")));
        QCOMPARE(document.scenario().training.micro_batch, 4);
        QCOMPARE(document.undo_stack().count(), 1);
    }

    /// A document exists before a plan is opened; its data can then be replaced. A plan with an answer keeps it.
    void data_are_exchanged_before_there_is_a_plan()
    {
        Document empty(shared_engine_data(), Scenario());
        QVERIFY(!empty.evaluation().estimate);
        const auto other = std::make_shared<EngineData>(engine_data());
        QVERIFY(empty.use_data(other));
        QCOMPARE(empty.data().get(), static_cast<const EngineData*>(other.get()));
        const auto without_presets = std::make_shared<EngineData>(engine_data());
        without_presets->presets = {};
        Document planned(shared_engine_data(), fabric_scenario());
        const QSignalSpy rejected(&planned, &Document::rejected);
        QVERIFY(!planned.use_data(without_presets));
        QCOMPARE(rejected.count(), 1);
        QCOMPARE(planned.data(), shared_engine_data());
        QVERIFY(planned.evaluation().estimate);
    }

    void hyperparameters_are_fields_too()
    {
        Document document(shared_engine_data(), fabric_scenario());
        const FieldValue standard = effective_value(document.scenario(), engine_data(), "model.shape.encoder_layers");
        QCOMPARE(standard, FieldValue(std::int64_t{6}));
        const double before = document.evaluation().estimate->model.parameters.as_double();
        QVERIFY(document.set_field("model.shape.encoder_layers", std::int64_t{12}));
        QVERIFY(document.evaluation().estimate->model.parameters.as_double() > before);
        QCOMPARE(field_value(document.scenario(), "model.shape.encoder_layers"), FieldValue(std::int64_t{12}));
        // Back at the preset's own value nothing is overridden any more.
        QVERIFY(document.set_field("model.shape.encoder_layers", std::int64_t{6}));
        QVERIFY(document.scenario().model.shape.empty());
    }

    void an_absent_value_is_the_default()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.set_field("training.epochs", FieldValue()));
        QCOMPARE(document.scenario().training.epochs, 1);
        QVERIFY(document.set_field("dataset.samples", FieldValue()));
        QVERIFY(!document.scenario().dataset.samples);
        QVERIFY(document.set_field("input.image_width", FieldValue()));
        QVERIFY(effective_value(document.scenario(), engine_data(), "input.image_width").index() != 0);
    }
};

RIGWRIGHT_WIDGET_TEST(DocumentTest)

} // namespace rigwright::test::tst_document

#include "tst_document.moc"
