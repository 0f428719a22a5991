// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_takt.h"

#include "core/explain/explain_loading.h"
#include "core/explain/explain_samples.h"
#include "core/explain/explained_rows.h"
#include "core/explain/nodes.h"

#include <array>

namespace rigwright {

namespace {

Working tiles(const Evaluation& e, const EngineData&)
{
    Working node = explain_tiles({e.takt->tiles_high, e.takt->tiles_wide});
    node.quantity = "quantity.takt.tiles_per_part";
    return node;
}

Working batches(const Evaluation& e, const EngineData& data)
{
    return computed("batches", "takt.batches_per_part", whole_value(e.takt->batches), "batches",
                    {tiles(e, data),
                     from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))});
}

Working batch(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    Working copy = e.time->loading.copy ? explain_copy(e, data)
                                        : leaf("copy", "copy_time", value_of(t.copy), "source.copy-not-known");
    return computed("batch", "takt.batch_latency_seconds", value_of(t.batch), "batch-latency",
                    {std::move(copy), leaf("compute", "batch_compute", value_of(t.compute), "source.forward-only")});
}

Working latency(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    Working decode = leaf("decode", "decode_time", value_of(t.decode), "source.decoding-not-known", "dataset.encoding");
    if (e.time->loading.decode) {
        decode = explain_decoding(e, data);
        decode.symbol = "decode";
    }
    return computed("part", "takt.part_latency_seconds", value_of(t.part), "part-latency",
                    {leaf("read", "part_read", value_of(t.read), {}, "build.storage"), std::move(decode),
                     leaf("prepare", "tile_preparation", value_of(t.prepare), "source.tile-preparation"),
                     leaf("rounds", "batch_rounds", whole_value(t.rounds), "source.batch-rounds"), batch(e, data),
                     batches(e, data)});
}

Working limit(const Evaluation& e, const EngineData& data)
{
    return computed("limit", "takt.limit_seconds", value_of(e.takt->limit), "takt-limit",
                    {coefficient("share", "takt_share", {data.run.takt_share, Unit::share}, true),
                     from_field("takt", "requirements.takt_seconds", value_of(e.takt->takt))});
}

Working part_rate(const Evaluation& e, const EngineData& data)
{
    const TaktTerms& t = *e.takt;
    return computed("", "takt.parts_per_second", {e.estimate->takt->parts_per_second, Unit::ratio}, "parts-per-second",
                    {leaf("between", "between_parts", value_of(t.between_parts), "source.between-parts"),
                     leaf("threads", "loader_threads", {t.threads, Unit::ratio}), batch(e, data)});
}

struct TaktRow {
    std::string_view id;
    Working (*explain)(const Evaluation&, const EngineData&);
};

constexpr std::array takt_rows{
    TaktRow{"takt.part_latency_seconds", latency}, TaktRow{"takt.limit_seconds", limit},
    TaktRow{"takt.batch_latency_seconds", batch},  TaktRow{"takt.tiles_per_part", tiles},
    TaktRow{"takt.batches_per_part", batches},     TaktRow{"takt.parts_per_second", part_rate},
};

} // namespace

std::optional<Working> explain_takt(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!e.estimate || !e.takt || !e.estimate->takt || !e.time) return std::nullopt;
    const TaktRow* row = row_of(takt_rows, quantity);
    if (row == nullptr) return std::nullopt;
    Working node = row->explain(e, data);
    node.quantity = "quantity." + std::string(quantity);
    return node;
}

const std::vector<std::string_view>& explained_takt_quantities()
{
    static const std::vector<std::string_view> ids = ids_of(takt_rows);
    return ids;
}

} // namespace rigwright
