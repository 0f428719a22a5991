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

namespace rigwright {

/// Turns the keys of one configuration object into the hyperparameters of a family, remembering which were used. A key
/// that is null counts as absent, as in the `transformers` library.
class ConfigKeys {
public:
    ConfigKeys(const nlohmann::json& object, std::string path, HfConfigReading& reading)
        : object_(object),
          path_(std::move(path)),
          reading_(reading)
    {}

    /// Chooses the family that the following hyperparameters belong to.
    void choose_family(std::string_view id);

    /// The value of the first of these keys that stands in the object.
    std::optional<std::int64_t> integer(std::initializer_list<std::string_view> keys);
    std::optional<double> number(std::initializer_list<std::string_view> keys);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    const nlohmann::json* any(std::string_view key);

    /// Reads a size and sets the hyperparameter; an issue where it is absent.
    std::int64_t require(std::string_view hyperparameter, std::initializer_list<std::string_view> keys);
    /// The same where the family's own rule stands for an absent key.
    void take(std::string_view hyperparameter, std::initializer_list<std::string_view> keys);
    /// Sets the flag, `otherwise` where the key is absent.
    void take_flag(std::string_view hyperparameter, std::string_view key, bool otherwise);
    /// Sets the probability, `otherwise` where the keys are absent.
    void take_rate(std::string_view hyperparameter, std::initializer_list<std::string_view> keys, double otherwise);
    /// Sets the activation function of that key.
    void take_activation(std::string_view key, std::string_view otherwise);
    /// Sets a hyperparameter that follows from the model type, or from the key `because_of`.
    void set(std::string_view hyperparameter, ShapeValue value, std::string_view because_of = "model_type");

    /// Takes a hyperparameter back that the head leaves without a meaning.
    void drop(std::string_view hyperparameter);

    /// `unsupported-variant` where a flag is set that the family cannot express.
    void refuse_flag(std::string_view key);
    void refuse(std::string_view key, std::string found, std::string expected);
    /// Lists the keys that nothing read and that are not known to leave the numbers alone.
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

} // namespace rigwright
