// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/import_model.h"

#include "core/importing/hf_config.h"
#include "core/importing/onnx/onnx_graph.h"
#include "core/importing/safetensors.h"
#include "core/importing/sha256.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/scenario/fields.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"
#include "core/zoo/build.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace rigwright {

namespace {

constexpr const char* import_field = "model.import";
constexpr std::size_t similar_types = 4;

std::string name_of(const std::filesystem::path& file)
{
    const std::u8string name = file.filename().u8string();
    return {name.begin(), name.end()};
}

std::optional<ImportKind> kind_by_name(const std::string& name)
{
    if (name.ends_with(".onnx")) return ImportKind::onnx;
    if (name.ends_with(".safetensors") || name.ends_with(".safetensors.index.json")) return ImportKind::safetensors;
    if (name.ends_with(".json")) return ImportKind::hf_config;
    return std::nullopt;
}

/// NeMo's, Megatron's and others' settings of a training; NeMo's archive holds such a file.
bool is_training_config(const std::string& name)
{
    return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".nemo");
}

/// A scenario gives the path, so files that block or never end are not opened.
std::optional<std::ifstream> opened(const std::filesystem::path& file)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) return std::nullopt;
    return open_file(file);
}

/// First bytes of files that are often mistaken for model files, and the code of their message.
struct ForeignFile {
    std::size_t offset;
    std::string_view magic;
    const char* code;
};
constexpr std::array foreign_files{
    ForeignFile{0, "version https://git-lfs", "git-lfs-pointer"},
    // A zip archive, and Python's pickle of protocol 2 to 4, used before it.
    ForeignFile{0, "PK\x03\x04", "pytorch-file"}, ForeignFile{0, "\x80\x02", "pytorch-file"},
    ForeignFile{0, "\x80\x03", "pytorch-file"}, ForeignFile{0, "\x80\x04", "pytorch-file"},
    ForeignFile{0, "GGUF", "gguf-file"}, ForeignFile{0, "\x89HDF", "hdf5-file"}, ForeignFile{4, "TFL3", "tflite-file"},
    ForeignFile{0, "<!DOCTYPE", "web-page"}, ForeignFile{0, "<!doctype", "web-page"},
    ForeignFile{0, "<html", "web-page"}};

/// The message about a file of another format; null for one that may be a model.
const char* foreign_file(std::istream& stream)
{
    constexpr std::size_t longest = 32;
    const std::string start = read_bytes(stream, longest);
    stream.clear();
    stream.seekg(0);
    const auto found = std::ranges::find_if(foreign_files, [&start](const ForeignFile& one) {
        return start.size() > one.offset && std::string_view(start).substr(one.offset).starts_with(one.magic);
    });
    return found == foreign_files.end() ? nullptr : found->code;
}

std::string digest_of(std::istream& stream, const std::stop_token& stop)
{
    stream.clear();
    stream.seekg(0);
    Sha256 digest;
    std::string block(std::size_t{1} << 16, '\0');
    while (stream && !stop.stop_requested()) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        digest.add(std::string_view(block).substr(0, static_cast<std::size_t>(stream.gcount())));
    }
    return digest.hex_digest();
}

/// One file during import; each kind fills in its parts of the result.
class Import {
public:
    Import(const std::filesystem::path& file, const ImportOptions& options, std::stop_token stop)
        : file_(file),
          name_(name_of(file)),
          options_(options),
          stop_(std::move(stop))
    {}

    ImportedModel run()
    {
        const std::optional<ImportKind> kind = options_.kind ? options_.kind : kind_by_name(name_);
        std::optional<std::ifstream> stream = opened(file_);
        if (!stream)
            report({{"$", "cannot-read", "", ""}});
        else if (const char* foreign = foreign_file(*stream))
            report({{"$", foreign, "", ""}});
        else if (!kind)
            report({{"$", is_training_config(name_) ? "training-config" : "unknown-kind", "",
                     "onnx, hf-config, safetensors"}});
        else
            read(*kind, *stream);
        return std::move(result_);
    }

private:
    void report(const std::vector<JsonIssue>& issues)
    {
        for (const JsonIssue& issue : issues) result_.errors.push_back(import_finding(issue, name_, import_field));
    }

    void read(ImportKind kind, std::istream& stream)
    {
        result_.report.kind = kind;
        switch (kind) {
        case ImportKind::onnx: read_onnx(stream); break;
        case ImportKind::hf_config: read_config(stream); break;
        case ImportKind::safetensors:
            if (name_.ends_with(".json"))
                read_shards(stream);
            else
                take(import_safetensors(stream));
            break;
        }
        if (!result_.errors.empty()) return;
        EmbeddedModel& embedded = result_.model.embedded.emplace();
        embedded.kind = kind;
        embedded.file = name_;
        embedded.sha256 = digest_of(stream, stop_);
        embedded.imported = std::move(imported_);
    }

    void read_config(std::istream& stream)
    {
        HfConfigReading reading = import_hf_config(read_bytes(stream, most_config_bytes + 1));
        for (JsonIssue& issue : reading.issues)
            if (issue.code == "unknown-model-type")
                issue.expected = joined(nearest_names(reading.model_type, known_model_types(), similar_types));
        report(reading.issues);
        result_.report.model_type = std::move(reading.model_type);
        result_.report.ignored = std::move(reading.ignored);
        result_.model.family = std::move(reading.family);
        result_.model.shape = std::move(reading.shape);
        result_.input = with_changes(reading.input, options_.input);
    }

    void take(SafetensorsReading reading)
    {
        report(reading.issues);
        result_.report.buffers = std::move(reading.buffers);
        keep(std::move(reading.imported));
    }

    void keep(ImportedNetwork imported)
    {
        result_.report.coverage = imported.coverage;
        result_.report.formats = imported.formats;
        result_.input = imported.input;
        imported_ = std::make_shared<const ImportedNetwork>(std::move(imported));
    }

    void read_onnx(std::istream& stream)
    {
        OnnxReading reading = import_onnx(stream, options_.input);
        report(reading.issues);
        for (const JsonIssue& issue : reading.issues)
            if (const std::string field = "input." + issue.expected; field_of(field) != nullptr)
                result_.report.open_sizes.push_back(field);
        if (result_.report.open_sizes.size() != reading.issues.size()) result_.report.open_sizes.clear();
        result_.report.buffers = std::move(reading.buffers);
        keep(std::move(reading.imported));
    }

    void read_shards(std::istream& stream)
    {
        const ShardIndex index = read_shard_index(read_bytes(stream, most_index_bytes + 1));
        report(index.issues);
        std::vector<SafetensorsReading> shards;
        for (const auto& [name, tensors] : index.files) {
            const std::filesystem::path shard = file_.parent_path() / std::u8string(name.begin(), name.end());
            std::optional<std::ifstream> part = opened(shard);
            SafetensorsReading reading;
            const char* wrong = part ? foreign_file(*part) : "cannot-read";
            if (wrong == nullptr)
                reading = import_safetensors(*part);
            else
                reading.issues.push_back({"$", wrong, "", ""});
            for (const std::string& tensor : tensors)
                if (reading.issues.empty() && !std::ranges::binary_search(reading.names, tensor))
                    reading.issues.push_back({"$", "missing-tensor", tensor, ""});
            for (const JsonIssue& issue : reading.issues)
                result_.errors.push_back(import_finding(issue, name, import_field));
            if (!result_.errors.empty() || stop_.stop_requested()) return;
            shards.push_back(std::move(reading));
        }
        if (result_.errors.empty()) take(joined_shards(std::move(shards)));
    }

    std::filesystem::path file_;
    std::string name_;
    ImportOptions options_;
    std::stop_token stop_;
    ImportedModel result_;
    std::shared_ptr<const ImportedNetwork> imported_;
};

void resolve(ModelChoice& model, ModelInput& input, const std::filesystem::path& directory, const std::string& at,
             std::vector<Finding>& errors)
{
    if (!model.imported) return;
    if (!model.preset.empty() || !model.family.empty() || model.embedded) {
        errors.push_back(input_error("import-beside-model", at + import_field));
        return;
    }
    const std::u8string path(model.imported->path.begin(), model.imported->path.end());
    ImportedModel imported = import_model(directory / path, {model.imported->kind, input});
    for (Finding& error : imported.errors) {
        error.field = at + import_field;
        errors.push_back(std::move(error));
    }
    if (!errors.empty()) return;
    imported.model.shape = with_changes(imported.model.shape, model.shape);
    imported.model.head = model.head;
    model = std::move(imported.model);
    input = with_changes(imported.input, input);
}

} // namespace

ImportedModel import_model(const std::filesystem::path& file, const ImportOptions& options, const std::stop_token& stop)
{
    return Import(file, options, stop).run();
}

std::vector<Finding> resolve_imports(Scenario& scenario, const std::filesystem::path& directory)
{
    std::vector<Finding> errors;
    resolve(scenario.model, scenario.input, directory, "", errors);
    std::vector<Workload>& workloads = scenario.requirements.workloads;
    for (std::size_t i = 0; i < workloads.size(); ++i)
        resolve(workloads[i].model, workloads[i].input, directory, json_element_path("requirements.workloads", i) + ".",
                errors);
    return errors;
}

namespace {

constexpr std::array codes{// Any file; JSON.
                           "cannot-read", "syntax", "ends-early", "too-large", "too-deep", "duplicate-key",
                           "wrong-type", "out-of-range", "missing-key", "unknown-key", "unknown-value", "unknown-kind",
                           // Other files.
                           "git-lfs-pointer", "pytorch-file", "gguf-file", "hdf5-file", "tflite-file", "web-page",
                           "diffusers-config", "diffusers-preset", "adapter-config", "tokenizer-config",
                           "processor-config", "generation-config", "training-config",
                           // Configurations, embedded networks.
                           "unknown-model-type", "unsupported-variant", "bad-reference", "bad-digest", "bad-network",
                           // Weights.
                           "truncated-file", "header-too-large", "bad-offsets", "unknown-dtype", "no-parameters",
                           "packed-weights", "missing-tensor",
                           // Graphs.
                           "bad-wire", "no-graph", "no-input", "open-dimension", "nothing-counted"};

std::string place_of(const JsonIssue& issue)
{
    if (issue.line == 0) return issue.path;
    return std::to_string(issue.line) + ":" + std::to_string(issue.column);
}

} // namespace

Finding import_finding(const JsonIssue& issue, std::string_view file, std::string field)
{
    const bool known = std::ranges::find(codes, issue.code) != codes.end();
    return input_error("import-" + (known ? issue.code : std::string("bad-network")), std::move(field),
                       {{"file", std::string(file)},
                        {"place", place_of(issue)},
                        {"found", issue.found.empty() ? "-" : issue.found},
                        {"accepted", issue.expected.empty() ? "-" : issue.expected}});
}

Finding embedded_finding(const JsonIssue& issue)
{
    const std::string field = issue.path.starts_with("$.") ? issue.path.substr(2) : issue.path;
    return import_finding(issue, "model.embedded", field);
}

std::vector<std::string> import_finding_codes()
{
    std::vector<std::string> all;
    all.reserve(std::size(codes));
    for (const char* code : codes) all.push_back(std::string("import-") + code);
    return all;
}

} // namespace rigwright
