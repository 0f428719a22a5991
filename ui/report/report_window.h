// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/report/report_source.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>

class QBoxLayout;

namespace rigwright {

/// The report as it will stand on paper, before it is written: what it is to answer, in which languages, and where it
/// goes. It follows the plans while it is in sight.
class ReportWindow : public QWidget {
    Q_OBJECT

public:
    ReportWindow(Document& document, const Words& words, QWidget* parent);

    QTextBrowser& preview() const { return *preview_; }
    QLineEdit& question() const { return *question_; }
    QComboBox& languages() const { return *languages_; }
    QPushButton& export_button() const { return *export_; }
    QPushButton& print_button() const { return *print_; }
    QString trouble() const { return trouble_->text(); }
    /// Writes the report in the format that the ending names; false, with the reason in sight, when that fails.
    bool write(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QBoxLayout* build_form();
    QBoxLayout* build_buttons();
    void ask_and_write();
    void ask_and_print();
    /// Soon, once for several changes.
    void follow();
    void refresh();
    void retranslate();
    std::vector<Report> reports() const;

    Document& document_;
    const Words& words_;
    QLabel* question_label_;
    QLineEdit* question_;
    QLabel* languages_label_;
    QComboBox* languages_;
    QTextBrowser* preview_;
    QLabel* trouble_;
    QPushButton* export_ = nullptr;
    QPushButton* print_ = nullptr;
    QTimer later_;
};

} // namespace rigwright
