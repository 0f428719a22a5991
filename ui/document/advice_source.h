// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/largest.h"
#include "core/advise/remedy_table.h"
#include "core/advise/sensitivity.h"
#include "ui/document/latest_worker.h"

namespace rigwright {

/// What would help a plan, and what would fit on its machine.
struct Advice {
    /// The plan it is for.
    Scenario scenario;
    /// Empty where the plan cannot be judged.
    std::optional<PlanEffect> plan;
    std::vector<Remedy> remedies;
    std::vector<FitAnswer> answers;
};

/// Whether the plan takes too much memory for its machine, so that fixes are wanted.
bool is_short_of_memory(const Evaluation& evaluation);

/// Null when `stop` was requested.
std::shared_ptr<const Advice> compute_advice(const Scenario& scenario, const EngineData& data,
                                             const std::stop_token& stop);

/// Advice on the document, computed beside the window once a change has settled: at once for a plan that does not fit
/// with its margin, otherwise only while somebody looks.
class AdviceSource : public QObject {
    Q_OBJECT

public:
    explicit AdviceSource(Document& document);
    /// The one of this document, made when it is first asked for; it lives as long as the document.
    static AdviceSource& of(Document& document);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const Advice>& advice() const { return advice_.known(); }
    /// The advice is for the document as it stands.
    bool is_current() const { return advice_.is_current(); }
    /// Nothing is on its way.
    bool is_settled() const { return advice_.is_settled(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);
    /// Makes an edit as one undo step of that name. False when it belongs to an earlier state of the document, or is
    /// refused.
    bool apply(const ScenarioChanges& changes, const QString& description);

signals:
    void changed();

private:
    void settle();

    Document& document_;
    SettledAnswer<Advice> advice_;
    bool watched_ = false;
};

/// What can be done about the findings of the document, tried out beside the window once a change has settled.
class FixSource : public QObject {
    Q_OBJECT

public:
    explicit FixSource(Document& document, QObject* parent = nullptr);

    /// The fixes of a finding of the document as it stands; null where there is none, or none is known yet.
    const FindingFixes* of(const Finding& finding) const;
    bool is_settled() const { return found_.is_current(); }
    /// Makes an edit as one undo step of that name. False where it belongs to an earlier state of the document.
    bool apply(const Fix& fix, const QString& description);

signals:
    void changed();

private:
    struct Found {
        Scenario scenario;
        std::vector<FindingFixes> fixes;
    };

    void settle();

    Document& document_;
    SettledAnswer<Found> found_;
};

/// Which setting moves the plan most, computed beside the window while somebody looks.
class SensitivitySource : public QObject {
    Q_OBJECT

public:
    SensitivitySource(Document& document, QObject* parent);

    /// Of the last answer; empty before the first.
    const std::vector<Sensitivity>& settings() const;
    bool has_answer() const { return found_.known() != nullptr; }
    /// The answer belongs to an earlier state of the document; a newer one is on its way.
    bool is_outdated() const { return !found_.is_current(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);

signals:
    void changed();

private:
    struct Found {
        Scenario scenario;
        std::vector<Sensitivity> settings;
    };
    void settle();

    SettledAnswer<Found> found_;
    bool watched_ = false;
};

} // namespace rigwright
