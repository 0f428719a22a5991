// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/import_model.h"
#include "ui/controls/field_control.h"
#include "ui/document/live.h"
#include "ui/format/words.h"

#include <QObject>

#include <vector>

class QWidget;

namespace rigwright {

/// Content of a file, in import order: measurements belong to the plan of the project.
enum class FileContent { project, model, prices, measurement, unknown };
/// By file name and, for .json, by content.
FileContent content_of_file(const QString& path);
/// Whether it replaces the open project, or needs to be read to explain why not.
inline bool opens_as_project(FileContent content)
{
    return content == FileContent::project || content == FileContent::unknown;
}

/// A model file, and the user's sizes for those that it leaves open.
struct ModelFile {
    QString path;
    ModelInput sizes{};

    bool operator==(const ModelFile&) const = default;
};

/// Imports a model file: a configuration, a graph or weights. Reads it in a thread, as files may be large; a later file
/// replaces one that is still being read.
class ModelImporter : public QObject {
    Q_OBJECT

public:
    ModelImporter(Document& document, const Localization& words, QWidget* window);

    void import_file(const QString& path);
    void ask_and_import();
    bool is_reading() const { return !reader_.is_settled(); }
    /// Applies an imported model; returns the reasons on failure.
    std::vector<Finding> take(const ImportedModel& model);
    /// The user's sizes for those that a file leaves open; nothing if cancelled.
    std::optional<ModelInput> ask_for_sizes(const ModelFile& file, const std::vector<std::string>& open,
                                            QWidget* parent) const;
    /// Summary of a model file.
    static QString report_text(const ImportReport& report);

signals:
    /// A file is being read, or was imported.
    void said(const rigwright::TextMaker& report);
    void failed(const rigwright::TextMaker& message);
    void several_chosen(const QStringList& files);

private:
    void show(const ModelFile& file, const ImportedModel& model);

    Document& document_;
    const Localization& words_;
    QWidget* window_;
    Live<ImportedModel, ModelFile> reader_;
};

class HardwareData;
class MeasurementFiles;
class WindowFiles;

/// Receivers of each kind of file; `hardware` is null without a user catalog.
struct ImportTakers {
    WindowFiles& projects;
    ModelImporter& models;
    MeasurementFiles& measurements;
    HardwareData* hardware;
};

/// Lists several files of any supported kind with the content and errors of each. Only complete, valid files are
/// imported; at most one project and one model, as a window shows one of each. Returns the number of imported files.
int import_files(const Localization& words, const ImportTakers& takers, const QStringList& files, QWidget* parent);

} // namespace rigwright
