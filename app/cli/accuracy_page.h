// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/validation_output.h"
#include "core/validation/refit.h"

namespace rigwright::cli {

/// The accuracy page of the user guide as Markdown: what the present coefficients give, and what coefficients give that
/// were fitted without the source of each case; and what refits on many published speeds gave, where there are any.
void print_accuracy_page(const Validation& fitted, const Validation& left_out, std::span<const RefitRow> refits,
                         Session& session);

} // namespace rigwright::cli
