// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/model_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>
#include <utility>
#include <vector>

class QSettings;

namespace rigwright {

/// Some fields of the inputs column under a title.
class InputGroup : public QWidget {
    Q_OBJECT

public:
    enum class Rank {
        /// Says whom a change touches, where the project has several builds.
        main,
        sub
    };

    InputGroup(const QString& id, Rank rank, QWidget* parent);

    Rank rank() const { return rank_; }
    void add(QWidget* content) { column_->addWidget(content); }
    void add(QLayout* content) { column_->addLayout(content); }
    void set_title(const QString& title, const QString& scope);
    QString title() const { return title_->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Rank rank_;
    QVBoxLayout* column_;
    QLabel* title_;
    QLabel* scope_;
};

/// A derived figure below its controls.
enum class PlanNoteKind {
    /// Samples between two optimizer steps.
    global_batch,
    /// GPUs that hold a copy of the model each.
    replicas,
    /// System memory that one machine needs, and that it has.
    host_memory
};

/// Inputs: the settings of the machine and of the task, and the limits, in three tiers. A row that means nothing for
/// the present plan is not offered. The changed ones can be shown alone. One narrow column beside the pages shows all
/// of them; the pages of task and machines show theirs in three columns.
class ChoicesColumn : public QScrollArea {
    Q_OBJECT

public:
    enum class Contents { everything, task, machine };
    static constexpr std::size_t page_columns = 3;

    ChoicesColumn(Document& document, const Localization& words, QWidget* parent = nullptr,
                  Contents contents = Contents::everything);

    /// Adds a widget below the inputs of a column of a page.
    void add_below(std::size_t column, QWidget* content);

    /// Puts a widget with forms above the inputs; what they show is left out below.
    void set_lead(QWidget* lead);
    /// Offers the rows that mean something now, also after the lead got others.
    void follow();

    /// Brings the field's control into sight, with its tier if need be, and gives it the keyboard. False when no
    /// control shows the field.
    bool focus_field(const QString& path);
    /// Those in sight, from top to bottom; those of the lead first.
    std::vector<InputGroup*> shown_groups() const;
    /// Brings a group to the top, and the keyboard into its first row.
    void show_group(const InputGroup& group);
    /// The first tier, all its rows; of a page the second.
    void reset() { choose_tier(contents_ == Contents::everything ? Tier::essential : Tier::usual); }
    void save_state(QSettings& settings) const;
    void restore_state(const QSettings& settings);
    /// Of every offered row, shown or not.
    std::vector<FieldControl*> controls() const;
    /// Null when no control shows the field.
    FieldControl* control(const QString& path) const;
    /// Null among the inputs of a machine.
    ModelPanel* model() const { return model_; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

signals:
    /// The figures of the build's card are wanted.
    void card_requested();
    void working_requested(const QString& quantity);
    /// Other groups are in sight, or they have other names.
    void groups_changed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build_bar();
    void build_foot();
    void build_groups();
    void build_machine();
    void build_task();
    /// Groups that follow come into this column of a page.
    void begin_column(std::size_t column);
    InputGroup* add_group(const char* id, InputGroup::Rank rank, const char* title, const char* scope = "");
    void add_note(InputGroup* group, PlanNoteKind kind);
    /// With a prefix, only the rows whose path begins with it.
    void add_form(InputGroup* group, FieldGroup rows, std::string_view prefix = {});
    void add_model(InputGroup* group);
    void choose_tier(Tier tier);
    /// Shows the rows of the tier, or the changed ones.
    void show_rows();
    bool is_shown(const FieldControl& control) const;
    QList<FieldForm*> lead_forms() const;
    /// Degrees stop at what divides; sliders are marked with what is needed and what fits.
    void show_limits();
    /// Rows follow each other from top to bottom, whenever they were made.
    void order_tabs();
    void retranslate();
    /// Rows choose one line or two by their width; a layout that is out of sight does not notice.
    void lay_out_again();
    void name_tiers();

    Document& document_;
    const Localization& words_;
    Contents contents_;
    Tier tier_ = Tier::essential;
    QWidget* bar_ = nullptr;
    std::array<PlainButton*, 3> tiers_{};
    PlainButton* changed_ = nullptr;
    std::vector<QVBoxLayout*> columns_;
    /// The column that is being filled.
    QVBoxLayout* column_ = nullptr;
    std::vector<InputGroup*> groups_;
    std::vector<std::pair<const char*, const char*>> titles_;
    std::vector<FieldForm*> forms_;
    QWidget* lead_ = nullptr;
    ModelPanel* model_ = nullptr;
    PlainButton* card_ = nullptr;
    std::vector<QWidget*> notes_;
    PlainButton* more_ = nullptr;
    QLabel* more_count_ = nullptr;
};

} // namespace rigwright
