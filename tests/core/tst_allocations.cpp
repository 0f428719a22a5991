// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/resolved_model.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <cstdlib>
#include <new>

using namespace rigwright;
using namespace rigwright::test;

namespace {

std::size_t allocations = 0;

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

// Used by sorting, which releases through the operators below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

std::size_t allocations_of_network(const Scenario& scenario)
{
    const ResolvedModel model = resolve_model(scenario, engine_data().presets);
    const BuildOptions options = build_options(scenario.training);
    const std::size_t before = allocations;
    const Network network = build_network(model, options);
    const std::size_t taken = allocations - before;
    return network.issues.empty() && !network.operators.empty() ? taken : 0;
}

std::size_t allocations_of_estimate(const Scenario& scenario)
{
    const std::size_t before = allocations;
    const Evaluation evaluation = evaluated(scenario);
    return evaluation.estimate ? allocations - before : 0;
}

Scenario with(const char* preset, const char* key, std::int64_t depth)
{
    Scenario scenario = scenario_of(preset, 2);
    scenario.model.shape[key] = depth;
    return scenario;
}

} // namespace

/// The number of allocations depends on the distinct layers of a model, not on how often they repeat.
class AllocationsTest : public QObject {
    Q_OBJECT

private slots:
    void a_network_is_built_by_its_distinct_layers()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"decoder", "gpt3-125m", "layers"},
            {"decoder with gates and rotary positions", "llama-3-8b", "layers"},
            {"encoder", "bert-base-uncased", "layers"},
            {"convolutions", "resnet50", "stage3_blocks"},
        };
        rows.each([&](const auto& preset, const auto& key) {
            const std::size_t shallow = allocations_of_network(with(preset.constData(), key.constData(), 10));
            const std::size_t deep = allocations_of_network(with(preset.constData(), key.constData(), 1000));
            QVERIFY(shallow > 0);
            QCOMPARE(deep, shallow);
        });
    }

    /// Besides the network: its analysis, the memory walk and the times of its operators.
    void an_estimate_takes_no_more_for_more_layers()
    {
        // The first estimate of a program also builds tables that stay.
        allocations_of_estimate(with("gpt3-125m", "layers", 12));
        const std::size_t shallow = allocations_of_estimate(with("gpt3-125m", "layers", 10));
        const std::size_t deep = allocations_of_estimate(with("gpt3-125m", "layers", 20));
        QVERIFY(shallow > 0);
        QCOMPARE(deep, shallow);
    }

    /// A network without repeated blocks needs more allocations, since each block needs its own memory.
    void distinct_layers_need_more_allocations()
    {
        const std::size_t twelve_alike = allocations_of_network(scenario_of("gpt3-125m"));
        const std::size_t all_different = allocations_of_network(scenario_of("densenet121"));
        QVERIFY(twelve_alike > 0);
        QVERIFY(all_different > twelve_alike);
    }
};

RIGWRIGHT_TEST(AllocationsTest)

#include "tst_allocations.moc"
