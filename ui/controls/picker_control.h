// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/field_control.h"

#include <QComboBox>
#include <QStyledItemDelegate>

#include <vector>

class QKeyEvent;

namespace rigwright {

/// Draws an entry of a long list in columns: its name, its figures, and a muted description.
class PickerDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { detail_role = Qt::UserRole + 1, meaning_role, search_role };

    using QStyledItemDelegate::QStyledItemDelegate;

    /// Widths of the columns, from the longest texts of the list.
    void set_widths(int name, int detail, int meaning);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int name_ = 0;
    int detail_ = 0;
    int meaning_ = 0;
};

/// One choice of a picker.
struct PickerEntry {
    /// The value in the scenario.
    QString id;
    /// The displayed text, in the window's language.
    QString text;
    /// Consecutive entries of the same group share a heading; empty: no heading.
    QString group;
    /// Figures and a short description; both may be empty.
    QString detail = {};
    QString meaning = {};
    /// Other names for the search.
    QString aliases = {};

    bool operator==(const PickerEntry&) const = default;
};

/// A choice from a list: a few words, or a long grouped list with a search by any part of a name.
class PickerControl : public FieldControl {
    Q_OBJECT

public:
    enum class Kind { words, searchable };

    PickerControl(QString path, Kind kind, QWidget* parent = nullptr);

    void set_entries(std::vector<PickerEntry> entries);
    const std::vector<PickerEntry>& entries() const { return entries_; }
    bool is_searchable() const { return kind_ == Kind::searchable; }
    /// A more specific error for typed text that matches no entry; nothing if there is none.
    using Explanation = std::function<std::optional<TextMaker>(const QString& typed)>;
    void set_explanation(Explanation explain) { explain_ = std::move(explain); }
    void set_texts(const ControlTexts& texts) override;
    bool can_be_absent() const override { return box_->findData(QString()) >= 0; }
    QWidget* editor() const override { return box_; }
    QComboBox* box() const { return box_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override;
    int editor_width() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make_searchable();
    void fill();
    void add_heading(const QString& text);
    void add_entry(const PickerEntry& entry);
    /// The list may be wider than the box to show distinguishable names.
    void widen_list();
    void choose(int row);
    /// Accepts typed text: an entry's name or id, the end of its name, or the only match of the search.
    void take_typed_text();
    /// Starts a search with a character typed into the open list. True if it did.
    bool search_from_list(QKeyEvent& event);

    Kind kind_;
    QComboBox* box_;
    PickerDelegate* delegate_;
    std::vector<PickerEntry> entries_;
    QString current_;
    Explanation explain_;
};

} // namespace rigwright
