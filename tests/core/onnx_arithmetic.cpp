// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/onnx_graphs.h"

namespace rigwright::test {

namespace {

using Ints = std::vector<std::int64_t>;

/// The extents of "x" from `first` to before `last`, as the list "n".
void extents_of_x(OnnxWriter& onnx, const std::string& result, std::int64_t first, std::int64_t last)
{
    onnx.node("Shape", {"x"}, {result}, {{"start", first}, {"end", last}});
}

std::function<void(OnnxWriter&)> of_two(const char* kind, std::int64_t a, std::int64_t b)
{
    return [=](OnnxWriter& onnx) {
        onnx.integers("a", {a});
        onnx.integers("b", {b});
        onnx.node(kind, {"a", "b"}, {"n"});
    };
}

/// "real", a number, cast to a whole one and made the list "n".
void list_of_real(OnnxWriter& onnx)
{
    onnx.node("Cast", {"real"}, {"whole"}, {{"to", std::int64_t{7}}});
    onnx.integers("axes", {0});
    onnx.node("Unsqueeze", {"whole", "axes"}, {"n"});
}

/// `kind` of two real numbers, cast to a whole one and made a list.
std::function<void(OnnxWriter&)> of_two_reals(const char* kind, float a, float b)
{
    return [=](OnnxWriter& onnx) {
        onnx.factor("a", a);
        onnx.factor("b", b);
        onnx.node(kind, {"a", "b"}, {"real"});
        list_of_real(onnx);
    };
}

std::function<void(OnnxWriter&)> of_one_real(const char* kind, float a)
{
    return [=](OnnxWriter& onnx) {
        onnx.factor("a", a);
        onnx.node(kind, {"a"}, {"real"});
        list_of_real(onnx);
    };
}

/// Result of a comparison: 8 if it holds, otherwise 2.
std::function<void(OnnxWriter&)> choice_by(const char* kind, std::int64_t a, std::int64_t b)
{
    return [=](OnnxWriter& onnx) {
        onnx.integers("a", {a});
        onnx.integers("b", {b});
        onnx.integers("eight", {8});
        onnx.integers("two", {2});
        onnx.node(kind, {"a", "b"}, {"holds"});
        onnx.node("Where", {"holds", "eight", "two"}, {"n"});
    };
}

} // namespace

const std::vector<ShapeArithmetic>& arithmetic_graphs()
{
    static const std::vector<ShapeArithmetic> all{
        {"an attribute of one number",
         [](OnnxWriter& onnx) {
             onnx.node("Constant", {}, {"a"}, {{"value_int", std::int64_t{8}}});
             onnx.integers("axes", {0});
             onnx.node("Unsqueeze", {"a", "axes"}, {"n"});
         },
         {8, 18}},
        {"an attribute of a list",
         [](OnnxWriter& onnx) {
             onnx.node("Constant", {}, {"n"}, {{"value_ints", Ints{2, 8}}});
         },
         {2, 8, 9}},
        {"a real attribute",
         [](OnnxWriter& onnx) {
             onnx.node("Constant", {}, {"a"}, {{"value_float", 8.9}});
             onnx.node("Cast", {"a"}, {"b"}, {{"to", std::int64_t{7}}});
             onnx.integers("axes", {0});
             onnx.node("Unsqueeze", {"b", "axes"}, {"n"});
         },
         {8, 18}},
        {"some extents", [](OnnxWriter& onnx) { extents_of_x(onnx, "n", 1, 3); }, {4, 6, 6}},
        {"extents counted from behind", [](OnnxWriter& onnx) { extents_of_x(onnx, "n", -1, 4); }, {6, 24}},
        {"one extent by its place",
         [](OnnxWriter& onnx) {
             onnx.node("Shape", {"x"}, {"all"});
             onnx.integers("last", {-1});
             onnx.node("Gather", {"all", "last"}, {"n"}, {{"axis", std::int64_t{0}}});
         },
         {6, 24}},
        {"a piece of the shape",
         [](OnnxWriter& onnx) {
             onnx.node("Shape", {"x"}, {"all"});
             onnx.integers("from", {-2});
             onnx.integers("to", {9223372036854775807});
             onnx.integers("axes", {0});
             onnx.integers("steps", {1});
             onnx.node("Slice", {"all", "from", "to", "axes", "steps"}, {"n"});
         },
         {6, 6, 4}},
        {"a piece as old files write it",
         [](OnnxWriter& onnx) {
             onnx.node("Shape", {"x"}, {"all"});
             onnx.node("Slice", {"all"}, {"n"}, {{"starts", Ints{1}}, {"ends", Ints{-1}}, {"axes", Ints{0}}});
         },
         {4, 6, 6}},
        {"the product of extents",
         [](OnnxWriter& onnx) {
             extents_of_x(onnx, "map", 2, 4);
             onnx.node("ReduceProd", {"map"}, {"area"}, {{"keepdims", std::int64_t{0}}});
             onnx.integers("axes", {0});
             onnx.node("Unsqueeze", {"area", "axes"}, {"n"});
         },
         {36, 4}},
        {"in and out of a list",
         [](OnnxWriter& onnx) {
             extents_of_x(onnx, "list", 1, 2);
             onnx.node("Squeeze", {"list"}, {"number"});
             onnx.integers("axes", {0});
             onnx.node("Unsqueeze", {"number", "axes"}, {"again"});
             onnx.node("Identity", {"again"}, {"n"});
         },
         {4, 36}},
        {"sum", of_two("Add", 5, 3), {8, 18}},
        {"difference", of_two("Sub", 11, 3), {8, 18}},
        {"product", of_two("Mul", 2, 4), {8, 18}},
        {"quotient", of_two("Div", 17, 2), {8, 18}},
        {"remainder", of_two("Mod", 18, 10), {8, 18}},
        {"greater", of_two("Max", 8, 3), {8, 18}},
        {"smaller", of_two("Min", 8, 9), {8, 18}},
        {"real sum", of_two_reals("Add", 4.25F, 4.25F), {8, 18}},
        {"real difference", of_two_reals("Sub", 9.0F, 0.5F), {8, 18}},
        {"real product", of_two_reals("Mul", 16.0F, 0.5F), {8, 18}},
        {"real quotient", of_two_reals("Div", 17.0F, 2.0F), {8, 18}},
        {"power", of_two_reals("Pow", 2.0F, 3.0F), {8, 18}},
        {"real greater", of_two_reals("Max", 8.5F, 1.0F), {8, 18}},
        {"real smaller", of_two_reals("Min", 8.5F, 10.0F), {8, 18}},
        {"root", of_one_real("Sqrt", 64.0F), {8, 18}},
        {"reciprocal", of_one_real("Reciprocal", 0.125F), {8, 18}},
        {"real opposite", of_one_real("Neg", -8.0F), {8, 18}},
        {"rounded down", of_one_real("Floor", 8.9F), {8, 18}},
        {"rounded up", of_one_real("Ceil", 7.1F), {8, 18}},
        {"opposite",
         [](OnnxWriter& onnx) {
             onnx.integers("a", {-8});
             onnx.node("Neg", {"a"}, {"n"});
         },
         {8, 18}},
        {"equal", choice_by("Equal", 3, 3), {8, 18}},
        {"not equal", choice_by("Equal", 3, 4), {2, 72}},
        {"is greater", choice_by("Greater", 4, 3), {8, 18}},
        {"is less", choice_by("Less", 4, 3), {2, 72}},
        {"is not less", choice_by("GreaterOrEqual", 3, 3), {8, 18}},
        {"is not greater", choice_by("LessOrEqual", 4, 3), {2, 72}},
        {"both", choice_by("And", 1, 0), {2, 72}},
        {"one of both", choice_by("Or", 1, 0), {8, 18}},
        {"the other way round",
         [](OnnxWriter& onnx) {
             onnx.integers("a", {0});
             onnx.integers("eight", {8});
             onnx.integers("two", {2});
             onnx.node("Not", {"a"}, {"holds"});
             onnx.node("Where", {"holds", "eight", "two"}, {"n"});
         },
         {8, 18}},
        {"each its own choice",
         [](OnnxWriter& onnx) {
             onnx.integers("a", {1, 0});
             onnx.integers("b", {4, 9});
             onnx.integers("c", {7, 2});
             onnx.node("Where", {"a", "b", "c"}, {"n"});
         },
         {4, 2, 18}},
        {"ones but for an open extent, as Expand is exported",
         [](OnnxWriter& onnx) {
             onnx.integers("wanted", {-1, 4});
             onnx.integers("minus", {-1});
             onnx.integers("two", {2});
             onnx.filled("ones", "two", 1);
             onnx.node("Mul", {"ones", "minus"}, {"open"});
             onnx.node("Equal", {"wanted", "open"}, {"is open"});
             onnx.node("Where", {"is open", "ones", "wanted"}, {"n"});
         },
         {1, 4, 36}},
        {"zeros where nothing is said",
         [](OnnxWriter& onnx) {
             onnx.integers("one", {1});
             onnx.node("ConstantOfShape", {"one"}, {"real"});
             onnx.node("Cast", {"real"}, {"zero"}, {{"to", std::int64_t{7}}});
             onnx.integers("eight", {8});
             onnx.node("Add", {"zero", "eight"}, {"n"});
         },
         {8, 18}},
        {"numbers in a row",
         [](OnnxWriter& onnx) {
             onnx.index("from", 2);
             onnx.index("to", 9);
             onnx.index("step", 2);
             onnx.node("Range", {"from", "to", "step"}, {"row"});
             onnx.integers("last", {-1});
             onnx.node("Gather", {"row", "last"}, {"n"});
         },
         {8, 18}},
        {"half of an extent through a real number",
         [](OnnxWriter& onnx) {
             extents_of_x(onnx, "side", 2, 3);
             onnx.node("Cast", {"side"}, {"real"}, {{"to", std::int64_t{1}}});
             onnx.factor("half", 0.5F);
             onnx.node("Mul", {"real", "half"}, {"halved"});
             onnx.node("Cast", {"halved"}, {"n"}, {{"to", std::int64_t{7}}});
         },
         {3, 48}},
    };
    return all;
}

const std::vector<ShapeArithmetic>& impossible_arithmetic()
{
    constexpr std::int64_t largest = 9223372036854775807;
    static const std::vector<ShapeArithmetic> all{
        {"divided by zero", of_two("Div", 8, 0), {}},
        {"divided by minus one", of_two("Div", 8, -1), {}},
        {"a product beyond 64 bits", of_two("Mul", largest, 2), {}},
        {"a sum beyond 64 bits", of_two("Add", largest, 1), {}},
        {"a difference beyond 64 bits", of_two("Sub", -largest, 3), {}},
        {"remainder of zero", of_two("Mod", 8, 0), {}},
        {"an operator that numbers do not have", of_two("BitShift", 8, 1), {}},
        {"a real number divided by zero", of_two_reals("Div", 1.0F, 0.0F), {}},
        {"an operator that real numbers do not have", of_two_reals("Mod", 8.0F, 3.0F), {}},
        {"the root of less than nothing", of_one_real("Sqrt", -4.0F), {}},
        {"the reciprocal of zero", of_one_real("Reciprocal", 0.0F), {}},
        {"too large for a whole number", of_two_reals("Mul", 1e30F, 1.0F), {}},
        {"lists of different lengths",
         [](OnnxWriter& onnx) {
             onnx.integers("a", {1, 2});
             onnx.integers("b", {1, 2, 3});
             onnx.node("Add", {"a", "b"}, {"n"});
         },
         {}},
        {"a choice between lists of other lengths",
         [](OnnxWriter& onnx) {
             onnx.integers("a", {1, 0});
             onnx.integers("b", {4, 9, 9});
             onnx.integers("c", {7});
             onnx.node("Where", {"a", "b", "c"}, {"n"});
         },
         {}},
        {"a place that is not there",
         [](OnnxWriter& onnx) {
             onnx.node("Shape", {"x"}, {"all"});
             onnx.integers("fifth", {4});
             onnx.node("Gather", {"all", "fifth"}, {"n"});
         },
         {}},
        {"every second extent",
         [](OnnxWriter& onnx) {
             onnx.node("Shape", {"x"}, {"all"});
             onnx.integers("from", {0});
             onnx.integers("to", {4});
             onnx.integers("axes", {0});
             onnx.integers("steps", {2});
             onnx.node("Slice", {"all", "from", "to", "axes", "steps"}, {"n"});
         },
         {}},
        {"a row that runs backwards",
         [](OnnxWriter& onnx) {
             onnx.index("from", 9);
             onnx.index("to", 2);
             onnx.index("step", 2);
             onnx.node("Range", {"from", "to", "step"}, {"n"});
         },
         {}},
        {"a row without end",
         [](OnnxWriter& onnx) {
             onnx.index("from", 0);
             onnx.index("to", largest);
             onnx.index("step", 1);
             onnx.node("Range", {"from", "to", "step"}, {"n"});
         },
         {}},
        {"more copies than a shape has numbers",
         [](OnnxWriter& onnx) {
             onnx.integers("many", {5000});
             onnx.filled("n", "many", 8);
         },
         {}},
        {"a constant that holds nothing",
         [](OnnxWriter& onnx) {
             onnx.node("Constant", {}, {"n"}, {{"value_string", std::string("8")}});
         },
         {}},
    };
    return all;
}

OnnxWriter written(const ShapeArithmetic& arithmetic, const OnnxChange& change,
                   const std::function<void(OnnxWriter&)>& before)
{
    const auto reshaped = [&arithmetic](OnnxWriter& onnx) {
        arithmetic.nodes(onnx);
        onnx.integers("batch as it is", {0});
        onnx.integers("the rest", {-1});
        onnx.node("Concat", {"batch as it is", "n", "the rest"}, {"target"}, {{"axis", std::int64_t{0}}});
        onnx.node("Reshape", {"x", "target"}, {"y"});
    };
    return written(SmallGraph{arithmetic.name, reshaped, "", {}}, change, before);
}

} // namespace rigwright::test
