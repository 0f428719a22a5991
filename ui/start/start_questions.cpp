// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/estimate/model_comparison.h"
#include "core/scenario/resolved_model.h"
#include "ui/advisor/advisor_source.h"
#include "ui/advisor/candidate_text.h"
#include "ui/controls/card.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/import_dialog.h"
#include "ui/panels/field_form.h"
#include "ui/panels/input_rows.h"
#include "ui/panels/model_panel.h"
#include "ui/start/start_page.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace rigwright {

namespace {

/// A kind of task: a group of presets, its initial one, and the usual optimizer.
struct StartTask {
    const char* group;
    const char* preset;
    OptimizerKind optimizer;
};

constexpr std::array task_kinds{StartTask{"classification", "resnet50", OptimizerKind::sgd_momentum},
                                StartTask{"detection", "detr_r50", OptimizerKind::adamw},
                                StartTask{"segmentation", "unet_padded_bn", OptimizerKind::adam},
                                StartTask{"language", "gpt2-small", OptimizerKind::adamw},
                                StartTask{"generation", "sd15_unet", OptimizerKind::adamw},
                                StartTask{"multimodal", "clip_vit_b32", OptimizerKind::adamw},
                                StartTask{"interpolation", "ema-vfi", OptimizerKind::adamw},
                                StartTask{"tabular-and-sequence", "mlp-784-512-256-10", OptimizerKind::adam}};

/// Below this width, a question is above its answer.
constexpr int width_for_beside = 680;
constexpr int number_width = 32;
constexpr int title_width = 226;
constexpr int between_questions = 8;
constexpr int button_height = 36;
constexpr double title_scale = 20.0 / 13.0;

/// The main button of the page.
class PrimaryButton : public QPushButton {
public:
    explicit PrimaryButton(QWidget* parent) : QPushButton(parent)
    {
        // Enter presses it like the space bar.
        setAutoDefault(true);
        setFixedHeight(button_height);
        setCursor(Qt::PointingHandCursor);
    }

    QSize sizeHint() const override { return {QFontMetrics(face()).horizontalAdvance(text()) + 42, button_height}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = theme_of(palette());
        painter.setPen(Qt::NoPen);
        painter.setBrush(!isEnabled() ? theme.border : isDown() ? theme.accent.darker(115) : theme.accent);
        painter.drawRoundedRect(rect(), 3, 3);
        if (hasFocus()) {
            painter.setPen(QPen(theme.on_accent, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(3, 3, -3, -3), 2, 2);
        }
        painter.setFont(face());
        painter.setPen(isEnabled() ? theme.on_accent : theme.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
    }

private:
    QFont face() const
    {
        QFont bold = bold_of(font());
        bold.setPointSizeF(bold.pointSizeF() * section_scale);
        return bold;
    }
};

} // namespace

namespace {

QList<FieldForm*> forms_in(QWidget* content)
{
    if (auto* form = qobject_cast<FieldForm*>(content)) return {form};
    return content->findChildren<FieldForm*>();
}

} // namespace

class StartQuestions : public QWidget, public SettlingPage {
    Q_OBJECT

public:
    StartQuestions(Document& document, const Scenario& start, const Localization& words,
                   std::function<void(const Scenario& answers)> show_machines)
        : answers_(document.data(), start, this),
          words_(words),
          show_machines_(std::move(show_machines)),
          source_(answers_),
          importer_(new ModelImporter(answers_, words, this))
    {
        setObjectName(QStringLiteral("questions"));
        auto* column =
            column_in(this, {0, 0, 0, 0}, 0,
                      {say(heading(title_scale, this), [] { return tr("Choose a machine"); }),
                       say(small_label(this),
                           [] { return tr("Five questions. The answer below changes with every one of them."); }),
                       Space{between_questions}});
        grid_ = new QGridLayout;
        grid_->setHorizontalSpacing(0);
        grid_->setVerticalSpacing(0);
        column->addLayout(grid_);
        add(
            0, [] { return tr("What do you want to train?"); }, build_model());
        data_ = new FieldForm(answers_, words_, this, 2);
        add(
            1, [] { return tr("How much data?"); }, data_);
        size_ = new FieldForm(answers_, words_, this, 2);
        size_of_file_ =
            say(named(wrapping(small_label(this)), "size_of_file"), [] { return tr("The model sets it."); });
        auto* size = new QWidget(this);
        column_in(size, {0, 0, 0, 0}, 0, {size_, indented_line(size_of_file_, FieldControl::margin)});
        add(
            2, [] { return tr("How large is one sample?"); }, size);
        add(
            3, [] { return tr("By when must a run be done?"); }, form({"requirements.deadline_seconds"}));
        add(
            4, [] { return tr("For how much?"); },
            form({"requirements.budget", "economics.currency", "constraints.acquisition"}));
        auto* answer = new QGridLayout;
        build_answer(answer);
        fill(column, {answer, Stretch{}});
        connect(&document, &Document::data_changed, this, [this, &document] { answers_.use_data(document.data()); });
        connect(&answers_, &Document::changed, this, &StartQuestions::follow);
        connect(&source_, &AdvisorSource::changed, this, &StartQuestions::show_answer);
        setFocusProxy(kinds_->editor());
        arrange();
        follow();
        in_each_language(this, [this] { retranslate(); });
    }

    /// The result is for the current answers.
    bool is_settled() const override { return !isVisible() || (was_painted_ && source_.is_settled()); }

protected:
    /// Lines between questions; the first painting starts the search.
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(theme_of(palette()).border);
        for (const Question& question : questions_) {
            const int top = std::min(question.title->geometry().top(), question.content->geometry().top()) - 6;
            painter.drawLine(0, top, width(), top);
        }
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!isVisible()) return;
                was_painted_ = true;
                source_.set_watched(true);
                if (source_.was_stopped()) source_.search();
            },
            Qt::QueuedConnection);
    }

    void hideEvent(QHideEvent* event) override
    {
        QWidget::hideEvent(event);
        source_.set_watched(false);
        source_.stop();
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        if (wide_ != (width() >= width_for_beside)) arrange();
    }

private:
    struct Question {
        QLabel* number = nullptr;
        QLabel* title = nullptr;
        QWidget* content = nullptr;
    };

    FieldForm* form(std::initializer_list<const char*> paths)
    {
        auto* form = new FieldForm(answers_, words_, this, 2);
        std::vector<FormRow> rows;
        for (const char* path : paths)
            if (const FieldRow* field = row_of(path)) rows.push_back(row(*field));
        form->set_rows(std::move(rows));
        return form;
    }

    FormRow row(const FieldRow& field) const
    {
        FormRow row = *input_row(field.path, answers_, words_);
        row.number.has_slider = false;
        if (field.path == std::string_view("constraints.acquisition")) {
            row.kind = FormRow::Kind::segment;
            // A short name leaves room for the choices.
            row.texts = [texts = row.texts] {
                ControlTexts shown = texts();
                shown.label = tr("Buy or rent");
                return shown;
            };
            row.entries = [] {
                const std::array texts{tr("Either"), tr("Buy"), tr("Rent")};
                std::vector<PickerEntry> entries;
                for (std::size_t i = 0; i < texts.size(); ++i)
                    entries.push_back({from_utf8(word_of(static_cast<Acquisition>(i))), texts[i], {}});
                return entries;
            };
        }
        return row;
    }

    void add(std::size_t question, const TextMaker& title, QWidget* content)
    {
        Question& added = questions_[question];
        added.number = heading(title_scale * 0.9, this);
        added.number->setText(QString::number(question + 1));
        added.number->setForegroundRole(QPalette::Link);
        added.title = say(wrapping(heading(section_scale * 0.95, this)), title);
        added.content = content;
    }

    QWidget* build_model()
    {
        auto* box = new QWidget(this);
        auto* grid = new QGridLayout(box);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setVerticalSpacing(0);
        grid->setHorizontalSpacing(8);
        kinds_ = new PickerControl(QStringLiteral("task_kind"), PickerControl::Kind::words, box);
        model_ = new ModelPicker(answers_, words_, box);
        open_model_ = named(new PlainButton(PlainButton::Look::link, box), "open_model");
        imported_ = wrapping(small_label(box));
        grid->addWidget(kinds_, 0, 0);
        grid->addWidget(model_, 0, 1);
        grid->addLayout(indented_line(open_model_, FieldControl::margin - 2), 1, 0, 1, 2);
        grid->addWidget(imported_, 2, 0, 1, 2);
        for (const int half : {0, 1}) grid->setColumnStretch(half, 1);
        connect(kinds_, &FieldControl::edited, this,
                [this](const QString&, const FieldValue& group) { choose_kind(group); });
        connect(model_, &FieldControl::mark_changed, this, &StartQuestions::show_answer);
        connect(model_, &ModelPicker::import_requested, importer_, &ModelImporter::ask_and_import);
        connect(open_model_, &QAbstractButton::clicked, importer_, &ModelImporter::ask_and_import);
        for (const auto told : {&ModelImporter::said, &ModelImporter::failed})
            connect(importer_, told, this, [this](const TextMaker& report) {
                import_report_ = report;
                imported_->setText(report());
                imported_->show();
            });
        imported_->hide();
        return box;
    }

    void build_answer(QGridLayout* column)
    {
        show_ = say(named(new PrimaryButton(this), "show_machines"), [] { return tr("Show the machines"); });
        headline_ = named(heading(section_scale, this), "answer");
        details_ = named(small_label(this), "answer_details");
        for (QLabel* label : {headline_, details_}) label->setWordWrap(true);
        column->setContentsMargins(0, between_questions, 0, 0);
        column->setHorizontalSpacing(16);
        column->setVerticalSpacing(2);
        column->addWidget(show_, 0, 0, 2, 1, Qt::AlignTop);
        column->addWidget(headline_, 0, 1);
        column->addWidget(details_, 1, 1);
        column->setColumnStretch(1, 1);
        connect(show_, &QAbstractButton::clicked, this, [this] { show_machines_(Scenario(scenario())); });
    }

    /// Questions beside their answers, or above them on a narrow page.
    void arrange()
    {
        wide_ = width() >= width_for_beside;
        for (std::size_t i = 0; i < questions_.size(); ++i) {
            const Question& question = questions_[i];
            for (QWidget* part :
                 {static_cast<QWidget*>(question.number), static_cast<QWidget*>(question.title), question.content})
                grid_->removeWidget(part);
            const int line = 2 * static_cast<int>(i);
            grid_->addWidget(question.number, line, 0, Qt::AlignTop);
            grid_->addWidget(question.title, line, 1, 1, wide_ ? 1 : 2, wide_ ? Qt::AlignTop : Qt::AlignVCenter);
            if (wide_)
                grid_->addWidget(question.content, line, 2);
            else
                grid_->addWidget(question.content, line + 1, 1, 1, 2);
            question.title->setContentsMargins(0, wide_ ? 6 : 0, 8, 0);
            question.number->setContentsMargins(0, wide_ ? 3 : 0, 0, 0);
            question.content->setContentsMargins(0, 0, 0, wide_ ? 2 * between_questions : between_questions);
        }
        grid_->setColumnMinimumWidth(0, number_width);
        grid_->setColumnMinimumWidth(1, wide_ ? title_width : 0);
        grid_->setColumnStretch(2, 1);
    }

    /// Sets the Tab order of the questions; updates the result when a field is marked.
    void connect_fields()
    {
        std::vector<QWidget*> stops{kinds_->editor(), model_->editor(), open_model_};
        for (const Question& question : questions_)
            for (const FieldForm* form : forms_in(question.content))
                for (const FieldControl* control : form->controls()) {
                    stops.push_back(control->editor());
                    connect(control, &FieldControl::mark_changed, this, &StartQuestions::show_answer,
                            Qt::UniqueConnection);
                }
        stops.push_back(show_);
        for (std::size_t i = 1; i < stops.size(); ++i) setTabOrder(stops[i - 1], stops[i]);
    }

    /// The first invalid answer; null if there is none.
    const FieldControl* marked() const
    {
        if (model_->is_marked()) return model_;
        for (const Question& question : questions_)
            for (const FieldForm* form : forms_in(question.content))
                for (const FieldControl* control : form->controls())
                    if (control->is_marked()) return control;
        return nullptr;
    }

    void choose_kind(const FieldValue& group)
    {
        const auto* word = std::get_if<std::string>(&group);
        const auto kind =
            std::ranges::find_if(task_kinds, [word](const StartTask& each) { return word && *word == each.group; });
        if (kind == task_kinds.end()) return;
        Scenario next = with_preset(scenario(), kind->preset);
        next.training.optimizer = kind->optimizer;
        answers_.set_scenario(next, QString());
        follow();
    }

    /// Language data is in tokens, each read once; other data in samples and epochs.
    void count_data(bool in_tokens)
    {
        if (in_tokens == in_tokens_) return;
        in_tokens_ = in_tokens;
        Scenario next = scenario();
        std::swap(next.dataset.samples, other_data_.samples);
        std::swap(next.dataset.tokens, other_data_.tokens);
        std::swap(next.training.epochs, other_epochs_);
        answers_.set_scenario(next, QString());
    }

    /// Updates the model's kind and the input questions.
    void follow()
    {
        const Preset* preset = preset_of(answers_.data()->presets, scenario().model.preset);
        // A custom model keeps the chosen kind.
        if (preset != nullptr) {
            kinds_->show_value(FieldValue(preset->group), true);
            model_->show_group(from_utf8(preset->group));
        }
        const Family* family = family_of_model(scenario(), *answers_.data());
        const auto input = family != nullptr ? std::optional(family->input_kind) : std::nullopt;
        const bool in_tokens = input == Family::InputKind::sequence || input == Family::InputKind::sequence_pair;
        count_data(in_tokens);
        if (input != shown_input_ || size_->controls().empty()) {
            std::vector<FormRow> amounts;
            if (in_tokens)
                amounts.push_back(row(*row_of("dataset.tokens")));
            else
                for (const char* path : {"dataset.samples", "training.epochs"}) amounts.push_back(row(*row_of(path)));
            data_->set_rows(std::move(amounts));
            std::vector<FormRow> rows;
            if (input)
                for (const FieldRow& field : input_rows(*input))
                    if (field.path != std::string_view("input.channels")) rows.push_back(row(field));
            if (input == Family::InputKind::image) rows.push_back(row(*row_of("dataset.source_height")));
            size_of_file_->setVisible(rows.empty());
            size_->set_rows(std::move(rows));
            shown_input_ = input;
            connect_fields();
        }
        show_answer();
    }

    void show_answer()
    {
        const Recommendation& answer = source_.recommendation();
        QString first;
        QString second;
        const FieldControl* wrong = marked();
        show_->setEnabled(wrong == nullptr);
        if (wrong != nullptr) {
            first = tr("Correct “%1” to see machines.").arg(wrong->plain_label());
        } else if (!source_.is_current()) {
            first = tr("Searching the hardware database…");
        } else if (!answer.errors.empty()) {
            first = words_.text(answer.errors.front());
        } else if (answer.picks.empty()) {
            first = about_model(words_.text("recommend.none"));
            second = answer.relaxations.empty() ? tr("Finding which limit to relax…")
                                                : text_of(answer.relaxations.front(), *answers_.data(), words_);
        } else {
            const auto cost = [&answer](const Pick& pick) { return answer.front[pick.candidate].figures.cost; };
            const auto [least, most] = std::ranges::minmax_element(answer.picks, {}, cost);
            const auto text = [&](const Pick& pick) {
                return words_.text(money(cost(pick), scenario().economics.currency));
            };
            first = about_model(least == most ? text(*least) : tr("from %1 to %2").arg(text(*least), text(*most)));
            second = terms_text(answer) + QLatin1Char('\n') + picks_text(answer);
        }
        headline_->setText(first);
        details_->setText(second);
    }

    QString about_model(const QString& text) const
    {
        const QString name = model_->model_name();
        return name.isEmpty() ? text : named_value(name, text);
    }

    QString picks_text(const Recommendation& answer) const
    {
        QStringList texts;
        for (const Pick& pick : answer.picks) {
            const Candidate& candidate = answer.front[pick.candidate];
            QStringList kinds;
            for (const PickKind kind : pick.kinds) kinds << words_.text(std::string("recommend.pick.") + key_of(kind));
            const QString name = name_of(candidate, *answers_.data());
            const QString build =
                answer.time_is_of_run
                    ? tr("%1 in %2", "2 × RTX 5070 in 3.2 h").arg(name, words_.text(value_of(candidate.figures.time)))
                    : name;
            texts << named_value(listed(kinds), build);
        }
        return texts.join(QStringLiteral(" · "));
    }

    /// Terms of all picks: acquisition, deadline, trained weights, and parts without prices.
    QString terms_text(const Recommendation& answer) const
    {
        const auto all = [&answer](auto holds) {
            return std::ranges::all_of(answer.picks,
                                       [&](const Pick& pick) { return holds(answer.front[pick.candidate].figures); });
        };
        QStringList terms{words_.text(std::string("recommend.outlay.") + key_of(answer.outlay))};
        const std::optional<double>& deadline = scenario().requirements.deadline_seconds;
        if (deadline && answer.time_is_of_run) {
            const bool surely =
                all([&](const CandidateFigures& figures) { return figures.time_high.base() <= *deadline; });
            const QString time = words_.text(Value{*deadline, Unit::seconds});
            terms << (surely ? tr("all within %1, range included").arg(time) : tr("all expected within %1").arg(time));
        }
        const Training& training = scenario().training;
        if (training.mode == RunMode::train && !training.lora && traits_of(answers_).attention)
            terms << tr("all weights trained, without LoRA");
        if (!all([](const CandidateFigures& figures) { return figures.unpriced_lines == 0; }))
            terms << tr("without the parts that have no price");
        return terms.join(tr("; "));
    }

    void retranslate()
    {
        std::vector<PickerEntry> kinds;
        for (const StartTask& each : task_kinds)
            kinds.push_back({QLatin1String(each.group), words_.choice("group", each.group), {}});
        kinds_->set_texts({tr("Task"), {}, tr("Purpose of the model. Only models for it are listed."), {}});
        kinds_->set_entries(std::move(kinds));
        open_model_->show_text(tr("or open a model file: ONNX, config.json, safetensors"));
        if (import_report_) imported_->setText(import_report_());
        show_answer();
    }

    const Scenario& scenario() const { return answers_.scenario(); }

    Document answers_;
    const Localization& words_;
    const std::function<void(const Scenario& answers)> show_machines_;
    AdvisorSource source_;
    ModelImporter* importer_;
    QGridLayout* grid_ = nullptr;
    std::array<Question, 5> questions_{};
    PickerControl* kinds_ = nullptr;
    ModelPicker* model_ = nullptr;
    PlainButton* open_model_ = nullptr;
    QLabel* imported_ = nullptr;
    FieldForm* data_ = nullptr;
    FieldForm* size_ = nullptr;
    /// Replaces `size_` if the model sets the size.
    QLabel* size_of_file_ = nullptr;
    std::optional<Family::InputKind> shown_input_;
    bool in_tokens_ = false;
    /// The amount of data in the other unit, until needed again.
    Dataset other_data_;
    std::int64_t other_epochs_ = 1;
    QPushButton* show_ = nullptr;
    QLabel* headline_ = nullptr;
    QLabel* details_ = nullptr;
    TextMaker import_report_;
    bool wide_ = true;
    bool was_painted_ = false;
};

QWidget* start_questions(Document& document, const Scenario& start, const Localization& words,
                         std::function<void(const Scenario& answers)> show_machines)
{
    return new StartQuestions(document, start, words, std::move(show_machines));
}

} // namespace rigwright

#include "start_questions.moc"
