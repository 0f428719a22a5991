// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/validation/refit.h"

namespace rigwright::cli {

/// The part of the accuracy page on fits that left out GPUs, lines of models and sources: over all, and by kind of
/// model, GPU and source.
void print_refit_tables(std::span<const RefitRow> rows, Session& session);

} // namespace rigwright::cli
