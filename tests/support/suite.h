// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace rigwright::test {

/// One entry of a test program, by the name of the file that registers it.
struct SuiteEntry {
    using Run = int (*)(int argc, char** argv);

    SuiteEntry(const char* file_or_word, Run run_it);

    std::string name;
    Run run;
};

/// Runs the test class under QCoreApplication.
template <typename Test>
int run_test(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Runs a test on each element of a list; the report names the first that failed. Later elements run too and are
/// announced by name, as QtTest does not report which of them fail.
template <typename List, typename Name, typename Test>
void each_of(const List& list, const Name& name_of, const Test& test)
{
    QVERIFY(std::begin(list) != std::end(list));
    for (const auto& element : list) {
        const std::string name(std::invoke(name_of, element));
        const bool failed = QTest::currentTestFailed();
        if (failed) qInfo("row \"%s\":", name.c_str());
        test(element);
        if (!failed && QTest::currentTestFailed()) qInfo("this was row \"%s\"", name.c_str());
    }
}

/// Names pairs by their first.
inline constexpr auto first_of = [](const auto& pair) { return pair.first; };

/// The same on texts.
template <typename Test>
void each_text(std::initializer_list<const char*> texts, const Test& test)
{
    each_of(texts, std::identity(), test);
}

/// A table inside one test function: each row begins with its name, and `each` runs the test on what follows it.
template <typename... Types>
class Rows {
public:
    using Row = std::tuple<const char*, Types...>;

    Rows(std::initializer_list<Row> rows) : rows_(rows) {}

    template <typename Test>
    void each(const Test& test) const
    {
        each_named([&](const char*, const Types&... values) { test(values...); });
    }
    /// The same for a test that takes the name too.
    template <typename Test>
    void each_named(const Test& test) const
    {
        const auto name = [](const Row& row) { return std::get<0>(row); };
        each_of(rows_, name, [&](const Row& row) { std::apply(test, row); });
    }

private:
    std::vector<Row> rows_;
};

/// Adds a row to a test's table: its name, then a value for each column.
template <typename... Types>
struct RowMaker {
    void operator()(const char* name, const Types&... values) const { (QTest::newRow(name) << ... << values); }
};

/// The columns of a test's rows, each with its type, and what adds the rows:
/// `const auto row = add_columns<QByteArray, double>("preset", "seconds")`.
template <typename... Types, typename... Names>
RowMaker<Types...> add_columns(Names... names)
{
    (QTest::addColumn<Types>(names), ...);
    return {};
}

/// A row for each text, with one column and named after the text.
inline void add_texts(const char* column, std::initializer_list<const char*> texts)
{
    QTest::addColumn<QString>(column);
    for (const char* text : texts) QTest::newRow(text) << QString::fromUtf8(text);
}

} // namespace rigwright::test

/// Makes a class one test of its program, under the name of its file: `PROGRAM tst_memory [FUNCTION] [QtTest options]`.
#define RIGWRIGHT_TEST(Class)                                                                                          \
    static const rigwright::test::SuiteEntry suite_entry(__FILE__, rigwright::test::run_test<Class>);

/// The same for tests of widgets.
#define RIGWRIGHT_WIDGET_TEST(Class)                                                                                   \
    static const rigwright::test::SuiteEntry suite_entry(__FILE__, [](int argc, char** argv) {                         \
        QApplication application(argc, argv);                                                                          \
        QApplication::setAttribute(Qt::AA_Use96Dpi, true);                                                             \
        Class test;                                                                                                    \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });

/// A process that a test starts as `PROGRAM word ...`.
#define RIGWRIGHT_TEST_PROCESS(word, function)                                                                         \
    static const rigwright::test::SuiteEntry function##_entry(word, function);
