// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/plots/plot_canvas.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rigwright {

/// A whole number of the plan as x axis of a plot: its computed points, its edits and its texts. Owned by its plot.
class SweptNumber : public QObject {
    Q_OBJECT

public:
    /// The y value of an estimate.
    using Height = std::function<std::optional<double>(const Estimate&)>;

    SweptNumber(Document& document, const Localization& words) : document_(document), words_(words) {}

    /// Null before the first answer.
    virtual const std::vector<SweepPoint>* computed() const = 0;
    /// Over a sample dimension or the number of GPUs; null before the first answer.
    virtual const ExtentCurve* curve() const { return nullptr; }
    /// Whether computed points belong to an earlier document state.
    virtual bool is_outdated() const = 0;
    /// The plot becomes visible.
    virtual void ask() {}
    /// Reason why this model has no such plot. Mostly empty.
    virtual QString objection() const { return {}; }

    virtual std::int64_t present() const = 0;
    virtual void set_present(std::int64_t value) = 0;
    virtual QString amount_text(std::int64_t value) const = 0;
    /// In a point's readout.
    virtual QString heading(std::int64_t value) const { return amount_text(value); }
    virtual QString axis_label() const = 0;
    virtual QString column_title() const = 0;
    /// Lines of other builds over the curves.
    virtual void draw_overlay(PlotCanvas&, const Height&) const {}

signals:
    /// The computed points changed.
    void arrived();

protected:
    Document& document() const { return document_; }
    const Localization& words() const { return words_; }

private:
    Document& document_;
    const Localization& words_;
};

/// The micro-batch if `extent` is empty.
std::unique_ptr<SweptNumber> swept_number(std::optional<SweepAxis> extent, Document& document,
                                          const Localization& words);

/// "A", "B", ...: the letter of the build at that index.
QString build_letter(std::size_t place);
/// The same for a build of the document; during a trial, L for the copy and a word for the other.
QString letter_of(const Document& document, std::size_t place);
/// Pen of a build other than the current one in every plot: thin, with its own dash pattern.
QPen build_pen(std::size_t place, const Theme& theme);

/// Sets up such an x axis, logarithmic by default.
void set_swept_axis(PlotCanvas& canvas, const QString& label, bool linear = false);

} // namespace rigwright
