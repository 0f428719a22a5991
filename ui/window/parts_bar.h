// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"

#include <QLabel>
#include <QWidget>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QGridLayout;

namespace rigwright {

/// A whole as one bar of its parts, with a legend whose numbers open their calculations: the memory at the peak, or the
/// time of a step, where the part that limits it has the accent's colour. The largest parts come first; parts of
/// nothing are left out. Beside another answer there are two bars of one scale, and the legend says `before → after`.
class PartsBar : public QWidget {
    Q_OBJECT

public:
    enum class Of { memory, step };

    PartsBar(Of what, const PageContext& context, QWidget* parent = nullptr);

    /// Lists every part, with words for those that the peak does not hold.
    void list_all();

    /// Shows the answer that `before` gives above the present one, where it gives one.
    void compare_with(std::function<std::shared_ptr<const Evaluation>()> before);

    /// How many parts the legend shows, the largest first.
    void show_most(std::size_t parts);

    /// The same whatever the numbers are.
    QSize sizeHint() const override { return {usual_width, QWidget::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return {least_width, QWidget::minimumSizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int usual_width = 420;
    static constexpr int least_width = 200;
    class Bar;
    class Swatch;
    struct Part {
        QString name;
        QString quantity;
        QString text;
        QString note;
        double amount = 0.0;
        HatchedFill fill;
        /// In the answer before; nothing without one.
        double before = 0.0;
    };
    struct Entry {
        QWidget* box = nullptr;
        Swatch* swatch = nullptr;
        QLabel* name = nullptr;
        QuantityLabel* number = nullptr;
    };

    /// The word for a part of nothing, and why there is nothing.
    std::pair<QString, QString> absence(MemoryPart part, const MemoryEstimate& memory) const;
    std::vector<Part> parts_of_memory(const Evaluation& evaluation) const;
    std::vector<Part> parts_of_step(const Evaluation& evaluation) const;
    std::vector<Part> parts_of(const Evaluation& evaluation) const;
    /// Adds to the parts what they were before.
    void add_before(std::vector<Part> before);
    /// Both bars, their totals, and the difference between them.
    void show_both(const Evaluation& before);
    /// The memory, or the time of a step; nothing where it is not known.
    std::optional<Value> total_of(const Evaluation& evaluation) const;
    QString title() const { return what_ == Of::memory ? tr("GPU memory breakdown") : tr("Step breakdown"); }
    QString summary() const;
    /// The share of the bar at which memory ends, where the plan takes more.
    std::optional<double> end_of_memory() const;
    /// As many as take the names of these entries whole.
    int columns_for(const std::vector<std::size_t>& legend) const;
    void follow();
    Entry make_entry(const QString& quantity, const PageRequests& requests);
    void place();

    Of what_;
    Document& document_;
    const Localization& words_;
    QLabel* title_;
    QLabel* summary_;
    Bar* bar_;
    std::function<std::shared_ptr<const Evaluation>()> before_;
    /// Null unless there is something to compare with.
    QGridLayout* compared_ = nullptr;
    Bar* before_bar_ = nullptr;
    std::array<QLabel*, 2> names_{};
    std::array<QLabel*, 2> totals_{};
    QLabel* difference_ = nullptr;
    QGridLayout* grid_;
    /// One for each part of the estimate; those of nothing are hidden.
    std::vector<Entry> entries_;
    std::vector<Part> parts_;
    bool lists_all_ = false;
    std::size_t most_shown_ = 6;
    /// What the grid holds now.
    std::vector<std::size_t> placed_;
    int placed_columns_ = 0;
};

} // namespace rigwright
