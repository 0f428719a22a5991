// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/term.h"
#include "core/estimate/time/step_time.h"

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

/// The parts of a step as in the contract, written into the time terms and named in a trace.
class StepParts {
public:
    StepParts(TimeTerms& terms, const Training& training, Trace& trace);

    bool trains() const { return trains_; }

    /// Time of all micro-batches.
    Term accumulated(const Term& time) const { return trains_ ? accumulation_ * time : time; }

    /// `id` names the part in a trace: "time.parts.forward".
    void set(TimePart which, std::string_view id, const Term& time);
    /// A placeholder for the part until it is set.
    void put(TimePart which, const Term& time);
    /// A part that a plan does not have; the source gives the reason.
    void set_none(TimePart which, std::string_view id, std::string_view source, std::string_view field = {});

    /// Forward, and in a training run backward, recomputation and update. Precondition: `terms` has the passes of a
    /// micro-batch and the time of the optimizer.
    void add_passes();

    /// Sum of the parts so far.
    Term sum() const;

    /// Names the sum of all parts as the step.
    void finish();

    /// Time of a pass over all operators of a micro-batch; the layer table has its terms.
    static Term pass(std::string_view id, Seconds time, Trace& trace)
    {
        return trace.given(id, time.base(), Unit::seconds);
    }

    static Term recomputation(Seconds time, Trace& trace)
    {
        return trace.given("micro_recompute", time.base(), Unit::seconds, "source.recompute", "training.recompute");
    }

private:
    TimeTerms& terms_;
    Trace& trace_;
    const bool trains_;
    Term accumulation_;
    std::array<std::optional<Term>, time_part_count> parts_;
};

} // namespace rigwright
