// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/catalog_page.h"

#include "core/text/messages.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

namespace rigwright {

namespace {

/// Maximum number of own-file issues on the page; the fields show the rest.
constexpr int most_issues = 4;

} // namespace

CatalogPage::CatalogPage(HardwareData& hardware, const Localization& words, QWidget* parent)
    : QWidget(parent),
      data_(hardware),
      words_(words),
      tabs_(new QTabWidget(this)),
      parts_(new PartsPage(hardware, words)),
      prices_(new PricesPage(hardware, words)),
      intro_(wrapped_label(this)),
      error_banner_(new TroubleLabel(this)),
      issues_(wrapped_label(this)),
      undo_(named(new QPushButton(this), "undo")),
      redo_(named(new QPushButton(this), "redo"))
{
    setObjectName(QStringLiteral("catalogue"));
    auto* column = column_in(this, {12, 10, 12, 10});
    column->addWidget(intro_);
    tabs_->setDocumentMode(true);
    tabs_->addTab(parts_, QString());
    tabs_->addTab(prices_, QString());
    fill(column, {{tabs_, 1}, error_banner_, issues_});
    build_foot();
    connect(prices_, &PricesPage::several_chosen, this, &CatalogPage::several_chosen);
    connect(&data_, &HardwareData::changed, this, &CatalogPage::follow);
    connect(&data_, &HardwareData::failed, this, [this](const JsonIssue& issue) {
        error_banner_->show_text(from_utf8(text_of_issue(issue, words_.table())));
    });
    connect(&data_, &HardwareData::refused, this, [this](const std::vector<Finding>& errors) {
        const QString why = errors.empty() ? QString() : words_.text(errors.front());
        error_banner_->show_text(tr("Not changed: the open project uses this. %1").arg(why));
    });
    in_each_language(this, [this] { retranslate(); });
}

void CatalogPage::build_foot()
{
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {undo_, redo_}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    QUndoStack& stack = data_.undo_stack();
    connect(undo_, &QPushButton::clicked, &stack, &QUndoStack::undo);
    connect(redo_, &QPushButton::clicked, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::indexChanged, this, &CatalogPage::follow);
}

void CatalogPage::import_file(const QString& path)
{
    tabs_->setCurrentWidget(prices_);
    prices_->import_file(path);
}

void CatalogPage::import_prices()
{
    tabs_->setCurrentWidget(prices_);
    prices_->ask_and_import();
}

void CatalogPage::paste_prices()
{
    tabs_->setCurrentWidget(prices_);
    prices_->paste();
}

void CatalogPage::follow()
{
    error_banner_->show_text(QString());
    undo_->setEnabled(data_.undo_stack().canUndo());
    redo_->setEnabled(data_.undo_stack().canRedo());
    const QString last = data_.undo_stack().undoText();
    undo_->setText(last.isEmpty() ? tr("U&ndo") : tr("U&ndo: %1").arg(last));
    QStringList lines;
    for (const JsonIssue& issue : data_.issues()) {
        if (lines.size() == most_issues) break;
        lines << issue_line(issue, words_);
    }
    const auto more = static_cast<qsizetype>(data_.issues().size()) - lines.size();
    if (more > 0) lines << tr("More remarks: %1").arg(more);
    issues_->setText(lines.join(QLatin1Char('\n')));
    issues_->setVisible(!lines.isEmpty());
}

void CatalogPage::retranslate()
{
    intro_->setText(
        data_.folder().empty()
            ? tr("Nothing can be saved: the system defines no folder for application data.")
            : tr("Your parts and prices override those of the database and are stored in %1. No network access.")
                  .arg(QString::fromStdString(data_.folder().string())));
    tabs_->setTabText(0, tr("Parts"));
    tabs_->setTabText(1, tr("Prices"));
    redo_->setText(tr("Redo"));
    parts_->retranslate();
    prices_->retranslate();
    follow();
}

} // namespace rigwright
