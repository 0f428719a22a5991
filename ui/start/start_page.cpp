// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include "core/advise/status.h"
#include "core/project/pinned_prices.h"
#include "ui/controls/card.h"
#include "ui/document/live.h"
#include "ui/document/page.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"
#include "ui/window/commands.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_text.h"
#include "ui/window_files.h"

#include <QDateTime>
#include <QFileInfo>
#include <QGridLayout>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int page_margin = 32;
constexpr int narrow_margin = 16;
constexpr int width_for_wide_margin = 1100;
/// Below this width there is one column.
constexpr int width_for_two = 860;
constexpr int least_example_width = 190;
constexpr int most_recent_shown = 5;
constexpr int symbol_side = 14;
/// Aligns texts with the text of a link above.
constexpr int link_indent = 2;

} // namespace

/// Content of a recent file, as far as it can be read.
struct RecentProject {
    QString path;
    QString name;
    std::size_t machines = 0;
    /// Of its current machine.
    PlanStatus status;
};

/// Files with the time of their last change.
using FileTimes = QList<std::pair<QString, QDateTime>>;

namespace {

RecentProject read_recent(const QString& path, const EngineData& data)
{
    RecentProject read{path, {}, 0, {}};
    const OpenedProject opened = open_project_file(path);
    if (!opened.project) return read;
    const Build& build = opened.project->current_build();
    read.machines = opened.project->builds.size();
    read.name = from_utf8(opened.project->name);
    read.status = status_of(evaluate(priced_scenario(build, data.hardware), data), data);
    return read;
}

QLabel* start_label(const QString& text, QWidget* parent)
{
    QLabel* label = wrapped_label(parent);
    label->setText(text);
    label->setIndent(link_indent);
    return label;
}

/// A link that may be narrower than its text.
PlainButton* start_link(const QString& text, QWidget* parent)
{
    auto* button = new PlainButton(PlainButton::Look::link, parent);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    button->show_text(text);
    return button;
}

void clear_grid(QGridLayout& grid)
{
    while (QLayoutItem* item = grid.takeAt(0)) {
        if (item->widget() != nullptr) item->widget()->deleteLater();
        delete item;
    }
}

} // namespace

class StartPage : public QScrollArea, public SettlingPage {
    Q_OBJECT

public:
    StartPage(Document& document, const Scenario& start, const Localization& words, const WindowFiles& files,
              const WindowMenus& menus, const StartRequests& requests, QWidget* parent)
        : QScrollArea(parent),
          words_(words),
          files_(files),
          menus_(menus),
          requests_(requests),
          questions_(start_questions(document, start, words, requests.machines)),
          side_(new QWidget),
          recent_(document, [](const FileTimes& times, const EngineData& data, const std::stop_token& stop) {
              std::vector<RecentProject> read;
              for (const auto& [path, time] : times)
                  if (!stop.stop_requested()) read.push_back(read_recent(path, data));
              return read;
          })
    {
        setObjectName(QStringLiteral("start"));
        setFocusProxy(questions_);
        make_page(*this);
        viewport()->setBackgroundRole(QPalette::Base);
        auto* page = new QWidget;
        page->setBackgroundRole(QPalette::Base);
        grid_ = new QGridLayout(page);
        grid_->setHorizontalSpacing(40);
        grid_->setVerticalSpacing(20);
        auto* side = column_in(side_, {0, 0, 0, 0}, 14);
        Section check = add_section(
            side, [] { return tr("Check a plan I have"); },
            [] { return tr("Is the offered machine enough, and is the price fair?"); });
        for (const char* id : {"paste_prices", "import_prices", "open", "detect"}) add_command(check, id);
        Section learn = add_section(
            side, [] { return tr("Learn"); }, [] { return tr("Short exercises with live sliders."); });
        auto* first_lesson = say(named(new QPushButton, "first_lesson"), [] { return tr("First lesson"); });
        learn.content->addWidget(first_lesson, 0, 0);
        connect(first_lesson, &QAbstractButton::clicked, this, requests_.first_lesson);
        add_command(learn, "lessons");
        recents_ = add_section(side, [] { return tr("Recent"); }, {});
        side->addStretch(1);
        auto* below = new QVBoxLayout;
        examples_ = add_section(
            below, [] { return tr("Examples"); },
            [] { return tr("They open as copies: change anything, nothing is lost."); });
        grid_->addWidget(questions_, 0, 0);
        grid_->addWidget(side_, 0, 1);
        grid_->addLayout(below, 2, 0, 1, 2);
        grid_->setRowStretch(3, 1);
        setWidget(page);
        connect(&recent_, &LiveSignal::changed, this, &StartPage::fill_recent);
        in_each_language(this, [this] { retranslate(); });
        on_change(this, QEvent::PaletteChange, [this] { fill_recent(); });
    }

    bool is_settled() const override { return recent_.is_settled(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        QScrollArea::showEvent(event);
        FileTimes times;
        for (const QString& path : recent_files().mid(0, most_recent_shown))
            times.push_back({path, QFileInfo(path).lastModified()});
        listed_ = times;
        fill_recent();
        if (!times.isEmpty()) recent_.ask(times);
        for (const CommandButton& command : commands_)
            command.button->setEnabled(menus_.action(QLatin1String(command.id))->isEnabled());
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        arrange();
    }

private:
    struct Section {
        QWidget* box = nullptr;
        QGridLayout* content = nullptr;
    };
    struct CommandButton {
        QPushButton* button;
        const char* id;
    };

    Section add_section(QBoxLayout* column, const TextMaker& title, const TextMaker& text)
    {
        Section section;
        section.box = new QWidget;
        auto* rows = column_in(section.box, {0, 0, 0, 0}, 4);
        rows->addWidget(say(heading(section_scale, section.box), title));
        if (text) rows->addWidget(say(wrapping(small_label(section.box)), text));
        section.content = new QGridLayout;
        section.content->setHorizontalSpacing(8);
        section.content->setVerticalSpacing(6);
        rows->addLayout(section.content);
        column->addWidget(section.box);
        return section;
    }

    void add_command(Section& section, const char* id)
    {
        auto* button = new QPushButton(section.box);
        button->setObjectName(QLatin1String(id));
        button->setAutoDefault(true);
        const int place = section.content->count();
        section.content->addWidget(button, place / 2, place % 2);
        commands_.push_back({button, id});
        connect(button, &QAbstractButton::clicked, &menus_, [this, id] { menus_.run(QLatin1String(id)); });
    }

    void arrange()
    {
        const int width = viewport()->width();
        const int margin = width >= width_for_wide_margin ? page_margin : narrow_margin;
        grid_->setContentsMargins(margin, 20, margin, 16);
        const bool two = width >= width_for_two;
        grid_->removeWidget(side_);
        grid_->addWidget(side_, two ? 0 : 1, two ? 1 : 0, 1, two ? 1 : 2);
        grid_->removeWidget(questions_);
        grid_->addWidget(questions_, 0, 0, 1, two ? 1 : 2);
        grid_->setColumnStretch(0, two ? 19 : 1);
        grid_->setColumnStretch(1, two ? 10 : 0);
        const int columns = std::clamp((width - 2 * margin) / least_example_width, 2, 6);
        if (columns == example_columns_) return;
        example_columns_ = columns;
        fill_examples();
    }

    void fill_recent()
    {
        clear_grid(*recents_.content);
        recents_.box->setVisible(!listed_.isEmpty());
        int line = 0;
        for (const auto& [path, time] : listed_) {
            const RecentProject* known = nullptr;
            if (recent_.known())
                for (const RecentProject& each : *recent_.known())
                    if (each.path == path) known = &each;
            show_recent(2 * line++, path, known);
        }
        recents_.content->setColumnStretch(1, 1);
    }

    void show_recent(int line, const QString& path, const RecentProject* known)
    {
        const QFileInfo file(path);
        const QString name = known != nullptr && !known->name.isEmpty() ? known->name : file.completeBaseName();
        PlainButton* open = start_link(name, recents_.box);
        open->setToolTip(path);
        connect(open, &QAbstractButton::clicked, this, [this, path] { requests_.file(path, false); });
        const QString date = file.lastModified().date().toString(Qt::ISODate);
        const bool is_project = known != nullptr && known->machines > 0;
        QLabel* facts = small_label(recents_.box);
        const auto machines = [&] {
            return known->machines == 1 ? tr("1 machine") : tr("%1 machines").arg(known->machines);
        };
        facts->setText(is_project ? listed({machines(), date}) : date);
        recents_.content->addWidget(open, line, 0, 1, 2);
        recents_.content->addWidget(facts, line, 2, Qt::AlignRight);
        if (known == nullptr) return;
        const Theme& theme = theme_of(palette());
        auto* mark = new QLabel(recents_.box);
        if (const auto symbol = is_project ? symbol_of(known->status.verdict) : std::nullopt)
            mark->setPixmap(symbol_pixmap(*symbol, symbol_side, devicePixelRatioF(),
                                          colour_of(known->status.verdict, theme), theme.base));
        recents_.content->addWidget(mark, line + 1, 0, Qt::AlignTop);
        const QString verdict =
            is_project ? StatusTexts(known->status, words_).verdict() : tr("The file cannot be read.");
        recents_.content->addWidget(start_label(verdict, recents_.box), line + 1, 1, 1, 2);
    }

    void fill_examples()
    {
        clear_grid(*examples_.content);
        int place = 0;
        for (const WindowFiles::Example& example : files_.examples()) {
            auto* card = new QWidget(examples_.box);
            PlainButton* open = start_link(example.title, card);
            open->setObjectName(QStringLiteral("example.") + QFileInfo(example.path).completeBaseName());
            connect(open, &QAbstractButton::clicked, this, [this, path = example.path] { requests_.file(path, true); });
            QLabel* where = small_label(card);
            where->setIndent(link_indent);
            if (const Page* page = page_of(example.page))
                where->setText(tr("opens in %1").arg(place_name(page->place)));
            column_in(card, {0, 0, 4, 0}, 0, {open, start_label(kept_together(example.text), card), where, Stretch{}});
            examples_.content->addWidget(card, place / example_columns_, place % example_columns_);
            ++place;
        }
        for (int column = 0; column < 6; ++column)
            examples_.content->setColumnStretch(column, column < example_columns_ ? 1 : 0);
    }

    void retranslate()
    {
        for (const CommandButton& command : commands_)
            for (const Command& each : command_list())
                if (std::string_view(each.id) == command.id) command.button->setText(each.label());
        fill_recent();
        if (example_columns_ > 0) fill_examples();
    }

    const Localization& words_;
    const WindowFiles& files_;
    const WindowMenus& menus_;
    const StartRequests requests_;
    QWidget* questions_;
    QWidget* side_;
    QGridLayout* grid_;
    Section recents_;
    Section examples_;
    std::vector<CommandButton> commands_;
    FileTimes listed_;
    int example_columns_ = 0;
    Live<std::vector<RecentProject>, FileTimes> recent_;
};

QWidget* start_page(Document& document, const Scenario& start, const Localization& words, const WindowFiles& files,
                    const WindowMenus& menus, const StartRequests& requests, QWidget* parent)
{
    return new StartPage(document, start, words, files, menus, requests, parent);
}

} // namespace rigwright

#include "start_page.moc"
