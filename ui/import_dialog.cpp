// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/import_dialog.h"

#include "core/estimate/field_access.h"
#include "core/scenario/import_model.h"
#include "core/text/price_text.h"
#include "ui/catalog_editor/price_import_dialog.h"
#include "ui/controls/card.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/live.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/field_rows.h"
#include "ui/theme/theme.h"
#include "ui/window_files.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>

namespace rigwright {

namespace {

constexpr qsizetype most_listed = 6;
/// Leaves room for an error below a field.
constexpr int sizes_dialog_width = 400;
constexpr qint64 largest_json = qint64{8} * 1024 * 1024;

/// A few names and the number of others.
QString listed(const std::vector<std::string>& names)
{
    QStringList shown;
    for (const std::string& name : names) {
        if (shown.size() == most_listed) {
            shown << ModelImporter::tr("and %1 more").arg(static_cast<qsizetype>(names.size()) - most_listed);
            break;
        }
        shown << from_utf8(name);
    }
    return rigwright::listed(shown);
}

} // namespace

FileContent content_of_file(const QString& path)
{
    const QString name = path.toLower();
    const auto ends_with = [&name](std::initializer_list<const char*> endings) {
        return std::ranges::any_of(endings, [&](const char* each) { return name.endsWith(QLatin1String(each)); });
    };
    if (ends_with({".onnx", ".safetensors", ".safetensors.index.json"})) return FileContent::model;
    if (ends_with({".csv", ".tsv", ".txt"})) return FileContent::prices;
    if (ends_with({".rigwright"})) return FileContent::project;
    if (!ends_with({".json"})) return FileContent::unknown;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return FileContent::project;
    const QByteArray text = file.read(largest_json);
    if (is_measurement_result({text.constData(), static_cast<std::size_t>(text.size())}))
        return FileContent::measurement;
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    const bool model = object.contains(QLatin1String("model_type")) && !object.contains(QLatin1String("format"));
    return model ? FileContent::model : FileContent::project;
}

namespace {

ImportedModel read_model(const ModelFile& file, const std::stop_token& stop)
{
    return import_model(std::filesystem::path(file.path.toStdU16String()), {{}, file.sizes}, stop);
}

} // namespace

/// Asks for the sizes that a model file leaves open. Initial values are earlier input or the plan's.
class ModelSizesDialog : public QDialog {
    Q_OBJECT

public:
    ModelSizesDialog(const ModelFile& file, const std::vector<std::string>& open, const Document& document,
                     const Localization& words, QWidget* parent)
        : QDialog(parent)
    {
        setObjectName(QStringLiteral("model_sizes"));
        setWindowTitle(tr("Model input sizes"));
        setMinimumWidth(sizes_dialog_width);
        auto* column = new QVBoxLayout(this);
        QLabel* intro = wrapped_label(this);
        intro->setText(tr("%1 has dynamic dimensions. Enter the sizes to estimate the model with.")
                           .arg(QFileInfo(file.path).fileName()));
        column->addWidget(intro);
        given_.input = file.sizes;
        for (const std::string& path : open) {
            const Field& field = *field_of(path);
            FieldRow row = *row_of(path);
            row.path = path.c_str();
            row.named = nullptr;
            row.sweep = Sweep::field;
            auto* control = new ParameterControl(QString::fromStdString(path), number_spec(row, field), this);
            control->set_texts(texts_of(row, words));
            control->set_flush();
            if (field.read(given_).index() == 0)
                field.write(given_, effective_value(document.scenario(), *document.data(), path));
            control->show_value(field.read(given_), true);
            connect(control, &FieldControl::edited, this,
                    [this, control, &field](const QString&, const FieldValue& size) {
                        field.write(given_, size);
                        control->show_value(size, true);
                    });
            connect(control->field(), &QLineEdit::textChanged, this, &ModelSizesDialog::follow);
            controls_.push_back(control);
            column->addWidget(control);
        }
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
        import_ = buttons->button(QDialogButtonBox::Ok);
        import_->setText(tr("&Import"));
        column->addStretch(1);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::accepted, this, &ModelSizesDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        follow();
    }

    const ModelInput& sizes() const { return given_.input; }

    /// Includes text being typed.
    void accept() override
    {
        for (const ParameterControl* control : controls_) emit control->field()->left();
        if (import_->isEnabled()) QDialog::accept();
    }

private:
    /// Every field needs a valid size.
    void follow()
    {
        import_->setEnabled(std::ranges::all_of(controls_, [](const ParameterControl* control) {
            return !control->is_marked() && !control->field()->text().trimmed().isEmpty();
        }));
    }

    /// A scenario, for access by `Field`.
    Scenario given_;
    std::vector<ParameterControl*> controls_;
    QPushButton* import_;
};

ModelImporter::ModelImporter(Document& document, const Localization& words, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      window_(window),
      reader_(read_model)
{
    connect(&reader_, &LiveSignal::changed, this, [this] {
        // Another file may be read while this dialog is open.
        const ModelFile file = *reader_.asked();
        const std::shared_ptr<const ImportedModel> model = reader_.known();
        show(file, *model);
    });
}

void ModelImporter::ask_and_import()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(window_, tr("Import a model"), QDir::homePath(),
                                      tr("Models (*.onnx *.safetensors config.json *.index.json);;All files (*)"));
    if (paths.size() == 1) return import_file(paths.first());
    if (!paths.isEmpty()) emit several_chosen(paths);
}

void ModelImporter::import_file(const QString& path)
{
    // The file may have changed.
    reader_.cancel();
    reader_.ask({path});
    emit said([path] { return tr("Reading %1…").arg(QFileInfo(path).fileName()); });
}

std::vector<Finding> ModelImporter::take(const ImportedModel& model)
{
    Scenario next = document_.scenario();
    next.model = model.model;
    next.input = model.input;
    return refusal_of(document_, [&] { document_.set_scenario(next, tr("import a model")); });
}

std::optional<ModelInput> ModelImporter::ask_for_sizes(const ModelFile& file, const std::vector<std::string>& open,
                                                       QWidget* parent) const
{
    ModelSizesDialog dialog(file, open, document_, words_, parent);
    if (dialog.exec() != QDialog::Accepted) return std::nullopt;
    return dialog.sizes();
}

void ModelImporter::show(const ModelFile& file, const ImportedModel& model)
{
    const QString path = file.path;
    if (const std::vector<std::string>& open = model.report.open_sizes; !open.empty())
        if (const auto sizes = ask_for_sizes(file, open, window_)) return reader_.ask({path, *sizes});
    const std::vector<Finding> errors = model.errors.empty() ? take(model) : model.errors;
    if (errors.empty()) {
        emit said(
            [path, report = model.report] { return named_value(QFileInfo(path).fileName(), report_text(report)); });
    } else {
        emit failed([this, path, errors] {
            return trouble_text(tr("%1 was not imported."), path, trouble_lines(errors, words_));
        });
    }
}

QString ModelImporter::report_text(const ImportReport& report)
{
    QStringList lines;
    if (report.kind == ImportKind::onnx) {
        lines << tr("%1 of %2 nodes counted.")
                     .arg(QString::number(report.coverage.counted), QString::number(report.coverage.nodes));
        if (!report.coverage.complete()) lines << tr("Not counted: %1.").arg(listed(report.coverage.unknown));
    } else if (report.kind == ImportKind::safetensors) {
        lines << tr("Only weights: memory of weights and optimizer is exact, compute and activations are not counted.");
    } else {
        lines << tr("%1, imported as an editable model.").arg(from_utf8(report.model_type));
        if (!report.ignored.empty()) lines << tr("Not used: %1.").arg(listed(report.ignored));
    }
    return sentences(lines);
}

namespace {

constexpr QSize import_dialog_size{900, 420};
enum ImportColumn { file_column, found_column, wrong_column };

} // namespace

/// Imports several files of any supported kind: shows the content and errors of each. Only complete, valid files are
/// imported; at most one project and one model, as a window shows one of each.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    ImportDialog(const Localization& words, const ImportTakers& takers, QWidget* parent)
        : QDialog(parent),
          words_(words),
          takers_(takers),
          table_(new QTableWidget(0, 3, this)),
          columns_(named(new QPushButton(tr("Choose the &columns…"), this), "choose_columns")),
          sizes_(named(new QPushButton(tr("Enter the &sizes…"), this), "enter_sizes")),
          take_(named(new QPushButton(this), "take_over")),
          reader_(read_model)
    {
        setObjectName(QStringLiteral("import_files"));
        setWindowTitle(tr("Import files"));
        setAcceptDrops(true);
        resize(import_dialog_size);
        auto* column = new QVBoxLayout(this);
        QLabel* intro = wrapped_label(this);
        intro->setText(
            tr("Projects, models, price lists and measurements. Only complete files without errors are imported."));
        column->addWidget(intro);
        table_->setHorizontalHeaderLabels({tr("File"), tr("Found"), tr("Problems")});
        table_->setAccessibleName(tr("Files"));
        table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        set_look(*table_, QAbstractItemView::SingleSelection);
        table_->setWordWrap(true);
        QHeaderView* header = table_->horizontalHeader();
        header->setSectionResizeMode(QHeaderView::Stretch);
        header->setSectionResizeMode(file_column, QHeaderView::ResizeToContents);
        table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        column->addWidget(table_, 1);
        auto* more = new QPushButton(tr("&Add files…"), this);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
        buttons->addButton(more, QDialogButtonBox::ActionRole);
        buttons->addButton(columns_, QDialogButtonBox::ActionRole);
        buttons->addButton(sizes_, QDialogButtonBox::ActionRole);
        sizes_->hide();
        buttons->addButton(take_, QDialogButtonBox::ActionRole);
        take_->setDefault(true);
        column->addWidget(buttons);
        connect(more, &QPushButton::clicked, this,
                [this] { add(QFileDialog::getOpenFileNames(this, tr("Import files"), QDir::homePath())); });
        connect(columns_, &QPushButton::clicked, this, &ImportDialog::choose_columns);
        connect(sizes_, &QPushButton::clicked, this, &ImportDialog::enter_sizes);
        connect(take_, &QPushButton::clicked, this, &ImportDialog::take_over);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        connect(table_, &QTableWidget::itemChanged, this, &ImportDialog::check_one);
        connect(table_, &QTableWidget::currentCellChanged, this, &ImportDialog::follow);
        connect(&reader_, &LiveSignal::changed, this, [this] { show_model(*reader_.asked(), *reader_.known()); });
        follow();
    }

    /// Reads more files; lists each file once.
    void add(const QStringList& paths)
    {
        for (const QString& path : paths) {
            if (std::ranges::find(entries_, path, &Entry::path) != entries_.end()) continue;
            FileContent kind = content_of_file(path);
            if (kind == FileContent::prices && takers_.hardware == nullptr) kind = FileContent::unknown;
            entries_.push_back({path, kind, State::reading, {}, {}, {}, {}, {}});
            table_->setRowCount(static_cast<int>(entries_.size()));
            show_row(entries_.size() - 1);
        }
        read_next();
    }

    /// Number of imported files.
    int taken() const { return static_cast<int>(std::ranges::count(entries_, State::taken, &Entry::state)); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override
    {
        if (!local_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
    }

    void dropEvent(QDropEvent* event) override
    {
        event->acceptProposedAction();
        add(local_files(*event->mimeData()));
    }

private:
    enum class State { reading, right, wrong, taken };

    struct Entry {
        QString path;
        FileContent kind = FileContent::unknown;
        State state = State::reading;
        QString found;
        QStringList wrong;
        /// For a model: the sizes that the file leaves open, and the given ones.
        std::vector<std::string> open{};
        ModelInput sizes{};
        /// Returns reasons for a failure, or nothing.
        std::function<QStringList()> take;
    };

    /// A window has one project, and a plan one model.
    static bool takes_only_one(FileContent kind) { return kind == FileContent::project || kind == FileContent::model; }

    /// Reads one file per turn of the event loop, so that the list shows progress; models in a thread, as they may be
    /// large.
    void read_next()
    {
        const auto next = std::ranges::find(entries_, State::reading, &Entry::state);
        follow();
        if (next == entries_.end() || !reader_.is_settled()) return;
        if (next->kind == FileContent::model) return reader_.ask({next->path, next->sizes});
        QMetaObject::invokeMethod(
            this,
            [this, path = next->path] {
                const auto entry = std::ranges::find(entries_, path, &Entry::path);
                if (entry->state != State::reading) return;
                read(*entry);
                finish(*entry);
            },
            Qt::QueuedConnection);
    }

    void read(Entry& entry)
    {
        switch (entry.kind) {
        case FileContent::project: return read_project(entry);
        case FileContent::prices: return read_prices(entry);
        case FileContent::measurement: return read_measurement(entry);
        case FileContent::model:
        case FileContent::unknown: entry.wrong << tr("Neither a project, a model, a price list nor a measurement.");
        }
    }

    void read_project(Entry& entry)
    {
        const OpenedProject opened = open_project_file(entry.path);
        if (!opened.project) {
            entry.wrong = trouble_lines(opened.errors, words_);
            if (!opened.trouble.isEmpty()) entry.wrong.prepend(opened.trouble);
            return;
        }
        QStringList names;
        for (const auto& build : opened.project->builds) names << from_utf8(build.name());
        entry.found = tr("%1 machines: %2").arg(QString::number(names.size()), rigwright::listed(names));
        entry.take = [this, path = entry.path] {
            QStringList why;
            if (!takers_.projects.may_leave()) return QStringList(tr("Not imported: the open project is not saved."));
            const auto caught = connect(&takers_.projects, &WindowFiles::failed,
                                        [&why](const TextMaker& message) { why << message(); });
            takers_.projects.open(path);
            disconnect(caught);
            return why;
        };
    }

    void read_prices(Entry& entry)
    {
        const ReadPriceList list = read_price_list(entry.path, *takers_.hardware, words_);
        entry.found =
            tr("%1 prices, %2 new").arg(QString::number(list.import.rows.size()), QString::number(list.import.taken()));
        if (list.import.totals > 0)
            entry.found = rigwright::listed({entry.found, tr("totals and notes skipped: %1").arg(list.import.totals)});
        for (const std::string& more :
             {terms_text(list.import.terms, words_.table()), costs_text(list.import, words_.table())})
            if (!more.empty()) entry.found = rigwright::listed({entry.found, from_utf8(more)});
        const auto unnamed = std::ranges::find(list.import.rows, true, &ImportRow::currency_is_default);
        if (unnamed != list.import.rows.end())
            entry.found = rigwright::listed(
                {entry.found, tr("%1 where no currency is given").arg(from_utf8(unnamed->price.currency))});
        entry.wrong = list.wrong;
        if (list.import.taken() == 0 && entry.wrong.isEmpty()) entry.wrong << tr("No new prices.");
        entry.take = [this, list, path = entry.path] {
            const QString name = QFileInfo(path).completeBaseName();
            return add_price_list(*takers_.hardware, list.import, name, QFileInfo(path).fileName())
                       ? QStringList()
                       : QStringList(tr("The price list could not be saved."));
        };
    }

    void read_measurement(Entry& entry)
    {
        const MeasurementResult result = takers_.measurements.read(entry.path);
        entry.found = from_utf8(result.device);
        entry.wrong = trouble_lines(result.errors, words_);
        entry.take = [this, path = entry.path] {
            // The plan may have changed.
            const MeasurementResult again = takers_.measurements.read(path);
            return trouble_lines(again.errors.empty() ? takers_.measurements.take(again) : again.errors, words_);
        };
    }

    void show_model(const ModelFile& file, const ImportedModel& model)
    {
        const auto entry = std::ranges::find(entries_, file.path, &Entry::path);
        reader_.cancel();
        entry->wrong = trouble_lines(model.errors, words_);
        if (const std::vector<std::string>& open = model.report.open_sizes; !open.empty()) {
            QStringList names;
            for (const std::string& field : open) names << words_.text("field." + field);
            entry->wrong = {tr("Dynamic dimensions without a size: %1.").arg(rigwright::listed(names))};
            entry->open = open;
            sizes_->show();
            table_->setCurrentCell(static_cast<int>(entry - entries_.begin()), file_column);
        }
        if (model.errors.empty()) entry->found = ModelImporter::report_text(model.report);
        entry->take = [this, model] { return trouble_lines(takers_.models.take(model), words_); };
        finish(*entry);
    }

    /// Shows the entry and reads the next.
    void finish(Entry& entry)
    {
        entry.state = entry.wrong.isEmpty() ? State::right : State::wrong;
        show_row(static_cast<std::size_t>(&entry - entries_.data()));
        read_next();
    }

    void show_row(std::size_t row)
    {
        const Entry& entry = entries_[row];
        const auto line = static_cast<int>(row);
        const QSignalBlocker quiet(table_);
        const QString found =
            entry.found.isEmpty() ? kind_name(entry.kind) : named_value(kind_name(entry.kind), entry.found);
        QString last = entry.wrong.join(QLatin1Char('\n'));
        if (entry.state == State::reading) last = tr("Reading…");
        if (entry.state == State::right) last = tr("None");
        if (entry.state == State::taken) last = tr("Imported");
        const std::array texts{QFileInfo(entry.path).fileName(), found, last};
        for (int column = 0; column < table_->columnCount(); ++column) {
            auto* item = new QTableWidgetItem(texts[static_cast<std::size_t>(column)]);
            item->setToolTip(column == file_column ? entry.path : item->text());
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            if (column == wrong_column && entry.state == State::wrong) item->setForeground(theme_of(palette()).bad);
            table_->setItem(line, column, item);
        }
        QTableWidgetItem* file = table_->item(line, file_column);
        if (entry.state == State::right) {
            file->setFlags(file->flags() | Qt::ItemIsUserCheckable);
            bool first = true;
            for (std::size_t other = 0; other < entries_.size(); ++other)
                if (takes_only_one(entry.kind) && other != row && entries_[other].kind == entry.kind &&
                    is_checked(other))
                    first = false;
            file->setCheckState(first ? Qt::Checked : Qt::Unchecked);
        }
        follow();
    }

    /// Selecting a project or model deselects the other one.
    void check_one(QTableWidgetItem* item)
    {
        const auto row = static_cast<std::size_t>(item->row());
        const FileContent kind = entries_[row].kind;
        const QSignalBlocker quiet(table_);
        if (is_checked(row) && takes_only_one(kind))
            for (std::size_t other = 0; other < entries_.size(); ++other)
                if (other != row && entries_[other].kind == kind && is_checked(other))
                    table_->item(static_cast<int>(other), file_column)->setCheckState(Qt::Unchecked);
        follow();
    }

    bool is_checked(std::size_t row) const
    {
        const QTableWidgetItem* item = table_->item(static_cast<int>(row), file_column);
        return item != nullptr && item->checkState() == Qt::Checked;
    }

    void follow()
    {
        int checked = 0;
        for (std::size_t row = 0; row < entries_.size(); ++row) checked += is_checked(row) ? 1 : 0;
        take_->setText(checked == 1 ? tr("&Import 1 file") : tr("&Import %1 files").arg(checked));
        take_->setEnabled(checked > 0 && std::ranges::find(entries_, State::reading, &Entry::state) == entries_.end());
        const int row = table_->currentRow();
        const Entry* current = row >= 0 ? &entries_[static_cast<std::size_t>(row)] : nullptr;
        const bool is_open = current != nullptr && current->state != State::taken;
        columns_->setEnabled(is_open && current->kind == FileContent::prices);
        sizes_->setEnabled(is_open && !current->open.empty());
    }

    /// Corrects and imports a misread list by hand.
    void choose_columns()
    {
        const auto row = static_cast<std::size_t>(table_->currentRow());
        QFile file(entries_[row].path);
        if (!file.open(QIODevice::ReadOnly)) return;
        const QByteArray bytes = file.read(static_cast<qint64>(most_price_file_bytes) + 1);
        const auto dialog = price_import_dialog(*takers_.hardware, words_, bytes, QFileInfo(file).fileName(), this);
        if (dialog->exec() != QDialog::Accepted) return;
        entries_[row].state = State::taken;
        show_row(row);
    }

    void enter_sizes()
    {
        const auto row = static_cast<std::size_t>(table_->currentRow());
        Entry& entry = entries_[row];
        const auto sizes = takers_.models.ask_for_sizes({entry.path, entry.sizes}, entry.open, this);
        if (!sizes) return;
        entry.sizes = *sizes;
        entry.state = State::reading;
        show_row(row);
        read_next();
    }

    void take_over()
    {
        std::vector<std::size_t> wanted;
        for (std::size_t row = 0; row < entries_.size(); ++row)
            if (is_checked(row)) wanted.push_back(row);
        std::ranges::stable_sort(wanted, {}, [this](std::size_t row) { return entries_[row].kind; });
        for (const std::size_t row : wanted) {
            Entry& entry = entries_[row];
            entry.wrong = entry.take();
            entry.state = entry.wrong.isEmpty() ? State::taken : State::wrong;
            show_row(row);
        }
        // Failed files remain, with their reasons.
        if (taken() == static_cast<int>(entries_.size())) accept();
    }

    QString kind_name(FileContent kind) const
    {
        switch (kind) {
        case FileContent::project: return tr("Project");
        case FileContent::model: return tr("Model");
        case FileContent::prices: return tr("Price list");
        case FileContent::measurement: return tr("Measurement");
        case FileContent::unknown: break;
        }
        return tr("Unknown");
    }

    const Localization& words_;
    ImportTakers takers_;
    std::vector<Entry> entries_;
    QTableWidget* table_;
    QPushButton* columns_;
    QPushButton* sizes_;
    QPushButton* take_;
    Live<ImportedModel, ModelFile> reader_;
};

int import_files(const Localization& words, const ImportTakers& takers, const QStringList& files, QWidget* parent)
{
    ImportDialog dialog(words, takers, parent);
    dialog.add(files);
    dialog.exec();
    return dialog.taken();
}

} // namespace rigwright

#include "import_dialog.moc"
