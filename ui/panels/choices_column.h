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
        /// Shows the scope of a change if the project has several builds.
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
    /// GPU groups with one model copy each.
    replicas,
    /// System memory required and available per machine.
    host_memory
};

/// Inputs: the settings of the machine and of the task, and the limits, in three tiers. Rows that do not apply to the
/// current plan are not offered. A filter shows only changed rows. A narrow column beside the pages shows all inputs;
/// the task and machines pages show theirs in three columns.
class ChoicesColumn : public QScrollArea {
    Q_OBJECT

public:
    enum class Contents { everything, task, machine };
    static constexpr std::size_t page_columns = 3;

    ChoicesColumn(Document& document, const Localization& words, QWidget* parent = nullptr,
                  Contents contents = Contents::everything);

    /// Adds a widget below the inputs of a page column.
    void add_below(std::size_t column, QWidget* content);

    /// Puts a widget with forms above the inputs; its fields are omitted below.
    void set_lead(QWidget* lead);
    /// Offers the rows that now apply, also after the lead has changed.
    void follow();

    /// Scrolls to the field's control, changes the tier if necessary, and sets the focus. False if no control shows the
    /// field.
    bool focus_field(const QString& path);
    /// Visible groups from top to bottom, starting with the lead's.
    std::vector<InputGroup*> shown_groups() const;
    /// Scrolls a group to the top and focuses its first row.
    void show_group(const InputGroup& group);
    /// Selects the first tier; on a page, the second.
    void reset() { choose_tier(contents_ == Contents::everything ? Tier::essential : Tier::usual); }
    void save_state(QSettings& settings) const;
    void restore_state(const QSettings& settings);
    /// Controls of all offered rows.
    std::vector<FieldControl*> controls() const;
    /// Null if no control shows the field.
    FieldControl* control(const QString& path) const;
    /// Null for the inputs of a machine.
    ModelPanel* model() const { return model_; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

signals:
    /// Show the specifications of the GPU.
    void card_requested();
    void working_requested(const QString& quantity);
    /// Visible groups or their names changed.
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
    /// Adds the following groups to this column.
    void begin_column(std::size_t column);
    InputGroup* add_group(const char* id, InputGroup::Rank rank, const char* title, const char* scope = "");
    void add_note(InputGroup* group, PlanNoteKind kind);
    /// With a prefix, only rows whose path starts with it.
    void add_form(InputGroup* group, FieldGroup rows, std::string_view prefix = {});
    void add_model(InputGroup* group);
    void choose_tier(Tier tier);
    /// Shows the rows of the tier, or the changed ones.
    void show_rows();
    bool is_shown(const FieldControl& control) const;
    QList<FieldForm*> lead_forms() const;
    /// Limits parallel degrees to divisors; marks required and fitting values on sliders.
    void show_limits();
    /// Orders tab stops from top to bottom, regardless of creation order.
    void order_tabs();
    void retranslate();
    /// Rows use one line or two depending on width, which hidden layouts do not notice.
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
    /// The column for new groups.
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
