// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/catalog_page.h"

#include "core/text/messages.h"
#include "ui/controls/card.h"
#include "ui/document/hardware_data.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"

#include <QTabWidget>

namespace rigwright {

namespace {

/// Maximum number of own-file issues on the page; the fields show the rest.
constexpr int most_issues = 4;

} // namespace

/// The user's parts library: own parts and prices next to those of the database, with a separate undo history.
class CatalogPage : public QWidget {
    Q_OBJECT

public:
    CatalogPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          data_(*context.hardware),
          words_(context.words),
          tabs_(new QTabWidget(this)),
          intro_(wrapped_label(this)),
          error_banner_(new TroubleLabel(this)),
          issues_(wrapped_label(this)),
          undo_(push_button(this, "undo", [] { return tr("U&ndo"); })),
          redo_(push_button(this, "redo", [] { return tr("Redo"); }))
    {
        setObjectName(QStringLiteral("catalogue"));
        auto* column = column_in(this, {12, 10, 12, 10});
        column->addWidget(intro_);
        tabs_->setDocumentMode(true);
        tabs_->addTab(parts_page(data_, words_, this), QString());
        tabs_->addTab(own_prices_page(context, this), QString());
        fill(column, {{tabs_, 1}, error_banner_, issues_, row_of({undo_, redo_, Stretch{}})});
        QUndoStack& stack = data_.undo_stack();
        connect(undo_, &QPushButton::clicked, &stack, &QUndoStack::undo);
        connect(redo_, &QPushButton::clicked, &stack, &QUndoStack::redo);
        connect(&stack, &QUndoStack::indexChanged, this, &CatalogPage::follow);
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

private:
    void follow()
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

    void retranslate()
    {
        intro_->setText(
            data_.folder().empty()
                ? tr("Nothing can be saved: the system defines no folder for application data.")
                : tr("Your parts and prices override those of the database and are stored in %1. No network access.")
                      .arg(QString::fromStdString(data_.folder().string())));
        tabs_->setTabText(0, tr("Parts"));
        tabs_->setTabText(1, tr("Prices"));
        follow();
    }

    HardwareData& data_;
    const Localization& words_;
    QTabWidget* tabs_;
    QLabel* intro_;
    TroubleLabel* error_banner_;
    QLabel* issues_;
    QPushButton* undo_;
    QPushButton* redo_;
};

QWidget* own_hardware_page(const PageContext& context, QWidget* parent) { return new CatalogPage(context, parent); }

} // namespace rigwright

#include "catalog_page.moc"
