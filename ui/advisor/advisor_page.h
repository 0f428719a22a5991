// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/advisor/advisor_source.h"
#include "ui/advisor/candidate_text.h"
#include "ui/advisor/front_plot.h"
#include "ui/panels/field_form.h"
#include "ui/panels/part_entries.h"

#include <QCheckBox>
#include <QComboBox>
#include <QProgressBar>
#include <QScrollArea>
#include <QTimer>

#include <array>

class QBoxLayout;
class QGridLayout;
class QVBoxLayout;

namespace rigwright {

/// The advisor: the recommendation in a sentence, a card for each proposed build with what speaks against it, the
/// Pareto front, and the explanation for any other part. Limits are on the left, in a narrow window below.
class AdvisorPage : public QScrollArea {
    Q_OBJECT

public:
    AdvisorPage(Document& document, const Localization& words, QWidget* parent = nullptr);

    AdvisorSource& source() { return source_; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* add_title(QVBoxLayout* column);
    QLabel* add_text(QVBoxLayout* column, const char* name = nullptr);
    void build_status(QVBoxLayout* column);
    QWidget* build_limits();
    FieldForm* add_form(QVBoxLayout* column, std::initializer_list<const char*> paths);
    void build_cards(QVBoxLayout* column);
    PickCard* add_card(QWidget* parent);
    QWidget* build_side();
    void build_why_not(QVBoxLayout* column);
    void place();
    void give_texts_room();
    void fill_makers();
    void change_makers();
    void fill_parts();
    void fill_heights();
    void show_progress();
    const Pick* recommended() const;
    const Candidate* asked_about() const;
    void follow();
    void show_status();
    void show_picks();
    void show_rest();
    void show_makers();
    void show_why_not();
    void choose(const Candidate& candidate);
    void add(const Candidate& candidate, bool pinned);
    void retranslate();

    Document& document_;
    const Localization& words_;
    AdvisorSource source_;
    FrontPlot* front_;
    QWidget* limits_box_ = nullptr;
    QWidget* answer_box_ = nullptr;
    QWidget* side_box_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QGridLayout* cards_grid_ = nullptr;
    QBoxLayout* lower_ = nullptr;
    bool wide_ = false;
    /// The recommended pick in one sentence; hidden where there is none.
    QLabel* answer_ = nullptr;
    QLabel* status_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QPushButton* search_ = nullptr;
    QPushButton* stop_ = nullptr;
    FieldForm* limits_ = nullptr;
    FieldForm* changes_ = nullptr;
    std::vector<QCheckBox*> makers_;
    QLabel* empty_ = nullptr;
    std::array<PickCard*, 3> picks_{};
    /// The clicked candidate; hidden until a click.
    PickCard* chosen_ = nullptr;
    PartPicker* part_ = nullptr;
    /// How many cards were searched when the list of parts was filled.
    std::size_t listed_cards_ = 0;
    QComboBox* heights_ = nullptr;
    QTimer* progress_timer_ = nullptr;
    QLabel* why_not_ = nullptr;
    QLabel* counts_title_ = nullptr;
    QLabel* counts_ = nullptr;
    /// Why the last build was not added.
    QString error_banner_;
};

} // namespace rigwright
