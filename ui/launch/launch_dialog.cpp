// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launch_dialog.h"

#include "core/launch/launch_file.h"
#include "ui/document/follow.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTextBlock>

namespace rigwright {

namespace {

constexpr int launch_width = 860;
constexpr int launch_height = 640;
constexpr int findings_share = 2;
constexpr int preview_share = 5;

} // namespace

class LaunchDialog : public QDialog {
    Q_OBJECT

public:
    LaunchDialog(Document& document, const Localization& words, QWidget* parent)
        : QDialog(parent),
          document_(document),
          words_(words),
          engines_(spoken(new QComboBox(this), [] { return tr("Engine that the file is for"); })),
          preview_(spoken(new QPlainTextEdit(this), [] { return tr("Preview of the launch file"); })),
          note_(named(wrapped_label(this), "note")),
          findings_label_(plain_label(this)),
          findings_(new QListWidget(this))
    {
        setObjectName(QStringLiteral("launch"));
        QLabel* intro = say(wrapped_label(this), [] {
            return tr("Launch file for this engine: parallelism, batch sizes and number formats. The training program "
                      "remains yours.");
        });
        preview_->setReadOnly(true);
        // Read-only text has no cursor by default; here it selects the line to explain.
        preview_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        preview_->setLineWrapMode(QPlainTextEdit::NoWrap);
        preview_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        preview_->setTabChangesFocus(true);
        findings_->setWordWrap(true);
        findings_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        auto* column = new QVBoxLayout(this);
        fill(column, {build_choice(),
                      intro,
                      {preview_, preview_share},
                      note_,
                      findings_label_,
                      {findings_, findings_share},
                      build_buttons()});
        connect(preview_, &QPlainTextEdit::cursorPositionChanged, this, &LaunchDialog::show_source);
        follow_while_shown(this, document_, [this] { follow(); });
        resize(launch_width, launch_height);
        in_each_language(this, [this] { setWindowTitle(tr("Launch files — Rigwright")); });
    }

    /// Writes the file; on failure shows the reason and returns false.
    bool write(const QString& path)
    {
        if (!shown_.file) return false;
        const QString failure = write_whole_file(path, QByteArray::fromStdString(shown_.file->text()));
        const QString name = QFileInfo(path).fileName();
        note_->setText(failure.isEmpty() ? tr("%1 is written.").arg(name)
                                         : tr("%1 was not written: %2").arg(name, failure));
        return failure.isEmpty();
    }

private:
    QBoxLayout* build_choice()
    {
        QLabel* label = label_for(engines_, [] { return tr("&For:"); });
        for (const LaunchTarget target : launch_targets())
            engines_->addItem(from_utf8(name_of(target)), static_cast<int>(target));
        connect(engines_, &QComboBox::currentIndexChanged, this, &LaunchDialog::follow);
        return row_of({label, engines_, Stretch{}});
    }

    QBoxLayout* build_buttons()
    {
        copy_ = push_button(this, "copy", [] { return tr("&Copy"); });
        save_ = push_button(this, "save", [] { return tr("&Save…"); });
        QPushButton* close = push_button(this, "close", [] { return tr("Close"); });
        connect(copy_, &QPushButton::clicked, this, &LaunchDialog::copy);
        connect(save_, &QPushButton::clicked, this, [this] {
            if (!shown_.file) return;
            const QString suggestion = QDir::home().filePath(QString::fromStdString(shown_.file->name));
            const QString path = QFileDialog::getSaveFileName(this, tr("Save launch file"), suggestion);
            if (!path.isEmpty()) write(path);
        });
        connect(close, &QPushButton::clicked, this, &QWidget::close);
        return row_of({Stretch{}, copy_, save_, close});
    }

    LaunchTarget target() const { return static_cast<LaunchTarget>(engines_->currentData().toInt()); }

    void follow()
    {
        shown_ = launch_file(document_.evaluation(), *document_.data(), target());
        const bool written = shown_.file.has_value();
        const int line = preview_->textCursor().blockNumber();
        preview_->setPlainText(written ? from_utf8(shown_.file->text()) : QString());
        const QTextBlock same = preview_->document()->findBlockByNumber(line);
        preview_->setTextCursor(QTextCursor(same.isValid() ? same : preview_->document()->firstBlock()));
        preview_->setEnabled(written);
        copy_->setEnabled(written);
        save_->setEnabled(written);
        show_findings();
        show_source();
    }

    void show_findings()
    {
        findings_->clear();
        const Theme& theme = theme_of(palette());
        for (const Finding& finding : shown_.file ? shown_.file->findings : shown_.errors) {
            auto* item = new QListWidgetItem(words_.text(finding), findings_);
            item->setIcon(symbol_icon(symbol_of(finding.severity), theme.of(finding.severity), theme.base));
            item->setData(Qt::AccessibleTextRole, named_value(words_.text(finding.severity), item->text()));
        }
        findings_label_->setText(!shown_.file             ? tr("No file for these settings:")
                                 : findings_->count() > 0 ? tr("Not covered by this file:")
                                                          : tr("The file covers all settings."));
        findings_->setAccessibleName(findings_label_->text());
        findings_->setVisible(findings_->count() > 0);
    }

    /// Shows the sources of the current line.
    void show_source()
    {
        if (!shown_.file) {
            note_->clear();
            return;
        }
        const auto line = static_cast<std::size_t>(preview_->textCursor().blockNumber());
        QStringList names;
        if (line < shown_.file->lines.size())
            for (const std::string& source : shown_.file->lines[line].sources) names << name_of_source(source);
        note_->setText(names.isEmpty() ? tr("Place the cursor on a line to see the source of its value.")
                                       : tr("Line %1 comes from: %2").arg(QString::number(line + 1), listed(names)));
    }

    QString name_of_source(const std::string& source) const
    {
        const std::string field = "field." + source;
        if (words_.table().has(field)) return words_.text(field);
        if (words_.table().has("quantity." + source)) return words_.quantity(source);
        return from_utf8(source);
    }

    void copy() const
    {
        if (shown_.file) QGuiApplication::clipboard()->setText(from_utf8(shown_.file->text()));
    }

    Document& document_;
    const Localization& words_;
    LaunchResult shown_;
    QComboBox* engines_;
    QPlainTextEdit* preview_;
    /// Sources of the line under the cursor, or an error.
    QLabel* note_;
    QLabel* findings_label_;
    QListWidget* findings_;
    QPushButton* copy_ = nullptr;
    QPushButton* save_ = nullptr;
};

QDialog* launch_dialog(Document& document, const Localization& words, QWidget* parent)
{
    return new LaunchDialog(document, words, parent);
}

bool write_launch_file(QDialog& launch, const QString& path) { return static_cast<LaunchDialog&>(launch).write(path); }

} // namespace rigwright

#include "launch_dialog.moc"
