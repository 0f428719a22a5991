// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/advice_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include <vector>

namespace rigwright {

/// The first remedy of a plan that does not fit with its margin, in one line: what it is, what it leaves, and the way
/// to all the others. Hidden for a plan that fits.
class HelpLine : public QWidget {
    Q_OBJECT

public:
    HelpLine(Document& document, const Localization& words, QWidget* parent);

signals:
    void more_requested();

private:
    void follow();
    void show_first(const Advice& advice);

    Document& document_;
    Live<Advice>& advice_;
    const Localization& words_;
    QLabel* text_;
    QPushButton* apply_;
    QPushButton* more_;
    AdviceText first_;
};

/// The answer in one look: FITS, TIGHT or DOES NOT FIT with the memory, then the times and what limits them.
class VerdictPanel : public QWidget {
    Q_OBJECT

public:
    VerdictPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

signals:
    void working_requested(const QString& quantity);
    /// All that would help is to be shown.
    void help_requested();
    /// The badge at corrected numbers was pressed.
    void measurements_requested();
    /// Screen readers were told that the verdict is another one than before.
    void announced(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A number with its caption above and its range below.
    struct Tile {
        const char* caption_text = nullptr;
        QLabel* caption = nullptr;
        QuantityLabel* value = nullptr;
        QLabel* note = nullptr;
        /// The note is a tip of the caption instead of a line of its own.
        bool compact = false;
    };

    void build_headline();
    void build_tiles();
    QuantityLabel* add_quantity(const QString& id);
    void add_tile(QGridLayout* grid, int row, int column, const char* caption, const char* quantity);
    Tile& tile(const char* quantity);
    QString caption_of(const Tile& tile) const;
    bool infers() const;
    void show_tile(const char* quantity, const QString& text, const QString& note = {});
    /// What the estimate says, with `note` below it; a dash and `otherwise` where it has no such number.
    void show_number(const Estimate& estimate, const char* quantity, const QString& note = {},
                     const QString& otherwise = {});
    /// The interval of a quantity that has one.
    QString range_text(const Estimate& estimate, const char* quantity) const;

    void follow();
    void show_memory(const Estimate& estimate);
    void set_visible(const char* quantity, bool visible);
    void show_time(const Estimate& estimate);
    void show_run(const Estimate& estimate);
    void show_badge(const Estimate& estimate);
    void show_model(const Estimate& estimate);
    void announce();
    void paint_sign();

    Document& document_;
    const Localization& words_;
    QLabel* sign_ = nullptr;
    QLabel* word_ = nullptr;
    QuantityLabel* memory_ = nullptr;
    QLabel* memory_range_ = nullptr;
    HelpLine* help_ = nullptr;
    QToolButton* badge_ = nullptr;
    std::vector<Tile> tiles_;
    std::optional<Verdict> verdict_;
    std::optional<Verdict> announced_;
};

} // namespace rigwright
