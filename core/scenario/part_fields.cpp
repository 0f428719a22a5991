// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/field_table.h"

namespace rigwright {

const std::vector<FieldOf<ModelImport>>& import_fields()
{
    using Make = FieldMaker<ModelImport>;
    static const std::vector fields{
        Make::field<&ModelImport::kind>("kind"),
        Make::text<&ModelImport::path>("path", 4096),
    };
    return fields;
}

const std::vector<FieldOf<Lora>>& lora_fields()
{
    using Make = FieldMaker<Lora>;
    static const std::vector fields{
        Make::field<&Lora::rank>("rank", 1, 65536),
        Make::field<&Lora::targets>("targets"),
    };
    return fields;
}

const std::vector<FieldOf<PriceOverride>>& price_override_fields()
{
    using Make = FieldMaker<PriceOverride>;
    static const std::vector fields{
        Make::field<&PriceOverride::amount>("amount", 0, 1e12),
        Make::text<&PriceOverride::currency>("currency", 8),
        Make::text<&PriceOverride::date>("date", 40),
        Make::text<&PriceOverride::source>("source", 1000),
    };
    return fields;
}

const std::vector<FieldOf<OwnExchangeRate>>& exchange_rate_fields()
{
    using Make = FieldMaker<OwnExchangeRate>;
    static const std::vector fields{
        Make::text<&OwnExchangeRate::from>("from", 8),
        Make::text<&OwnExchangeRate::to>("to", 8),
        Make::positive<&OwnExchangeRate::rate>("rate", 1e9),
        Make::text<&OwnExchangeRate::date>("date", 40),
    };
    return fields;
}

const std::vector<FieldOf<Tiling>>& tiling_fields()
{
    using Make = FieldMaker<Tiling>;
    static const std::vector fields{
        Make::field<&Tiling::tile_height>("tile_height", 1, 65536),
        Make::field<&Tiling::tile_width>("tile_width", 1, 65536),
        Make::field<&Tiling::overlap>("overlap", 0, 65535),
    };
    return fields;
}

const std::vector<FieldOf<Measurement>>& measurement_fields()
{
    using Make = FieldMaker<Measurement>;
    static const std::vector fields{
        Make::field<&Measurement::micro_batch>("micro_batch", 1, 1e6),
        Make::positive<&Measurement::step_seconds>("step_seconds", 1e9),
        Make::field<&Measurement::peak_bytes>("peak_bytes", 1, 1e15),
        Make::field<&Measurement::kind>("kind"),
        Make::text<&Measurement::date>("date", 40),
        Make::text<&Measurement::note>("note", 2000),
    };
    return fields;
}

const std::vector<FieldOf<Workload>>& workload_fields()
{
    using Make = FieldMaker<Workload>;
    static const std::vector fields{
        Make::text<&Workload::name>("name"),
        Make::field<&Workload::runs_per_month>("runs_per_month", 0, 1e6),
    };
    return fields;
}

} // namespace rigwright
