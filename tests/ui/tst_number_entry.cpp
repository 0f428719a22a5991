// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/controls/number_text.h"

#include <QTest>

namespace tst_number_entry {

using namespace rigwright;

class NumberTextTest : public QObject {
    Q_OBJECT

private slots:
    void exact_text_reads_back()
    {
        QCOMPARE(exact_text(64.0), QStringLiteral("64"));
        QCOMPARE(exact_text(2.5), QStringLiteral("2.5"));
        QCOMPARE(exact_text(1e12), QStringLiteral("1000000000000"));
        QCOMPARE(exact_text(0.1), QStringLiteral("0.1"));
    }

    void steps_cover_the_range()
    {
        QCOMPARE(powers_of_two(1, 16), (std::vector<double>{1, 2, 4, 8, 16}));
        QCOMPARE(powers_of_two(1, 12), (std::vector<double>{1, 2, 4, 8, 12}));
        QCOMPARE(powers_of_two(0, 4), (std::vector<double>{0, 1, 2, 4}));
        QCOMPARE(one_two_five(1, 100), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
        QCOMPARE(one_two_five(0.01, 1), (std::vector<double>{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}));
        QCOMPARE(one_two_five(0.001, 0.01), (std::vector<double>{0.001, 0.002, 0.005, 0.01}));
        QCOMPARE(one_two_five(3600, 10000), (std::vector<double>{3600, 5000, 10000}));
        QCOMPARE(even_steps(32, 128, 32), (std::vector<double>{32, 64, 96, 128}));
        // The decimals themselves, not what a sum of twentieths makes of them.
        QCOMPARE(even_steps(0.05, 0.3, 0.05), (std::vector<double>{0.05, 0.1, 0.15, 0.2, 0.25, 0.3}));
        QCOMPARE(powers_of_two(3, 3), (std::vector<double>{3}));
    }

    void nearest_step_is_nearest_in_ratio()
    {
        const std::vector<double> steps{1, 2, 4, 8};
        QCOMPARE(nearest_step(steps, 2), 1);
        QCOMPARE(nearest_step(steps, 3), 2);
        QCOMPARE(nearest_step(steps, 5), 2);
        QCOMPARE(nearest_step(steps, 100), 3);
        QCOMPARE(nearest_step(steps, 0), 0);
    }
};

RIGWRIGHT_TEST(NumberTextTest)

} // namespace tst_number_entry

#include "tst_number_entry.moc"
