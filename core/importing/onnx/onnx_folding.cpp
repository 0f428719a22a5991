// SPDX-License-Identifier: Apache-2.0
// Shape arithmetic: nodes whose inputs are a few known numbers.
#include "core/importing/onnx/onnx_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

using Inputs = std::vector<const OnnxValue*>;
using Numbers = std::vector<Extent>;

OnnxValue list_of(Numbers numbers)
{
    OnnxValue value;
    value.known = true;
    value.type = OnnxType::integer;
    value.extents = {{static_cast<std::int64_t>(numbers.size()), false}};
    value.integers = std::move(numbers);
    return value;
}

OnnxValue like(const OnnxValue& shape, OnnxType type)
{
    OnnxValue value;
    value.known = true;
    value.type = type;
    value.extents = shape.extents;
    return value;
}

std::optional<OnnxValue> constant(const OnnxNode& node)
{
    if (const OnnxAttribute* tensor = node.attribute("value"); tensor != nullptr && tensor->tensor)
        return constant_of(*tensor->tensor);
    OnnxTensor made;
    if (const OnnxAttribute* number = node.attribute("value_int"); number != nullptr && number->integer) {
        made.type = OnnxType::integer;
        made.integers = {*number->integer};
    } else if (const OnnxAttribute* list = node.attribute("value_ints")) {
        made.type = OnnxType::integer;
        made.integers = list->integers;
        made.extents = {static_cast<std::int64_t>(list->integers.size())};
    } else if (const OnnxAttribute* real = node.attribute("value_float"); real != nullptr && real->real) {
        made.type = OnnxType::real;
        made.reals = {*real->real};
    } else if (const OnnxAttribute* reals = node.attribute("value_floats")) {
        made.type = OnnxType::real;
        made.reals = reals->reals;
        made.extents = {static_cast<std::int64_t>(reals->reals.size())};
    } else {
        return std::nullopt;
    }
    return constant_of(made);
}

std::optional<OnnxValue> shape(const OnnxNode& node, const OnnxValue& x)
{
    const auto size = static_cast<std::int64_t>(x.extents.size());
    const auto place = [size](std::int64_t axis) {
        return std::clamp<std::int64_t>(axis < 0 ? axis + size : axis, 0, size);
    };
    const std::int64_t first = place(node.integer("start", 0));
    const std::int64_t last = std::max(first, place(node.integer("end", size)));
    return list_of(Numbers(x.extents.begin() + first, x.extents.begin() + last));
}

std::optional<Extent> combined(const std::string& kind, const Extent& a, const Extent& b)
{
    std::int64_t result = 0;
    if (kind == "Mul" && !(a.batch && b.batch)) {
        if (__builtin_mul_overflow(a.count, b.count, &result)) return std::nullopt;
        return Extent{result, a.batch || b.batch};
    }
    if (kind == "Div" && !b.batch && b.count != 0 && b.count != -1 && (!a.batch || a.count % b.count == 0)) {
        const std::int64_t quotient = a.count / b.count;
        return Extent{quotient, a.batch};
    }
    if (kind == "Equal") return Extent{a == b ? 1 : 0, false};
    if (a.batch != b.batch) return std::nullopt;
    if (kind == "Add" && !__builtin_add_overflow(a.count, b.count, &result)) return Extent{result, a.batch};
    if (kind == "Sub" && !__builtin_sub_overflow(a.count, b.count, &result)) return Extent{result, a.batch};
    if (kind == "Max") return Extent{std::max(a.count, b.count), a.batch};
    if (kind == "Min") return Extent{std::min(a.count, b.count), a.batch};
    if (kind == "Mod" && !a.batch && b.count > 0 && a.count >= 0) return Extent{a.count % b.count, false};
    if (kind == "Greater") return Extent{a.count > b.count ? 1 : 0, false};
    if (kind == "Less") return Extent{a.count < b.count ? 1 : 0, false};
    if (kind == "GreaterOrEqual") return Extent{a.count >= b.count ? 1 : 0, false};
    if (kind == "LessOrEqual") return Extent{a.count <= b.count ? 1 : 0, false};
    if (kind == "And") return Extent{a.count != 0 && b.count != 0 ? 1 : 0, false};
    if (kind == "Or") return Extent{a.count != 0 || b.count != 0 ? 1 : 0, false};
    return std::nullopt;
}

std::optional<double> combined(const std::string& kind, double a, double b)
{
    if (kind == "Add") return a + b;
    if (kind == "Sub") return a - b;
    if (kind == "Mul") return a * b;
    if (kind == "Div" && b != 0.0) return a / b;
    if (kind == "Pow") return std::pow(a, b);
    if (kind == "Max") return std::max(a, b);
    if (kind == "Min") return std::min(a, b);
    return std::nullopt;
}

/// Element-wise; one side is a single number or both have the same length.
template <typename Number>
std::optional<std::vector<Number>> combined_all(const std::string& kind, const std::vector<Number>& a,
                                                const std::vector<Number>& b)
{
    const std::size_t size = std::max(a.size(), b.size());
    if (a.empty() || b.empty() || (a.size() != size && a.size() != 1) || (b.size() != size && b.size() != 1))
        return std::nullopt;
    std::vector<Number> result;
    for (std::size_t i = 0; i < size; ++i) {
        const auto number = combined(kind, a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i]);
        if (!number) return std::nullopt;
        result.push_back(*number);
    }
    return result;
}

bool is_comparison(const std::string& kind)
{
    return kind == "Equal" || kind == "Greater" || kind == "Less" || kind == "GreaterOrEqual" ||
           kind == "LessOrEqual" || kind == "And" || kind == "Or";
}

std::optional<OnnxValue> binary(const OnnxNode& node, const OnnxValue& a, const OnnxValue& b)
{
    const bool a_leads = a.extents.size() >= b.extents.size() && elements_of(a.extents) >= elements_of(b.extents);
    OnnxValue value = like(a_leads ? a : b, is_comparison(node.kind) ? OnnxType::truth : a.type);
    if (a.integers && b.integers) {
        value.integers = combined_all(node.kind, *a.integers, *b.integers);
        if (value.integers && static_cast<std::int64_t>(value.integers->size()) == elements_of(value.extents).value())
            return value;
    } else if (a.reals && b.reals) {
        value.reals = combined_all(node.kind, *a.reals, *b.reals);
        if (value.reals && static_cast<std::int64_t>(value.reals->size()) == elements_of(value.extents).value())
            return value;
    }
    return std::nullopt;
}

std::optional<OnnxValue> unary(const OnnxNode& node, const OnnxValue& x)
{
    OnnxValue value = like(x, x.type);
    if (x.reals) {
        value.reals = x.reals;
        for (double& number : *value.reals) {
            if (node.kind == "Sqrt" && number >= 0.0)
                number = std::sqrt(number);
            else if (node.kind == "Reciprocal" && number != 0.0)
                number = 1.0 / number;
            else if (node.kind == "Neg")
                number = -number;
            else if (node.kind == "Floor")
                number = std::floor(number);
            else if (node.kind == "Ceil")
                number = std::ceil(number);
            else
                return std::nullopt;
        }
        return value;
    }
    value.integers = x.integers;
    for (Extent& number : *value.integers) {
        if (node.kind == "Neg" && number.count != std::numeric_limits<std::int64_t>::min())
            number.count = -number.count;
        else if (node.kind == "Not" && !number.batch)
            number.count = number.count == 0 ? 1 : 0;
        else
            return std::nullopt;
    }
    return value;
}

/// `TensorProto.DataType` numbers of `to`: 1, 10, 11, 16 are real, 9 is boolean.
std::optional<OnnxValue> cast(const OnnxNode& node, const OnnxValue& x)
{
    const std::int64_t to = node.integer("to", 0);
    const bool real = to == 1 || to == 10 || to == 11 || to == 16;
    OnnxValue value = like(x, real ? OnnxType::real : to == 9 ? OnnxType::truth : OnnxType::integer);
    if (!real && x.integers) {
        value.integers = x.integers;
    } else if (real && x.reals) {
        value.reals = x.reals;
    } else if (real) {
        value.reals.emplace();
        for (const Extent& number : *x.integers) {
            if (number.batch) return std::nullopt;
            value.reals->push_back(static_cast<double>(number.count));
        }
    } else {
        value.integers.emplace();
        for (const double number : *x.reals) {
            if (!(std::fabs(number) < 9e15)) return std::nullopt;
            value.integers->push_back({static_cast<std::int64_t>(number), false});
        }
    }
    return value;
}

std::optional<OnnxValue> gather(const OnnxNode& node, const OnnxValue& data, const OnnxValue& indices)
{
    if (!data.integers || !indices.integers || data.rank() != 1 || node.integer("axis", 0) > 0) return std::nullopt;
    OnnxValue value = like(indices, data.type);
    value.integers.emplace();
    for (const Extent& index : *indices.integers) {
        const auto place = axis_in(index.count, static_cast<int>(data.integers->size()));
        if (index.batch || !place) return std::nullopt;
        value.integers->push_back((*data.integers)[*place]);
    }
    return value;
}

/// Adds or removes axes of one element; the numbers stay the same.
std::optional<OnnxValue> squeezed(const OnnxValue& x)
{
    const auto size = static_cast<std::int64_t>(x.integers ? x.integers->size() : x.reals->size());
    if (size != 1 && x.rank() > 1) return std::nullopt;
    OnnxValue value = x;
    value.extents = size == 1 ? Extents{} : Extents{{size, false}};
    return value;
}

std::optional<OnnxValue> unsqueezed(const OnnxValue& x)
{
    const auto size = static_cast<std::int64_t>(x.integers ? x.integers->size() : x.reals->size());
    if (x.rank() != 0) return std::nullopt;
    OnnxValue value = x;
    value.extents = {{size, false}};
    return value;
}

std::optional<OnnxValue> concatenated(const Inputs& inputs)
{
    Numbers numbers;
    for (const OnnxValue* input : inputs) {
        if (!input->integers || input->rank() != 1) return std::nullopt;
        numbers.insert(numbers.end(), input->integers->begin(), input->integers->end());
        if (numbers.size() > static_cast<std::size_t>(most_constant_numbers)) return std::nullopt;
    }
    return list_of(std::move(numbers));
}

std::optional<std::int64_t> number_at(const OnnxNode& node, const Inputs& inputs, std::size_t i, const char* key)
{
    if (const auto list = node.integers(key); list.size() == 1) return list.front();
    if (i >= inputs.size() || inputs[i] == nullptr || !inputs[i]->integers || inputs[i]->integers->size() != 1)
        return std::nullopt;
    const Extent& number = inputs[i]->integers->front();
    return number.batch ? std::nullopt : std::optional(number.count);
}

std::optional<OnnxValue> sliced(const OnnxNode& node, const Inputs& inputs)
{
    const OnnxValue& x = *inputs[0];
    const auto start = number_at(node, inputs, 1, "starts");
    const auto end = number_at(node, inputs, 2, "ends");
    if (!x.integers || x.rank() != 1 || !start || !end) return std::nullopt;
    if (inputs.size() > 4 && number_at(node, inputs, 4, "") != 1) return std::nullopt;
    const auto size = static_cast<std::int64_t>(x.integers->size());
    const auto place = [size](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
    const std::int64_t first = place(std::max(*start, -size));
    const std::int64_t last = std::max(first, place(std::max(*end, -size - 1)));
    return list_of(Numbers(x.integers->begin() + first, x.integers->begin() + last));
}

std::optional<OnnxValue> chosen(const OnnxValue& condition, const OnnxValue& a, const OnnxValue& b)
{
    if (!condition.integers || !a.integers || !b.integers) return std::nullopt;
    const std::size_t size = condition.integers->size();
    if ((a.integers->size() != size && a.integers->size() != 1) ||
        (b.integers->size() != size && b.integers->size() != 1))
        return std::nullopt;
    OnnxValue value = like(condition, a.type);
    value.integers.emplace();
    for (std::size_t i = 0; i < size; ++i) {
        const Numbers& from = (*condition.integers)[i].count != 0 ? *a.integers : *b.integers;
        value.integers->push_back(from[from.size() == 1 ? 0 : i]);
    }
    return value;
}

std::optional<OnnxValue> range(const Inputs& inputs)
{
    std::array<std::int64_t, 3> numbers{};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!inputs[i]->integers || inputs[i]->integers->size() != 1 || inputs[i]->integers->front().batch)
            return std::nullopt;
        numbers[i] = inputs[i]->integers->front().count;
    }
    const auto [start, limit, step] = numbers;
    if (step < 1 || limit < start || limit - start < 0 || (limit - start) / step >= most_constant_numbers)
        return std::nullopt;
    Numbers list;
    for (std::int64_t number = start; number < limit; number += step) list.push_back({number, false});
    return list_of(std::move(list));
}

/// A list filled with one number, as in the shape arithmetic of Expand.
std::optional<OnnxValue> filled(const OnnxNode& node, const OnnxValue& shape)
{
    if (!shape.integers || shape.integers->size() > 1) return std::nullopt;
    const Extent size = shape.integers->empty() ? Extent{1, false} : shape.integers->front();
    if (size.batch || size.count < 1 || size.count > most_constant_numbers) return std::nullopt;
    const OnnxAttribute* given = node.attribute("value");
    OnnxValue value;
    value.known = true;
    value.extents = shape.integers->empty() ? Extents{} : Extents{size};
    value.type = given != nullptr && given->tensor ? given->tensor->type : OnnxType::real;
    const auto copies = static_cast<std::size_t>(size.count);
    if (given == nullptr || !given->tensor) {
        value.reals = std::vector<double>(copies, 0.0);
    } else if (given->tensor->integers && given->tensor->integers->size() == 1) {
        value.integers = Numbers(copies, {given->tensor->integers->front(), false});
    } else if (given->tensor->reals && given->tensor->reals->size() == 1) {
        value.reals = std::vector<double>(copies, given->tensor->reals->front());
    } else {
        return std::nullopt;
    }
    return value;
}

std::optional<OnnxValue> product(const OnnxValue& x)
{
    if (!x.integers) return std::nullopt;
    Extent whole{1, false};
    for (const Extent& number : *x.integers) {
        const auto next = combined(std::string("Mul"), whole, number);
        if (!next) return std::nullopt;
        whole = *next;
    }
    OnnxValue value = list_of({whole});
    value.extents.clear();
    return value;
}

} // namespace

std::optional<OnnxValue> folded(const OnnxNode& node, const Inputs& inputs)
{
    const std::string& kind = node.kind;
    if (kind == "Constant") return constant(node);
    if (kind == "Shape" && inputs.size() == 1 && inputs[0] != nullptr && inputs[0]->known)
        return shape(node, *inputs[0]);
    const auto numbers = [](const OnnxValue* value) {
        return value == nullptr || (value->known && value->has_numbers());
    };
    if (inputs.empty() || inputs[0] == nullptr || !std::ranges::all_of(inputs, numbers)) return std::nullopt;
    const bool complete = std::ranges::find(inputs, nullptr) == inputs.end();
    if (kind == "Identity") return *inputs[0];
    if (kind == "Cast") return cast(node, *inputs[0]);
    if (kind == "Squeeze") return squeezed(*inputs[0]);
    if (kind == "Unsqueeze") return unsqueezed(*inputs[0]);
    if (kind == "Slice" && inputs.size() != 2) return sliced(node, inputs);
    if (kind == "ConstantOfShape") return filled(node, *inputs[0]);
    if (kind == "ReduceProd" && inputs.size() == 1 && node.integer("keepdims", 1) == 0) return product(*inputs[0]);
    if (!complete) return std::nullopt;
    if (kind == "Concat") return concatenated(inputs);
    if (kind == "Range" && inputs.size() == 3) return range(inputs);
    if (kind == "Where" && inputs.size() == 3) return chosen(*inputs[0], *inputs[1], *inputs[2]);
    if (kind == "Gather" && inputs.size() == 2) return gather(node, *inputs[0], *inputs[1]);
    if (inputs.size() == 2) return binary(node, *inputs[0], *inputs[1]);
    return inputs.size() == 1 ? unary(node, *inputs[0]) : std::nullopt;
}

} // namespace rigwright
