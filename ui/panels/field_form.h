// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/parameter_control.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/field_rows.h"

#include <QGridLayout>

#include <functional>
#include <optional>
#include <vector>

namespace rigwright {

/// One line of a form. Texts and entries are asked for again when the language changes.
struct FormRow {
    enum class Kind { number, size, words, segment, search, flag, optional_flag };

    QString path;
    Kind kind = Kind::number;
    NumberSpec number;
    std::function<ControlTexts()> texts;
    std::function<std::vector<PickerEntry>()> entries;
    /// Of a size, whose path is that of the height.
    QString width{};
};

/// The row of a field table entry: its kind follows from the field's type; text fields get `entries` to search in.
FormRow form_row(const FieldRow& row, const Localization& words,
                 std::function<std::vector<PickerEntry>()> entries = {});
FormRow form_row(const Hyperparameter& hyperparameter, const Localization& words);
/// The row of a hyperparameter's path or of an option of a layer, with the stops of its slider.
FormRow form_row(const Hyperparameter& hyperparameter, const std::string& path, const Localization& words);

/// Controls for some fields of the document, in both directions: shows the document's values, sets what is asked for,
/// marks what the document refuses.
class FieldForm : public QWidget {
    Q_OBJECT

public:
    /// Controls stand side by side in `columns`, filled row by row.
    FieldForm(Document& document, const Localization& words, QWidget* parent = nullptr, int columns = 1);

    void set_rows(std::vector<FormRow> rows);
    /// Lines the labels of the rows up with what is above the form.
    void set_flush();
    /// Asks for texts and entries again.
    void refresh();
    /// Offers the controls of fields that mean something at present, and shows some of them.
    void offer(const std::function<bool(std::string_view path)>& is_offered,
               const std::function<bool(const FieldControl& control)>& is_shown);
    /// Those that are offered, shown or not.
    const std::vector<FieldControl*>& controls() const { return offered_; }
    /// Null for none, offered or not.
    FieldControl* control(const QString& path) const;

private:
    struct Row {
        FormRow form;
        FieldControl* control = nullptr;
        /// What the control asked for last, and of that what the document refused.
        FieldValue asked{};
        std::optional<FieldValue> rejected{};
        /// The finding that is shown at the control.
        std::optional<Finding> found{};
    };

    FieldControl* make_control(const FormRow& row);
    void connect_control(FieldControl* control, FormRow::Kind kind);
    void follow();
    /// What keeps the plan from working is said at the control that it comes from.
    void show_finding(Row& row);
    void show_value(const Row& row);
    /// Height and width in one step.
    void set_size(const SizeControl& control, const FieldValue& height, const FieldValue& width);
    bool is_refused(const FieldControl& control, const FieldValue& value) const;
    void show_rejection(const QString& path, const std::vector<Finding>& errors);

    Document& document_;
    const Localization& words_;
    QGridLayout* grid_;
    int columns_;
    std::vector<Row> rows_;
    std::vector<FieldControl*> offered_;
    /// That of the plan, the unit of amounts of money.
    QString currency_;
    /// That of the plan; lists show prices of it.
    std::string price_date_;
};

} // namespace rigwright
