// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/card.h"
#include "ui/document/page.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QWidget>

namespace rigwright {

namespace {

constexpr int lesson_table_side = 16;

QString progress_word(const char* text) { return QCoreApplication::translate("rigwright::ProgressPage", text); }

QString done_text(const LessonDesk& desk)
{
    return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "%1 of %2 lessons done"))
        .arg(QString::number(desk.done_count()), QString::number(desk.lessons().size()));
}

QString lesson_title(const Lesson& lesson, const Localization& words)
{
    return words.text("lesson." + lesson.id + ".title");
}

/// A column above a row with a text and a button.
void lay_out_page(QWidget& page, QWidget* content, QLabel* text, QPushButton* button)
{
    text->setTextFormat(Qt::PlainText);
    column_in(&page, {lesson_table_side, 10, lesson_table_side, 10}, -1, {{content, 1}, row_of({{text, 1}, button})});
}

} // namespace

/// One row per lesson.
class LessonProgressModel : public TableModel {
public:
    LessonProgressModel(const LessonDesk& desk, const Localization& words, QObject* parent)
        : TableModel(parent),
          desk_(desk)
    {
        const auto record = [&desk](int row) {
            return desk.progress().value(from_utf8(desk.lessons()[static_cast<std::size_t>(row)].id));
        };
        const auto count = [](int number) { return number == 0 ? QString() : QString::number(number); };
        set_columns(
            {{[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "Lesson")); },
              [&desk, &words](int row) { return lesson_title(desk.lessons()[static_cast<std::size_t>(row)], words); }},
             {[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "First guess off by")); },
              [record, &words](int row) {
                  const std::optional<double> distance = record(row).guess_distance;
                  return distance ? words.text(Value{*distance, Unit::share}) : QString();
              },
              true},
             {[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "Goals reached")); },
              [record](int row) { return record(row).goal_reached; }},
             {[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "Question answered")); },
              [record](int row) { return record(row).answered_rightly; }},
             {[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "Wrong answers")); },
              [record, count](int row) { return count(record(row).wrong_answers); }, true},
             {[] { return progress_word(QT_TRANSLATE_NOOP("rigwright::ProgressPage", "Hints used")); },
              [record, count](int row) { return count(record(row).hints); }, true}});
    }

protected:
    int row_count() const override { return static_cast<int>(desk_.lessons().size()); }

private:
    const LessonDesk& desk_;
};

/// All lessons, with a mark if done. Opening one selects it.
class LessonListPage : public QWidget {
    Q_OBJECT

public:
    LessonListPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          words_(context.words),
          requests_(context.requests),
          desk_(LessonDesk::of(context.document)),
          list_(spoken(new QListWidget(this), [] { return tr("Lessons"); })),
          open_(say(new QPushButton(this), [] { return tr("&Open lesson"); })),
          summary_(new QLabel(this))
    {
        setObjectName(QStringLiteral("lessons"));
        list_->setWordWrap(true);
        list_->setSpacing(2);
        lay_out_page(*this, list_, summary_, open_);
        connect(list_, &QListWidget::itemActivated, this, &LessonListPage::open);
        connect(open_, &QPushButton::clicked, this, &LessonListPage::open);
        connect(&desk_, &LessonDesk::progress_changed, this, &LessonListPage::show_list);
        connect(&desk_, &LessonDesk::lesson_chosen, this,
                [this] { list_->setCurrentRow(static_cast<int>(desk_.chosen_index())); });
        on_change(this, QEvent::LanguageChange, [this] { show_list(); });
        show_list();
        list_->setCurrentRow(static_cast<int>(desk_.chosen_index()));
    }

private:
    void open()
    {
        if (list_->currentRow() < 0) return;
        desk_.choose(static_cast<std::size_t>(list_->currentRow()));
        emit requests_.page_requested(QStringLiteral("learn"));
    }

    void show_list()
    {
        const int row = list_->currentRow();
        list_->clear();
        for (const Lesson& lesson : desk_.lessons())
            list_->addItem((desk_.is_done(lesson) ? QStringLiteral("✓ ") : QStringLiteral("○ ")) +
                           lesson_title(lesson, words_) + QLatin1Char('\n') +
                           words_.text("lesson." + lesson.id + ".task"));
        list_->setCurrentRow(row);
        open_->setEnabled(list_->count() > 0);
        summary_->setText(done_text(desk_));
    }

    const Localization& words_;
    PageRequests& requests_;
    LessonDesk& desk_;
    QListWidget* list_;
    QPushButton* open_;
    QLabel* summary_;
};

/// Results of each lesson, and the export for a teacher.
class ProgressPage : public QWidget {
    Q_OBJECT

public:
    ProgressPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          desk_(LessonDesk::of(context.document)),
          model_(new LessonProgressModel(desk_, context.words, this)),
          table_(spoken(new QTableView(this), [] { return tr("Progress"); })),
          summary_(new QLabel(this)),
          export_(say(
              new QPushButton(this), [] { return tr("E&xport progress…"); },
              [] { return tr("A table for a teacher; nothing leaves this computer otherwise"); }))
    {
        setObjectName(QStringLiteral("progress"));
        table_->setModel(model_);
        table_->setSelectionBehavior(QAbstractItemView::SelectRows);
        set_look(*table_);
        table_->setWordWrap(true);
        table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
        lay_out_page(*this, table_, summary_, export_);
        connect(export_, &QPushButton::clicked, this, &ProgressPage::ask_and_export);
        connect(&desk_, &LessonDesk::progress_changed, this, &ProgressPage::retranslate);
        connect(&desk_, &LessonDesk::failed, this, [this](const QString& reason) {
            summary_->setText(tr("Progress could not be saved: %1").arg(reason));
        });
        on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
        retranslate();
    }

private:
    void ask_and_export()
    {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        const QString path =
            QFileDialog::getSaveFileName(this, tr("Export progress"), folder + QStringLiteral("/lessons.csv"),
                                         QStringLiteral("CSV (*.csv);;JSON (*.json)"));
        if (path.isEmpty()) return;
        const QString failure = desk_.write_progress(path);
        summary_->setText(failure.isEmpty() ? done_text(desk_) : tr("Progress was not written: %1").arg(failure));
    }

    void retranslate()
    {
        model_->retranslate();
        summary_->setText(done_text(desk_));
    }

    LessonDesk& desk_;
    LessonProgressModel* model_;
    QTableView* table_;
    QLabel* summary_;
    QPushButton* export_;
};

QWidget* lesson_list_page(const PageContext& context, QWidget* parent) { return new LessonListPage(context, parent); }

QWidget* progress_page(const PageContext& context, QWidget* parent) { return new ProgressPage(context, parent); }

} // namespace rigwright

#include "lesson_tables.moc"
