// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quantities/number_format.h"
#include "core/quantities/quantity.h"
#include "tests/support/suite.h"

#include <cstdint>
#include <limits>

namespace rigwright::test::tst_quantities {

class QuantitiesTest : public QObject {
    Q_OBJECT

private slots:
    void count_arithmetic_is_exact_within_range()
    {
        QCOMPARE((Count(3) + Count(4)).value(), 7);
        QCOMPARE((Count(10) - Count(4)).value(), 6);
        QCOMPARE((Count(3'000'000'000) * Count(3'000'000'000)).value(), 9'000'000'000'000'000'000);
        QCOMPARE((Count(7) / Count(2)).value(), 3);
    }

    void count_overflow_sticks()
    {
        const Count large(std::numeric_limits<std::int64_t>::max() - 1);
        QVERIFY(!large.is_out_of_range());
        const Count product = large * Count(2);
        QVERIFY(product.is_out_of_range());
        QVERIFY((large + Count(2)).is_out_of_range());
        QVERIFY((product - Count(5)).is_out_of_range());
        QVERIFY((product / Count(1000)).is_out_of_range());
        QVERIFY((product + Count(0)).is_out_of_range());
        QCOMPARE(product * Count(0), Count(0));
    }

    void divide_rounding_up()
    {
        const Rows<qint64, qint64, qint64> rows{
            {"nothing", 0, 8, 0},
            {"one", 1, 8, 1},
            {"exact", 16, 8, 2},
            {"one over", 17, 8, 3},
            {"1000 images in batches of 3", 1000, 3, 334},
        };
        rows.each([&](auto total, auto size, auto groups) {
            QCOMPARE(rigwright::divide_rounding_up(Count(total), Count(size)).value(), groups);
        });
    }

    void bytes_name_binary_units()
    {
        QCOMPARE(Bytes::gib(24).value(), 25'769'803'776);
        QCOMPARE(Bytes::mib(1.5).value(), 1'572'864);
        QCOMPARE(Bytes::kib(4).value(), 4096);
        QCOMPARE(Bytes::gib(24).as_gib(), 24.0);
    }

    void bytes_round_to_the_nearest()
    {
        QCOMPARE(Bytes::rounded(2.4).value(), 2);
        QCOMPARE(Bytes::rounded(2.5).value(), 3);
        // Adding a half to it gives one.
        QCOMPARE(Bytes::rounded(0.49999999999999994).value(), 0);
        QCOMPARE(Bytes::rounded(-0.7).value(), -1);
        QCOMPARE(Bytes::rounded(9007199254740993.0).value(), 9007199254740992);
    }

    void bytes_beyond_64_bits_are_out_of_range()
    {
        QVERIFY(Bytes::gib(1e10).is_out_of_range());
        QVERIFY((Bytes::gib(1e6) * Count(1'000'000)).is_out_of_range());
        QVERIFY(!Bytes::gib(1e9).is_out_of_range());
    }

    void work_over_rate_is_time()
    {
        QCOMPARE((Flops(2e12) / teraflops(4)).base(), 0.5);
        QCOMPARE((Bytes(3'000'000'000) / BytesPerSecond(1e12)).base(), 0.003);
        QCOMPARE((Flops(6e12) / Seconds(2)).base(), 3e12);
        QCOMPARE((teraflops(5) * milliseconds(2)).base(), 1e10);
    }

    void number_formats()
    {
        const Rows<QByteArray, int> rows{
            {"fp64", "fp64", 64}, {"fp32", "fp32", 32}, {"tf32 is stored as fp32", "tf32", 32},
            {"fp16", "fp16", 16}, {"bf16", "bf16", 16}, {"fp8", "fp8", 8},
            {"int8", "int8", 8},  {"fp4", "fp4", 4},    {"nf4", "nf4", 4},
        };
        rows.each([&](const auto& id, auto bits) {
            const auto format = from_word<NumberFormat>(id.toStdString());
            QVERIFY(format.has_value());
            QCOMPARE(storage_bits(*format), bits);
            QCOMPARE(QByteArray::fromStdString(std::string(word_of(*format))), id);
        });
    }

    void unknown_number_format_is_refused()
    {
        QVERIFY(!from_word<NumberFormat>("FP32").has_value());
        QVERIFY(!from_word<NumberFormat>("").has_value());
        QVERIFY(!from_word<NumberFormat>("fp12").has_value());
    }
};

RIGWRIGHT_TEST(QuantitiesTest)

} // namespace rigwright::test::tst_quantities

#include "tst_quantities.moc"
