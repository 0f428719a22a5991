// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_inputs.h"

#include "core/scenario/fields.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/learn/lesson_desk.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/input_rows.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// Switches that trade memory for time.
constexpr std::array lesson_switches{"training.precision", "training.gradient_accumulation", "training.recompute",
                                     "training.optimizer"};
const std::vector<std::string>& playground_moves()
{
    static const std::vector<std::string> moves{"model.shape.layers", "model.shape.d_model"};
    return moves;
}

} // namespace

class LessonInputs : public QWidget {
    Q_OBJECT

public:
    LessonInputs(Document& document, const Localization& words, std::function<void()> rows_changed)
        : rows_changed_(std::move(rows_changed)),
          document_(document),
          words_(words),
          desk_(LessonDesk::of(document)),
          copy_(say(small_label(this), [] { return tr("A copy: your project stays as it is"); })),
          moved_group_(new InputGroup(QStringLiteral("group.try"), InputGroup::Rank::main, this)),
          switch_group_(new InputGroup(QStringLiteral("group.switches"), InputGroup::Rank::main, this)),
          moved_(new FieldForm(document, words)),
          switches_(new FieldForm(document, words)),
          compared_group_(new InputGroup(QStringLiteral("group.before"), InputGroup::Rank::main, this)),
          keep_(say(named(new QPushButton(this), "keep_before"), [] { return tr("&Keep as before"); })),
          swap_(say(named(new QPushButton(this), "swap_before"), [] { return tr("S&wap"); })),
          difference_(named(wrapping(small_label(this)), "settings_before"))
    {
        setObjectName(QStringLiteral("lesson_inputs"));
        auto* column = column_in(this, {0, 4, 0, 6}, 0);
        copy_->setContentsMargins(6, 3, 6, 3);
        copy_->setAutoFillBackground(true);
        copy_->setForegroundRole(QPalette::WindowText);
        column->addLayout(indented_line(copy_, FieldControl::margin));
        moved_group_->add(moved_);
        switch_group_->add(switches_);
        compared_group_->add(row_in(nullptr, {FieldControl::margin, 6, 0, 4}, -1, {{keep_, 1}, {swap_, 1}}));
        difference_->setContentsMargins(FieldControl::margin, 0, 0, 0);
        compared_group_->add(difference_);
        for (InputGroup* group : {moved_group_, switch_group_, compared_group_}) column->addWidget(group);
        connect(keep_, &QPushButton::clicked, &desk_, &LessonDesk::keep_as_before);
        connect(swap_, &QPushButton::clicked, &desk_, &LessonDesk::swap);
        connect(&document_, &Document::changed, this, &LessonInputs::follow);
        connect(&document_, &Document::builds_changed, this, &LessonInputs::follow);
        on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
        on_change(this, QEvent::PaletteChange, [this] { retranslate(); });
        retranslate();
        follow();
    }

private:
    void follow()
    {
        const std::string front = desk_.runs_playground() ? "*"
                                  : desk_.runs_lesson()   ? desk_.chosen()->id
                                                          : std::string();
        if (front != shown_) {
            shown_ = front;
            fill();
        }
        setVisible(document_.in_trial());
        if (desk_.runs_lesson()) show_difference();
    }

    /// Creates forms for the trial's settings; none without one.
    void fill()
    {
        const auto rows_of = [this](const std::vector<std::string>& paths) {
            std::vector<FormRow> rows;
            for (const std::string& path : paths)
                // Height and width share a row.
                if (std::optional<FormRow> row = input_row(path, document_, words_);
                    row && std::ranges::find(rows, row->path, &FormRow::path) == rows.end())
                    rows.push_back(std::move(*row));
            return rows;
        };
        std::vector<std::string> moved;
        std::vector<std::string> switched;
        if (desk_.runs_playground()) moved = playground_moves();
        if (desk_.runs_lesson()) {
            moved = desk_.chosen()->moves;
            for (const char* path : lesson_switches)
                if (std::ranges::find(moved, path) == moved.end() && !desk_.chosen()->keeps(path) &&
                    is_input_offered(path, traits_of(document_), document_))
                    switched.emplace_back(path);
        }
        moved_->set_rows(rows_of(moved));
        switches_->set_rows(rows_of(switched));
        moved_group_->setVisible(!moved.empty());
        switch_group_->setVisible(!switched.empty());
        compared_group_->setVisible(desk_.runs_lesson());
        retranslate();
        rows_changed_();
    }

    void show_difference()
    {
        constexpr qsizetype most = 4;
        const std::shared_ptr<const Evaluation> before = desk_.before();
        if (!before) return;
        const Scenario& now = document_.scenario();
        QStringList lines;
        const auto text = [&](const Field& field, const Scenario& plan) {
            return words_.setting(field.path, field.read(plan), plan, document_.data()->hardware);
        };
        for (const Field& field : scenario_fields()) {
            const std::string path(field.path);
            if (path == "name" || field.read(before->scenario) == field.read(now) || lines.size() == most) continue;
            lines << tr("%1: %2 → %3", "setting, before, after")
                         .arg(words_.text("field." + path), text(field, before->scenario), text(field, now));
        }
        difference_->setText(lines.isEmpty() ? tr("Before and after are the same settings.")
                                             : lines.join(QLatin1Char('\n')));
    }

    void retranslate()
    {
        const Theme& theme = theme_of(palette());
        QPalette colours = palette();
        colours.setColor(QPalette::Window, theme.selected);
        colours.setColor(QPalette::WindowText, theme.accent);
        copy_->setPalette(colours);
        moved_group_->set_title(desk_.runs_playground() ? tr("Width and depth") : tr("Try it"), {});
        switch_group_->set_title(tr("Switches"), {});
        compared_group_->set_title(tr("Before and after"), tr("key B swaps them"));
        if (desk_.runs_lesson()) show_difference();
    }

    std::function<void()> rows_changed_;
    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    QLabel* copy_;
    InputGroup* moved_group_;
    InputGroup* switch_group_;
    FieldForm* moved_;
    FieldForm* switches_;
    InputGroup* compared_group_;
    QPushButton* keep_;
    QPushButton* swap_;
    QLabel* difference_;
    /// The lesson of the shown rows.
    std::string shown_;
};

QWidget* lesson_inputs(Document& document, const Localization& words, std::function<void()> rows_changed)
{
    return new LessonInputs(document, words, std::move(rows_changed));
}

} // namespace rigwright

#include "lesson_inputs.moc"
