// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_file.h"

#include "core/report/report_csv.h"
#include "core/report/report_json.h"
#include "core/report/report_markdown.h"
#include "core/report/report_xlsx.h"
#include "ui/document/whole_file.h"
#include "ui/report/report_pages.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

namespace rigwright {

namespace {

/// The library for workbooks writes to a path only.
std::optional<QByteArray> workbook(const std::vector<Report>& reports)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("report.xlsx"));
    if (!folder.isValid() || !write_report_xlsx(reports, path.toStdString())) return std::nullopt;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.readAll();
}

std::optional<QByteArray> content_of(const std::vector<Report>& reports, const QString& ending)
{
    const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
    if (ending == QLatin1String("pdf")) return report_pdf(reports);
    if (ending == QLatin1String("html")) return report_page(reports);
    if (ending == QLatin1String("xlsx")) return workbook(reports);
    if (ending == QLatin1String("csv")) return bytes(report_csv(reports));
    if (ending == QLatin1String("tsv")) return bytes(report_csv(reports, Separator::tab));
    if (ending == QLatin1String("md")) return bytes(report_markdown(reports));
    return bytes(report_json(reports).dump(2) + "\n");
}

} // namespace

const QStringList& report_endings()
{
    static const QStringList endings{QStringLiteral("pdf"), QStringLiteral("html"), QStringLiteral("xlsx"),
                                     QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("md"),
                                     QStringLiteral("json")};
    return endings;
}

QString write_report(const std::vector<Report>& reports, const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (!report_endings().contains(ending))
        return QCoreApplication::translate("Report", "A report cannot be written as “%1”. Accepted endings: %2.")
            .arg(QFileInfo(path).fileName(), report_endings().join(QStringLiteral(", ")));
    const std::optional<QByteArray> content = content_of(reports, ending);
    if (!content)
        return QCoreApplication::translate("Report", "The workbook could not be made in the temporary folder.");
    return write_whole_file(path, *content);
}

} // namespace rigwright
