// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

namespace rigwright {

/// What the document says against a change while `change` tries it; nothing where it is taken over.
template <typename Change>
std::vector<Finding> refusal_of(Document& document, Change change)
{
    std::vector<Finding> errors;
    const auto keep = [&errors](const QString&, const std::vector<Finding>& found) { errors = found; };
    const auto collect = QObject::connect(&document, &Document::rejected, &document, keep);
    change();
    QObject::disconnect(collect);
    return errors;
}

} // namespace rigwright
