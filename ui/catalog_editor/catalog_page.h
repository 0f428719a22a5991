// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/record_edit.h"

#include <QString>

class QWidget;

namespace rigwright {

class HardwareData;
class Localization;
struct PageContext;

/// Own parts and own values of database parts: a searchable list, and the fields of the selected record.
QWidget* parts_page(HardwareData& hardware, const Localization& words, QWidget* parent);
/// "Memory: bandwidth"
QString field_label(const RecordField& field, const Localization& words);
/// The user's prices by list, the import of price lists, and the price date; on request, the quotes of all suppliers
/// for the current machine side by side instead.
QWidget* own_prices_page(const PageContext& context, QWidget* parent);

// For the page of the user's hardware; each brings the prices to the front.
/// Previews one file, lists several.
void import_price_files(QWidget& own_hardware, const QStringList& paths);
void ask_for_price_files(QWidget& own_hardware);
/// Reads prices from the clipboard.
void paste_prices(QWidget& own_hardware);
/// One row per part of the current build, for a supplier to fill in.
void save_price_template(QWidget& own_hardware, const QString& path);

} // namespace rigwright
