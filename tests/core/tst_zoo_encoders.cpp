// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/resolved_model.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace tst_zoo_encoders {

using namespace rigwright;

/// Encoders of text with the heads that tasks put on them.
class ZooEncodersTest : public QObject {
    Q_OBJECT

private slots:
    /// What Transformers loads for the classes of these names (BertForPreTraining and so on), two labels where there
    /// are any.
    void heads_of_encoders_data()
    {
        test::add_columns<QString, QString, qint64, QByteArray>("preset", "head", "parameters", "outputs");
        const auto row = [](const char* preset, const char* head, qint64 parameters, const char* outputs) {
            QTest::addRow("%s %s", preset, head)
                << QString::fromLatin1(preset) << QString::fromLatin1(head) << parameters << QByteArray(outputs);
        };
        row("bert-base-uncased", "none", 109'482'240, "1x768");
        row("bert-base-uncased", "pretraining", 110'106'428, "512x30522 1x2");
        row("bert-base-uncased", "masked-lm", 109'514'298, "512x30522");
        row("bert-base-uncased", "sequence-classification", 109'483'778, "1x2");
        row("bert-base-uncased", "token-classification", 108'893'186, "512x2");
        row("bert-base-uncased", "question-answering", 108'893'186, "512x2");
        row("roberta-base", "sequence-classification", 124'647'170, "1x2");
        row("roberta-base", "masked-lm", 124'697'433, "512x50265");
        row("distilbert-base-uncased", "sequence-classification", 66'955'010, "1x2");
    }

    void heads_of_encoders()
    {
        QFETCH(QString, preset);
        QFETCH(QString, head);
        static const std::vector<Preset> all = load_presets(source_path("resources/model_presets")).presets;
        Scenario scenario;
        scenario.model.preset = preset.toStdString();
        scenario.model.head = head.toStdString();
        const ResolvedModel model = resolve_model(scenario, all);
        const Network network = build_network(model, {});
        QTEST(qint64(count_parameters(network).total.value()), "parameters");
        QByteArrayList outputs;
        for (const TensorId id : network.outputs) {
            const Shape& shape = network.shape_of(id);
            outputs << QByteArray::number(qlonglong(shape[0])) + 'x' + QByteArray::number(qlonglong(shape[1]));
        }
        QTEST(outputs.join(' '), "outputs");
        // The shape says the same with a hyperparameter.
        ModelShape shape = presets().at(preset.toStdString()).shape;
        shape.insert_or_assign("head", head.toStdString());
        QVERIFY(shape == model.shape);
    }
};

RIGWRIGHT_TEST(ZooEncodersTest)

} // namespace tst_zoo_encoders

#include "tst_zoo_encoders.moc"
