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

/// One line of a form. Texts and entries are requested again when the language changes.
struct FormRow {
    enum class Kind { number, size, words, segment, search, flag, optional_flag };

    QString path;
    Kind kind = Kind::number;
    NumberSpec number;
    std::function<ControlTexts()> texts;
    std::function<std::vector<PickerEntry>()> entries;
    /// For a size, whose path is the height's.
    QString width{};
};

/// The row of a field table entry: its kind follows from the field's type; text fields search in `entries`.
FormRow form_row(const FieldRow& row, const Localization& words,
                 std::function<std::vector<PickerEntry>()> entries = {});
FormRow form_row(const Hyperparameter& hyperparameter, const Localization& words);
/// The row for a hyperparameter's path or a layer option, with its slider steps.
FormRow form_row(const Hyperparameter& hyperparameter, const std::string& path, const Localization& words);

/// Controls for some fields of the document: show its values, set requested ones, and mark rejected ones.
class FieldForm : public QWidget {
    Q_OBJECT

public:
    /// Arranges controls in `columns`, row by row.
    FieldForm(Document& document, const Localization& words, QWidget* parent = nullptr, int columns = 1);

    void set_rows(std::vector<FormRow> rows);
    /// Aligns the labels with the content above the form.
    void set_flush();
    /// Requests texts and entries again.
    void refresh();
    /// Offers the controls of fields that currently apply, and shows some of them.
    void offer(const std::function<bool(std::string_view path)>& is_offered,
               const std::function<bool(const FieldControl& control)>& is_shown);
    /// The offered controls, even if hidden.
    const std::vector<FieldControl*>& controls() const { return offered_; }
    /// Offered or not; null for none.
    FieldControl* control(const QString& path) const;

private:
    struct Row {
        FormRow form;
        FieldControl* control = nullptr;
        /// The last requested value, and the rejected one.
        FieldValue asked{};
        std::optional<FieldValue> rejected{};
        /// The finding displayed at the control.
        std::optional<Finding> found{};
    };

    FieldControl* make_control(const FormRow& row);
    void connect_control(FieldControl* control, FormRow::Kind kind);
    void follow();
    /// Shows a blocking finding at the control that causes it.
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
    /// The plan's, the unit of money fields.
    QString currency_;
    /// The plan's, for prices in lists.
    std::string price_date_;
};

} // namespace rigwright
