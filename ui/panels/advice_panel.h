// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/advice_rows.h"

#include <QElapsedTimer>
#include <QScrollArea>

namespace rigwright {

/// What would help a plan that does not fit, and how large things may become on this machine: each line with its
/// effect, taken over by one click that one undo takes back.
class AdvicePanel : public QWidget {
    Q_OBJECT

public:
    AdvicePanel(Document& document, const Words& words, QWidget* parent = nullptr);

    AdviceRows* remedies() const { return remedies_; }
    AdviceRows* answers() const { return answers_; }
    /// The lines belong to the document as it stands.
    bool is_current() const { return source_.is_current(); }
    bool is_settled() const { return source_.is_settled(); }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    QLabel* add_title(QBoxLayout* column);
    void follow();
    QString state_of_remedies() const;
    void apply(const AdviceText& text);

    Document& document_;
    AdviceSource& source_;
    const Words& words_;
    QLabel* remedies_title_ = nullptr;
    QLabel* remedies_state_ = nullptr;
    AdviceRows* remedies_ = nullptr;
    QLabel* answers_title_ = nullptr;
    QLabel* answers_state_ = nullptr;
    AdviceRows* answers_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    /// Since the last line was taken over: the second half of a double click must not take over what moved under it.
    QElapsedTimer since_applied_;
};

} // namespace rigwright
