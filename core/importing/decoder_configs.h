// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace rigwright {

class ConfigKeys;

/// The values of `model_type` of decoder language models.
std::vector<std::string_view> decoder_type_names();
/// Reads the configuration of such a model; false for another type.
bool read_decoder(std::string_view model_type, ConfigKeys& config);

} // namespace rigwright
