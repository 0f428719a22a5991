// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/own_catalog.h"
#include "core/text/messages.h"
#include "ui/document/document.h"

#include <filesystem>
#include <optional>

namespace rigwright {

/// The person's own hardware data: the files of their catalog, every change as one undo step of its own stack, and
/// the document that is answered again after each.
class HardwareData : public QObject {
    Q_OBJECT

public:
    /// `own` may be a folder that is not there yet; empty where the system has no place for it. `issues` are those of
    /// the start.
    HardwareData(Document& document, std::filesystem::path shipped, std::filesystem::path own,
                 std::vector<JsonIssue> issues, QObject* parent = nullptr);

    Document& document() const { return document_; }
    const Catalog& catalog() const { return document_.data()->hardware; }
    const std::filesystem::path& folder() const { return own_; }
    QUndoStack& undo_stack() { return undo_stack_; }
    /// What is wrong with own files; file names are below the folder.
    const std::vector<JsonIssue>& issues() const { return issues_; }

    /// Names of classes of parts are in this language from now on, those of a catalog that is read later too.
    void use(const Messages& messages);

    /// Writes files and reads everything again, as one undo step. False, with `failed` emitted and nothing changed,
    /// when a file cannot be written or the open plan needs a part that would be gone.
    bool change(std::vector<FileChange> changes, const QString& description);

    /// A shipped or own record's file; null where there is none or it is no JSON.
    nlohmann::json shipped_record(RecordKind kind, const std::string& id) const;
    nlohmann::json own_record(RecordKind kind, const std::string& id) const;
    /// The text of an own file, for the `before` of a change.
    std::optional<std::string> own_text(const std::string& file) const { return own_file_text(own_, file); }

signals:
    /// The catalog was read again.
    void changed();
    void failed(const rigwright::JsonIssue& issue);
    /// The open plan cannot be computed with the change.
    void refused(const std::vector<rigwright::Finding>& errors);

private:
    friend class HardwareEdit;
    /// All or nothing.
    bool apply(const std::vector<FileChange>& changes);
    bool write(const std::vector<FileChange>& changes);
    bool read_again();

    Document& document_;
    std::filesystem::path shipped_;
    std::filesystem::path own_;
    std::vector<JsonIssue> issues_;
    /// Empty before `use`.
    std::optional<Messages> messages_;
    QUndoStack undo_stack_;
};

} // namespace rigwright
