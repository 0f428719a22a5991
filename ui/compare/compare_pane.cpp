// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/build_actions.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/ratio_view.h"
#include "ui/controls/card.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"
#include "ui/window/status_text.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int widest_caption = 150;
constexpr int narrowest_build = 130;
constexpr int best_width = 110;
/// Below these widths the table scrolls sideways.
constexpr int narrowest_best = 76;
constexpr int narrowest_caption = 84;

} // namespace

/// Compares all builds of a project, or the pinned ones: the answer as a sentence, the ratios to a baseline or all
/// numbers, and each build against the limits.
class ComparePane : public QWidget {
    Q_OBJECT

public:
    ComparePane(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          actions_(context.builds),
          model_(new ComparisonModel(document_, words_, actions_, this)),
          view_(new QTableView(this)),
          ratio_model_(new RatioModel(document_, words_, actions_, this)),
          ratio_view_(ratio_view(
              *ratio_model_, [this](std::size_t machine, const QString& quantity) { show_working(machine, quantity); },
              this)),
          sentence_(answer_sentence(this)),
          limits_(named(wrapped_label(this), "limits")),
          ratios_(named(new PlainButton(PlainButton::Look::segment, this), "show_ratios")),
          numbers_(named(new PlainButton(PlainButton::Look::segment, this), "show_numbers")),
          baseline_(new QComboBox(this)),
          differences_(say(new QCheckBox(this), [] { return tr("Differences only"); })),
          copy_(say(new QPushButton(this), [] { return tr("Copy table"); })),
          report_(say(
              named(new QPushButton(this), "print_comparison"), [] { return tr("Print…"); },
              [] { return tr("The compared machines as a report: on paper, as PDF or as a spreadsheet"); })),
          note_(named(wrapping(small_label(this)), "note")),
          price_(say(
              new QPushButton(this), [] { return tr("Update prices"); },
              [] { return tr("Use today's database prices; Undo restores the earlier ones"); })),
          with_label_(say(plain_label(this), [] { return tr("with"); })),
          chips_(new QHBoxLayout),
          add_(new QToolButton(this))
    {
        setObjectName(QStringLiteral("compare"));
        build();
        build_table();
        follow_while_shown(this, document_, [this] { follow(); });
        connect(baseline_, &QComboBox::activated, this,
                [this](int row) { actions_.set_baseline(model_->builds()[static_cast<std::size_t>(row)]); });
        connect(differences_, &QCheckBox::toggled, this, [this](bool only) {
            model_->show_differences_only(only);
            fit_columns();
        });
        connect(numbers_, &QAbstractButton::toggled, this, &ComparePane::show_view);
        connect(price_, &QPushButton::clicked, &actions_, &BuildActions::update_prices);
        connect(add_->menu(), &QMenu::triggered, this,
                [this](const QAction* machine) { actions_.toggle_pin(machine->data().toULongLong()); });
        in_each_language(this, [this] {
            ratios_->show_text(tr("Ratios"));
            numbers_->show_text(tr("Numbers"));
        });
    }

    void copy_table() const { QGuiApplication::clipboard()->setMimeData(clipboard_data(model_->table()).release()); }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        if (isVisible()) fit_columns();
    }

private:
    void build()
    {
        spoken(named(baseline_, "baseline"), [] { return tr("Baseline"); });
        baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        baseline_->setMinimumContentsLength(12);
        chips_->setSpacing(6);
        spoken(named(add_, "add_to_comparison"), [] { return tr("Add a machine to the comparison"); });
        say(
            add_, [] { return QStringLiteral("+"); }, [] { return tr("Add a machine to the comparison"); });
        add_->setPopupMode(QToolButton::InstantPopup);
        add_->setMenu(new QMenu(add_));
        auto* segment = new QButtonGroup(this);
        for (PlainButton* part : {ratios_, numbers_}) {
            part->setCheckable(true);
            segment->addButton(part);
        }
        ratios_->setChecked(true);
        connect(copy_, &QPushButton::clicked, this, &ComparePane::copy_table);
        connect(report_, &QPushButton::clicked, &requests_,
                [this] { emit requests_.page_requested(QStringLiteral("report")); });
        QLabel* baseline_label = label_for(baseline_, [] { return tr("Baseline:"); });
        // Without a table, the stretch takes the space.
        column_in(this, {16, 10, 16, 8}, -1,
                  {sentence_,
                   row_of({baseline_label, baseline_, with_label_, chips_, add_, Stretch{},
                           row_of({ratios_, numbers_}, 0), copy_, report_}),
                   row_of({{note_, 1}, differences_, price_}),
                   {ratio_view_, 1},
                   {view_, 1},
                   limits_,
                   Stretch{0}});
    }

    void build_table()
    {
        spoken(named(view_, "comparison"), [] { return tr("Comparison"); });
        spoken(ratio_view_, [] { return tr("Ratios to the baseline"); });
        view_->setModel(model_);
        view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        set_look(*view_);
        view_->setWordWrap(true);
        view_->horizontalHeader()->setMinimumSectionSize(60);
        view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        connect(view_, &QTableView::clicked, this, &ComparePane::open);
        connect(view_, &QTableView::activated, this, &ComparePane::open);
        new QShortcut(QKeySequence::Copy, view_, this, &ComparePane::copy_table, Qt::WidgetShortcut);
    }

    void follow()
    {
        const QModelIndex current = view_->currentIndex();
        const QModelIndex ratio = ratio_view_->currentIndex();
        model_->follow();
        ratio_model_->follow();
        fill_baselines();
        fill_chips();
        show_view();
        show_limits();
        if (ratio.isValid())
            ratio_view_->selectionModel()->setCurrentIndex(ratio_model_->index(ratio.row(), ratio.column()),
                                                           QItemSelectionModel::NoUpdate);
        if (current.isValid())
            view_->selectionModel()->setCurrentIndex(model_->index(current.row(), current.column()),
                                                     QItemSelectionModel::NoUpdate);
    }

    void fill_baselines()
    {
        baseline_->clear();
        for (const std::size_t build : model_->builds())
            baseline_->addItem(build_letter(build) + QStringLiteral("  ") + actions_.name_of(build));
        baseline_->setCurrentIndex(model_->builds().empty() ? -1 : static_cast<int>(model_->comparison().baseline));
        baseline_->setEnabled(model_->builds().size() > 1);
    }

    /// Adds a chip for each machine except the baseline; a click removes it from the comparison. "+" lists the others.
    void fill_chips()
    {
        constexpr std::size_t most_names = 3;
        constexpr int widest_name = 110;
        for (QLayoutItem* old = chips_->takeAt(0); old != nullptr; old = chips_->takeAt(0)) {
            old->widget()->hide();
            old->widget()->setObjectName({});
            old->widget()->deleteLater();
            delete old;
        }
        add_->menu()->clear();
        const std::vector<std::size_t>& compared = model_->builds();
        for (std::size_t i = 0; i < document_.project().builds.size(); ++i) {
            const QString name = actions_.name_of(i);
            const QString letter = build_letter(i);
            if (std::ranges::find(compared, i) == compared.end()) {
                QAction* machine = add_->menu()->addAction(
                    letter + QStringLiteral("  ") + QString(name).replace(QLatin1Char('&'), QLatin1String("&&")));
                machine->setData(QVariant::fromValue<qulonglong>(i));
                continue;
            }
            if (i == compared[model_->comparison().baseline]) continue;
            auto* chip = new PlainButton(PlainButton::Look::segment, this);
            chip->setObjectName(QStringLiteral("chip_%1").arg(i));
            chip->setCheckable(true);
            chip->setChecked(true);
            chip->show_text(compared.size() > most_names + 1
                                ? letter
                                : letter + QLatin1Char(' ') +
                                      fontMetrics().elidedText(name, Qt::ElideRight, widest_name));
            chip->setAccessibleName(letter + QLatin1Char(' ') + name);
            // Two are needed; fewer pins would compare all machines.
            chip->setEnabled(compared.size() > 2);
            chip->setToolTip(tr("Remove %1 from the comparison").arg(name));
            connect(chip, &QAbstractButton::clicked, &actions_, [this, i] { actions_.compare_without(i); });
            chips_->addWidget(chip);
        }
        with_label_->setVisible(chips_->count() > 0 || !add_->menu()->isEmpty());
        add_->setVisible(!add_->menu()->isEmpty() && (compared.empty() || actions_.is_narrowed()));
    }

    void fit_columns()
    {
        const int builds = static_cast<int>(model_->builds().size());
        if (builds == 0 || view_->isHidden()) return;
        // The best build's numbers are bold.
        const QFontMetrics metrics(bold_of(view_->font()));
        const int margins = 2 * (view_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, view_) + 1) + 1;
        const int caption = std::min(widest_caption, model_->widest_caption(view_->fontMetrics()) + margins);
        // A scroll bar appears with the rows, after the columns are fitted.
        const int room = view_->width() - 2 * view_->frameWidth() - view_->verticalScrollBar()->sizeHint().width() -
                         caption - best_width;
        const int share = std::max(narrowest_build, room / builds);
        model_->break_ranges(share - margins, metrics);
        int widest = share;
        for (int column = 1; column <= builds; ++column)
            widest = std::max(widest, model_->widest_number(column, metrics) + margins);
        // Numbers do not wrap; texts wrap and give up the width that numbers need.
        const int missing = std::max(0, builds * widest - room);
        const int from_best = std::min(missing, best_width - narrowest_best);
        const int from_caption = std::clamp(missing - from_best, 0, std::max(0, caption - narrowest_caption));
        view_->setColumnWidth(0, caption - from_caption);
        for (int column = 1; column <= builds; ++column) view_->setColumnWidth(column, widest);
        view_->setColumnWidth(builds + 1, best_width - from_best);
        view_->resizeRowsToContents();
    }

    void show_note()
    {
        const std::size_t builds = model_->builds().size();
        QStringList lines;
        if (builds > 1) lines << shown_text();
        if (builds < 2)
            lines << tr("Add two or more machines with + to compare them; at most %1.").arg(most_pinned);
        else if (ratio_view_->isHidden())
            for (const char* note : notes_of(model_->comparison())) lines << words_.text(note);
        else
            lines.back() = sentences({lines.back(), ratio_model_->notes()});
        const std::vector<PriceChange> changes = actions_.changed_prices();
        if (!changes.empty())
            lines << tr("Database prices have changed since the machines were added (%1 changes). The table shows the "
                        "earlier prices.")
                         .arg(changes.size());
        if (builds > 1 && ratio_view_->isHidden())
            lines << tr("~ within the error of the estimate. Click a number to see its calculation.");
        note_->setText(lines.join(QLatin1Char('\n')));
        price_->setVisible(!changes.empty());
        copy_->setEnabled(builds > 0);
        report_->setEnabled(builds > 0);
        differences_->setEnabled(builds > 1);
    }

    /// The compared machines.
    QString shown_text() const
    {
        const auto shown = QString::number(model_->builds().size());
        const auto all = QString::number(document_.project().builds.size());
        if (shown == all) return tr("All machines of the project are compared: %1.").arg(all);
        if (actions_.is_narrowed())
            return tr("%1 of %2 machines are compared: those added to the comparison.").arg(shown, all);
        return tr("The first %1 of %2 machines are compared. Add those that you want on the Machines page.")
            .arg(shown, all);
    }

    void show_limits()
    {
        QStringList lines;
        for (const std::size_t build : model_->builds()) {
            const PlanStatus status = status_of(*document_.answer_of(build), *document_.data());
            lines << named_value(build_letter(build), StatusTexts(status, words_).verdict());
        }
        limits_->setVisible(!lines.empty());
        limits_->setText(tr("Limits") + QStringLiteral("  ·  ") + lines.join(QStringLiteral("  ·  ")));
    }

    /// Ratios need two machines.
    void show_view()
    {
        const bool has_ratios = ratio_model_->compared_machines() > 0;
        const bool numbers = numbers_->isChecked() || !has_ratios;
        ratios_->setEnabled(has_ratios);
        ratio_view_->setVisible(!numbers);
        view_->setVisible(numbers && !model_->builds().empty());
        differences_->setVisible(numbers);
        const QString text = ratio_model_->sentence();
        sentence_->setText(text);
        sentence_->setVisible(!text.isEmpty());
        fit_columns();
        show_note();
    }

    void show_working(std::size_t build, const QString& quantity)
    {
        document_.select_build(build);
        if (!quantity.isEmpty()) emit requests_.working_requested(quantity);
    }

    void open(const QModelIndex& index)
    {
        const std::optional<std::size_t> build = model_->build_at(index);
        if (build) show_working(*build, model_->quantity_at(index));
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    BuildActions& actions_;
    ComparisonModel* model_;
    QTableView* view_;
    RatioModel* ratio_model_;
    QTableView* ratio_view_;
    QLabel* sentence_;
    QLabel* limits_;
    PlainButton* ratios_;
    PlainButton* numbers_;
    QComboBox* baseline_;
    QCheckBox* differences_;
    QPushButton* copy_;
    QPushButton* report_;
    QLabel* note_;
    /// Visible if prices changed after the builds were pinned.
    QPushButton* price_;
    QLabel* with_label_;
    QHBoxLayout* chips_;
    QToolButton* add_;
};

QWidget* compare_page(const PageContext& context, QWidget* parent) { return new ComparePane(context, parent); }

} // namespace rigwright

#include "compare_pane.moc"
