// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/interface_language.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QLibraryInfo>
#include <QLocale>

namespace rigwright {

void order_fonts(bool chinese)
{
    if (qobject_cast<QApplication*>(QCoreApplication::instance()) == nullptr) return;
    QFont font = QApplication::font();
    QStringList families = font.families();
    if (families.size() < 2) return;
    std::ranges::stable_partition(families, [chinese](const QString& family) {
        return QFontDatabase::writingSystems(family).contains(QFontDatabase::SimplifiedChinese) == chinese;
    });
    font.setFamilies(families);
    font.setStretch(QFont::Unstretched);
    // Most fonts have digit widths of 0.52 to 0.58 of their size; cells have room for that.
    constexpr double wide_digit = 0.6;
    constexpr int stretch_of_wide = 85;
    const double digit = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
    if (digit > wide_digit * QFontInfo(font).pixelSize()) font.setStretch(stretch_of_wide);
    if (font != QApplication::font()) QApplication::setFont(font);
}

InterfaceLanguage::InterfaceLanguage(QObject* parent) : QObject(parent) {}

InterfaceLanguage::~InterfaceLanguage()
{
    QCoreApplication::removeTranslator(&own_texts_);
    QCoreApplication::removeTranslator(&qt_texts_);
    order_fonts(false);
}

QString InterfaceLanguage::of_system()
{
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

QString InterfaceLanguage::in_other_language(const char* context, const char* source) const
{
    if (current_ != QLatin1String("en")) return QString::fromUtf8(source);
    static const auto chinese = [] {
        auto texts = std::make_unique<QTranslator>();
        if (!texts->load(QStringLiteral(":/translations/rigwright_zh_CN"))) texts.reset();
        return texts;
    }();
    return chinese ? chinese->translate(context, source) : QString();
}

bool InterfaceLanguage::use(const QString& language)
{
    if (!available().contains(language)) return false;
    if (language == current_) return true;
    QCoreApplication::removeTranslator(&own_texts_);
    QCoreApplication::removeTranslator(&qt_texts_);
    // The system may lack Qt's translations; ours are built in. Sources are in English.
    if (qt_texts_.load(QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&qt_texts_);
    }
    if (own_texts_.load(QStringLiteral(":/translations/rigwright_") + language))
        QCoreApplication::installTranslator(&own_texts_);
    current_ = language;
    order_fonts(language.startsWith(QLatin1String("zh")));
    emit changed(current_);
    return true;
}

} // namespace rigwright
