// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_source.h"

#include "core/data/data_directory.h"
#include "core/report/data_fingerprint.h"

#include <QDate>

namespace rigwright {

namespace {

std::vector<Language> asked(ReportLanguages languages, Language first)
{
    switch (languages) {
    case ReportLanguages::english: return {Language::english};
    case ReportLanguages::chinese: return {Language::chinese};
    case ReportLanguages::both:
        return first == Language::english ? std::vector{Language::english, Language::chinese}
                                          : std::vector{Language::chinese, Language::english};
    }
    return {first};
}

} // namespace

std::vector<Report> make_reports(const ReportOptions& options, const EngineData& data, const QString& question,
                                 ReportLanguages languages, Language first)
{
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    ReportInputs inputs{{},
                        data,
                        question.toStdString(),
                        QDate::currentDate().toString(Qt::ISODate).toStdString(),
                        data_fingerprint(directory.hardware_db())};
    for (const auto& option : options) inputs.options.push_back(option.get());
    std::vector<Report> reports;
    for (const Language language : asked(languages, first))
        reports.push_back(make_report(inputs, load_messages(directory.messages(), language).messages));
    return reports;
}

} // namespace rigwright
