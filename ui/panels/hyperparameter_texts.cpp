// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/number_text.h"
#include "ui/panels/field_rows.h"
#include "ui/panels/hyperparameter_names.h"

#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

/// The slider covers a stretch of the legal range around what is usual for such a number.
double usual_maximum(const Hyperparameter& hyperparameter)
{
    if (hyperparameter.type == HyperparameterType::real) return hyperparameter.maximum;
    const std::int64_t* standard =
        hyperparameter.standard ? std::get_if<std::int64_t>(&*hyperparameter.standard) : nullptr;
    const double usual = standard ? static_cast<double>(*standard) * 32.0 : 32768.0;
    double limit = 64.0;
    while (limit < usual) limit *= 2.0;
    return std::min(limit, hyperparameter.maximum);
}

} // namespace

ControlTexts texts_of(const Hyperparameter& hyperparameter)
{
    const QString key = QString::fromUtf8(hyperparameter.key.data(), static_cast<qsizetype>(hyperparameter.key.size()));
    const QString help = QCoreApplication::translate("Hyperparameters", "“%1” in scenario files.").arg(key);
    return {hyperparameter_name(hyperparameter.key), QString(), help,
            QCoreApplication::translate("Hyperparameters", "derived")};
}

NumberSpec number_spec(const Hyperparameter& hyperparameter)
{
    constexpr double twentieth = 0.05;
    NumberSpec spec;
    spec.integer = hyperparameter.type == HyperparameterType::integer;
    spec.optional = !hyperparameter.standard;
    spec.minimum = hyperparameter.minimum;
    spec.maximum = hyperparameter.maximum;
    const double top = usual_maximum(hyperparameter);
    const bool fraction = hyperparameter.type == HyperparameterType::real && top <= 1.0;
    spec.steps =
        fraction ? even_steps(hyperparameter.minimum, top, twentieth) : powers_of_two(hyperparameter.minimum, top);
    return spec;
}

} // namespace rigwright
