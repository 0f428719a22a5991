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

/// What a file holds, in the order in which several are taken over: what is measured belongs to the plan of the project.
enum class FileContent { project, model, prices, measurement, unknown };
/// By the name and, for .json, by what is in the file.
FileContent content_of_file(const QString& path);
/// It takes the place of the open project, or only reading it explains why not.
inline bool opens_as_project(FileContent content)
{
    return content == FileContent::project || content == FileContent::unknown;
}

/// A model file, and the sizes that were given for those that it leaves open.
struct ModelFile {
    QString path;
    ModelInput sizes{};

    bool operator==(const ModelFile&) const = default;
};

/// Brings a model file into the document: a configuration, a graph or weights. Reading happens beside the window, as
/// files may be large; a later file takes the place of one that is still being read.
class ModelImporter : public QObject {
    Q_OBJECT

public:
    ModelImporter(Document& document, const Localization& words, QWidget* window);

    void import_file(const QString& path);
    void ask_and_import();
    bool is_reading() const { return !reader_.is_settled(); }
    /// Takes over a model that was read; says why not, or nothing.
    std::vector<Finding> take(const ImportedModel& model);
    /// The sizes that a file leaves open, as the person gives them; nothing where the person gives none.
    std::optional<ModelInput> ask_for_sizes(const ModelFile& file, const std::vector<std::string>& open,
                                            QWidget* parent) const;
    /// What a model file holds.
    static QString report_text(const ImportReport& report);

signals:
    /// A file is being read, or was taken over.
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

/// Receivers of each kind of file; `hardware` is null without a catalog of the person's own.
struct ImportTakers {
    WindowFiles& projects;
    ModelImporter& models;
    MeasurementFiles& measurements;
    HardwareData* hardware;
};

/// Lists several files of any kind that the program reads: what each holds, what is wrong and where. Only whole files
/// without an error are taken over; of projects and of models one, as a window shows one of each. Returns how many were
/// taken over.
int import_files(const Localization& words, const ImportTakers& takers, const QStringList& files, QWidget* parent);

} // namespace rigwright
