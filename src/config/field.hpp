#pragma once
// A key of the job file: where its value lives, what it may be, and what it is for. Each section's list of fields is the one
// place that parsing, defaults, printing and comparison come from.
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "entry.hpp"
#include "remo/config/job.hpp"

namespace remo::config {

/// Whether another value changes what is computed, so that a run can't go on with it unnoticed.
enum class Changes : bool { nothing = false, maths = true };

struct Field {
    std::string key;  ///< "train.global_batch_size"
    Changes changes;
    std::string_view comment;
    std::function<void(Job&, const Entry&)>
        read;  ///< Error(usage) when the value is of a wrong type or out of range
    std::function<std::string(const Job&)> print;  ///< as a TOML value
};

/// All keys that have a value in this version, section by section in the order of the design (sections.cpp).
const std::vector<Field>& job_fields();

/// Takes the value of an entry; Error(usage) names the wanted type.
void convert(const Entry& entry, bool& target);
void convert(const Entry& entry, std::int64_t& target);
void convert(const Entry& entry, double& target);
void convert(const Entry& entry, std::string& target);
void convert(const Entry& entry, std::vector<std::string>& target);  ///< one string is a list of one

std::string toml_text(bool value);
std::string toml_text(std::int64_t value);
std::string toml_text(double value);
std::string toml_text(const std::string& value);
std::string toml_text(const std::vector<std::string>& value);

/// What a value must be beside its type: an empty text when it is, else the end of the sentence "train.x = 0 …".
template <class T>
using Check = std::function<std::string(const T&)>;

Check<std::int64_t> at_least(std::int64_t bound);
Check<double> not_negative();
Check<double> above_zero();
Check<double> between(double low, double high);  ///< both included
Check<double> from_0_to_below_1();
Check<std::string> one_of(std::initializer_list<std::string_view> known);
Check<std::vector<std::string>> at_most(std::size_t items);

/// Throws Error(usage) with place, key and value unless `problem` is empty.
void refuse_if(const std::string& problem, const Entry& entry);

template <class Section, class T>
Field field(std::string key, Section Job::*section, T Section::*member, Changes changes,
            std::string_view comment, Check<T> check = {}) {
    return {.key = std::move(key),
            .changes = changes,
            .comment = comment,
            .read =
                [=](Job& job, const Entry& entry) {
                    T value;
                    convert(entry, value);
                    if (check) refuse_if(check(value), entry);
                    (job.*section).*member = std::move(value);
                },
            .print = [=](const Job& job) { return toml_text((job.*section).*member); }};
}

}  // namespace remo::config
