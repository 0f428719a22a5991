// SPDX-License-Identifier: Apache-2.0
#include "core/text/model_row_text.h"

namespace rigwright {

namespace {

MessageCode word_of(SampleKind kind) { return {std::string("samples.") + key_of(kind)}; }

std::string extents(const ModelInput& input)
{
    if (!input.image_height || !input.image_width) return {};
    const std::string area = std::to_string(*input.image_height) + " × " + std::to_string(*input.image_width);
    return input.image_depth ? std::to_string(*input.image_depth) + " × " + area : area;
}

std::string tokens(const ModelInput& input, const Messages& messages)
{
    if (!input.sequence_length) return {};
    std::string count = std::to_string(*input.sequence_length);
    if (input.target_sequence_length) count += " + " + std::to_string(*input.target_sequence_length);
    return messages.text("samples.tokens", {{"count", count}});
}

} // namespace

std::string input_text(const ModelInput& input, const Messages& messages)
{
    const std::string image = extents(input);
    const std::string text = tokens(input, messages);
    return image.empty() || text.empty() ? image + text : image + ", " + text;
}

std::string reason_text(const ModelRow& row, const Messages& messages)
{
    if (row.data_holds && row.reads)
        return messages.text("samples.mismatch", {{"reads", word_of(*row.reads)}, {"holds", word_of(*row.data_holds)}});
    return row.errors.empty() ? std::string() : messages.text_of_finding(row.errors.front());
}

} // namespace rigwright
