// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx.h"

namespace rigwright {

OnnxReading import_onnx(std::istream&, const ModelInput&)
{
    OnnxReading reading;
    reading.issues.push_back({"$", "no-graph", "", ""});
    return reading;
}

} // namespace rigwright
