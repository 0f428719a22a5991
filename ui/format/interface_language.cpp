// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/interface_language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace rigwright {

InterfaceLanguage::InterfaceLanguage(QObject* parent) : QObject(parent) {}

InterfaceLanguage::~InterfaceLanguage()
{
    QCoreApplication::removeTranslator(&own_texts_);
    QCoreApplication::removeTranslator(&qt_texts_);
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
    // A system may lack Qt's own translations; ours are built in. English is what the sources say.
    if (qt_texts_.load(QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&qt_texts_);
    }
    if (own_texts_.load(QStringLiteral(":/translations/rigwright_") + language))
        QCoreApplication::installTranslator(&own_texts_);
    current_ = language;
    emit changed(current_);
    return true;
}

} // namespace rigwright
