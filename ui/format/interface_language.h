// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace rigwright {

/// One font for a text: in Chinese the fonts that have its characters come first, so that lines with and without them
/// have one height; otherwise last, since their quotes are as wide as a character. A wide font is condensed.
void order_fonts(bool chinese);

/// The language of the window's own texts and of Qt's standard buttons. Lives as long as the application.
///
/// Changing it sends every widget a LanguageChange event, so a widget that sets its texts there follows without a
/// restart.
class InterfaceLanguage : public QObject {
    Q_OBJECT

public:
    explicit InterfaceLanguage(QObject* parent = nullptr);
    ~InterfaceLanguage() override;

    /// "en" and "zh_CN", in the order a menu shows them.
    static QStringList available() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }
    /// The available language that fits the system's settings best.
    static QString of_system();
    /// A source text in the language that the window does not speak now.
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
