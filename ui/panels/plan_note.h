// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLabel>

namespace rigwright {

/// A derived figure below its controls, with its formula or its limit.
class PlanNote : public QWidget {
    Q_OBJECT

public:
    enum class Kind {
        /// Samples between two optimizer steps.
        global_batch,
        /// GPUs that hold a copy of the model each.
        replicas,
        /// System memory that one machine needs, and that it has.
        host_memory
    };

    PlanNote(Kind kind, Document& document, const Localization& words, QWidget* parent = nullptr);

    QuantityLabel* number() const { return number_; }

signals:
    void working_requested(const QString& quantity);

private:
    void follow();
    void show_global_batch();
    void show_replicas();
    void show_host_memory();

    Kind kind_;
    Document& document_;
    const Localization& words_;
    QuantityLabel* number_;
    QLabel* product_;
};

} // namespace rigwright
