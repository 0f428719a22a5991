// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/closed_form_terms.h"

#include "core/estimate/working/nodes.h"

#include <utility>

namespace rigwright {

namespace {

Count product(std::int64_t a, std::int64_t b) { return Count(a) * Count(b); }

CountTerm number_term(std::string symbol, const std::string& name, Count value)
{
    return {value, leaf(std::move(symbol), "closed_form." + name, value_of(value))};
}

CountTerm attention_term(const LayerForm& form, const std::string& name)
{
    Count biases;
    if (form.projection_bias) biases += Count(form.attention) + product(2, form.keys);
    if (form.output_bias) biases += Count(form.d);
    const Count total = Count(2) * product(form.d, form.attention) + Count(2) * product(form.d, form.keys) + biases;
    return computed_term(name, total, "attention",
                         {width_term(form.d), number_term("attention", "attention_width", form.attention),
                          number_term("keys", "key_width", form.keys), number_term("biases", "biases", biases)});
}

CountTerm feed_forward_term(const LayerForm& form)
{
    const Count biases =
        form.feed_forward_bias ? product(form.feed_forward_matrices - 1, form.d_ff) + Count(form.d) : Count();
    const Count total = Count(form.feed_forward_matrices) * product(form.d, form.d_ff) + biases;
    return computed_term("feed_forward", total, "feed-forward",
                         {number_term("matrices", "feed_forward_matrices", form.feed_forward_matrices),
                          width_term(form.d), hyperparameter_term("d_ff", "d_ff", form.d_ff, "d_ff"),
                          number_term("biases", "biases", biases)});
}

/// The shape that textbooks write as a polynomial in d: everything as wide as the model, d_ff four times that.
bool is_textbook(const LayerForm& form)
{
    return form.attention == form.d && form.keys == form.d && form.d_ff == 4 * form.d &&
           form.feed_forward_matrices == 2 && form.feed_forward_bias && form.norm_vectors == 2 && form.extras == 0 &&
           form.projection_bias == form.output_bias;
}

/// "layer", "layer-12-13" or "layer-12-9"; the polynomials need d alone and list their parts without a place.
std::string formula_of(const LayerForm& form, const char* general, const char* biased, const char* unbiased)
{
    if (!is_textbook(form)) return general;
    return form.output_bias ? biased : unbiased;
}

} // namespace

CountTerm CountTerm::at(std::string symbol) const
{
    CountTerm moved = *this;
    moved.working.symbol = std::move(symbol);
    return moved;
}

CountTerm hyperparameter_term(std::string symbol, std::string quantity, std::int64_t value, const std::string& key)
{
    return {Count(value), leaf(std::move(symbol), "closed_form." + std::move(quantity), value_of(Count(value)), {},
                               "model.shape." + key)};
}

CountTerm width_term(std::int64_t d) { return hyperparameter_term("d", "d_model", d, "d_model"); }

CountTerm computed_term(const std::string& name, Count value, const std::string& formula, const std::vector<CountTerm>& inputs)
{
    std::vector<Derivation> workings;
    workings.reserve(inputs.size());
    for (const CountTerm& input : inputs) workings.push_back(input.working);
    return {value,
            computed(name, "closed_form." + name, value_of(value), "closed-form-" + formula, std::move(workings))};
}

CountTerm absent_term(const std::string& name) { return number_term(name, "no_" + name, Count()); }

CountTerm table_term(const std::string& name, const CountTerm& rows, std::int64_t d)
{
    const Count total = rows.value * Count(d);
    return computed_term(name, total, "table", {rows.at("rows"), width_term(d)});
}

CountTerm norms_term(const std::string& name, std::int64_t number, const LayerForm& form)
{
    if (number == 0) return absent_term(name);
    const Count total = Count(number) * product(form.norm_vectors, form.d);
    return computed_term(name, total, "norms",
                         {number_term("number", "norm_count", number),
                          number_term("vectors", "norm_vectors", form.norm_vectors), width_term(form.d)});
}

CountTerm layer_term(const LayerForm& form, const std::string& name)
{
    const std::vector<CountTerm> parts{attention_term(form, "attention"), feed_forward_term(form),
                                  norms_term("norms", 2, form)};
    Count total;
    for (const CountTerm& part : parts) total += part.value;
    std::vector<CountTerm> inputs = parts;
    if (is_textbook(form)) inputs.insert(inputs.begin(), width_term(form.d));
    if (form.extras > 0) {
        inputs.push_back(number_term("extras", "layer_extras", form.extras));
        return computed_term(name, total + Count(form.extras), "layer-with-extras", inputs);
    }
    return computed_term(name, total, formula_of(form, "layer", "layer-12-13", "layer-12-9"), inputs);
}

CountTerm decoder_layer_term(const LayerForm& form)
{
    const std::vector<CountTerm> parts{attention_term(form, "attention"), attention_term(form, "cross_attention"),
                                  feed_forward_term(form), norms_term("norms", 3, form)};
    Count total;
    for (const CountTerm& part : parts) total += part.value;
    std::vector<CountTerm> inputs = parts;
    if (is_textbook(form)) inputs.insert(inputs.begin(), width_term(form.d));
    return computed_term("decoder_layer", total, formula_of(form, "decoder-layer", "layer-16-19", "layer-16-11"),
                         inputs);
}

} // namespace rigwright
