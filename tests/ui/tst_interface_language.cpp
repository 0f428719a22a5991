// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/format/interface_language.h"
#include "ui/format/words.h"
#include "ui/guide/guide_window.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSignalSpy>

namespace rigwright::test::tst_interface_language {

class InterfaceLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void texts_follow_the_language_and_return()
    {
        InterfaceLanguage language;
        const QSignalSpy changes(&language, &InterfaceLanguage::changed);
        const QString english = about_text();
        QVERIFY(english.startsWith(QLatin1String("Rigwright ")));
        QVERIFY(language.use(QStringLiteral("zh_CN")));
        QVERIFY(about_text().startsWith(QStringLiteral("算力匠")));
        QVERIFY(language.use(QStringLiteral("en")));
        QCOMPARE(about_text(), english);
        QCOMPARE(changes.count(), 2);
    }

    void standard_buttons_are_translated()
    {
        InterfaceLanguage language;
        QVERIFY(language.use(QStringLiteral("zh_CN")));
        const QDialogButtonBox buttons(QDialogButtonBox::Cancel);
        QCOMPARE(buttons.button(QDialogButtonBox::Cancel)->text(), QStringLiteral("取消"));
    }

    void punctuation_is_the_languages_own()
    {
        InterfaceLanguage language;
        QCOMPARE(sentences({QStringLiteral("One."), QStringLiteral("Two.")}), QStringLiteral("One. Two."));
        QCOMPARE(named_value(QStringLiteral("GPU"), QStringLiteral("T4")), QStringLiteral("GPU: T4"));
        QCOMPARE(listed({QStringLiteral("A"), QStringLiteral("B")}), QStringLiteral("A, B"));
        QVERIFY(language.use(QStringLiteral("zh_CN")));
        QCOMPARE(sentences({QStringLiteral("一。"), QStringLiteral("二。")}), QStringLiteral("一。二。"));
        QCOMPARE(named_value(QStringLiteral("GPU"), QStringLiteral("T4")), QStringLiteral("GPU：T4"));
        QCOMPARE(listed({QStringLiteral("A"), QStringLiteral("B")}), QStringLiteral("A、B"));
    }

    void unknown_language_is_refused()
    {
        InterfaceLanguage language;
        const QSignalSpy changes(&language, &InterfaceLanguage::changed);
        QVERIFY(!language.use(QStringLiteral("xx")));
        QCOMPARE(language.current(), QStringLiteral("en"));
        QCOMPARE(changes.count(), 0);
    }
};

RIGWRIGHT_WIDGET_TEST(InterfaceLanguageTest)

} // namespace rigwright::test::tst_interface_language

#include "tst_interface_language.moc"
