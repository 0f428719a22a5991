// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/monitor.h"

namespace rigwright {

bool leaves_monitor_to_cards(const Cpu& cpu) { return cpu.segment == "desktop" && cpu.integrated_graphics == false; }

bool draws_display(const BuildChoice& build, const Catalog& hardware)
{
    if (build.draws_display) return *build.draws_display;
    const Gpu* gpu = hardware.gpu(build.gpu);
    const Cpu* cpu = hardware.cpu(build.cpu);
    if (gpu == nullptr || cpu == nullptr || build.nodes > 1) return false;
    const bool has_outputs = gpu->segment == GpuSegment::consumer || gpu->segment == GpuSegment::professional;
    const Chassis* chassis = hardware.chassis(build.chassis);
    const bool in_a_rack = chassis != nullptr && chassis->body.form == ChassisForm::rack;
    return has_outputs && leaves_monitor_to_cards(*cpu) && !in_a_rack;
}

} // namespace rigwright
