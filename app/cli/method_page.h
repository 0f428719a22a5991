// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/estimate/evaluation.h"

#include <span>

namespace rigwright::cli {

/// The method page of the user guide as Markdown: every formula of the workings of `evaluations` once, with its source.
void print_method_page(std::span<const Evaluation> evaluations, Session& session);

} // namespace rigwright::cli
