// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zoo/layer_list.h"
#include "core/zoo/layer_types.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QString>
#include <QTableView>

#include <map>

namespace rigwright {

/// The heading under which menus put such layers.
QString layer_group_text(LayerGroup group, const Localization& words);

/// The options of a layer in one line: "64 ch, 3×3, stride 2".
QString layer_options_text(const LayerSpec& layer, const Localization& words);

/// The stops of the slider of an option: kernels one by one, widths in powers of two.
NumberSpec layer_number_spec(const Hyperparameter& option);

/// The layers of a hand-made network as rows, with what each costs, or what is wrong with it.
class LayerModel : public TableModel {
    Q_OBJECT

public:
    enum Column {
        type_column,
        name_column,
        options_column,
        output_column,
        parameters_column,
        macs_column,
        kept_column
    };
    static constexpr int column_total = kept_column + 1;

    LayerModel(Document& document, const Localization& words, QObject* parent = nullptr);

    /// Takes the document's list over; a list of another length resets the model.
    void follow();
    const LayerSpecs& layers() const { return layers_; }
    const std::vector<std::string>& names() const { return names_; }
    /// Output of a layer; nothing where it cannot be built.
    std::optional<Shape> output(std::size_t row) const;
    /// What is wrong with a row; empty when nothing is.
    QString error(int row) const;
    /// The first row with an error, or -1; what is wrong with the list as a whole stands at -1 too.
    int first_error() const { return errors_.empty() ? -1 : errors_.begin()->first; }
    bool has_errors() const { return !errors_.empty(); }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void rename_requested(int row, const QString& name);

private:
    int row_count() const override { return static_cast<int>(layers_.size()); }
    QVariant special(int row, int column, int role) const override;
    /// What the layer costs; null where it cannot be built.
    const LayerFigures* figures(int row) const;
    /// Whole below ten million, in millions or billions above.
    QString short_count(Count count) const;
    void collect_errors();

    Document& document_;
    const Localization& words_;
    LayerSpecs layers_;
    std::vector<std::string> names_;
    std::vector<LayerFigures> figures_;
    std::map<int, Finding> errors_;
};

/// A table whose rows are dragged to another place with the mouse: a line shows where the row would go, Escape calls it
/// off.
class LayerListView : public QTableView {
    Q_OBJECT

public:
    explicit LayerListView(QWidget* parent = nullptr);

    bool is_dragging() const { return before_ >= 0; }

signals:
    /// A row was dropped before row `before`, which may be the end.
    void row_moved(int row, int before);

protected:
    /// The keys of its own actions come before those of the window.
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int row_before(int y) const;
    void stop();

    QPoint pressed_;
    int row_ = -1;
    /// Where the dragged row would go; -1 while nothing is dragged.
    int before_ = -1;
};

} // namespace rigwright
