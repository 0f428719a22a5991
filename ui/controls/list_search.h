// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

namespace rigwright {

/// How well a typed text names an entry of a list, the best first.
enum class NameMatch {
    /// The name or one of the other names.
    whole,
    /// The first or the last words of the name: "5090" of "GeForce RTX 5090".
    edge,
    /// What the name begins with.
    start,
    /// Each typed word begins a word of the name.
    words,
    /// Each typed word is somewhere in the name.
    inside,
    /// Each typed word is somewhere in the name or in what else there is.
    elsewhere
};

/// Nothing where a typed word is nowhere. Letter case, hyphens and spaces make no difference; the typed words may be in
/// any order. `other_names` are ids, names in the other language, makers.
std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QString& typed);

} // namespace rigwright
