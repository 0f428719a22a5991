// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/time_range.h"

#include "core/scenario/words.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

double fourth_power(Seconds time) { return std::pow(time.base(), 4.0); }

/// Relative growth of the step per relative growth of the host's time.
double host_share(const TimeTerms& terms)
{
    if (terms.step <= Seconds()) return 0.0;
    const double host = fourth_power(terms.host);
    const double both = fourth_power(terms.gpu.total()) + host;
    const Seconds overlapped = terms.micro - terms.regions;
    Seconds moved = terms.regions + overlapped * (both > 0.0 ? host / both : 0.0);
    moved = moved * static_cast<double>(terms.accumulation);
    if (terms.optimizer.launch_time > terms.optimizer.traffic_time) moved += terms.optimizer.launch_time;
    return std::min(1.0, moved / terms.step);
}

/// Adapters are a separate kind: most of the weights have no gradient, and small products alternate with large ones.
std::string class_in(std::string_view model_class, const Training& training)
{
    return std::string(model_class) + (training.lora ? "+lora" : "");
}

} // namespace

std::string kind_on_generation(std::string_view model_class, const GpuGeneration& generation, const Training& training)
{
    return class_in(model_class, training) + "/" + generation.id + "/" + std::string(word_of(training.framework));
}

std::string kind_in_execution(std::string_view model_class, const Training& training)
{
    const bool captured = training.cuda_graph && training.execution == Execution::eager;
    return class_in(model_class, training) + "/" + std::string(captured ? "graph" : word_of(training.execution));
}

RangeCauses range_causes(const TimeTerms& terms, const Scenario& scenario, std::string_view family, const Gpu* gpu,
                         const TimeCoefficients& c)
{
    const Training& training = scenario.training;
    RangeCauses causes;
    causes.model_class = c.class_of(family);
    const GpuGeneration* generation = gpu == nullptr ? nullptr : &c.generation_of(*gpu);
    causes.order_of_magnitude =
        generation == nullptr || scenario.parallel.offload != Offload::none || generation->order_of_magnitude;
    if (causes.order_of_magnitude) return causes;
    causes.new_kind = !c.has_measured(kind_on_generation(causes.model_class, *generation, training)) ||
                      !c.has_measured(kind_in_execution(causes.model_class, training));
    causes.host = host_share(terms);
    const Seconds waiting = terms.part(TimePart::exposed_communication) + terms.part(TimePart::pipeline_bubble);
    if (terms.step > Seconds()) causes.communication = waiting / terms.step;
    return causes;
}

namespace {

constexpr std::string_view widths_record = "calibration/time_range/widths";

/// Width added for a kind of plan that no fitted source has measured.
Term width_of_kind(const RangeCauses& causes, const TimeRangeWidths& widths, Trace& trace)
{
    const double width = causes.new_kind ? widths.new_kind : 0.0;
    if (!trace.keeps()) return width;
    Derivation kind = leaf({}, "range_kind", {width, Unit::ratio},
                           causes.new_kind ? "source.range-new-kind" : "source.range-measured-kind",
                           "calibration/time_range/measured_kinds");
    kind.arguments = {{"class", MessageCode{"model-class." + std::string(causes.model_class)}}};
    return trace.given(std::move(kind), width);
}

} // namespace

Term range_width(const RangeCauses& causes, const TimeRangeWidths& widths, Trace& trace)
{
    const auto fitted = [&trace](const char* id, double width, const char* source) {
        return trace.given(id, width, Unit::ratio, source, widths_record);
    };
    if (causes.order_of_magnitude)
        return fitted("range_width", widths.order_of_magnitude, "source.range-order-of-magnitude");
    // Share of the step times the width of a step that consists of it alone.
    const auto part = [&](const char* id, double share, double width) {
        return trace.name(id,
                          trace.given("range_share", share, Unit::share, "source.operator-model") *
                              fitted("range_whole_width", width, "source.time-range"),
                          Unit::ratio);
    };
    const Term squares = square(fitted("range_base", widths.base, "source.time-range")) +
                         square(width_of_kind(causes, widths, trace)) +
                         square(part("range_host", causes.host, widths.host)) +
                         square(part("range_communication", causes.communication, widths.communication));
    return trace.name("range_width", fitted("range_safety", widths.factor, "source.time-range") * sqrt(squares),
                      Unit::ratio);
}

double range_width(const RangeCauses& causes, const TimeRangeWidths& widths)
{
    Trace untraced(false);
    return range_width(causes, widths, untraced).amount();
}

bool is_order_of_magnitude(const RangeCauses& causes, const TimeRangeWidths& widths, double range_share)
{
    RangeCauses new_kind;
    new_kind.new_kind = true;
    return causes.order_of_magnitude && range_width(causes, widths) * range_share > range_width(new_kind, widths);
}

} // namespace rigwright
