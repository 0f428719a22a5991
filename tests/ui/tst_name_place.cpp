// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/plots/hatched_area.h"

#include <algorithm>
#include <vector>

namespace rigwright::test::tst_name_place {

const QRectF area(0.0, 0.0, 400.0, 200.0);
constexpr QSizeF size(60.0, 20.0);

NamePlace place(QPointF at, const std::vector<QPointF>& points = {}, const std::vector<QRectF>& names = {})
{
    return best_place(at, size, area, points, names);
}

/// Placement of the names of points in a plot of 400 x 200 pixels.
class NamePlaceTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_is_above_its_point_towards_the_middle()
    {
        QCOMPARE(place({200.0, 100.0}).covered, QRectF(170.0, 71.0, 60.0, 20.0));
        QCOMPARE(place({20.0, 100.0}).covered, QRectF(20.0, 71.0, 60.0, 20.0));
        QCOMPARE(place({380.0, 100.0}).covered, QRectF(320.0, 71.0, 60.0, 20.0));
    }

    void a_name_is_below_if_there_is_no_room_above()
    {
        QCOMPARE(place({200.0, 20.0}).covered, QRectF(170.0, 29.0, 60.0, 20.0));
    }

    void a_name_makes_way_for_points()
    {
        const std::vector<QPointF> points{{200.0, 80.0}};
        const NamePlace found = place({200.0, 100.0}, points);
        QVERIFY(!found.covered.contains(points.front()));
        QVERIFY(area.contains(found.covered));
    }

    void names_do_not_cover_each_other()
    {
        std::vector<QRectF> names;
        for (const QPointF at : {QPointF(200.0, 100.0), QPointF(205.0, 103.0), QPointF(198.0, 98.0)}) {
            const QRectF covered = place(at, {}, names).covered;
            for (const QRectF& name : names) QVERIFY(!covered.intersects(name));
            names.push_back(covered);
        }
    }

    void as_few_points_as_possible_are_covered()
    {
        // Two rows of points above, one point below: the name goes where one is covered, or none.
        std::vector<QPointF> points;
        for (int x = 60; x < 340; x += 10)
            for (const double y : {75.0, 85.0}) points.emplace_back(x, y);
        points.emplace_back(200.0, 120.0);
        const QRectF covered = place({200.0, 100.0}, points).covered;
        QVERIFY(std::ranges::count_if(points, [&](QPointF point) { return covered.contains(point); }) <= 1);
    }

    void the_alignment_matches_the_place_of_the_name()
    {
        const NamePlace above = place({200.0, 100.0});
        QCOMPARE(above.alignment, Qt::AlignBottom | Qt::AlignHCenter);
        QCOMPARE(above.offset, QPointF(0.0, -9.0));
    }

    void a_long_name_is_not_cut_off()
    {
        // Wider than half of the picture, from every place in it.
        for (double x = area.left(); x <= area.right(); x += 20.0) {
            for (double y = area.top(); y <= area.bottom(); y += 20.0) {
                const NamePlace found = best_place({x, y}, {0.7 * area.width(), 20.0}, area, {}, {});
                QVERIFY(area.contains(found.covered));
            }
        }
    }
};

RIGWRIGHT_TEST(NamePlaceTest)

} // namespace rigwright::test::tst_name_place

#include "tst_name_place.moc"
