// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QWidget>

namespace rigwright {

struct PlotEntry;

/// A plot in a window of its own, beside the one in the tab: on a second screen, or two plots side by side. It follows
/// the document, the language and the colours, and is gone once closed.
class PlotWindow : public QWidget {
    Q_OBJECT

public:
    PlotWindow(const PlotEntry& plot, Document& document, const Words& words, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const PlotEntry& plot_;
};

} // namespace rigwright
