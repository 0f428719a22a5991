// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

namespace rigwright {

/// Columns of the table of layers; from the output on they are figures.
struct LayerListColumn {
    enum Column {
        type_column,
        name_column,
        options_column,
        output_column,
        parameters_column,
        macs_column,
        kept_column,
        column_total
    };
};

/// The model is a list of layers.
bool edits_layers(const Document& document);
/// Selects a layer and focuses one of its options. `editor` is the layer page.
bool focus_layer_field(QWidget& editor, const QString& path);

} // namespace rigwright
