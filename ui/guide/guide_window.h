// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>

#include <filesystem>

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

} // namespace rigwright
