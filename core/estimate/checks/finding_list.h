// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/finding.h"

#include <concepts>
#include <initializer_list>
#include <string>
#include <vector>

namespace rigwright {

/// An argument of a finding's message: its name, and a quantity, a whole number, a value or a text.
struct Place {
    template <typename Found>
    Place(const char* place, const Found& found) : name(place),
                                                   argument(argument_of(found))
    {}

    std::string name;
    Argument argument;

private:
    template <typename Found>
    static Argument argument_of(const Found& found)
    {
        if constexpr (std::integral<Found>)
            return whole_value(found);
        else if constexpr (requires { value_of(found); })
            return value_of(found);
        else
            return found;
    }
};

/// Collects the findings of checks, by severity.
class FindingList {
public:
    explicit FindingList(std::vector<Finding>& findings) : findings_(findings) {}

    void blocks(const char* code, const char* field, std::initializer_list<Place> places = {})
    {
        add(Finding::Severity::blocks, code, field, places);
    }
    void loses(const char* code, const char* field, std::initializer_list<Place> places = {})
    {
        add(Finding::Severity::loses, code, field, places);
    }
    void unchecked(const char* code, const char* field, std::initializer_list<Place> places = {})
    {
        add(Finding::Severity::unchecked, code, field, places);
    }

    Finding& add(Finding::Severity severity, const char* code, const char* field, std::initializer_list<Place> places)
    {
        Finding& finding = findings_.emplace_back(severity, code, field, Arguments());
        for (const Place& place : places) finding.arguments.emplace_back(place.name, place.argument);
        return finding;
    }

private:
    std::vector<Finding>& findings_;
};

} // namespace rigwright
