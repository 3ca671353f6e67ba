#include "remo/config/job_file.hpp"

#include <algorithm>

#include "field.hpp"
#include "later_keys.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/base/text_distance.hpp"

namespace remo::config {

namespace {

constexpr std::string_view config_prefix = "model.config.";

const std::vector<std::string_view>& sections() {
    static const std::vector<std::string_view> names = {
        "run", "model", "data", "train", "optimizer", "schedule", "parallel", "evaluation", "checkpoint"};
    return names;
}

std::string_view last_part(std::string_view key) {
    return key.substr(key.rfind('.') + 1);
}

/// A key of the same name in another section, else the one with the nearest spelling.
std::string_view nearest_key(std::string_view key) {
    std::vector<std::string_view> known = later_keys();
    for (const Field& field : job_fields()) known.push_back(field.key);
    const auto moved = std::ranges::find(known, last_part(key), last_part);
    return moved != known.end() ? *moved : nearest_name(key, known);
}

void apply(Job& job, const Entry& entry) {
    if (entry.key.starts_with(config_prefix)) {
        job.model.config[entry.key.substr(config_prefix.size())] = entry.json;
        return;
    }
    refuse_later_value(entry);
    for (const Field& field : job_fields()) {
        if (field.key == entry.key) return field.read(job, entry);
    }
    if (accept_later_key(entry)) return;
    usage_error("{}: unknown key {}; did you mean {}?", entry.place, entry.key, nearest_key(entry.key));
}

void require_paths(const Job& job, const std::string& origin) {
    std::string missing;
    if (job.model.path.empty()) missing = "model.path (the pretrained model)";
    if (job.run.output.empty()) {
        missing += missing.empty() ? "" : " and ";
        missing += "run.output (the run directory)";
    }
    if (job.data.train.empty()) {
        missing += missing.empty() ? "" : " and ";
        missing += "data.train (the training data)";
    }
    if (!missing.empty()) usage_error("{}: {} must be given", origin, missing);
}

std::string_view section_of(std::string_view key) {
    return key.substr(0, key.find('.'));
}

/// "key = value  # comment"
std::string print_line(std::string_view key, const std::string& value, std::string_view comment) {
    const std::string line = fmt::format("{} = {}", key, value);
    return comment.empty() ? line + "\n" : fmt::format("{:<36}  # {}\n", line, comment);
}

std::string print_model_config(const Job& job) {
    std::string text = "\n[model.config]  # overrides of keys of config.json\n";
    for (const auto& [key, json] : job.model.config) text += quoted(key) + " = " + toml_of_json(json) + "\n";
    return text;
}

std::string value_or_unset(const std::map<std::string, std::string>& values, const std::string& key) {
    const auto found = values.find(key);
    return found != values.end() ? found->second : "unset";
}

void add_config_differences(const Job& a, const Job& b, std::vector<std::string>& differences) {
    std::map<std::string, std::string> keys = a.model.config;
    keys.insert(b.model.config.begin(), b.model.config.end());
    for (const auto& [key, unused] : keys) {
        const std::string before = value_or_unset(a.model.config, key);
        const std::string after = value_or_unset(b.model.config, key);
        if (before != after)
            differences.push_back(fmt::format("model.config.{}: {} -> {}", key, before, after));
    }
}

}  // namespace

Job parse_job(std::string_view text, const std::string& origin, std::span<const std::string> overrides) {
    Job job;
    for (const Entry& entry : read_entries(text, origin, sections())) apply(job, entry);
    for (const std::string& override_text : overrides) apply(job, read_override(override_text));
    require_paths(job, origin);
    return job;
}

Job read_job(const std::filesystem::path& path, std::span<const std::string> overrides) {
    return parse_job(read_file(path), path.string(), overrides);
}

std::string print_job(const Job& job) {
    std::string text;
    std::string_view section;
    for (const Field& field : job_fields()) {
        if (section_of(field.key) != section) {
            if (section == "model") text += print_model_config(job);
            section = section_of(field.key);
            text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
        }
        text += print_line(last_part(field.key), field.print(job), field.comment);
    }
    return text;
}

std::vector<std::string> differing_keys(const Job& a, const Job& b, bool only_maths) {
    std::vector<std::string> differences;
    for (const Field& field : job_fields()) {
        if (only_maths && field.changes != Changes::maths) continue;
        const std::string before = field.print(a), after = field.print(b);
        if (before != after) differences.push_back(fmt::format("{}: {} -> {}", field.key, before, after));
    }
    add_config_differences(a, b, differences);
    return differences;
}

}  // namespace remo::config
