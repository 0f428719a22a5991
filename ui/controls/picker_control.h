// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/field_control.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QStringList>

#include <optional>
#include <vector>

class QCompleter;
class QListView;
class QStandardItemModel;

namespace rigwright {

/// One choice of a picker.
struct PickerEntry {
    /// The value in the scenario.
    QString id;
    /// The displayed text in the window's language: a name and its distinguishing data ("RTX 4090 · 24 GiB").
    QString text;
    /// Consecutive entries of the same group share a heading; empty: no heading.
    QString group;
    /// Data for the choice, in columns; the same number in each entry, or none.
    QStringList columns = {};
    /// Other searchable names.
    QStringList aliases = {};
    /// A word after a recommended entry; otherwise empty.
    QString mark = {};

    /// The text before " · ".
    QString name() const { return text.section(QStringLiteral(" · "), 0, 0); }

    bool operator==(const PickerEntry&) const = default;
};

/// Entries that contain each typed word, best match first, equal ones in list order.
std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& entries, const QString& typed);
/// The only entry that matches the typed text best; null if there are several or none.
const PickerEntry* entry_named(const std::vector<PickerEntry>& entries, const QString& typed);

/// Data of an entry besides its text.
enum PickerRole { id_role = Qt::UserRole, columns_role, mark_role };

/// How well typed text matches the name of an entry, best first.
enum class NameMatch {
    /// The name or one of the other names.
    whole,
    /// The first or the last words of the name: "5090" of "GeForce RTX 5090".
    edge,
    /// Each typed word is a word of the name.
    words,
    /// A prefix of the name.
    start,
    /// Each typed word starts a word of the name.
    word_starts,
    /// Each typed word is a word of the name or of another name.
    known_words,
    /// Each typed word is somewhere in the name.
    inside,
    /// Each typed word is somewhere in the name or another name.
    elsewhere
};

/// Nothing if a typed word is found nowhere. Ignores letter case, hyphens, spaces and word order; vendors and families
/// may be Chinese. `other_names` are ids, names in the other language, vendors.
std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QString& typed);

class PickerDelegate;

/// A choice from a list: a few words, or a long grouped list with columns and search. The best match is selected; Enter
/// accepts it.
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
    /// The list below a searchable field, shown while it is open.
    QListView* list() const { return list_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override;
    int editor_width() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make_searchable();
    void fill();
    /// Lists all entries under group headings, starting at the current one.
    void open_list();
    void search();
    void show_list(int row);
    void choose(const QString& id);
    /// Accepts the selected row, else the named entry.
    void enter();
    /// Accepts the entry that the text names, or marks it.
    void take_typed_text();

    Kind kind_;
    QComboBox* box_;
    PickerDelegate* delegate_ = nullptr;
    QStandardItemModel* rows_ = nullptr;
    QCompleter* popup_ = nullptr;
    QListView* list_ = nullptr;
    std::vector<PickerEntry> entries_;
    QString current_;
    Explanation explain_;
};

/// A choice of two or three words, all visible side by side. Arrow keys select the next.
class SegmentControl : public FieldControl {
    Q_OBJECT

public:
    explicit SegmentControl(QString path, QWidget* parent = nullptr);

    void set_entries(const std::vector<PickerEntry>& entries);
    QWidget* editor() const override { return box_; }
    /// The checked segment.
    QAbstractButton* chosen() const { return parts_->checkedButton(); }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool) override {}
    int editor_width() const override { return box_->sizeHint().width(); }

private:
    QWidget* box_;
    QButtonGroup* parts_;
    std::vector<QString> ids_;
    QString current_;
};

} // namespace rigwright
