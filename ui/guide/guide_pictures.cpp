// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_pictures.h"

#include <QDir>
#include <QImage>
#include <QTextBlock>
#include <QTextDocument>
#include <QUrl>

#include <cmath>

namespace rigwright {

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

} // namespace rigwright
