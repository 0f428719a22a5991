// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include "core/hardware/dates.h"
#include "core/json/data_directory.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/report/report_pages.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPaintEvent>
#include <QPrintDialog>
#include <QPrinter>
#include <QScrollBar>
#include <QStandardPaths>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int gap = 12;
constexpr double largest_scale = 1.5;
constexpr int line_step = 24;

} // namespace

PaperView::PaperView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    verticalScrollBar()->setSingleStep(line_step);
}

void PaperView::show_pages(ReportLayout layout)
{
    layout_ = std::move(layout);
    follow_size();
    viewport()->update();
}

double PaperView::scale() const
{
    const double room = std::max(1, viewport()->width() - 2 * gap);
    return layout_.sheet().isEmpty() ? 1.0 : std::min(room / layout_.sheet().width(), largest_scale);
}

QRectF PaperView::sheet_on_screen(int page) const
{
    const QSizeF size = layout_.sheet() * scale();
    return {(viewport()->width() - size.width()) / 2.0,
            gap + page * (size.height() + gap) - verticalScrollBar()->value(), size.width(), size.height()};
}

void PaperView::follow_size()
{
    QScrollBar& bar = *verticalScrollBar();
    const double place = bar.maximum() > 0 ? double(bar.value()) / bar.maximum() : 0.0;
    const double all = layout_.page_count() * (layout_.sheet().height() * scale() + gap) + gap;
    bar.setRange(0, std::max(0, int(all) - viewport()->height()));
    bar.setPageStep(viewport()->height());
    bar.setValue(qRound(place * bar.maximum()));
}

void PaperView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    follow_size();
}

void PaperView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), palette().window());
    for (int page = 0; page < layout_.page_count(); ++page) {
        const QRectF sheet = sheet_on_screen(page);
        if (!sheet.intersects(event->rect())) continue;
        // Paper is white in every theme.
        painter.fillRect(sheet, Qt::white);
        painter.save();
        painter.translate(sheet.topLeft());
        painter.scale(scale(), scale());
        layout_.paint(painter, page);
        painter.restore();
        painter.setPen(palette().mid().color());
        painter.drawRect(sheet);
    }
}

namespace {

constexpr int milliseconds_until_refresh = 150;
constexpr int longest_question = 500;

/// The question in the project's view.
QString question_in(const std::string& view)
{
    const auto read = nlohmann::json::parse(view, nullptr, false);
    const auto question = read.find("report_question");
    return question != read.end() && question->is_string() ? from_utf8(question->get<std::string>()) : QString();
}

std::string with_question(const std::string& view, const QString& question)
{
    auto read = nlohmann::ordered_json::parse(view, nullptr, false);
    if (!read.is_object()) read = nlohmann::ordered_json::object();
    read["report_question"] = question.toStdString();
    return read.dump();
}

/// Extensions as listed in a file dialog.
QString filter_of(const QString& ending) { return QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending); }

} // namespace

ReportPage::ReportPage(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      question_(spoken(new QLineEdit(this), [] { return tr("Question that the report answers"); })),
      languages_(spoken(named(new QComboBox(this), "languages"), [] { return tr("Language of the report"); })),
      paper_(spoken(named(new QComboBox(this), "paper"), [] { return tr("Paper of the report"); })),
      preview_(spoken(new PaperView(this), [] { return tr("Pages of the report"); })),
      error_banner_(named(wrapped_label(this), "trouble"))
{
    setObjectName(QStringLiteral("report"));
    error_banner_->hide();
    auto* column = new QVBoxLayout(this);
    fill(column, {build_form(), {preview_, 1}, error_banner_, build_buttons()});
    later_.setSingleShot(true);
    later_.setInterval(milliseconds_until_refresh);
    connect(&later_, &QTimer::timeout, this, &ReportPage::refresh);
    connect(&document_, &Document::changed, this, &ReportPage::follow);
    connect(&document_, &Document::builds_changed, this, &ReportPage::follow);
    in_each_language(this, [this] {
        question_->setPlaceholderText(
            tr("Question of the report, for example: which of these three quotes do we order?"));
        paper_->setItemText(0, tr("A4 portrait"));
        paper_->setItemText(1, tr("A4 landscape"));
    });
    follow();
}

QBoxLayout* ReportPage::build_form()
{
    question_->setMaxLength(longest_question);
    for (const PaperOrientation orientation : {PaperOrientation::upright, PaperOrientation::across})
        paper_->addItem(QString(), int(orientation));
    languages_->addItem(QStringLiteral("English"), int(ReportLanguages::english));
    languages_->addItem(QStringLiteral("中文"), int(ReportLanguages::chinese));
    languages_->addItem(QStringLiteral("English + 中文"), int(ReportLanguages::both));
    languages_->setCurrentIndex(words_.language() == Language::english ? 0 : 1);
    connect(question_, &QLineEdit::textEdited, this, [this](const QString& question) {
        document_.set_view(with_question(document_.own_project().view, question));
        follow();
    });
    for (QComboBox* choice : {languages_, paper_})
        connect(choice, &QComboBox::currentIndexChanged, this, &ReportPage::follow);
    return row_of({label_for(question_, [] { return tr("&Question:"); }),
                   {question_, 1},
                   Space{12},
                   label_for(languages_, [] { return tr("&Language:"); }),
                   languages_,
                   Space{12},
                   label_for(paper_, [] { return tr("Pa&per:"); }),
                   paper_},
                  8);
}

QBoxLayout* ReportPage::build_buttons()
{
    QPushButton* copy = say(named(new QPushButton(this), "copy_text"), [] { return tr("C&opy text"); });
    QPushButton* write = say(new QPushButton(this), [] { return tr("E&xport…"); });
    QPushButton* print = say(new QPushButton(this), [] { return tr("&Print…"); });
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(preview_->pages().text()); });
    connect(write, &QPushButton::clicked, this, &ReportPage::ask_and_write);
    connect(print, &QPushButton::clicked, this, &ReportPage::ask_and_print);
    return row_of({copy, Stretch{}, print, write});
}

std::vector<Report> ReportPage::reports() const
{
    ReportOptions options = report_options(document_);
    std::erase_if(options, [](const auto& option) { return !option || !option->estimate; });
    if (options.empty()) return {};
    if (options.size() > most_report_options) options.resize(most_report_options);
    return make_reports(options, *document_.data(), question_->text().trimmed(),
                        static_cast<ReportLanguages>(languages_->currentData().toInt()), words_);
}

void ReportPage::follow()
{
    if (const QString kept = question_in(document_.own_project().view); kept != question_->text())
        question_->setText(kept);
    if (isVisible()) later_.start();
}

PaperOrientation ReportPage::orientation() const
{
    return static_cast<PaperOrientation>(paper_->currentData().toInt());
}

void ReportPage::refresh()
{
    preview_->show_pages(ReportLayout(reports(), orientation()));
    // Screen readers cannot see the sheets.
    preview_->setAccessibleDescription(preview_->pages().text());
}

bool ReportPage::write(const QString& path)
{
    const QString failure = write_report(reports(), path, orientation());
    error_banner_->setText(failure.isEmpty() ? QString() : tr("The report was not written: %1").arg(failure));
    error_banner_->setVisible(!failure.isEmpty());
    return failure.isEmpty();
}

void ReportPage::ask_and_write()
{
    QStringList filters;
    for (const QString& ending : report_endings()) filters << filter_of(ending);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    QString chosen;
    QString path = QFileDialog::getSaveFileName(this, tr("Write report"), folder + QStringLiteral("/report.pdf"),
                                                filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += chosen.section(QStringLiteral("*"), 1).chopped(1);
    write(path);
}

void ReportPage::ask_and_print()
{
    const ReportLayout layout(reports(), orientation());
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageSize(QPageSize(QPageSize::A4));
    QPrintDialog dialog(&printer, this);
    dialog.setMinMax(1, layout.page_count());
    if (dialog.exec() == QDialog::Accepted) print_report(layout, printer);
}

void ReportPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

namespace {

std::vector<Language> asked(ReportLanguages languages, Language first)
{
    switch (languages) {
    case ReportLanguages::english: return {Language::english};
    case ReportLanguages::chinese: return {Language::chinese};
    case ReportLanguages::both:
        return first == Language::english ? std::vector{Language::english, Language::chinese}
                                          : std::vector{Language::chinese, Language::english};
    }
    return {first};
}

} // namespace

ReportOptions report_options(Document& document)
{
    ReportOptions options;
    for (const std::size_t build : builds_to_compare(document.project())) options.push_back(document.answer_of(build));
    return options;
}

std::vector<Report> make_reports(const ReportOptions& options, const EngineData& data, const QString& question,
                                 ReportLanguages languages, const Localization& words)
{
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    ReportInputs inputs{
        {}, data, question.toStdString(), today(), data_fingerprint({directory.hardware_db(), own_catalog_directory()})};
    for (const auto& option : options) inputs.options.push_back(option.get());
    std::vector<Report> reports;
    for (const Language language : asked(languages, words.language()))
        reports.push_back(make_report(inputs, words.table(language)));
    return reports;
}

} // namespace rigwright
