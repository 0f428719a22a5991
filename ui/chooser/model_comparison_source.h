// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/model_comparison.h"
#include "ui/document/document.h"

#include <QTimer>

namespace rigwright {

/// The rows of a comparison of models, kept up with the document. A list too long for one frame is computed in slices
/// between the window's events; rows are handed out together, all of the same state of the document.
class ModelComparisonSource : public QObject {
    Q_OBJECT

public:
    ModelComparisonSource(Document& document, QObject* parent);

    /// The presets asked for; the document's own model comes first where it is none of them.
    const QStringList& presets() const { return presets_; }
    void set_presets(const QStringList& presets);
    void add(const QString& preset);
    void remove(const QStringList& presets);
    /// Takes a row's preset for the document's model as one undo step; the model before stays in the list.
    void use(const QString& preset, const QString& description);
    /// Computes only while somebody looks.
    void set_active(bool active);

    const std::vector<ModelRow>& rows() const { return rows_; }
    /// The state that `rows` belong to.
    const Scenario& scenario() const { return shown_; }
    bool is_complete() const { return active_ && !stale_ && !slices_.isActive(); }

signals:
    void changed();

private:
    void follow();
    void start();
    void compute_slice();
    std::vector<std::string> wanted() const;

    Document& document_;
    QStringList presets_;
    QTimer slices_;
    bool active_ = false;
    bool stale_ = true;
    Scenario asked_;
    std::vector<std::string> waiting_;
    std::vector<ModelRow> coming_;
    Scenario shown_;
    std::vector<ModelRow> rows_;
};

} // namespace rigwright
