// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/advisor/advisor_source.h"
#include "ui/controls/card.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/import_dialog.h"
#include "ui/panels/field_form.h"
#include "ui/panels/model_panel.h"

#include <QLabel>
#include <QPushButton>

#include <array>

namespace rigwright {

/// Five questions about a training, and the advisor's answer, which follows them. The answers are a document of their
/// own: the window's project stays as it is.
class StartQuestions : public QWidget {
    Q_OBJECT

public:
    /// `start` is what the questions begin with; `document` has the engine's data.
    StartQuestions(Document& document, const Scenario& start, const Localization& words, QWidget* parent = nullptr);

    const Scenario& scenario() const { return answers_.scenario(); }
    /// The answer belongs to the present questions.
    bool is_settled() const { return was_painted_ && source_.is_settled(); }

signals:
    /// The person wants to see the machines for these answers.
    void machines_requested(const rigwright::Scenario& scenario);

protected:
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Question {
        QLabel* number = nullptr;
        QLabel* title = nullptr;
        QWidget* content = nullptr;
    };

    FieldForm* form(std::initializer_list<const char*> paths);
    FormRow row(const FieldRow& field) const;
    void add(std::size_t question, QWidget* content);
    QWidget* build_model();
    void build_answer(QGridLayout* column);
    void arrange();
    /// The Tab key goes from question to question.
    void order_tabs();
    void choose_kind(const FieldValue& group);
    /// Language is counted in tokens, each read once; everything else in samples and epochs.
    void count_data(bool in_tokens);
    void follow();
    void show_answer();
    QString picks_text(const Recommendation& answer) const;
    QString terms_text(const Recommendation& answer) const;
    void retranslate();

    Document answers_;
    const Localization& words_;
    AdvisorSource source_;
    ModelImporter* importer_;
    QLabel* title_;
    QLabel* intro_;
    QGridLayout* grid_ = nullptr;
    std::array<Question, 5> questions_{};
    PickerControl* kinds_ = nullptr;
    ModelPicker* model_ = nullptr;
    PlainButton* open_model_ = nullptr;
    QLabel* imported_ = nullptr;
    FieldForm* data_ = nullptr;
    FieldForm* size_ = nullptr;
    /// In the place of `size_` where the model sets the size.
    QLabel* size_of_file_ = nullptr;
    std::optional<Family::InputKind> shown_input_;
    bool in_tokens_ = false;
    /// The amount of data in the other way of counting, until it is asked for again.
    Dataset other_data_;
    std::int64_t other_epochs_ = 1;
    QPushButton* show_ = nullptr;
    QLabel* headline_ = nullptr;
    QLabel* details_ = nullptr;
    TextMaker import_report_;
    bool wide_ = true;
    bool was_painted_ = false;
};

/// Size of the heading of a section, in base fonts.
inline constexpr double section_scale = 15.0 / 13.0;

} // namespace rigwright
