// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/hf_config.h"
#include "core/json/strict_json.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Converts the keys of one configuration object to hyperparameters of a family and records which were used. A null key
/// counts as absent, as in the `transformers` library.
class ConfigKeys {
public:
    ConfigKeys(const nlohmann::json& object, std::string path, HfConfigReading& reading)
        : object_(object),
          path_(std::move(path)),
          reading_(reading)
    {}

    /// Selects the family of the following hyperparameters.
    void choose_family(std::string_view id);

    /// The value of the first of these keys in the object.
    std::optional<std::int64_t> integer(std::initializer_list<std::string_view> keys);
    std::optional<double> number(std::initializer_list<std::string_view> keys);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    const nlohmann::json* any(std::string_view key);

    /// Reads a size and sets the hyperparameter; an issue if it is absent.
    std::int64_t require(std::string_view hyperparameter, std::initializer_list<std::string_view> keys);
    /// Same, but the family's default applies if the keys are absent.
    void take(std::string_view hyperparameter, std::initializer_list<std::string_view> keys);
    /// Sets the flag; `otherwise` if the key is absent.
    void take_flag(std::string_view hyperparameter, std::string_view key, bool otherwise);
    /// Sets the probability; `otherwise` if the keys are absent.
    void take_rate(std::string_view hyperparameter, std::initializer_list<std::string_view> keys, double otherwise);
    /// Sets the activation function of that key.
    void take_activation(std::string_view key, std::string_view otherwise);
    /// Sets a hyperparameter that follows from the model type, or from the key `because_of`.
    void set(std::string_view hyperparameter, FieldValue value, std::string_view because_of = "model_type");

    /// Removes a hyperparameter that has no meaning with the head.
    void drop(std::string_view hyperparameter);

    /// Reports `unsupported-variant` if a flag is set that the family cannot express.
    void refuse_flag(std::string_view key);
    void refuse(std::string_view key, std::string found, std::string expected);
    /// Lists the unread keys that are not known to be harmless.
    void finish();

private:
    std::string path_of(std::string_view key) const { return json_member_path(path_, key); }
    const nlohmann::json* find(std::initializer_list<std::string_view> keys, std::string_view& found);
    void report(std::string_view key, std::string code, std::string found, std::string expected);

    const nlohmann::json& object_;
    std::string path_;
    HfConfigReading& reading_;
    const Family* family_ = nullptr;
    std::set<std::string, std::less<>> used_;
};

/// The values of `model_type` of decoder language models.
std::vector<std::string_view> decoder_type_names();
/// Reads the configuration of such a model; false for another type.
bool read_decoder(std::string_view model_type, ConfigKeys& config);

} // namespace rigwright
