// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/exact_field.h"
#include "ui/controls/quantity_label.h"
#include "ui/measure/card_batches.h"
#include "ui/measure/measurement_list.h"
#include "ui/measure/measurement_model.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QWidget>

class QBoxLayout;
class QGridLayout;

namespace rigwright {

/// What a person measured on their own machine: idle context, peaks and step times, what they do to the plan, which
/// cards hold which batch with them, and everything measured so far.
class MeasuredWindow : public QWidget {
    Q_OBJECT

public:
    MeasuredWindow(Document& document, const Words& words, MeasurementFiles& files, QWidget* parent);
    ~MeasuredWindow() override;

    QTableView& view() { return *view_; }
    MeasurementModel& model() { return *model_; }
    ExactField& context_field() { return *context_; }
    QComboBox& memory_unit() { return *memory_unit_; }
    QTableWidget& cards() { return *cards_; }
    QTableWidget& list() { return list_->table(); }
    QPushButton& button(const char* name) { return *findChild<QPushButton*>(QLatin1String(name)); }
    QString trouble() const { return trouble_->text(); }

signals:
    void working_asked(const QString& quantity);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// One number of the plan: by the model alone, and with the measurements.
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
    QPushButton* add_button(QBoxLayout* row, const char* name);
    void follow();
    void follow_slow();
    void show_effects();
    void show_findings();
    void show_cards();
    void show_trouble(const QString& text);
    void take_context();
    void change_units();
    void start_new_row();
    void remove_selected();
    void remove_all();
    void retranslate();
    QString context_text() const;

    Document& document_;
    const Words& words_;
    MeasurementFiles& files_;
    MeasurementModel* model_;
    QTabWidget* tabs_;
    QLabel* intro_ = nullptr;
    QLabel* context_label_ = nullptr;
    ExactField* context_ = nullptr;
    QLabel* memory_unit_label_ = nullptr;
    QComboBox* memory_unit_ = nullptr;
    QLabel* step_unit_label_ = nullptr;
    QComboBox* step_unit_ = nullptr;
    QTableView* view_ = nullptr;
    QLabel* trouble_ = nullptr;
    QLabel* findings_ = nullptr;
    QLabel* effects_title_ = nullptr;
    std::array<Effect, 4> effects_;
    QLabel* cards_title_ = nullptr;
    QTableWidget* cards_ = nullptr;
    MeasurementList* list_;
};

} // namespace rigwright
