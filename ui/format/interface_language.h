// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace rigwright {

/// Orders fonts for uniform line heights: in Chinese, fonts with its characters come first; otherwise last, since their
/// quotes are as wide as a character. Condenses a wide font.
void order_fonts(bool chinese);

/// The language of the window's texts and of Qt's standard buttons. Lives as long as the application.
///
/// A change sends every widget a LanguageChange event, so a widget that sets its texts there needs no restart.
class InterfaceLanguage : public QObject {
    Q_OBJECT

public:
    explicit InterfaceLanguage(QObject* parent = nullptr);
    ~InterfaceLanguage() override;

    /// "en" and "zh_CN", in menu order.
    static QStringList available() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }
    /// The available language that fits the system's settings best.
    static QString of_system();
    /// A source text in the language that the window does not use.
    QString in_other_language(const char* context, const char* source) const;

    const QString& current() const { return current_; }
    /// False, with nothing changed, if `language` is not available.
    bool use(const QString& language);

signals:
    void changed(const QString& language);

private:
    QTranslator own_texts_;
    QTranslator qt_texts_;
    QString current_ = QStringLiteral("en");
};

} // namespace rigwright
