// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/status.h"
#include "core/estimate/quantities.h"
#include "core/text/number_text.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/card.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/part_entries.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"
#include "ui/window/figure_strip.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_text.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <vector>

namespace rigwright {

namespace {

/// Translation context of the page.
struct MachinesText {
    Q_DECLARE_TR_FUNCTIONS(rigwright::MachinesPage)
};

constexpr std::array goals_of_a_card{Goal::memory, Goal::time, Goal::price};
/// With margins around the longest text.
constexpr int source_width = 144;
constexpr std::pair<const char*, const char*> sources_of_machines[] = {
    {"add_machine", QT_TRANSLATE_NOOP("rigwright::MachinesPage", "+ Machine")},
    {"paste_prices", QT_TRANSLATE_NOOP("rigwright::MachinesPage", "+ Prices from a quote")},
    {"detect", QT_TRANSLATE_NOOP("rigwright::MachinesPage", "+ This computer")}};
constexpr int least_card_width = 300;
constexpr int letter_tile = 20;
constexpr int line_sample = 28;

/// Rental cost of the same GPUs per run and per hour.
QString rent_text(const Estimate& estimate, const Localization& words)
{
    const auto run = words.figure(*quantity_of("cost.rent_equivalent"), estimate);
    const auto hour = words.figure(*quantity_of("cost.rent_per_gpu_hour"), estimate);
    if (!hour) return MachinesText::tr("Rent: no known offer");
    return run ? MachinesText::tr("Rent: %1 per run, %2 per GPU and hour").arg(*run, *hour)
               : MachinesText::tr("Rent: %1 per GPU and hour").arg(*hour);
}

} // namespace

/// One machine. A click, Enter or Space makes it current.
class MachineCard : public QAbstractButton {
public:
    MachineCard(std::size_t machine, const PageContext& context, QWidget* parent)
        : QAbstractButton(parent),
          machine_(machine),
          context_(context),
          tile_(new QWidget(this)),
          sample_(new QWidget(this)),
          name_(new ElidedLine(this)),
          parts_(new ElidedLine(this)),
          rent_(small_label(this)),
          verdict_(new QLabel(this)),
          pin_(named(new QToolButton(this), "pin")),
          more_(named(new QToolButton(this), "more"))
    {
        setObjectName(QStringLiteral("machine_%1").arg(machine));
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        tile_->setFixedSize(letter_tile, letter_tile);
        sample_->setFixedSize(line_sample, letter_tile);
        pin_->setCheckable(true);
        more_->setText(QStringLiteral("⋯"));
        for (QToolButton* button : {pin_, more_}) button->setAutoRaise(true);
        QFont bold = bold_of(name_->font());
        verdict_->setFont(bold);
        verdict_->setWordWrap(true);
        // In a button, labels have the color of the button text.
        verdict_->setForegroundRole(QPalette::WindowText);
        constexpr double name_scale = 1.15;
        bold.setPointSizeF(bold.pointSizeF() * name_scale);
        name_->setFont(bold);
        parts_->setFont(rent_->font());
        parts_->setForegroundRole(rent_->foregroundRole());
        for (QLabel* label : {name_, parts_, rent_, verdict_}) {
            label->setTextFormat(Qt::PlainText);
            label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        }
        auto* head = row_of({tile_, {name_, 1}, sample_, more_}, 8);
        auto* column = column_in(this, {14, 10, 8, 10}, 6, {head, parts_});
        auto* figures = row_of({}, 14);
        for (StatusCell*& cell : cells_) {
            cell = new StatusCell(StatusCell::Kind::plain_figure, this);
            cell->setFocusPolicy(Qt::NoFocus);
            cell->setAttribute(Qt::WA_TransparentForMouseEvents);
            cell->set_detail(StatusCell::Detail::usual);
            figures->addWidget(cell, 1);
        }
        figures->addSpacing(6);
        fill(column, {figures, rent_});
        column->addLayout(row_of({{verdict_, 1}, pin_}));
        for (QWidget* passive : std::initializer_list<QWidget*>{tile_, sample_, name_, parts_, rent_, verdict_})
            passive->setAttribute(Qt::WA_TransparentForMouseEvents);
        connect(this, &QAbstractButton::clicked, this, [this] { context_.document.select_build(machine_); });
        connect(pin_, &QToolButton::clicked, this, [this] {
            context_.document.select_build(machine_);
            context_.builds.toggle_pin();
            show_machine();
        });
        connect(more_, &QToolButton::clicked, this,
                [this] { open_menu(more_->mapToGlobal(QPoint(0, more_->height()))); });
    }

    std::size_t machine() const { return machine_; }

    void show_machine()
    {
        const Project& project = context_.document.project();
        const Build& build = project.builds[machine_];
        const Evaluation& answer = *context_.document.answer_of(machine_);
        const PlanStatus status = status_of(answer, *context_.document.data());
        const StatusTexts texts(status, context_.words);
        const QString name = context_.builds.name_of(machine_);
        const QString parts = parts_text({*context_.document.data(), answer.scenario, context_.words});
        front_ = machine_ == project.current;
        name_->setText((build.exception ? exception_badge : QString()) + name);
        parts_->setText(parts);
        QStringList spoken{build.exception ? MachinesText::tr("%1, with a task of its own").arg(name) : name, parts};
        setToolTip(paragraph(spoken[0]) + paragraph(parts));
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const GoalStatus& goal = *status.goal(goals_of_a_card[i]);
            const StatusText text = texts.of(goal);
            StatusCell::Content content = texts.content_of(goal);
            content.number = text.full_number.isEmpty() ? text.number : text.full_number;
            content.limit.clear();
            content.keeps_limit = false;
            const QString figure = content.label + QLatin1Char(' ') + content.number;
            if (goal.goal == Goal::price && goal.value)
                content.number = from_utf8(short_money(at_least(*goal.value, !goal.high), context_.words.language()));
            cells_[i]->show_content(content, figure, {});
            cells_[i]->updateGeometry();
            spoken << figure;
        }
        static const Estimate nothing;
        rent_->setText(rent_text(answer.estimate ? *answer.estimate : nothing, context_.words));
        spoken << rent_->text();
        QString verdict = texts.verdict();
        const std::vector<Goal> decisive = status.decisive();
        if (status.checks.blocking + status.checks.warnings > 0 &&
            std::ranges::find(decisive, Goal::build_checks) == decisive.end())
            verdict += QStringLiteral(" · ") + texts.of(*status.goal(Goal::build_checks)).number;
        verdict_->setText(verdict);
        // During a theme change, the card's own palette is still the old one.
        QPalette colours = QApplication::palette();
        colours.setColor(QPalette::WindowText, colour_of(status.verdict, theme_of(colours)));
        verdict_->setPalette(colours);
        pin_->setChecked(build.is_pinned());
        pin_->setText(build.is_pinned() ? MachinesText::tr("In comparison") : MachinesText::tr("Add to comparison"));
        more_->setAccessibleName(MachinesText::tr("More for %1").arg(name));
        setAccessibleName(listed(spoken << verdict));
        update();
    }

    void open_menu(const QPoint& place)
    {
        context_.document.select_build(machine_);
        emit context_.requests.machine_menu_requested(place);
    }

    void rename()
    {
        if (field_ != nullptr) return;
        field_ =
            named(new QLineEdit(from_utf8(context_.document.project().builds[machine_].name()), this), "build_name");
        field_->setAccessibleName(MachinesText::tr("Name of the machine"));
        field_->setMaxLength(BuildActions::longest_name);
        field_->setGeometry(name_->geometry().adjusted(-4, -4, 0, 4));
        field_->installEventFilter(this);
        field_->show();
        field_->selectAll();
        field_->setFocus(Qt::OtherFocusReason);
        connect(field_, &QLineEdit::editingFinished, this, [this] { end_rename(true); });
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == field_ && event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            end_rename(false);
            return true;
        }
        return QAbstractButton::eventFilter(watched, event);
    }

    void mouseDoubleClickEvent(QMouseEvent*) override { rename(); }

    void contextMenuEvent(QContextMenuEvent* event) override { open_menu(event->globalPos()); }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = theme_of(palette());
        const double width = front_ || hasFocus() ? 2.0 : 1.0;
        painter.setPen(QPen(front_ || hasFocus() ? theme.accent : theme.border, width));
        painter.setBrush(theme.base);
        painter.drawRoundedRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 3, 3);
        painter.setPen(front_ ? Qt::NoPen : QPen(theme.text, 1.0));
        painter.setBrush(front_ ? QBrush(theme.accent) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(tile_->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setFont(verdict_->font());
        painter.setPen(front_ ? theme.on_accent : theme.text);
        painter.drawText(tile_->geometry(), Qt::AlignCenter, build_letter(machine_));
        painter.setPen(front_ ? QPen(theme.accent, 2.0) : build_pen(machine_, theme));
        const QPointF middle = QRectF(sample_->geometry()).center();
        painter.drawLine(middle - QPointF(line_sample / 2.0, 0), middle + QPointF(line_sample / 2.0, 0));
    }

private:
    void end_rename(bool keep)
    {
        if (field_ == nullptr) return;
        QLineEdit* field = std::exchange(field_, nullptr);
        const QString name = field->text();
        field->disconnect(this);
        field->hide();
        field->deleteLater();
        setFocus(Qt::OtherFocusReason);
        if (keep) {
            context_.document.select_build(machine_);
            context_.builds.rename(name);
        }
    }

    std::size_t machine_;
    PageContext context_;
    bool front_ = false;
    QWidget* tile_;
    QWidget* sample_;
    QLabel* name_;
    QLabel* parts_;
    std::array<StatusCell*, goals_of_a_card.size()> cells_{};
    QLabel* rent_;
    QLabel* verdict_;
    QToolButton* pin_;
    QToolButton* more_;
    /// The field for editing the name; null while it is not edited.
    QLineEdit* field_ = nullptr;
};

namespace {

/// Costs of the current machine, bought and rented, with a link to its bill.
QWidget* machine_costs(const PageContext& context, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* column = column_in(box, {0, 0, 0, 0});
    PageRequests* requests = &context.requests;
    for (const char* quantity : {"cost.purchase", "cost.run", "cost.rent_equivalent"})
        column->addWidget(figure_strip(context, {quantity}, box));
    auto* bill = named(new PlainButton(PlainButton::Look::link, box), "bill");
    const auto name = [bill] { bill->show_text(MachinesText::tr("Bill and prices")); };
    name();
    on_change(bill, QEvent::LanguageChange, name);
    QObject::connect(bill, &QAbstractButton::clicked, requests,
                     [requests] { emit requests->page_requested(QStringLiteral("cost")); });
    column->addWidget(bill, 0, Qt::AlignLeft);
    return box;
}

} // namespace

/// The machines of the project as cards with parts, figures against their limits and verdict. A click on a card makes
/// its machine current; its inputs are below.
class MachinesPage : public QWidget {
    Q_OBJECT

public:
    MachinesPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          context_(context),
          grid_(new QGridLayout),
          cards_area_(new QScrollArea(this))
    {
        setObjectName(QStringLiteral("machines"));
        auto* column = column_in(this, {0, 10, 0, 0});
        auto* row = row_in(nullptr, {12, 0, 12, 0}, 12);
        make_page(*cards_area_);
        auto* holder = new QWidget(cards_area_);
        holder->setLayout(grid_);
        grid_->setContentsMargins(0, 0, 0, 0);
        grid_->setSpacing(12);
        cards_area_->setWidget(holder);
        // Cards grow with a language's font.
        on_change(holder, QEvent::LayoutRequest, [this] { place(); });
        row->addWidget(cards_area_, 1);
        auto* sources = column_of({}, 8);
        for (const auto& [name, text] : sources_of_machines) {
            auto* source = say(named(new QPushButton(this), name), [text = text] { return tr(text); });
            source->setMinimumWidth(source_width);
            sources->addWidget(source);
            connect(source, &QPushButton::clicked, this,
                    [this, id = source->objectName()] { emit context_.requests.command_requested(id); });
        }
        sources->addStretch(1);
        row->addLayout(sources);
        column->addLayout(row);
        auto* inputs = new ChoicesColumn(context.document, context.words, this, ChoicesColumn::Contents::machine);
        column->addWidget(inputs, 1);
        inputs->add_below(2, machine_costs(context, inputs));
        connect(inputs, &ChoicesColumn::working_requested, &context.requests, &PageRequests::working_requested);
        connect(inputs, &ChoicesColumn::card_requested, &context.requests,
                [this] { emit context_.requests.page_requested(QStringLiteral("cards")); });
        follow_while_shown(this, context_.document, [this] { follow(); });
    }

    /// Edits the name of the current machine on its card.
    void rename()
    {
        follow();
        cards_[context_.document.project().current]->rename();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        place();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto card = std::ranges::find(cards_, watched);
        if (card == cards_.end() || event->type() != QEvent::KeyPress) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        return press(**card, key->key(), key->modifiers());
    }

private:
    MachineCard* add_card()
    {
        auto* card = new MachineCard(cards_.size(), context_, this);
        card->installEventFilter(this);
        cards_.push_back(card);
        return card;
    }

    void follow()
    {
        const Project& project = context_.document.project();
        const bool had_focus = std::ranges::find(cards_, QApplication::focusWidget()) != cards_.end();
        while (cards_.size() > project.builds.size()) {
            delete cards_.back();
            cards_.pop_back();
        }
        while (cards_.size() < project.builds.size()) add_card();
        for (MachineCard* card : cards_) card->show_machine();
        place();
        if (had_focus) cards_[project.current]->setFocus(Qt::OtherFocusReason);
    }

    void place()
    {
        int least_width = least_card_width;
        for (const MachineCard* card : cards_) least_width = std::max(least_width, card->minimumSizeHint().width());
        const int columns = std::max(1, (cards_area_->width() + grid_->spacing()) / (least_width + grid_->spacing()));
        // Two rows of cards leave room for the inputs; more rows scroll.
        const auto rows = std::min<int>(2, (static_cast<int>(cards_.size()) + columns - 1) / columns);
        const int card_height = cards_.empty() ? 0 : cards_.front()->sizeHint().height();
        cards_area_->setFixedHeight(rows * (card_height + grid_->spacing()));
        if (columns == placed_columns_ && cards_.size() == placed_cards_) return;
        placed_columns_ = columns;
        placed_cards_ = cards_.size();
        for (std::size_t i = 0; i < cards_.size(); ++i) {
            grid_->removeWidget(cards_[i]);
            grid_->addWidget(cards_[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
            cards_[i]->show();
        }
        for (int column = 0; column < std::max(grid_->columnCount(), columns); ++column)
            grid_->setColumnStretch(column, column < columns ? 1 : 0);
    }

    bool press(MachineCard& card, int key, Qt::KeyboardModifiers modifiers)
    {
        const bool moves = modifiers == (Qt::ControlModifier | Qt::ShiftModifier);
        const bool left = key == Qt::Key_Left || key == Qt::Key_Up;
        if (left || key == Qt::Key_Right || key == Qt::Key_Down) {
            context_.document.select_build(card.machine());
            if (moves) {
                context_.builds.move_current(left ? -1 : 1);
                return true;
            }
            const std::size_t last = cards_.size() - 1;
            const std::size_t next =
                left ? card.machine() - std::min<std::size_t>(card.machine(), 1) : std::min(card.machine() + 1, last);
            context_.document.select_build(next);
            cards_[next]->setFocus(Qt::OtherFocusReason);
            return true;
        }
        if (key != Qt::Key_F2 && key != Qt::Key_Delete && key != Qt::Key_Return && key != Qt::Key_Enter) return false;
        context_.document.select_build(card.machine());
        if (key == Qt::Key_F2) card.rename();
        if (key == Qt::Key_Delete) context_.builds.remove();
        return true;
    }

    PageContext context_;
    QGridLayout* grid_;
    QScrollArea* cards_area_;
    std::vector<MachineCard*> cards_;
    /// The current grid; cards are laid out again only if it changes.
    int placed_columns_ = 0;
    std::size_t placed_cards_ = 0;
};

QWidget* machines_page(const PageContext& context, QWidget* parent) { return new MachinesPage(context, parent); }

void rename_front_machine(QWidget& machines) { static_cast<MachinesPage&>(machines).rename(); }

} // namespace rigwright

#include "machines_page.moc"
