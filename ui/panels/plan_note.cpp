// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plan_note.h"

#include "core/estimate/evaluation.h"
#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/panels/follow_in_sight.h"

#include <QVBoxLayout>

namespace rigwright {

namespace {

QString name_of(PlanNote::Kind kind)
{
    switch (kind) {
    case PlanNote::Kind::global_batch: return QStringLiteral("note.global_batch");
    case PlanNote::Kind::replicas: return QStringLiteral("note.replicas");
    case PlanNote::Kind::host_memory: return QStringLiteral("note.host_memory");
    }
    return {};
}

QString quantity_of(PlanNote::Kind kind)
{
    return kind == PlanNote::Kind::host_memory ? QStringLiteral("memory.host_bytes")
                                               : QStringLiteral("time.global_batch");
}

} // namespace

PlanNote::PlanNote(Kind kind, Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      document_(document),
      words_(words),
      number_(new QuantityLabel(quantity_of(kind), this)),
      product_(small_label(this))
{
    setObjectName(name_of(kind));
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(FieldControl::margin, 2, 0, 4);
    lines->setSpacing(0);
    number_->set_emphasis(1.0, true);
    product_->setWordWrap(true);
    lines->addWidget(number_, 0, Qt::AlignLeft);
    lines->addWidget(product_);
    connect(number_, &QuantityLabel::working_requested, this, &PlanNote::working_requested);
    follow_in_sight(this, document_, [this] { follow(); });
    follow();
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
}

void PlanNote::follow()
{
    // A figure that is not computed has no working.
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    number_->setEnabled(estimate &&
                        (kind_ == Kind::host_memory ? estimate->memory.has_value() : estimate->time.has_value()));
    switch (kind_) {
    case Kind::global_batch: return show_global_batch();
    case Kind::replicas: return show_replicas();
    case Kind::host_memory: return show_host_memory();
    }
}

void PlanNote::show_global_batch()
{
    const Scenario& scenario = document_.scenario();
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    const bool trains = scenario.training.mode == RunMode::train;
    const std::int64_t accumulation = trains ? scenario.training.gradient_accumulation : 1;
    const std::int64_t replicas = data_parallel_degree(scenario);
    const std::int64_t batch = scenario.training.micro_batch;
    number_->show_text(tr("Global batch %1").arg(count(accumulation * replicas * batch)), tr("Global batch"));
    product_->setText(tr("= micro-batch %1 × accumulation %2 × data-parallel %3")
                          .arg(count(batch), count(accumulation), count(replicas)));
}

void PlanNote::show_replicas()
{
    const Scenario& scenario = document_.scenario();
    const Parallel& parallel = scenario.parallel;
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    const std::int64_t gpus = gpu_count(scenario.build);
    number_->show_text(tr("Replicas %1").arg(count(data_parallel_degree(scenario))), tr("Replicas of the model"));
    product_->setText(
        gpus == 1 ? tr("One GPU: there is nothing to divide. Set the GPUs per machine.")
                  : tr("= %1 GPUs ÷ (tensor %2 × pipeline %3 × context %4)")
                        .arg(count(gpus), count(parallel.tensor), count(parallel.pipeline), count(parallel.context)));
}

void PlanNote::show_host_memory()
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const QString needed =
        estimate && estimate->memory ? words_.text(value_of(estimate->memory->host)) : QStringLiteral("–");
    const std::optional<double> ram = document_.scenario().build.ram_gib;
    number_->show_text(tr("RAM needed %1").arg(needed), tr("RAM needed in one machine"));
    product_->setText(ram ? tr("of %1 in one machine").arg(words_.text(value_of(Bytes::gib(*ram))))
                          : tr("in one machine; how much it has is not set"));
}

} // namespace rigwright
