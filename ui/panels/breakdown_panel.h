// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QGridLayout>
#include <QLabel>

#include <array>

namespace rigwright {

/// All parts of a GPU's memory side by side, with what is usable as a line: one bar.
class MemoryBar : public QWidget {
    Q_OBJECT

public:
    explicit MemoryBar(QWidget* parent);

    void show_memory(const MemoryEstimate& memory, bool usable_known);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    MemoryEstimate memory_;
    bool usable_known_ = false;
};

/// Colour key and share of one part, drawn as a short bar.
class PartBar : public QWidget {
    Q_OBJECT

public:
    PartBar(MemoryPart part, QWidget* parent);

    void show_share(double share);
    QSize sizeHint() const override { return {70, 12}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    MemoryPart part_;
    double share_ = 0.0;
};

/// What fills the memory of the fullest GPU, part by part.
class BreakdownPanel : public Card {
    Q_OBJECT

public:
    BreakdownPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

signals:
    void working_requested(const QString& quantity);

private:
    struct Row {
        QLabel* name = nullptr;
        PartBar* bar = nullptr;
        QuantityLabel* value = nullptr;
    };

    void add_row(QGridLayout* grid, MemoryPart part);
    void follow();
    void show_capacity();
    void show_part(MemoryPart part, const MemoryEstimate& memory, const QString& name);

    Document& document_;
    const Localization& words_;
    QLabel* title_;
    /// What is usable of the label's capacity.
    QuantityLabel* capacity_;
    MemoryBar* bar_;
    std::array<Row, memory_part_count> rows_;
    /// Shown where measurements correct the estimate.
    QLabel* correction_name_;
    QuantityLabel* correction_;
};

} // namespace rigwright
