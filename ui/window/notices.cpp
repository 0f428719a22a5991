// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notices.h"

#include "ui/format/on_change.h"

#include <QFileInfo>
#include <QVBoxLayout>

namespace rigwright {

Notices::Notices(QWidget* parent)
    : QWidget(parent),
      trouble_(new NoticeStrip(NoticeStrip::Kind::error, this)),
      safe_start_(new NoticeStrip(NoticeStrip::Kind::note, this)),
      news_(new NoticeStrip(NoticeStrip::Kind::note, this)),
      welcome_(new NoticeStrip(NoticeStrip::Kind::note, this)),
      model_(new QPushButton(welcome_)),
      data_(new QPushButton(welcome_)),
      restore_(new QPushButton(safe_start_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const auto& [strip, name] : {std::pair(trouble_, "trouble"), std::pair(safe_start_, "safe_start"),
                                      std::pair(news_, "news"), std::pair(welcome_, "welcome")}) {
        strip->setObjectName(QLatin1String(name));
        column->addWidget(strip);
    }
    model_->setObjectName(QStringLiteral("start_model"));
    data_->setObjectName(QStringLiteral("start_data"));
    restore_->setObjectName(QStringLiteral("restore_session"));
    welcome_->add_button(model_);
    welcome_->add_button(data_);
    safe_start_->add_button(restore_);
    connect(model_, &QPushButton::clicked, this, [this] { emit field_requested(QStringLiteral("model.preset")); });
    connect(data_, &QPushButton::clicked, this, [this] { emit field_requested(QStringLiteral("dataset.samples")); });
    connect(welcome_, &NoticeStrip::dismissed, this, [this] { dismissed_ = true; });
    connect(restore_, &QPushButton::clicked, this, [this] {
        safe_start_->hide();
        emit restore_requested(left_out_);
    });
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    retranslate();
}

void Notices::say(const TextMaker& message)
{
    trouble_->hide();
    news_->show_text(message);
}

void Notices::fail(const TextMaker& message)
{
    news_->hide();
    trouble_->show_text(message);
}

void Notices::show_welcome(bool shown)
{
    if (!shown || dismissed_) return welcome_->hide();
    welcome_->show_text([] { return tr("This is an example. Change any setting to see the effect, or start with:"); });
}

void Notices::tell_safe_start(const QString& file)
{
    left_out_ = file;
    safe_start_->show_text([name = QFileInfo(file).fileName()] {
        return name.isEmpty()
                   ? tr("Rigwright crashed twice during startup, so the saved window layout was not restored.")
                   : tr("Rigwright crashed twice during startup, so the saved window layout and the file “%1” were not "
                        "restored.")
                         .arg(name);
    });
}

void Notices::retranslate()
{
    model_->setText(tr("Choose my model"));
    data_->setText(tr("Enter my dataset"));
    restore_->setText(tr("Restore"));
}

} // namespace rigwright
