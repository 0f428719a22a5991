// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/own_catalog.h"
#include "core/text/messages.h"
#include "ui/document/document.h"

#include <filesystem>
#include <optional>

namespace rigwright {

/// The user's hardware data: the files of their catalog, with a separate undo stack. Every change is one undo step and
/// re-evaluates the document.
class HardwareData : public QObject {
    Q_OBJECT

public:
    /// `own` may be a folder that does not exist yet; empty if the system has none. `issues` are those found at
    /// startup.
    HardwareData(Document& document, std::filesystem::path shipped, std::filesystem::path own,
                 std::vector<JsonIssue> issues, QObject* parent = nullptr);

    Document& document() const { return document_; }
    const Catalog& catalog() const { return document_.data()->hardware; }
    const std::filesystem::path& folder() const { return own_; }
    QUndoStack& undo_stack() { return undo_stack_; }
    /// Issues of own files; file names are relative to the folder.
    const std::vector<JsonIssue>& issues() const { return issues_; }

    /// Sets the language for names of part classes, also for catalogs read later.
    void use(const Messages& messages);

    /// Writes files and reloads the catalog, as one undo step. False, with `failed` emitted and nothing changed, if a
    /// file cannot be written or the open plan needs a removed part.
    bool change(std::vector<FileChange> changes, const QString& description);

    /// The file of a shipped or own record; null if it is missing or not JSON.
    nlohmann::json shipped_record(RecordKind kind, const std::string& id) const;
    nlohmann::json own_record(RecordKind kind, const std::string& id) const;
    /// The text of an own file, for the `before` of a change.
    std::optional<std::string> own_text(const std::string& file) const { return own_file_text(own_, file); }

signals:
    /// The catalog was reloaded.
    void changed();
    void failed(const rigwright::JsonIssue& issue);
    /// The change would leave the open plan unusable.
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
