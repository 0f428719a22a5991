// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QVBoxLayout>

namespace rigwright {

/// Some fields of the inputs column under a title.
class InputGroup : public QWidget {
    Q_OBJECT

public:
    enum class Rank {
        /// Says whom a change touches, where the project has several builds.
        main,
        sub
    };

    InputGroup(const QString& id, Rank rank, QWidget* parent);

    Rank rank() const { return rank_; }
    void add(QWidget* content) { column_->addWidget(content); }
    void add(QLayout* content) { column_->addLayout(content); }
    void set_title(const QString& title, const QString& scope);
    QString title() const { return title_->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Rank rank_;
    QVBoxLayout* column_;
    QLabel* title_;
    QLabel* scope_;
};

} // namespace rigwright
