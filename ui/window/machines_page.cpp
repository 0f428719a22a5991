// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/machines_page.h"

#include "core/estimate/quantities.h"
#include "core/recommend/picks.h"
#include "ui/compare/build_bar.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/format/tool_tip.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

namespace rigwright {

namespace {

constexpr std::array figures_of_a_card{"memory.total_bytes", "time.total_seconds", "cost.purchase"};
constexpr int least_card_width = 280;
constexpr int sign_size = 16;

/// The GPUs, the processor and the memory of a machine in one line.
QString parts_text(const Scenario& scenario, const EngineData& data, const Localization& words)
{
    QStringList parts{from_utf8(build_name(scenario.build, data.hardware))};
    if (const Cpu* cpu = data.hardware.cpu(scenario.build.cpu)) parts << from_utf8(cpu->name);
    if (scenario.build.ram_gib) parts << words.text(value_of(Bytes::gib(*scenario.build.ram_gib)));
    return parts.join(QStringLiteral(" · "));
}

/// One machine. A click, Enter or Space brings it to the front.
class MachineCard : public QAbstractButton {
public:
    explicit MachineCard(QWidget* parent) : QAbstractButton(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(12, 10, 12, 10);
        column->setSpacing(4);
        name_ = new QLabel(this);
        QFont bold = name_->font();
        bold.setBold(true);
        bold.setPointSizeF(bold.pointSizeF() * 1.15);
        name_->setFont(bold);
        parts_ = small_label(this);
        column->addWidget(name_);
        column->addWidget(parts_);
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(10);
        for (std::size_t i = 0; i < figures_of_a_card.size(); ++i) {
            const auto at = static_cast<int>(i);
            captions_[i] = small_label(this);
            numbers_[i] = new QLabel(this);
            numbers_[i]->setTextFormat(Qt::PlainText);
            numbers_[i]->setFont(bold);
            grid->addWidget(captions_[i], 0, at);
            grid->addWidget(numbers_[i], 1, at);
            grid->setColumnStretch(at, 1);
        }
        column->addLayout(grid);
        auto* last = new QHBoxLayout;
        sign_ = new QLabel(this);
        verdict_ = new QLabel(this);
        verdict_->setTextFormat(Qt::PlainText);
        last->addWidget(sign_);
        last->addWidget(verdict_, 1);
        column->addLayout(last);
        for (QLabel* label : {name_, parts_, verdict_}) {
            label->setTextFormat(Qt::PlainText);
            label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        }
        for (QLabel* label : findChildren<QLabel*>()) label->setAttribute(Qt::WA_TransparentForMouseEvents);
    }

    void show_machine(const QString& name, const Evaluation& answer, const EngineData& data, const Localization& words,
                      bool front)
    {
        front_ = front;
        name_->setText(name);
        const QString parts = parts_text(answer.scenario, data, words);
        parts_->setText(parts);
        setToolTip(paragraph(name) + paragraph(parts));
        static const Estimate nothing;
        const Estimate& estimate = answer.estimate ? *answer.estimate : nothing;
        QStringList spoken{name};
        for (std::size_t i = 0; i < figures_of_a_card.size(); ++i) {
            const EstimateQuantity& quantity = *quantity_of(figures_of_a_card[i]);
            const QString text = words.figure(quantity, estimate).value_or(QStringLiteral("–"));
            captions_[i]->setText(words.quantity(quantity.id));
            numbers_[i]->setText(text);
            spoken << captions_[i]->text() + QLatin1Char(' ') + text;
        }
        const Theme& theme = theme_of(palette());
        const Symbol symbol = estimate.verdict ? symbol_of(*estimate.verdict) : Symbol::question_diamond;
        const QColor colour = estimate.verdict ? theme.of(*estimate.verdict) : theme.muted;
        sign_->setPixmap(symbol_pixmap(symbol, sign_size, devicePixelRatioF(), colour, theme.card));
        const QString verdict = estimate.verdict ? words.text(std::string("verdict.") + key_of(*estimate.verdict))
                                                 : QCoreApplication::translate("MachinesPage", "Cannot estimate");
        verdict_->setText(verdict);
        setAccessibleName((spoken << verdict).join(QStringLiteral(", ")));
        update();
    }

    QSize sizeHint() const override { return layout()->sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = theme_of(palette());
        const double width = front_ || hasFocus() ? 2.0 : 1.0;
        painter.setPen(QPen(front_ || hasFocus() ? theme.accent : theme.border, width));
        painter.setBrush(theme.base);
        painter.drawRoundedRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 3, 3);
    }

private:
    bool front_ = false;
    QLabel* name_;
    QLabel* parts_;
    std::array<QLabel*, figures_of_a_card.size()> captions_{};
    std::array<QLabel*, figures_of_a_card.size()> numbers_{};
    QLabel* sign_;
    QLabel* verdict_;
};

class MachinesPage : public QWidget {
public:
    MachinesPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          context_(context),
          grid_(new QGridLayout)
    {
        setObjectName(QStringLiteral("machines"));
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(16, 8, 16, 8);
        column->setSpacing(8);
        column->addWidget(new BuildBar(context.document, context.builds, this));
        auto* scroll = new QScrollArea(this);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setFocusPolicy(Qt::NoFocus);
        auto* holder = new QWidget(scroll);
        auto* inner = new QVBoxLayout(holder);
        inner->setContentsMargins(0, 0, 0, 0);
        grid_->setSpacing(12);
        inner->addLayout(grid_);
        inner->addStretch(1);
        scroll->setWidget(holder);
        column->addWidget(scroll, 1);
        connect(&context_.document, &Document::changed, this, &MachinesPage::follow);
        connect(&context_.document, &Document::builds_changed, this, &MachinesPage::follow);
        on_change(this, QEvent::LanguageChange, [this] { follow(); });
        on_change(this, QEvent::PaletteChange, [this] { follow(); });
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        follow();
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        place();
    }

private:
    void follow()
    {
        if (!isVisible()) return;
        const Project& project = context_.document.project();
        while (cards_.size() > project.builds.size()) {
            delete cards_.back();
            cards_.pop_back();
        }
        while (cards_.size() < project.builds.size()) {
            auto* card = new MachineCard(this);
            const std::size_t machine = cards_.size();
            card->setObjectName(QStringLiteral("machine_%1").arg(machine));
            connect(card, &QAbstractButton::clicked, this,
                    [this, machine] { context_.document.select_build(machine); });
            cards_.push_back(card);
        }
        for (std::size_t i = 0; i < cards_.size(); ++i)
            cards_[i]->show_machine(context_.builds.name_of(i), *context_.document.answer_of(i),
                                    *context_.document.data(), context_.words, i == project.current);
        place();
    }

    void place()
    {
        const int columns = std::max(1, (width() - 32) / least_card_width);
        if (columns == placed_columns_ && cards_.size() == placed_cards_) return;
        placed_columns_ = columns;
        placed_cards_ = cards_.size();
        for (std::size_t i = 0; i < cards_.size(); ++i) {
            grid_->removeWidget(cards_[i]);
            grid_->addWidget(cards_[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
            cards_[i]->show();
        }
        for (int column = 0; column < grid_->columnCount(); ++column)
            grid_->setColumnStretch(column, column < columns ? 1 : 0);
    }

    PageContext context_;
    QGridLayout* grid_;
    std::vector<MachineCard*> cards_;
    /// The arrangement of the grid; cards are laid out again only if it changes.
    int placed_columns_ = 0;
    std::size_t placed_cards_ = 0;
};

} // namespace

QWidget* machines_page(const PageContext& context, QWidget* parent) { return new MachinesPage(context, parent); }

} // namespace rigwright
