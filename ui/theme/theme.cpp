// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/format/interface_language.h"

#include <QApplication>
#include <QFontInfo>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>

namespace rigwright {

namespace {

constexpr const char* system_is_dark = "rigwright_system_is_dark";

bool is_dark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

/// One role in both themes.
struct RoleColours {
    QColor Theme::*role;
    QRgb light;
    QRgb dark;
};

constexpr std::array role_colours{
    RoleColours{&Theme::window, 0xeef0f3u, 0x15181du},      RoleColours{&Theme::inputs, 0xf5f6f8u, 0x1a1e24u},
    RoleColours{&Theme::base, 0xffffffu, 0x20252cu},        RoleColours{&Theme::card, 0xffffffu, 0x20252cu},
    RoleColours{&Theme::text, 0x14181fu, 0xe9edf2u},        RoleColours{&Theme::muted, 0x4c5663u, 0xb0b9c4u},
    RoleColours{&Theme::faint, 0x626e7bu, 0x8f99a6u},       RoleColours{&Theme::border, 0xd9dde3u, 0x353c46u},
    RoleColours{&Theme::grid, 0xe9ecf0u, 0x2b3139u},        RoleColours{&Theme::outline, 0x8a95a2u, 0x6b7683u},
    RoleColours{&Theme::accent, 0x0b62c9u, 0x6cb0ffu},      RoleColours{&Theme::on_accent, 0xffffffu, 0x0c1526u},
    RoleColours{&Theme::accent_fill, 0x9dc3eeu, 0x2f5e95u}, RoleColours{&Theme::selected, 0xe3eefbu, 0x1e3553u},
    RoleColours{&Theme::good, 0x00735cu, 0x4cc38au},        RoleColours{&Theme::good_wash, 0xe1f2eeu, 0x173126u},
    RoleColours{&Theme::warning, 0x9a5f00u, 0xe5b04au},     RoleColours{&Theme::warning_wash, 0xfbf0dcu, 0x3a2e15u},
    RoleColours{&Theme::bad, 0xa3142eu, 0xff8a80u},         RoleColours{&Theme::bad_wash, 0xfbe6e9u, 0x402222u},
};

Theme make_theme(bool dark)
{
    Theme theme;
    theme.dark = dark;
    for (const RoleColours& colours : role_colours) theme.*colours.role = QColor(dark ? colours.dark : colours.light);
    theme.note_wash = theme.selected;
    if (dark) {
        theme.memory_parts = {QColor(0xdce3eau), QColor(0x8494a5u), QColor(0xa9b6c4u), QColor(0xc2ccd7u),
                              QColor(0x2f5e95u), QColor(0x66727fu), QColor(0x333b45u), QColor(0x49535eu)};
        theme.time_parts = {QColor(0xa9b6c4u), QColor(0xdce3eau), QColor(0x3b434cu), QColor(0x7a8898u),
                            QColor(0x919eadu), QColor(0x647180u), QColor(0x4f5963u), QColor(0xc2ccd7u)};
    } else {
        theme.memory_parts = {QColor(0x2b3a4bu), QColor(0x7d8a99u), QColor(0x536477u), QColor(0x3f4f61u),
                              QColor(0x9dc3eeu), QColor(0xb9c2ccu), QColor(0x9aa5b1u), QColor(0xd5dae0u)};
        theme.time_parts = {QColor(0x536477u), QColor(0x2b3a4bu), QColor(0x18222eu), QColor(0x7d8a99u),
                            QColor(0x9aa5b1u), QColor(0xb9c2ccu), QColor(0xd5dae0u), QColor(0x3f4f61u)};
    }
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
    static const Theme theme = make_theme(false);
    return theme;
}

const Theme& dark_theme()
{
    static const Theme theme = make_theme(true);
    return theme;
}

const Theme& theme_of(const QPalette& palette) { return is_dark(palette) ? dark_theme() : light_theme(); }

void install_style(QApplication& application)
{
    application.setProperty(system_is_dark, is_dark(QApplication::palette()));
    QApplication::setStyle(new InterfaceStyle);
    // Without a preference, fallback fonts may show Japanese variants of Chinese characters. The name may be a system
    // alias ("Sans Serif"), which Qt resolves last, so that a Chinese font after it would also render English, with
    // wide quotes.
    QFont font = QApplication::font();
    font.setFamilies({QFontInfo(font).family(), QStringLiteral("Noto Sans CJK SC"),
                      QStringLiteral("Source Han Sans SC"), QStringLiteral("PingFang SC"),
                      QStringLiteral("Microsoft YaHei UI")});
    QApplication::setFont(font);
    order_fonts(false);
}

void apply_theme(ThemeChoice choice)
{
    const bool dark =
        choice == ThemeChoice::dark || (choice == ThemeChoice::system && qApp->property(system_is_dark).toBool());
    QApplication::setPalette(palette_of(dark ? dark_theme() : light_theme()));
}

InterfaceStyle::InterfaceStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

namespace {

constexpr int corner = 3;

/// The outline of buttons and lists, with the background of fields.
void paint_button(QPainter& painter, const QStyleOption& option)
{
    const Theme& theme = theme_of(QApplication::palette());
    const bool enabled = (option.state & QStyle::State_Enabled) != 0;
    const bool pressed = (option.state & (QStyle::State_Sunken | QStyle::State_On)) != 0;
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver) != 0;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    const auto has = [button](QStyleOptionButton::ButtonFeature feature) {
        return button != nullptr && button->features.testFlag(feature);
    };
    if (has(QStyleOptionButton::Flat) && !pressed && !hovered) return;
    const bool marked = enabled && (has(QStyleOptionButton::DefaultButton) || (option.state & QStyle::State_HasFocus));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(!enabled ? theme.border : marked ? theme.accent : theme.outline);
    painter.setBrush(pressed ? theme.selected : hovered || !enabled ? theme.inputs : theme.base);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.restore();
}

/// A flat heading between hairlines.
void paint_heading(QPainter& painter, const QStyleOption& option)
{
    const Theme& theme = theme_of(QApplication::palette());
    const QRect& area = option.rect;
    painter.fillRect(area, theme.inputs);
    painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), theme.border);
    painter.fillRect(QRect(area.right(), area.top(), 1, area.height()), theme.border);
}

/// Like the tabs of pages: a line in the accent color below the current one.
void paint_tab(QPainter& painter, const QStyleOption& option)
{
    constexpr int line = 3;
    if ((option.state & QStyle::State_Selected) == 0) return;
    const QRect& area = option.rect;
    painter.fillRect(QRect(area.left() + corner, area.bottom() + 1 - line, area.width() - 2 * corner, line),
                     theme_of(QApplication::palette()).accent);
}

/// A title without Fusion's line below it.
void paint_menu_title(QPainter& painter, const QStyleOption& option, const QStyle& style, const QWidget* widget)
{
    const auto* title = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (title == nullptr) return;
    const bool chosen = (option.state & QStyle::State_Selected) != 0;
    painter.fillRect(option.rect, option.palette.color(chosen ? QPalette::Highlight : QPalette::Window));
    const bool underlined = style.styleHint(QStyle::SH_UnderlineShortcut, &option, widget) != 0;
    const int flags = Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip |
                      (underlined ? Qt::TextShowMnemonic : Qt::TextHideMnemonic);
    style.drawItemText(&painter, option.rect, flags, option.palette, (option.state & QStyle::State_Enabled) != 0,
                       title->text, chosen ? QPalette::HighlightedText : QPalette::WindowText);
}

bool is_upright(const QStyleOption& option)
{
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option);
    return tab != nullptr && tab->shape != QTabBar::RoundedNorth;
}

} // namespace

void InterfaceStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const
{
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) return paint_heading(*painter, *option);
    if (element == CE_TabBarTabShape && !is_upright(*option)) return paint_tab(*painter, *option);
    if (element == CE_MenuBarItem) return paint_menu_title(*painter, *option, *this, widget);
    QProxyStyle::drawControl(element, option, painter, widget);
}

void InterfaceStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    if (element == PE_PanelButtonCommand) return paint_button(*painter, *option);
    if (element == PE_FrameTabBarBase)
        return painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                                 theme_of(QApplication::palette()).border);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const bool ring = element == PE_IndicatorRadioButton;
    const bool field = element == PE_FrameLineEdit;
    const Theme& theme = theme_of(option->palette);
    if ((!box && !ring && !field) || !theme.dark) return;
    // Fusion frames boxes and fields in a darker shade of the window, which is invisible on a dark one.
    painter->save();
    const bool focused = field && (option->state & State_HasFocus) != 0;
    painter->setPen((option->state & State_Enabled) == 0 ? theme.border
                    : focused                            ? theme.accent
                    : field                              ? theme.outline
                                                         : theme.muted);
    painter->setBrush(Qt::NoBrush);
    const QRect frame = option->rect.adjusted(0, 0, -1, -1);
    if (box || field)
        painter->drawRect(frame);
    else {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawEllipse(frame);
    }
    painter->restore();
}

QSize InterfaceStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                       const QWidget* widget) const
{
    constexpr int menu_title_height = 28;
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    // Keeps names of adjacent columns apart.
    constexpr int between_headings = 8;
    const auto* section = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (type == CT_HeaderSection && section != nullptr && section->orientation == Qt::Horizontal &&
        section->sortIndicator == QStyleOptionHeader::None)
        return size + QSize(between_headings, 0);
    constexpr int beside_the_text = 10;
    if (type == CT_PushButton) return size.expandedTo({contents.width() + 2 * beside_the_text, 0});
    return type == CT_MenuBarItem ? QSize(size.width(), std::max(size.height(), menu_title_height)) : size;
}

int InterfaceStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int room_above_menus = 4;
    if (metric == PM_MenuBarVMargin) return room_above_menus;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

int InterfaceStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* data) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    if (hint == SH_TabBar_AllowWheelScrolling || hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace rigwright
