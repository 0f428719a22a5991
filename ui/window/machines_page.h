// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QWidget>

#include <array>
#include <vector>

namespace rigwright {

class MachineCard;

/// The machines of the project, a card for each with its parts, its figures against their limits and its verdict. A
/// click on a card brings its machine to the front; below are its inputs.
class MachinesPage : public QWidget {
    Q_OBJECT

public:
    MachinesPage(const PageContext& context, QWidget* parent);
    ~MachinesPage() override;

    /// Edits the name of the machine in front on its card.
    void rename();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    MachineCard* add_card();
    void follow();
    void place();
    bool press(MachineCard& card, int key, Qt::KeyboardModifiers modifiers);

    PageContext context_;
    QGridLayout* grid_;
    QScrollArea* cards_area_;
    std::vector<MachineCard*> cards_;
    /// The arrangement of the grid; cards are laid out again only if it changes.
    int placed_columns_ = 0;
    std::size_t placed_cards_ = 0;
};

} // namespace rigwright
