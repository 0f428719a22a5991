// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/prices/price_import.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"

#include <QDialog>

#include <memory>

namespace rigwright {

/// The defect of a price as a sentence; empty if there is none.
QString price_trouble(const Price& price, const Localization& words);

/// Asks for one price of one part; nothing if the user cancels.
std::optional<std::pair<std::string, Price>> ask_for_price(HardwareData& hardware, const Localization& words,
                                                           QWidget* parent);

/// Shows how a price list is read, lets the user correct it, and previews the import. Accepting it adds the new prices
/// as a dated list to the parts library, as one undo step. `name` is the file's name, or the name of a pasted table.
std::unique_ptr<QDialog> price_import_dialog(HardwareData& hardware, const Localization& words, const QByteArray& bytes,
                                             const QString& name, QWidget* parent);

/// A price list read without the user's corrections: like the last one with the same headings.
struct ReadPriceList {
    PriceImport import;
    /// The first errors, with their lines.
    QStringList wrong;
};
ReadPriceList read_price_list(const QString& path, HardwareData& hardware, const Localization& words);

/// Adds the new prices as a list dated today, as one undo step; false if it could not be saved.
bool add_price_list(HardwareData& hardware, const PriceImport& import, const QString& name, const QString& file);

} // namespace rigwright
