// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/task_facts.h"

#include "core/advise/requirements.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/plots/swept_number.h"
#include "ui/window/page_table.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHeaderView>

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::size_t most_blocks = 7;

/// Calls `follow` after each change of the document or the language while the page is in front.
void keep_up(QWidget* page, QWidget* widget, Document& document, const std::function<void()>& follow)
{
    const auto visible = [page, follow] {
        if (page->isVisible()) follow();
    };
    QObject::connect(&document, &Document::changed, widget, visible);
    QObject::connect(&document, &Document::builds_changed, widget, visible);
    on_change(page, QEvent::Show, follow);
    on_change(widget, QEvent::LanguageChange, follow);
}

QString fact_word(const char* text) { return QCoreApplication::translate("TaskFacts", text); }

} // namespace

BlockModel::BlockModel(Document& document, const Localization& words, QObject* parent)
    : TableModel(parent, Headings::aligned),
      document_(document),
      words_(words)
{
    const auto line = [this](int row) -> const LayerLine& { return lines_[static_cast<std::size_t>(row)]; };
    const auto name = [=](int row) {
        const LayerLine& block = line(row);
        return block.copies > 1 ? QStringLiteral("%1 × %2").arg(block.name).arg(block.copies) : block.name;
    };
    set_columns({{[] { return tr("Block"); }, name},
                 {[] { return tr("Parameters"); },
                  [=, this](int row) { return words_.text(value_of(line(row).parameters)); }, true},
                 {[] { return tr("MACs"); },
                  [=, this](int row) {
                      return words_.text(Value{line(row).macs.as_double(), Unit::macs});
                  },
                  true},
                 {[this] { return tr("Kept at micro-batch %1").arg(document_.scenario().training.micro_batch); },
                  [=, this](int row) { return words_.text(value_of(line(row).kept)); }, true}});
}

void BlockModel::follow()
{
    beginResetModel();
    lines_ = layer_lines(document_.evaluation(), true);
    if (lines_.size() > most_blocks) {
        std::ranges::stable_sort(lines_, std::ranges::greater(),
                                 [](const LayerLine& line) { return line.kept.as_double(); });
        lines_.resize(most_blocks);
        std::ranges::sort(lines_, {}, &LayerLine::order);
    }
    endResetModel();
}

QWidget* block_table(const PageContext& context, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* table = new PageTable(box);
    table->setObjectName(QStringLiteral("blocks"));
    auto* model = new BlockModel(context.document, context.words, table);
    table->setModel(model);
    constexpr int parameters = 1;
    constexpr int macs = 2;
    table->set_spare_columns({macs, parameters});
    column->addWidget(table);
    auto* all = new PlainButton(PlainButton::Look::link, box);
    all->setObjectName(QStringLiteral("all_layers"));
    column->addWidget(all, 0, Qt::AlignLeft);
    PageRequests* requests = &context.requests;
    QObject::connect(all, &QAbstractButton::clicked, requests,
                     [requests] { emit requests->page_requested(QStringLiteral("layers")); });
    keep_up(parent, box, context.document, [=, &document = context.document, &words = context.words] {
        model->follow();
        table->fit();
        table->setAccessibleName(BlockModel::tr("Blocks of the network"));
        const auto& estimate = document.evaluation().estimate;
        all->setVisible(estimate.has_value());
        if (estimate)
            all->show_text(
                BlockModel::tr("All %1 layers").arg(words.text(value_of(Count(estimate->model.layers_counted)))));
    });
    return box;
}

namespace {

/// Name and amount of each consequence.
std::vector<std::pair<QString, QString>> consequences_of(const Document& document, const Localization& words)
{
    std::vector<std::pair<QString, QString>> lines;
    const Evaluation& plan = document.evaluation();
    if (!plan.estimate || !plan.estimate->time) return lines;
    const TimeEstimate& time = *plan.estimate->time;
    const Scenario& scenario = plan.scenario;
    const QString of = fact_word(QT_TRANSLATE_NOOP("TaskFacts", "%1 of %2"));
    if (time.knows_run()) {
        const auto epochs = static_cast<double>(scenario.training.epochs);
        lines.emplace_back(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Optimizer steps")),
                           words.text(Value{static_cast<double>(time.steps_per_epoch) * epochs, Unit::count}));
        const auto samples = samples_of_epoch(scenario, time);
        if (const auto& deadline = scenario.requirements.deadline_seconds; deadline && samples) {
            const double needed = *samples * epochs / *deadline;
            lines.emplace_back(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Speed for the deadline")),
                               of.arg(words.text(Value{needed, Unit::samples_per_second}),
                                      words.text(Value{time.samples_per_second, Unit::samples_per_second})));
        }
    }
    const auto need = answer_need(plan, *document.data());
    if (!need) return lines;
    for (const Requirement& row : need->rows) {
        if (is_limit(row.resource) || row.resource == Resource::gpu_memory) continue;
        const QString needed = words.text(row.needed());
        lines.emplace_back(words.text(row.name),
                           row.present ? of.arg(needed, words.text(row.present->amount())) : needed);
    }
    return lines;
}

} // namespace

QWidget* consequences(const PageContext& context, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    QLabel* title = heading(1.0, box);
    grid->addWidget(title, 0, 0, 1, 2);
    auto* names = small_label(box);
    names->setObjectName(QStringLiteral("consequence_names"));
    auto* amounts = small_label(box);
    amounts->setObjectName(QStringLiteral("consequences"));
    amounts->setForegroundRole(QPalette::WindowText);
    grid->addWidget(names, 1, 0);
    grid->addWidget(amounts, 1, 1);
    keep_up(parent, box, context.document, [=, &document = context.document, &words = context.words] {
        title->setText(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Consequences")));
        QStringList left;
        QStringList right;
        for (const auto& [name, amount] : consequences_of(document, words)) {
            left << name;
            right << amount;
        }
        names->setText(left.join(QLatin1Char('\n')));
        amounts->setText(right.join(QLatin1Char('\n')));
        amounts->setAccessibleName(title->text());
    });
    return box;
}

QWidget* own_task_note(const PageContext& context, QWidget* parent)
{
    QLabel* note = wrapped_label(parent);
    note->setObjectName(QStringLiteral("own_task"));
    note->setMargin(8);
    note->setAutoFillBackground(true);
    note->setBackgroundRole(QPalette::AlternateBase);
    keep_up(parent, note, context.document, [note, &document = context.document] {
        const Project& project = document.project();
        note->setVisible(project.current_build().exception);
        note->setText(
            fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Machine %1 has a task of its own: changes here apply to "
                                                     "it alone, and no ranking includes it."))
                .arg(build_letter(project.current)));
    });
    return note;
}

} // namespace rigwright
