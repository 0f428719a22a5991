// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutations.h"

#include <array>

namespace rigwright::test {

namespace {

using nlohmann::json;

struct Change {
    const char* name;
    const char* text;
    bool broken = false;
};

constexpr std::array changes{
    Change{"null", "null"},
    Change{"true", "true"},
    Change{"false", "false"},
    Change{"empty object", "{}"},
    Change{"empty list", "[]"},
    Change{"list of a list", "[[0]]"},
    Change{"minus one", "-1"},
    Change{"zero", "0"},
    Change{"minus zero", "-0.0"},
    Change{"one", "1"},
    Change{"fraction", "3.7"},
    Change{"smallest", "5e-324"},
    Change{"beyond 32 bits", "4294967297"},
    Change{"beyond 53 bits", "9007199254740993"},
    Change{"largest of 63 bits", "9223372036854775807"},
    Change{"beyond 63 bits", "9223372036854775808"},
    Change{"beyond 64 bits", "18446744073709551616"},
    Change{"1e308", "1e308"},
    Change{"minus 1e308", "-1e308"},
    Change{"beyond a double", "1e400", true},
    Change{"NaN", "NaN", true},
    Change{"Infinity", "-Infinity", true},
    Change{"NaN as text", R"("NaN")"},
    Change{"empty text", R"("")"},
    Change{"blank", R"(" ")"},
    Change{"number as text", R"("64")"},
    Change{"control characters", R"("\u0000\u001b[2J")"},
    Change{"direction override", R"("a\u202Eb")"},
    Change{"half a surrogate", R"("\ud800")", true},
    Change{"nothing", "", true},
};

const std::string& huge_text()
{
    static const std::string text = '"' + std::string(100'000, 'x') + '"';
    return text;
}

void walk(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& places)
{
    if (!at.empty()) places.push_back(at);
    if (value.is_object())
        for (const auto& [key, member] : value.items()) walk(member, at / key, places);
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i) walk(value[i], at / i, places);
}

std::string text_at(const json& whole, const json::json_pointer& pointer)
{
    return whole.contains(pointer) ? whole[pointer].dump() : "1";
}

} // namespace

std::string with_text(const json& whole, const json::json_pointer& pointer, const std::string& text)
{
    const std::string mark = "\"here stands the change\"";
    json marked = whole;
    marked[pointer] = json::parse(mark);
    std::string written = marked.dump();
    return written.replace(written.find(mark), mark.size(), text);
}

std::vector<json::json_pointer> places_in(const json& whole)
{
    std::vector<json::json_pointer> places;
    walk(whole, json::json_pointer(), places);
    return places;
}

std::vector<Mutant> mutants_at(const json& whole, const json::json_pointer& pointer)
{
    std::vector<Mutant> mutants;
    const auto add = [&](const std::string& name, std::string text, bool broken) {
        mutants.push_back({name + " at " + pointer.to_string(), std::move(text), broken});
    };
    const json* parent = whole.contains(pointer.parent_pointer()) ? &whole[pointer.parent_pointer()] : nullptr;
    // Removing the only element of a list gives an empty list.
    const bool only = parent != nullptr && parent->is_array() && parent->size() == 1;
    for (const Change& change : changes)
        add(change.name, with_text(whole, pointer, change.text), change.broken && !(only && *change.text == '\0'));
    add("huge text", with_text(whole, pointer, huge_text()), false);
    const std::string present = text_at(whole, pointer);
    if (parent != nullptr && parent->is_array()) {
        add("twice in the list", with_text(whole, pointer, present + "," + present), false);
        return mutants;
    }
    const std::string key = json(pointer.back()).dump();
    add("key twice", with_text(whole, pointer, present + "," + key + ":" + present), true);
    add("unknown key", with_text(whole, pointer, present + ",\"nobody knows\":1"), false);
    if (whole.contains(pointer)) {
        json without = whole;
        without[pointer.parent_pointer()].erase(pointer.back());
        add("missing", without.dump(), false);
    }
    return mutants;
}

std::vector<Mutant> mutants_of(const json& whole)
{
    std::vector<Mutant> mutants;
    for (const json::json_pointer& pointer : places_in(whole))
        for (Mutant& mutant : mutants_at(whole, pointer)) mutants.push_back(std::move(mutant));
    return mutants;
}

} // namespace rigwright::test
