// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/operator_time.h"
#include "tests/support/product_kernel.h"
#include "tests/support/suite.h"

#include <QTest>

namespace tst_product_shapes {

using namespace rigwright;
using namespace rigwright::test;

/// What the shape of a product leaves of the rate of its unit.
class tst_product_shapes : public QObject {
    Q_OBJECT

private slots:
    void shapes_lose_efficiency()
    {
        TimeCoefficients c = round_coefficients();
        const UnitRate unit{1000.0, 1000.0, 1000.0, true, false};
        // Two by one tiles on two multiprocessors: half of the second wave is lost, 2 / (2 + 2); depth 100 and width 50
        // halve each.
        QCOMPARE(shape_efficiency(product(200, 50, 100), unit, 2.0, c), 0.5 * 0.5 * 0.5);
        // Two tiles and a half on five; less than a tile is one.
        QCOMPARE(shape_efficiency(product(250, 50, 100), unit, 5.0, c), 0.5 * 0.5 / 3.0);
        QCOMPARE(shape_efficiency(product(30, 50, 100), unit, 4.0, c), 0.5 * 0.5 / 5.0);
        // One row more never saves time, not where it begins another tile either.
        const auto seconds = [&](double rows) {
            const Kernel kernel = product(rows, 50, 100);
            return kernel.flops / shape_efficiency(kernel, unit, 108.0, c);
        };
        for (double rows = 1.0; rows < 500.0; rows += 1.0) QVERIFY(seconds(rows + 1.0) > seconds(rows));
        // Tiles of half the side at eight tenths of the rate: eight of them on two multiprocessors fill 8 / (8 + 2).
        c.small_tiles_tensor = 0.8;
        QCOMPARE(shape_efficiency(product(200, 100, 100), unit, 2.0, c), 0.5 * (2.0 / 3.0) * 0.8 * 0.8);
        // Where large ones fill the chip, these stay.
        QCOMPARE(shape_efficiency(product(2000, 100, 100), unit, 1.0, c), 0.5 * (2.0 / 3.0) * 20.0 / 21.0);
        for (double rows = 1.0; rows < 500.0; rows += 1.0) QVERIFY(seconds(rows + 1.0) > seconds(rows));
        c.small_tiles_tensor = 0.0;
        Kernel weight_gradient = product(50, 50, 4000);
        weight_gradient.direction = Direction::weight_gradient;
        // One tile split over the depth into four; the short rows count too.
        QCOMPARE(shape_efficiency(weight_gradient, unit, 4.0, c), 4000.0 / 4100.0 * 0.5 * 0.5 * 0.5);
    }

    void plain_products_on_ordinary_units_lose_less()
    {
        TimeCoefficients c = round_coefficients();
        c.wave_loss_vector = 0.25;
        const UnitRate matrix{1000.0, 1000.0, 1000.0, true, false};
        const UnitRate ordinary{1000.0, 1000.0, 1000.0, false, false};
        // Two tiles on two multiprocessors: 2 / (2 + 2) there, 2 / (2 + 0.5) here; depth 100 and width 50 halve each.
        Kernel kernel = product(200, 50, 100);
        QCOMPARE(shape_efficiency(kernel, matrix, 2.0, c), 0.5 * 0.5 * 0.5);
        QCOMPARE(shape_efficiency(kernel, ordinary, 2.0, c), 0.8 * 0.5 * 0.5);
        // A convolution loses alike on both.
        kernel.kind = KernelKind::convolution;
        QCOMPARE(shape_efficiency(kernel, ordinary, 2.0, c), 0.5 * 0.5 * 0.5);
    }
};

RIGWRIGHT_TEST(tst_product_shapes)

} // namespace tst_product_shapes

#include "tst_product_shapes.moc"
