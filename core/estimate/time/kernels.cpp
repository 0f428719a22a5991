// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/kernels.h"

#include "core/network/operator.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Tensor-sized reads and writes of eager kernels. Batch norm reads its input twice (statistics, then values) and writes
// once; its backward pass reads input and gradient twice each. An activation reads and writes; its backward pass reads
// the gradient and the saved tensor. Sampling reads the map (the four neighbors of a position share cache lines) and
// writes; its backward pass reads gradient and map and scatters into a zeroed gradient of the map; both also go over
// the positions. A residual sum reads two and writes one, and where the branches meet again in backward two gradients
// are summed. Dropout moves a byte mask beside its tensor. The loss reads and writes logits, their logarithm and the
// gradient.
constexpr ElementMoves batch_norm{3.0, 5.0};
constexpr ElementMoves fixed_norm{2.0, 3.0};
constexpr ElementMoves row_norm{2.0, 4.0};
constexpr ElementMoves pointwise{2.0, 3.0};
constexpr ElementMoves residual_sum{3.0, 3.0};
constexpr ElementMoves product_of_two{2.0, 4.0};
constexpr ElementMoves copied{2.0, 2.0};
constexpr ElementMoves sampled_moves{2.0, 4.0};
constexpr ElementMoves masked_moves{2.25, 2.25};
constexpr ElementMoves scattered{3.0, 2.0};
constexpr ElementMoves loss{6.0, 4.0};
// A fused LSTM cell reads two products of four gates and the cell state and writes state, output and the saved gates;
// its backward pass reads gates, two states and two gradients and writes the gradients of gates and state. A GRU moves
// the same number of vectors to within two.
constexpr ElementMoves fused_cell{15.0, 13.0};
constexpr ElementMoves fused_loss{3.0, 1.0};
// Bytes that a cast moves per byte written: 4 read and 2 written, or 2 read and 4 written.
constexpr double narrowing_reads = 3.0;
constexpr double widening_reads = 1.5;

// Fused attention computes two products forward and five backward, one of which recomputes the scores (Dao et al. 2022,
// section 3).
constexpr double attention_backward_flops = 2.5;
constexpr double attention_backward_moves = 2.0;

/// Writes the kernels of one operator; one instance per operator.
class KernelList {
public:
    KernelList(const Network& network, const OperatorFacts& facts, const BatchShare& share, Kernels& into)
        : network_(network),
          facts_(facts),
          op_(network.operators[facts.op]),
          share_(share),
          samples_(share.samples),
          split_(share.tensor_parallel),
          kernels_(into)
    {}

    void list()
    {
        casts();
        beside();
        std::visit(Match{[this](const Convolution& c) { convolution(c); },
                         [this](const Linear& l) { linear(l); },
                         [this](const MatrixProduct& p) { matrix_product(p); },
                         [this](const FusedAttention& a) { fused_attention(a); },
                         [this](const Normalization& n) { normalization(n); },
                         [this](const Activation&) { elements(pointwise); },
                         [this](const Binary& b) { binary(b); },
                         [this](const Scale&) { elements(copied); },
                         [this](const MaskedFill&) { elements(copied); },
                         [this](const Softmax&) { elements(pointwise); },
                         [this](const Dropout&) { elements(masked_moves); },
                         [this](const Pooling&) { through(); },
                         [this](const Resize&) { through(); },
                         [this](const Concatenate&) { elements(copied); },
                         [this](const Copy&) { if_it_writes(copied); },
                         [](const View&) {},
                         [this](const Cast&) { if_it_writes(copied); },
                         [this](const Embedding&) { elements(copied); },
                         [this](const TopK&) { through(); },
                         [this](const Indices&) {
                             elements({2.0, 0.0});
                         },
                         [this](const Gather&) { elements(copied); },
                         [this](const ScatterAdd&) { pass(input_elements(0), scattered); },
                         [this](const Mean&) { through(); },
                         [this](const GridSample&) { grid_sample(); },
                         [this](const CrossEntropy&) { pass(input_elements(0), loss); }},
                   op_.kind);
    }

private:
    const Shape& shape(TensorId id) const { return network_.shape_of(id); }
    double elements_of(TensorId id) const
    {
        const double per_sample = shape(id).elements().as_double();
        return network_.tensors[static_cast<std::size_t>(id)].per_sample ? per_sample * samples_ : per_sample;
    }
    double input_elements(std::size_t i) const { return elements_of(op_.inputs[i]); }
    double output_elements() const { return elements_of(op_.output); }
    bool backward() const { return facts_.input_gradient || facts_.weight_gradient; }

    /// Casts of operands to the format of autocast, and of their gradients back. Each reads one format and writes the
    /// other.
    void casts()
    {
        const double written =
            facts_.casts.fixed.count().as_double() + facts_.casts.per_sample.count().as_double() * samples_;
        if (written <= 0.0) return;
        const bool narrowing = storage_bits(facts_.input_format) < storage_bits(NumberFormat::fp32);
        Kernel kernel;
        kernel.activations = written * (narrowing ? narrowing_reads : widening_reads);
        kernel.element_bytes = 1.0;
        kernels_.add(kernel);
        if (!backward()) return;
        kernel.direction = Direction::backward;
        kernels_.add(kernel);
    }

    void beside()
    {
        const std::size_t first = kernels_.count;
        if (op_.beside.forward > 0.0 || op_.beside.backward > 0.0) pass(output_elements(), op_.beside);
        for (std::size_t i = first; i < kernels_.count; ++i) kernels_.items[i].fused = 1.0;
    }

    void add(KernelKind kind, Direction direction, const std::array<double, 4>& groups_rows_columns_depth,
             double activations, double weights)
    {
        Kernel kernel;
        kernel.kind = kind;
        kernel.direction = direction;
        kernel.groups = groups_rows_columns_depth[0];
        kernel.rows = groups_rows_columns_depth[1];
        kernel.columns = groups_rows_columns_depth[2];
        kernel.depth = groups_rows_columns_depth[3];
        kernel.flops = 2.0 * kernel.groups * kernel.rows * kernel.columns * kernel.depth;
        kernel.activations = activations;
        kernel.weights = weights;
        if (kind != KernelKind::elements) return kernels_.add(kernel);
        kernel.fused = facts_.fused;
        kernel.element_bytes = (storage_bits(facts_.input_format) + storage_bits(facts_.output_format)) / 16.0;
        kernels_.add(kernel);
    }

    void convolution(const Convolution& c)
    {
        const KernelKind kind = c.groups == 1 ? KernelKind::convolution
                                : c.groups == c.in_channels && c.out_channels % c.in_channels == 0
                                    ? KernelKind::depthwise_convolution
                                    : KernelKind::grouped_convolution;
        const auto groups = static_cast<double>(c.groups);
        const auto window = static_cast<double>(c.kernel_elements());
        const double in_channels = static_cast<double>(c.in_channels) / groups;
        const double out_channels = static_cast<double>(c.out_channels) / groups;
        const double in_places = input_elements(0) / static_cast<double>(c.in_channels);
        const double out_places = output_elements() / static_cast<double>(c.out_channels);
        const double activations = input_elements(0) + output_elements();
        const double weights = groups * in_channels * out_channels * window;
        // Each output position gathers a window of the input; a transposed convolution does so in reverse.
        const double gathered = c.transposed ? in_places : out_places;
        const std::array forward{groups, out_places, out_channels, in_channels * window * gathered / out_places};
        const std::array input_gradient{groups, in_places, in_channels, out_channels * window * gathered / in_places};
        const std::array weight_gradient{groups, (c.transposed ? out_channels : in_channels) * window,
                                         c.transposed ? in_channels : out_channels, gathered};
        add(kind, Direction::forward, forward, activations, weights);
        if (facts_.input_gradient) add(kind, Direction::input_gradient, input_gradient, activations, weights);
        if (facts_.weight_gradient) add(kind, Direction::weight_gradient, weight_gradient, activations, weights);
        const double side = std::sqrt(window);
        const bool square = window == 9.0 && c.stride == std::array<std::int64_t, 3>{1, 1, 1} && !c.transposed;
        for (std::size_t i = 0; i < kernels_.count; ++i) {
            kernels_.items[i].small_window = square && kind == KernelKind::convolution;
            kernels_.items[i].window_rows = kernels_.items[i].flops / (2.0 * side);
        }
    }

    /// The matrices of a mixture of experts are one grouped kernel over those of this GPU; balanced routing sends it as
    /// many tokens as it sends away. Tensor parallelism splits the longer of the two widths, as in column- and
    /// row-parallel pairs.
    void linear(const Linear& l)
    {
        const double in_share = l.in_features > l.out_features ? split_ : 1.0;
        const double in = static_cast<double>(l.in_features) / in_share;
        const double out = static_cast<double>(l.out_features) / (split_ / in_share);
        const double tokens = output_elements() / static_cast<double>(l.out_features);
        // Experts that receive no token are not read.
        const bool experts = l.matrices > 1;
        const double here = static_cast<double>(l.matrices) / (experts ? share_.expert_parallel : 1.0);
        const double matrices = std::min(here, std::max(tokens, 1.0));
        const double rows = tokens / matrices;
        const KernelKind kind = experts ? KernelKind::expert_product : KernelKind::product;
        const double activations = tokens * (in + out);
        const double weights = matrices * in * out;
        if (quantized_weight()) turn_into_full_matrix(weights);
        add(kind, Direction::forward, {matrices, rows, out, in}, activations, weights);
        if (facts_.input_gradient)
            add(kind, Direction::input_gradient, {matrices, rows, in, out}, activations, weights);
        if (facts_.weight_gradient)
            add(kind, Direction::weight_gradient, {matrices, in, out, rows}, activations, weights);
        if (facts_.weight_gradient && op_.parameters[1] != no_id) sum_bias_gradient();
    }

    /// Reads the gradient of the output again, over all tokens. Vendor stacks and compilers sum it in the kernel that
    /// writes it.
    void sum_bias_gradient()
    {
        if (output_elements() < share_.smallest_elements * samples_) return;
        Kernel kernel;
        kernel.direction = Direction::backward;
        kernel.activations = output_elements();
        kernel.element_bytes = storage_bytes(facts_.output_format);
        kernel.fused = 1.0;
        kernels_.add(kernel);
    }

    std::optional<NumberFormat> stored_as() const
    {
        const ParameterId weight = op_.parameters[0];
        return weight == no_id ? std::nullopt : network_.parameters[static_cast<std::size_t>(weight)].stored_as;
    }

    bool quantized_weight() const { return stored_as().has_value(); }

    /// Reads a quantized matrix and writes the full one, before the product of each direction. Assumed to run at the
    /// memory bandwidth of other passes over elements, which hides the arithmetic.
    void turn_into_full_matrix(double weights)
    {
        const double moved =
            weights * (1.0 + storage_bits(*stored_as()) / static_cast<double>(storage_bits(facts_.input_format)));
        const auto pass_over = [&](Direction direction) {
            Kernel kernel;
            kernel.direction = direction;
            kernel.activations = moved;
            kernel.element_bytes = storage_bytes(facts_.input_format);
            kernels_.add(kernel);
        };
        pass_over(Direction::forward);
        if (facts_.input_gradient) pass_over(Direction::backward);
    }

    void matrix_product(const MatrixProduct& p)
    {
        const KernelKind kind = p.role == ProductRole::other ? KernelKind::product : KernelKind::attention_product;
        const double groups = static_cast<double>(p.groups) * samples_ / split_;
        const auto rows = static_cast<double>(p.rows);
        const auto columns = static_cast<double>(p.columns);
        const auto depth = static_cast<double>(p.depth);
        const double activations = groups * (rows * depth + depth * columns + rows * columns);
        add(kind, Direction::forward, {groups, rows, columns, depth}, activations, 0.0);
        if (!backward()) return;
        add(kind, Direction::input_gradient, {groups, rows, depth, columns}, activations, 0.0);
        add(kind, Direction::backward, {groups, depth, columns, rows}, activations, 0.0);
    }

    void fused_attention(const FusedAttention& a)
    {
        const double groups = static_cast<double>(a.windows * a.heads) * samples_ / split_;
        const auto queries = static_cast<double>(a.query_tokens);
        const bool limited = a.reach > 0 && a.reach < a.key_tokens;
        const auto keys = static_cast<double>(limited ? a.reach : a.key_tokens) * (a.causal && !limited ? 0.5 : 1.0);
        const double width = 0.5 * static_cast<double>(a.head_width + a.value_width);
        double activations = output_elements();
        for (std::size_t i = 0; i < 3 && op_.inputs[i] != no_id; ++i) activations += input_elements(i);
        add(KernelKind::fused_attention, Direction::forward, {groups, queries, keys, 2.0 * width}, activations / split_,
            0.0);
        Kernel kernel = kernels_.items[kernels_.count - 1];
        if (!backward()) return;
        kernel.direction = Direction::backward;
        kernel.flops *= attention_backward_flops;
        kernel.activations *= attention_backward_moves;
        kernels_.add(kernel);
    }

    void normalization(const Normalization& norm)
    {
        if (norm.mode == NormalizationMode::frozen) return elements(fixed_norm);
        if (norm.kind != NormalizationKind::batch) return elements(row_norm);
        if (norm.mode != NormalizationMode::train) return elements(fixed_norm);
        std::size_t i = kernels_.count;
        elements(batch_norm);
        // PyTorch's own kernels use one block per channel: for the statistics, and for all of backward.
        for (; i < kernels_.count; ++i) {
            Kernel& kernel = kernels_.items[i];
            kernel.channels = static_cast<double>(norm.statistics);
            kernel.moved_by_channel = kernel.direction == Direction::forward ? 1.0 / batch_norm.forward : 1.0;
        }
    }

    void binary(const Binary& b)
    {
        const double size = output_elements();
        const double second = op_.inputs[1] == no_id ? 0.0 : input_elements(1) / std::max(size, 1.0);
        const bool broadcast = second < 1.0;
        if (b.operation == BinaryOperation::multiply)
            return elements({product_of_two.forward + second, product_of_two.backward + second});
        // The gradient of a broadcast sum passes through unchanged except for the sum over the broadcast dimensions.
        elements(broadcast ? ElementMoves{2.0 + second, 2.0 * second} : residual_sum);
    }

    void grid_sample()
    {
        const double places = input_elements(1) / std::max(output_elements(), 1.0);
        elements({sampled_moves.forward + places, sampled_moves.backward + 2.0 * places});
    }

    void if_it_writes(const ElementMoves& moves)
    {
        if (facts_.output != BatchBytes{}) elements(moves);
    }

    /// Operators that read one size and write another.
    void through() { pass(input_elements(0) + output_elements(), {1.0, 1.0}); }

    /// One kernel runs all steps of a recurrent cell between its products.
    void elements(const ElementMoves& moves)
    {
        if (op_.called_as == CalledAs::recurrent_step) return;
        pass(output_elements(), op_.called_as == CalledAs::cell_result ? fused_cell : moves);
    }

    void pass(double size, const ElementMoves& moves)
    {
        const bool per_sample = network_.tensors[static_cast<std::size_t>(op_.output)].per_sample;
        if (size < share_.smallest_elements * (per_sample ? samples_ : 1.0)) return;
        add(KernelKind::elements, Direction::forward, {}, size * moves.forward, 0.0);
        if (backward() && moves.backward > 0.0)
            add(KernelKind::elements, Direction::backward, {}, size * moves.backward, 0.0);
    }

    const Network& network_;
    const OperatorFacts& facts_;
    const Operator& op_;
    const BatchShare& share_;
    double samples_;
    double split_;
    Kernels& kernels_;
};

} // namespace

Kernels operator_kernels(const Network& network, const OperatorFacts& facts, const BatchShare& share)
{
    Kernels kernels;
    KernelList(network, facts, share, kernels).list();
    return kernels;
}

void write_kernels(const Network& network, const OperatorFacts& facts, const BatchShare& share, Kernels& into)
{
    into.count = 0;
    KernelList(network, facts, share, into).list();
}

ElementMoves loss_moves(bool fused) { return fused ? fused_loss : loss; }

} // namespace rigwright
