// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/measurement_settings.h"

#include "core/importing/sha256.h"
#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

Scenario run_settings(const Scenario& scenario)
{
    Scenario settings;
    settings.model = scenario.model;
    settings.input = scenario.input;
    settings.dataset = scenario.dataset;
    settings.training = scenario.training;
    settings.training.micro_batch = 1;
    settings.training.epochs = 1;
    settings.training.global_batch.reset();
    settings.parallel = scenario.parallel;
    settings.build = scenario.build;
    settings.build.price_overrides.clear();
    settings.build.context_bytes.reset();
    return settings;
}

bool Measurement::operator==(const Measurement& other) const
{
    const bool same_settings =
        settings == other.settings || (settings && other.settings && *settings == *other.settings);
    return same_settings && micro_batch == other.micro_batch && step_seconds == other.step_seconds &&
           peak_bytes == other.peak_bytes && kind == other.kind && date == other.date && note == other.note;
}

Scenario measured_scenario(const Measurement& measurement, const Scenario& present)
{
    Scenario scenario = measurement.settings ? *measurement.settings : present;
    scenario.measurements.clear();
    scenario.training.micro_batch = measurement.micro_batch;
    scenario.build.context_bytes = present.build.context_bytes;
    // A resolved path counts as equal to its imported model.
    if (scenario.model.imported) scenario.model = present.model;
    return scenario;
}

bool is_same_network(const Scenario& a, const Scenario& b) { return a.model == b.model && a.input == b.input; }

bool is_same_training(const Scenario& a, const Scenario& b)
{
    return run_settings(a).training == run_settings(b).training && a.parallel == b.parallel;
}

bool is_same_setup(const Scenario& a, const Scenario& b)
{
    return is_same_training(a, b) && run_settings(a).build == run_settings(b).build;
}

void anchor_measurements(Scenario& scenario)
{
    std::shared_ptr<const Scenario> settings;
    for (Measurement& measurement : scenario.measurements) {
        if (measurement.settings) continue;
        if (!settings) settings = std::make_shared<const Scenario>(run_settings(scenario));
        measurement.settings = settings;
    }
}

std::string network_fingerprint(const Scenario& scenario)
{
    Scenario network;
    network.model = scenario.model;
    network.input = scenario.input;
    nlohmann::ordered_json text = nlohmann::ordered_json::object();
    write_question(text, network, Expand::as_given);
    constexpr std::size_t digits = 16;
    return sha256_hex(text.dump()).substr(0, digits);
}

} // namespace rigwright
