// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QSplitter>
#include <QString>
#include <QTextBrowser>

#include <filesystem>

class QTextDocument;

namespace rigwright {

/// The user guide: its pages by title, and the page that is chosen. Reads `<directory>/<language>/*.md`; links lead to
/// other pages of the guide only.
class GuideWindow : public QSplitter {
    Q_OBJECT

public:
    explicit GuideWindow(const std::filesystem::path& directory, QWidget* parent = nullptr);

    /// The same page in another language ("en", "zh_CN").
    void use(const QString& language);
    const QListWidget& pages() const { return *pages_; }
    const QTextBrowser& text() const { return *text_; }
    void show_page(int index);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open_link(const QUrl& link);
    void show_text();
    /// Pictures as wide as the text.
    void fit_pictures();
    void retranslate();

    QString directory_;
    QString language_;
    QListWidget* pages_;
    QTextBrowser* text_;
};

/// Puts the pictures that a page names into its document, each at most `width` pixels wide and made smooth for a screen
/// of `pixel_ratio`. `folder`: of the page, from which the names count. A picture that is not there keeps its empty
/// frame.
void place_pictures(QTextDocument& document, const QString& folder, int width, double pixel_ratio);

} // namespace rigwright
