// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/make_report.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/report/report_layout.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QBoxLayout;

namespace rigwright {

/// The sheets of a report one below the other, as wide as possible.
class PaperView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PaperView(QWidget* parent);

    /// Keeps the visible position.
    void show_pages(ReportLayout layout);
    const ReportLayout& pages() const { return layout_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int, int) override { viewport()->update(); }

private:
    /// Pixels per point.
    double scale() const;
    QRectF sheet_on_screen(int page) const;
    void follow_size();

    ReportLayout layout_;
};

/// Languages of a report; for both, the window's comes first.
enum class ReportLanguages { english, chinese, both };

/// The plans that a report compares.
using ReportOptions = std::vector<std::shared_ptr<const Evaluation>>;

/// The builds of a report, with their names: the pinned ones, or all if fewer than two are pinned.
ReportOptions report_options(Document& document);

/// One report per language, the first in that of `words` if both are requested.
std::vector<Report> make_reports(const ReportOptions& options, const EngineData& data, const QString& question,
                                 ReportLanguages languages, const Localization& words);

/// The printed pages of the report, with its question, languages, paper and output file. Follows the plans while
/// visible. The question is part of the project's view.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    ReportPage(Document& document, const Localization& words, QWidget* parent);

    /// Writes the report in the format of the extension; on failure it shows the reason and returns false.
    bool write(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QBoxLayout* build_form();
    QBoxLayout* build_buttons();
    void ask_and_write();
    void ask_and_print();
    /// Shows the question of the project, and schedules one update for several changes.
    void follow();
    void refresh();
    std::vector<Report> reports() const;
    PaperOrientation orientation() const;

    Document& document_;
    const Localization& words_;
    QLineEdit* question_;
    QComboBox* languages_;
    QComboBox* paper_;
    PaperView* preview_;
    QLabel* error_banner_;
    QTimer later_;
};

} // namespace rigwright
