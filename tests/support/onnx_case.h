// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/importing/onnx/onnx_graph.h"
#include "tests/support/onnx_writer.h"

#include <QList>

#include <sstream>

namespace rigwright::test {

inline OnnxReading read_onnx(const OnnxWriter& onnx)
{
    std::istringstream stream(onnx.bytes());
    return import_onnx(stream, {});
}

/// The shape of the first output of a graph; empty if there is none.
inline QList<qint64> extents_of_output(const OnnxReading& reading)
{
    const Network& network = reading.imported.network;
    QList<qint64> extents;
    if (!reading.issues.empty() || network.outputs.empty()) return extents;
    const Shape shape = network.shape_of(network.outputs.front());
    for (int axis = 0; axis < shape.rank(); ++axis) extents << shape[axis];
    return extents;
}

} // namespace rigwright::test
