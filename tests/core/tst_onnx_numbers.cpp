// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/onnx_graphs.h"
#include "tests/support/onnx_case.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

namespace tst_onnx_numbers {

using namespace rigwright;
using namespace rigwright::test;

/// Exporters compute the shapes that a graph needs inside the graph; an importer has to follow them.
class OnnxNumbersTest : public QObject {
    Q_OBJECT
private slots:
    void numbers_give_a_shape_data() { rows(arithmetic_graphs()); }

    void numbers_give_a_shape()
    {
        QFETCH(qsizetype, index);
        const ShapeArithmetic& one = arithmetic_graphs()[static_cast<std::size_t>(index)];
        const OnnxReading reading = read_onnx(written(one));
        QVERIFY(reading.issues.empty());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        QCOMPARE(extents_of_output(reading), one.expected);
    }

    void what_cannot_be_told_is_listed_data() { rows(impossible_arithmetic()); }

    void what_cannot_be_told_is_listed()
    {
        QFETCH(qsizetype, index);
        const OnnxReading reading = read_onnx(written(impossible_arithmetic()[static_cast<std::size_t>(index)]));
        const std::vector<std::string>& unknown = reading.imported.coverage.unknown;
        QVERIFY(std::ranges::find(unknown, "y/Reshape (Reshape)") != unknown.end());
    }

private:
    static void rows(const std::vector<ShapeArithmetic>& all)
    {
        const auto row = add_columns<qsizetype>("index");
        for (std::size_t i = 0; i < all.size(); ++i) row(all[i].name, static_cast<qsizetype>(i));
    }
};

RIGWRIGHT_TEST(OnnxNumbersTest)

} // namespace tst_onnx_numbers

#include "tst_onnx_numbers.moc"
