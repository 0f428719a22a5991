// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/quantity_label.h"
#include "ui/measure/measurement_list.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QBoxLayout;
class QGridLayout;

namespace rigwright {

/// The largest micro-batch of a plan on another card: estimated, calibrated by the measurements, and by a linear fit of
/// driver measurements only.
struct CardBatch {
    QString card;
    Bytes usable;
    std::optional<std::int64_t> by_model;
    std::optional<std::int64_t> corrected;
    std::optional<std::int64_t> by_readings;
};

/// The plan's own card, then one card of each usual size from 4 to 24 GB.
std::vector<CardBatch> card_batches(const Scenario& scenario, const EngineData& data);

/// The user's measurements: idle CUDA context, peaks and step times, their effect on the plan, the largest batch per
/// card with them, and all measurements so far.
class MeasuredPage : public QWidget {
    Q_OBJECT

public:
    MeasuredPage(Document& document, const Localization& words, MeasurementFiles& files, QWidget* parent);
    ~MeasuredPage() override;

signals:
    void working_requested(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// One number of the plan: estimated, and calibrated with the measurements.
    struct Effect {
        QLabel* name = nullptr;
        QLabel* before = nullptr;
        QuantityLabel* after = nullptr;
    };

    QWidget* build_plan_page();
    QBoxLayout* build_context_row();
    void build_table();
    QBoxLayout* build_buttons();
    QGridLayout* build_effects();
    QPushButton& button(const char* name) { return *findChild<QPushButton*>(QLatin1String(name)); }
    void follow();
    void follow_slow();
    void show_effects();
    void show_findings();
    void show_cards();
    void take_context();
    void change_units();
    void start_new_row();
    void remove_selected();
    void remove_all();
    void retranslate();
    QString context_text() const;

    Document& document_;
    const Localization& words_;
    MeasurementFiles& files_;
    MeasurementModel* model_;
    QTabWidget* tabs_;
    ExactField* context_ = nullptr;
    QComboBox* memory_unit_ = nullptr;
    QComboBox* step_unit_ = nullptr;
    QTableView* view_ = nullptr;
    TroubleLabel* error_banner_ = nullptr;
    QLabel* findings_ = nullptr;
    std::array<Effect, 4> effects_;
    QTableWidget* cards_ = nullptr;
    MeasurementList* list_;
};

} // namespace rigwright
