// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>
#include <QPainter>
#include <QStyleOption>

namespace rigwright {

namespace {

constexpr const char* system_is_dark = "rigwright_system_is_dark";

bool is_dark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

Theme make_light()
{
    Theme theme;
    theme.window = QColor(0xf3f4f6u);
    theme.base = QColor(0xffffffu);
    theme.card = QColor(0xffffffu);
    theme.text = QColor(0x1c2026u);
    theme.muted = QColor(0x5a6370u);
    theme.border = QColor(0xd3d7deu);
    theme.grid = QColor(0xe6e8ecu);
    theme.accent = QColor(0x1f5fbfu);
    theme.on_accent = QColor(0xffffffu);
    theme.good = QColor(0x0b6b3au);
    theme.warning = QColor(0x8a5300u);
    theme.bad = QColor(0xb3261eu);
    theme.good_wash = QColor(0xe3f4eau);
    theme.warning_wash = QColor(0xfdf0d8u);
    theme.bad_wash = QColor(0xfce6e4u);
    theme.note_wash = QColor(0xe6eefbu);
    theme.memory_parts = {QColor(0x0072b2u), QColor(0x56b4e9u), QColor(0x009e73u), QColor(0xf0e442u),
                          QColor(0xe69f00u), QColor(0xd55e00u), QColor(0xcc79a7u), QColor(0x8c8c8cu)};
    theme.time_parts = {QColor(0x56b4e9u), QColor(0x0072b2u), QColor(0xf0e442u), QColor(0x009e73u),
                        QColor(0xcc79a7u), QColor(0x8c8c8cu), QColor(0xe69f00u), QColor(0xd55e00u)};
    return theme;
}

Theme make_dark()
{
    Theme theme = make_light();
    theme.dark = true;
    theme.window = QColor(0x1b1e23u);
    theme.base = QColor(0x14161au);
    theme.card = QColor(0x23272eu);
    theme.text = QColor(0xe7e9ecu);
    theme.muted = QColor(0xa3abb6u);
    theme.border = QColor(0x3b424cu);
    theme.grid = QColor(0x2c3138u);
    theme.accent = QColor(0x7ab0ffu);
    theme.on_accent = QColor(0x0c1526u);
    theme.good = QColor(0x6fd39bu);
    theme.warning = QColor(0xf2b757u);
    theme.bad = QColor(0xff8a80u);
    theme.good_wash = QColor(0x18352au);
    theme.warning_wash = QColor(0x3a2d14u);
    theme.bad_wash = QColor(0x43211fu);
    theme.note_wash = QColor(0x1d2c44u);
    theme.memory_parts[0] = QColor(0x3f97d3u);
    theme.time_parts[1] = QColor(0x3f97d3u);
    return theme;
}

QPalette palette_of(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.base);
    palette.setColor(QPalette::AlternateBase, theme.dark ? theme.base.lighter(125) : QColor(0xf7f8fau));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Button, theme.dark ? QColor(0x2d323au) : QColor(0xf7f8fau));
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::ToolTipBase, theme.card);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.on_accent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Light, theme.dark ? QColor(0x3a4049u) : QColor(0xffffffu));
    palette.setColor(QPalette::Midlight, theme.dark ? QColor(0x32373fu) : QColor(0xeceef1u));
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.dark ? QColor(0x0d0f12u) : QColor(0xa8afb9u));
    palette.setColor(QPalette::Shadow, QColor(0x000000u));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        palette.setColor(QPalette::Disabled, role, theme.dark ? QColor(0x747c87u) : QColor(0x8a929du));
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return palette;
}

} // namespace

QColor Theme::of(Verdict verdict) const
{
    switch (verdict) {
    case Verdict::fits: return good;
    case Verdict::tight: return warning;
    case Verdict::does_not_fit: return bad;
    case Verdict::incomplete: return muted;
    }
    return text;
}

QColor Theme::wash_of(Verdict verdict) const
{
    switch (verdict) {
    case Verdict::fits: return good_wash;
    case Verdict::tight: return warning_wash;
    case Verdict::does_not_fit: return bad_wash;
    case Verdict::incomplete: return card;
    }
    return card;
}

QColor Theme::of(Finding::Severity severity) const
{
    switch (severity) {
    case Finding::Severity::error: return bad;
    case Finding::Severity::blocks: return bad;
    case Finding::Severity::loses: return warning;
    case Finding::Severity::unchecked: return accent;
    }
    return text;
}

const Theme& light_theme()
{
    static const Theme theme = make_light();
    return theme;
}

const Theme& dark_theme()
{
    static const Theme theme = make_dark();
    return theme;
}

const Theme& theme_of(const QPalette& palette) { return is_dark(palette) ? dark_theme() : light_theme(); }

void install_style(QApplication& application)
{
    application.setProperty(system_is_dark, is_dark(QApplication::palette()));
    QApplication::setStyle(new InterfaceStyle);
    // Without a preference, fallback fonts may show Japanese variants of Chinese characters.
    QFont font = QApplication::font();
    font.setFamilies({font.family(), QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),
                      QStringLiteral("PingFang SC"), QStringLiteral("Microsoft YaHei UI")});
    QApplication::setFont(font);
}

void apply_theme(ThemeChoice choice)
{
    const bool dark =
        choice == ThemeChoice::dark || (choice == ThemeChoice::system && qApp->property(system_is_dark).toBool());
    QApplication::setPalette(palette_of(dark ? dark_theme() : light_theme()));
}

InterfaceStyle::InterfaceStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void InterfaceStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const bool ring = element == PE_IndicatorRadioButton;
    const Theme& theme = theme_of(option->palette);
    if ((!box && !ring) || !theme.dark) return;
    // Fusion frames a box in a darker shade of the window, which is invisible on a dark one.
    painter->save();
    painter->setPen((option->state & State_Enabled) != 0 ? theme.muted : theme.border);
    painter->setBrush(Qt::NoBrush);
    const QRect frame = option->rect.adjusted(0, 0, -1, -1);
    if (box)
        painter->drawRect(frame);
    else {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawEllipse(frame);
    }
    painter->restore();
}

int InterfaceStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    if (hint == SH_TabBar_AllowWheelScrolling) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace rigwright
