// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_window.h"

#include "core/json/data_directory.h"
#include "core/project/pinned_prices.h"
#include "ui/format/layout.h"

#include <QCoreApplication>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QKeyEvent>
#include <QLocale>
#include <QResizeEvent>
#include <QScreen>
#include <QStringList>
#include <QSysInfo>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QUrl>

#include <cmath>

namespace rigwright {

namespace {

constexpr int file_name = Qt::UserRole;
constexpr int text_margin = 20;

QString read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The first heading of a page.
QString title_of(const QString& markdown)
{
    const QString first = markdown.section(QLatin1Char('\n'), 0, 0);
    return first.startsWith(QLatin1String("# ")) ? first.mid(2) : QString();
}

/// Space between lines and cells, which Markdown does not define.
void lay_out(QTextDocument& document)
{
    constexpr double line_height = 130.0;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.text() == QString(QChar::ObjectReplacementCharacter)) continue; // a picture has its own height
        QTextBlockFormat format = block.blockFormat();
        format.setLineHeight(line_height, QTextBlockFormat::ProportionalHeight);
        QTextCursor(block).setBlockFormat(format);
    }
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(5.0);
        format.setBorderCollapse(true);
        format.setBottomMargin(12.0);
        table->setFormat(format);
    }
}

} // namespace

std::vector<GuidePage> guide_pages(const QString& directory, const QString& language)
{
    std::vector<GuidePage> pages;
    const QDir folder(directory + QLatin1Char('/') + language);
    for (const QString& name : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
        pages.push_back({name, title_of(read(folder.filePath(name)))});
    return pages;
}

GuideWindow::GuideWindow(const std::filesystem::path& directory, QWidget* parent)
    : QSplitter(parent),
      directory_(QString::fromStdString(directory.string())),
      pages_(spoken(new QListWidget, [] { return tr("Pages"); })),
      text_(spoken(new QTextBrowser, [] { return tr("Page"); }))
{
    setObjectName(QStringLiteral("guide"));
    setChildrenCollapsible(false);
    addWidget(pages_);
    addWidget(text_);
    setStretchFactor(1, 1);
    pages_->setWordWrap(true);
    pages_->setMinimumWidth(180);
    pages_->setSpacing(3);
    text_->setOpenLinks(false);
    text_->document()->setDocumentMargin(text_margin);
    // Always visible, so that the width of images cannot toggle it.
    text_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    text_->viewport()->installEventFilter(this);
    resize(940, 700);
    setSizes({220, 720});
    connect(pages_, &QListWidget::currentRowChanged, this, &GuideWindow::show_text);
    connect(text_, &QTextBrowser::anchorClicked, this, &GuideWindow::open_link);
    in_each_language(this, [this] { setWindowTitle(tr("User guide — Rigwright")); });
    on_change(this, QEvent::PaletteChange, [this] { show_text(); });
}

void GuideWindow::use(const QString& language)
{
    if (language == language_) return;
    language_ = language;
    const int row = std::max(0, pages_->currentRow());
    const QSignalBlocker quiet(pages_);
    pages_->clear();
    for (const GuidePage& page : guide_pages(directory_, language_))
        (new QListWidgetItem(page.title, pages_))->setData(file_name, page.file);
    pages_->setCurrentRow(std::min(row, pages_->count() - 1));
    show_text();
}

void GuideWindow::show_text()
{
    const QListWidgetItem* page = pages_->currentItem();
    if (page == nullptr) return text_->setPlainText(tr("The user guide was not found in %1.").arg(directory_));
    text_->setMarkdown(read(QStringLiteral("%1/%2/%3").arg(directory_, language_, page->data(file_name).toString())));
    lay_out(*text_->document());
    fit_pictures();
    text_->moveCursor(QTextCursor::Start);
}

void GuideWindow::fit_pictures()
{
    const int room = text_->viewport()->width() - 2 * text_margin;
    if (room > 0)
        place_pictures(*text_->document(), directory_ + QLatin1Char('/') + language_, room, devicePixelRatioF());
}

bool GuideWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == text_->viewport() && event->type() == QEvent::Resize) {
        const auto* resize = static_cast<const QResizeEvent*>(event);
        if (resize->size().width() != resize->oldSize().width()) fit_pictures();
    }
    return QSplitter::eventFilter(watched, event);
}

void GuideWindow::open(const QString& file)
{
    for (int row = 0; row < pages_->count(); ++row)
        if (pages_->item(row)->data(file_name).toString() == file) pages_->setCurrentRow(row);
}

void GuideWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QSplitter::keyPressEvent(event);
}

namespace {

QStringList pictures_of(const QTextDocument& document)
{
    QStringList names;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (QTextBlock::iterator each = block.begin(); !each.atEnd(); ++each) {
            const QTextImageFormat format = each.fragment().charFormat().toImageFormat();
            if (format.isValid()) names << format.name();
        }
    }
    return names;
}

} // namespace

void place_pictures(QTextDocument& document, const QString& folder, int width, double pixel_ratio)
{
    const int pixels = static_cast<int>(std::lround(width * pixel_ratio));
    for (const QString& name : pictures_of(document)) {
        QImage picture(QDir(folder).filePath(name));
        if (picture.isNull()) continue;
        if (picture.width() > pixels) picture = picture.scaledToWidth(pixels, Qt::SmoothTransformation);
        picture.setDevicePixelRatio(pixel_ratio);
        document.addResource(QTextDocument::ImageResource, QUrl(name), picture);
    }
    document.markContentsDirty(0, document.characterCount());
}

QString about_text()
{
    const QString version_number = QString::fromLatin1(version().data(), static_cast<qsizetype>(version().size()));
    const QString heading = QCoreApplication::translate("About", "Rigwright %1").arg(version_number);
    const QString purpose = QCoreApplication::translate("About", "Size, price and compare hardware for AI training.");
    const QString licence = QCoreApplication::translate(
        "About", "Free software under the GNU General Public License, version 3 or later, without any warranty.");
    const QString libraries =
        QCoreApplication::translate(
            "About", "Built with Qt %1 (LGPL), QCustomPlot (GPL), JSON for Modern C++ (MIT), NLopt (MIT and LGPL) and "
                     "libxlsxwriter (BSD). The engine alone is under the Apache License 2.0.")
            .arg(QString::fromLatin1(qVersion()));
    return QStringList{heading, purpose, licence, libraries}.join(QStringLiteral("\n\n"));
}

QString diagnostic_text(const EngineData& data, const QString& language)
{
    const std::string_view own = version();
    QStringList lines;
    lines << QStringLiteral("Rigwright %1").arg(QString::fromLatin1(own.data(), static_cast<qsizetype>(own.size())));
    lines << QStringLiteral("Qt %1, %2").arg(QString::fromLatin1(qVersion()), QGuiApplication::platformName());
    lines << QStringLiteral("%1, %2").arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture());
    lines << QStringLiteral("language %1, locale %2").arg(language, QLocale::system().name());
    if (const QScreen* screen = QGuiApplication::primaryScreen()) {
        lines << QStringLiteral("screen %1 x %2, scale %3")
                     .arg(screen->size().width())
                     .arg(screen->size().height())
                     .arg(screen->devicePixelRatio());
    }
    lines << QStringLiteral("%1 GPUs, %2 CPUs, %3 models")
                 .arg(data.hardware.gpus.size())
                 .arg(data.hardware.cpus.size())
                 .arg(data.presets.size());
    lines << QStringLiteral("prices %1").arg(QString::fromStdString(database_version(data.hardware)));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace rigwright
