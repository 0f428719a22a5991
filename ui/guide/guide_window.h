// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"

#include <QListWidget>
#include <QSplitter>
#include <QString>
#include <QTextBrowser>

#include <filesystem>
#include <vector>

class QTextDocument;

namespace rigwright {

struct GuidePage {
    QString file;
    QString title;
};

/// The pages of the guide in one language, in their order.
std::vector<GuidePage> guide_pages(const QString& directory, const QString& language);

/// The user guide: a list of page titles, and the selected page. Reads `<directory>/<language>/*.md`; links only lead
/// to other pages of the guide.
class GuideWindow : public QSplitter {
    Q_OBJECT

public:
    explicit GuideWindow(const std::filesystem::path& directory, QWidget* parent = nullptr);

    /// The same page in another language ("en", "zh_CN").
    void use(const QString& language);
    /// Selects the page of that file, if there is one.
    void open(const QString& file);
    const QListWidget& pages() const { return *pages_; }
    const QTextBrowser& text() const { return *text_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open_link(const QUrl& link) { open(link.path()); }
    void show_text();
    /// Scales images to the text width.
    void fit_pictures();

    QString directory_;
    QString language_;
    QListWidget* pages_;
    QTextBrowser* text_;
};

/// Puts the images of a page into its document, each at most `width` pixels wide and smooth for a screen of
/// `pixel_ratio`. Image paths are relative to `folder`, the page's folder. A missing image keeps its empty frame.
void place_pictures(QTextDocument& document, const QString& folder, int width, double pixel_ratio);

/// Text of "About": name, version, purpose, license and used libraries, in the window's current language.
QString about_text();

/// Text for a problem report: versions, platform, language, extent of the data. Contains no paths and no user names.
QString diagnostic_text(const EngineData& data, const QString& language);

} // namespace rigwright
