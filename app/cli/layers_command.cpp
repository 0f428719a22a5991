// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/details.h"
#include "app/cli/table.h"
#include "core/text/number_text.h"

#include <ostream>

namespace rigwright::cli {

namespace {

void print_text(const LayerTable& layers, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"layer", "operator", "output", "+parameters", "+macs", "+flops", "+saved"});
    Count parameters;
    Count macs;
    Bytes kept;
    for (std::int64_t i = 0; i < layers.size(); ++i) {
        const LayerRow row = layers.row(i);
        parameters += row.parameters;
        macs += row.macs;
        kept += row.kept;
        table.add({row.name, words.text(std::string("operator.") + row.kind), shape_text(row.output),
                   grouped(row.parameters.value()), grouped(row.macs.value()),
                   text_of(value_of(row.flops()), words.language()), text_of(value_of(row.kept), words.language())});
    }
    table.add({words.text("column.total"), "", "", grouped(parameters.value()), grouped(macs.value()),
               text_of({2.0 * macs.as_double(), Unit::flops}, words.language()),
               text_of(value_of(kept), words.language())});
    table.print(session.out);
}

/// Row by row, so that a million layers are printed without being held.
void print_json(const LayerTable& layers, Session& session)
{
    session.out << "{\"format\": \"rigwright.layers\", \"version\": 1, \"layers\": [";
    for (std::int64_t i = 0; i < layers.size(); ++i)
        session.out << (i > 0 ? ",\n  " : "\n  ") << layer_json(layers.row(i)).dump();
    session.out << "\n]}\n";
}

} // namespace

ExitCode run_layers(const Invocation& invocation, Session& session)
{
    const EvaluatedFile plan = evaluated_operand(invocation, session);
    if (!plan.evaluation) return plan.exit;
    const Evaluation& evaluation = *plan.evaluation;
    const LayerTable layers(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    if (invocation.has("--json"))
        print_json(layers, session);
    else
        print_text(layers, session);
    return done;
}

} // namespace rigwright::cli
