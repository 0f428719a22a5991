// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/small_label.h"
#include "ui/requirements/requirements_page.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace rigwright {

namespace {

constexpr int longest_side = 65536;
constexpr int usual_tile = 512;
constexpr int table_height = 128;

QLabel* need_label(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

RequirementsPage::RequirementsPage(Document& document, const Words& words, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      words_(words),
      source_(document),
      model_(new WorkloadModel(document, words, this))
{
    setObjectName(QStringLiteral("requirements"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    build_data(column);
    build_defect(column);
    build_results(column);
    build_workloads(column);
    column->addStretch(1);
    setWidget(page);
    connect(&document_, &Document::changed, this, &RequirementsPage::follow);
    connect(&document_, &Document::changed, this, &RequirementsPage::show_plan);
    connect(&source_, &NeedSource::changed, this, &RequirementsPage::show_plan);
    connect(model_, &WorkloadModel::refused, hint_, &QLabel::setText);
    retranslate();
}

QLabel* RequirementsPage::add_title(QVBoxLayout* column)
{
    QLabel* title = need_label(this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    column->addWidget(title);
    return title;
}

QuantityLabel* RequirementsPage::add_quantity(const std::string& id)
{
    auto* label = new QuantityLabel(QString::fromStdString(id), this);
    // Until it shows a number there is no working.
    label->hide();
    connect(label, &QuantityLabel::working_asked, this, &RequirementsPage::working_asked);
    return label;
}

void RequirementsPage::build_data(QVBoxLayout* column)
{
    data_title_ = add_title(column);
    auto* line = new QHBoxLayout;
    preset_label_ = need_label(this);
    preset_ = new QComboBox(this);
    preset_->setObjectName(QStringLiteral("dataset_preset"));
    to_need_ = new QPushButton(this);
    line->addWidget(preset_label_);
    line->addWidget(preset_);
    line->addWidget(to_need_);
    line->addStretch(1);
    column->addLayout(line);
    connect(preset_, &QComboBox::activated, this, &RequirementsPage::choose_preset);
    connect(to_need_, &QPushButton::clicked, this,
            [this] { emit field_asked(QStringLiteral("requirements.positive_share")); });
    auto* tiles = new QHBoxLayout;
    tiling_ = new QCheckBox(this);
    tiling_->setObjectName(QStringLiteral("tiling"));
    tiles->addWidget(tiling_);
    for (std::size_t i = 0; i < tile_.size(); ++i) {
        tile_labels_[i] = need_label(this);
        tile_[i] = new QSpinBox(this);
        tile_[i]->setRange(i == 2 ? 0 : 1, longest_side);
        tile_[i]->setValue(i == 2 ? 0 : usual_tile);
        tile_[i]->setSuffix(QStringLiteral(" px"));
        tile_[i]->setKeyboardTracking(false);
        tile_labels_[i]->setBuddy(tile_[i]);
        tiles->addWidget(tile_labels_[i]);
        tiles->addWidget(tile_[i]);
        connect(tile_[i], &QSpinBox::valueChanged, this, &RequirementsPage::change_tiling);
    }
    tiles->addStretch(1);
    column->addLayout(tiles);
    connect(tiling_, &QCheckBox::toggled, this, &RequirementsPage::change_tiling);
    auto* figures = new QGridLayout;
    figures->setHorizontalSpacing(18);
    int at = 0;
    for (const char* id :
         {"requirements.plain_epoch", "requirements.positives", "requirements.balanced_epoch", "requirements.repeats",
          "requirements.defect_kept", "requirements.defect_input_height", "requirements.defect_input_width",
          "requirements.defect_tile_height", "requirements.defect_tile_width"}) {
        samples_.push_back({id, small_label(this), add_quantity(id)});
        // Two and two, in lines that break: the page is often narrow.
        samples_.back().caption->setWordWrap(true);
        figures->addWidget(samples_.back().value, at / 2, at % 2 * 2, Qt::AlignRight);
        figures->addWidget(samples_.back().caption, at / 2, at % 2 * 2 + 1);
        ++at;
    }
    figures->setColumnStretch(1, 1);
    figures->setColumnStretch(3, 1);
    column->addLayout(figures);
}

void RequirementsPage::build_defect(QVBoxLayout* column)
{
    defect_title_ = need_label(this);
    defect_title_->setWordWrap(true);
    column->addWidget(defect_title_);
    for (std::size_t i = 0; i < defect_texts_.size(); ++i) {
        auto* line = new QHBoxLayout;
        defect_texts_[i] = need_label(this);
        defect_texts_[i]->setWordWrap(true);
        defect_buttons_[i] = new QPushButton(this);
        line->addWidget(defect_texts_[i], 1);
        line->addWidget(defect_buttons_[i], 0, Qt::AlignTop);
        column->addLayout(line);
        connect(defect_buttons_[i], &QPushButton::clicked, this, [this, i] { apply_defect(i); });
    }
}

void RequirementsPage::build_results(QVBoxLayout* column)
{
    result_title_ = add_title(column);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(3);
    constexpr std::array columns{1, 2, 3, 5};
    for (std::size_t i = 0; i < headings_.size(); ++i) {
        headings_[i] = small_label(this);
        grid->addWidget(headings_[i], 0, columns[i], 1, i == 2 ? 2 : 1);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const int line = static_cast<int>(i) + 1;
        const std::string id = std::string("requirements.") + key_of(static_cast<Resource>(i));
        Row& row = rows_[i];
        row = {need_label(this),    add_quantity(id), add_quantity(id + "_present"),
               new MarginBar(this), need_label(this), small_label(this)};
        row.reason->setWordWrap(true);
        row.bar->setFixedHeight(row.bar->sizeHint().height());
        grid->addWidget(row.name, line, 0);
        grid->addWidget(row.needed, line, 1, Qt::AlignRight);
        grid->addWidget(row.present, line, 2, Qt::AlignRight);
        grid->addWidget(row.bar, line, 3);
        grid->addWidget(row.margin, line, 4, Qt::AlignRight);
        grid->addWidget(row.reason, line, 5);
    }
    grid->setColumnStretch(5, 1);
    column->addLayout(grid);
    auto* line = new QHBoxLayout;
    plan_ = need_label(this);
    plan_->setWordWrap(true);
    plan_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    apply_ = new QPushButton(this);
    apply_->setObjectName(QStringLiteral("apply_to_build"));
    line->addWidget(plan_, 1);
    line->addWidget(apply_, 0, Qt::AlignTop);
    column->addLayout(line);
    connect(apply_, &QPushButton::clicked, this, &RequirementsPage::apply);
}

void RequirementsPage::build_workloads(QVBoxLayout* column)
{
    workload_title_ = add_title(column);
    view_ = new QTableView(this);
    view_->setObjectName(QStringLiteral("workloads"));
    view_->setModel(model_);
    view_->setAlternatingRowColors(true);
    view_->setTabKeyNavigation(false);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    view_->verticalHeader()->hide();
    view_->setFixedHeight(table_height);
    view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view_->horizontalHeader()->setSectionResizeMode(WorkloadModel::name, QHeaderView::Stretch);
    view_->horizontalHeader()->setHighlightSections(false);
    column->addWidget(view_);
    connect(view_, &QTableView::clicked, this, &RequirementsPage::open_share);
    auto* line = new QHBoxLayout;
    further_ = new QComboBox(this);
    further_->setObjectName(QStringLiteral("further_model"));
    further_->setMaxVisibleItems(20);
    for (const Preset& preset : document_.data()->presets)
        further_->addItem(from_utf8(preset.title), from_utf8(preset.id));
    add_ = new QPushButton(this);
    add_->setObjectName(QStringLiteral("add_workload"));
    remove_ = new QPushButton(this);
    remove_->setObjectName(QStringLiteral("remove_workload"));
    line->addWidget(further_);
    line->addWidget(add_);
    line->addWidget(remove_);
    line->addStretch(1);
    column->addLayout(line);
    line = new QHBoxLayout;
    utilisation_ = add_quantity("requirements.month_utilisation");
    machines_ = add_quantity("requirements.machines");
    line->addWidget(utilisation_);
    line->addWidget(machines_);
    line->addStretch(1);
    column->addLayout(line);
    hint_ = small_label(this);
    hint_->setWordWrap(true);
    column->addWidget(hint_);
    connect(add_, &QPushButton::clicked, this, &RequirementsPage::add_workload);
    connect(remove_, &QPushButton::clicked, this, &RequirementsPage::remove_workload);
}

void RequirementsPage::fill_presets()
{
    const QSignalBlocker quiet(preset_);
    preset_->clear();
    preset_->addItem(tr("my own (fields on the left)"));
    for (const DatasetRecord& record : document_.data()->hardware.datasets)
        preset_->addItem(tr("%1: %2 images").arg(from_utf8(record.name), words_.text(value_of(Count(record.samples)))));
}

void RequirementsPage::retranslate()
{
    data_title_->setText(tr("What has to be done"));
    preset_label_->setText(tr("Data set"));
    preset_->setAccessibleName(preset_label_->text());
    to_need_->setText(tr("Takt time, deadline, budget, growth…"));
    tiling_->setText(tr("Cut images into tiles"));
    constexpr std::array names{QT_TR_NOOP("height"), QT_TR_NOOP("width"), QT_TR_NOOP("overlap")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        tile_labels_[i]->setText(tr(names[i]));
        tile_[i]->setAccessibleName(tr(names[i]));
    }
    result_title_->setText(tr("What the build needs for it"));
    constexpr std::array titles{QT_TR_NOOP("needed / allowed"), QT_TR_NOOP("there / taken"), QT_TR_NOOP("margin"),
                                QT_TR_NOOP("forced by")};
    for (std::size_t i = 0; i < titles.size(); ++i) headings_[i]->setText(tr(titles[i]));
    apply_->setText(tr("Apply to build"));
    for (QPushButton* button : defect_buttons_) button->setText(tr("Apply"));
    workload_title_->setText(tr("Models that share the machine"));
    view_->setAccessibleName(workload_title_->text());
    further_->setAccessibleName(tr("Further model"));
    add_->setText(tr("Add"));
    remove_->setText(tr("Remove"));
    hint_->setText(tr("Double-click a cell to change it; a click on a time opens its working."));
    fill_presets();
    model_->retranslate();
    follow();
}

} // namespace rigwright
