// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rigwright {

/// Counts the starts in a row after which the program did not get going, in a small file of its own. After two of them
/// the next start leaves out what may be the reason: the kept layout of the window and the file it was started with.
class StartRecord {
public:
    /// Counts this start as one that fails until it went well.
    explicit StartRecord(const QString& file);

    bool is_safe_start() const { return failures_ >= safe_from; }
    /// The program has run for a while, or ended in good order: the next start is an ordinary one.
    void went_well();

private:
    static constexpr int safe_from = 2;

    QString file_;
    int failures_ = 0;
};

} // namespace rigwright
