// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_source.h"

#include "core/data/data_directory.h"
#include "core/report/data_fingerprint.h"

#include <QDate>

#include <numeric>

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

ReportOptions report_options(Document& document)
{
    const Project& project = document.project();
    std::vector<std::size_t> shown = pinned_builds(project);
    if (shown.size() < 2) {
        shown.resize(project.builds.size());
        std::iota(shown.begin(), shown.end(), std::size_t{0});
    }
    ReportOptions options;
    for (const std::size_t build : shown) options.push_back(document.answer_of(build));
    return options;
}

std::vector<Report> make_reports(const ReportOptions& options, const EngineData& data, const QString& question,
                                 ReportLanguages languages, const Words& words)
{
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    ReportInputs inputs{{},
                        data,
                        question.toStdString(),
                        QDate::currentDate().toString(Qt::ISODate).toStdString(),
                        data_fingerprint({directory.hardware_db(), own_catalogue_directory()})};
    for (const auto& option : options) inputs.options.push_back(option.get());
    std::vector<Report> reports;
    for (const Language language : asked(languages, words.language()))
        reports.push_back(make_report(inputs, words.table(language)));
    return reports;
}

} // namespace rigwright
