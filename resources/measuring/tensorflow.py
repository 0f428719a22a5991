
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf

PRECISION = JOB["precision"]
WEIGHTS = {"fp64": tf.float64, "bf16": tf.bfloat16, "fp16": tf.float16, "bf16-master": tf.bfloat16,
           "fp16-master": tf.float16}.get(PRECISION, tf.float32)
PRODUCTS = {"fp16-amp": tf.float16, "bf16-amp": tf.bfloat16}.get(PRECISION)
TRAINS = JOB["training"]


class Network:
    """The scenario's operators in their shapes, channels first. What a shape does not tell is replaced by something of
    the same size and named in `stand_ins`."""

    def __init__(self, on_card):
        self.plan = Plan(JOB)
        self.stand_ins = self.plan.stand_ins
        self.on_card = on_card
        self.weights = {}
        for number, parameter in enumerate(JOB["parameters"]):
            for copy in range(JOB["blocks"][parameter["block"]]["repeat"]):
                values = tf.random.normal([parameter["elements"]], stddev=0.02, dtype=tf.float32)
                trained = TRAINS and parameter["trainable"]
                self.weights[number, copy] = tf.Variable(tf.cast(values, WEIGHTS), trainable=trained)

    def trained(self):
        return [weight for weight in self.weights.values() if weight.trainable]

    def weight(self, step, slot, shape):
        number = step["op"]["weights"][slot]
        copy = step["copy"] if JOB["parameters"][number]["block"] == step["block"] else 0
        weight, count = self.weights[number, copy], math.prod(shape)
        # Some products read a part of a packed parameter.
        if weight.shape[0] != count:
            return self.fitted(weight[:count], shape, "packed parameter")
        return tf.reshape(weight, shape)

    def inputs(self):
        values = []
        for number in self.plan.inputs:
            shape = tensor_shape(number, JOB["micro_batch"])
            content = JOB["tensors"][number]["content"]
            if content == "index":
                values.append(tf.zeros(shape, tf.int64))
            elif content == "mask":
                values.append(tf.ones(shape, tf.bool))
            else:
                values.append(tf.cast(tf.random.normal(shape), WEIGHTS))
        return values

    def __call__(self, inputs):
        values = {("input", number): value for number, value in zip(self.plan.inputs, inputs)}
        for group in self.plan.groups():
            if JOB["recompute"] == "full" and TRAINS and JOB["blocks"][group[0]["block"]]["carried"]:
                self.run_again_in_backward(group, values)
            else:
                self.run(group, values)
        return [values[key] for key in self.plan.outputs]

    def run(self, group, values):
        for step in group:
            shape = tensor_shape(step["op"]["out"], JOB["micro_batch"])
            reads = [values[key] for key in step["reads"]]
            values[step["writes"]] = getattr(self, "run_" + step["op"]["op"])(step, step["op"], reads, shape)
            for key in step["frees"]:
                values.pop(key, None)

    def run_again_in_backward(self, group, values):
        inside = {step["writes"] for step in group}
        needed = list(dict.fromkeys(key for step in group for key in step["reads"] if key not in inside))
        freed = {key for step in group for key in step["frees"]}
        left = [step["writes"] for step in group if step["writes"] not in freed]

        def block(*tensors):
            local = dict(zip(needed, tensors))
            self.run(group, local)
            return [local[key] for key in left]

        results = tf.recompute_grad(block)(*[values[key] for key in needed])
        values.update(zip(left, results))
        for key in freed:
            values.pop(key, None)

    def fitted(self, x, shape, name):
        count = math.prod(shape)
        present = math.prod(x.shape.as_list())
        if present == count:
            return tf.reshape(x, shape)
        self.stand_ins.add(name)
        flat = tf.reshape(x, [-1])
        if present < count:
            flat = tf.tile(flat, [-(-count // present)])
        return tf.reshape(flat[:count], shape)

    def product(self, *tensors):
        kind = PRODUCTS or tensors[0].dtype
        return [tf.cast(x, kind) for x in tensors]

    def same(self, x, y):
        """Two tensors in the wider of their formats."""
        if x.dtype == y.dtype:
            return x, y
        wide = x.dtype if x.dtype.size >= y.dtype.size else y.dtype
        return tf.cast(x, wide), tf.cast(y, wide)

    def biased(self, step, y, shape):
        if len(step["op"]["weights"]) < 2:
            return y
        return y + tf.cast(self.weight(step, 1, shape), y.dtype)

    def run_convolution(self, step, op, reads, shape):
        rank = len(shape) - 2
        kernel, stride = op["kernel"][-rank:], op["stride"][-rank:]
        inner, outer, groups = op["in_channels"], op["out_channels"], op["groups"]
        x = reads[0]
        last = [0] + list(range(2, rank + 2)) + [1]
        first = [0, rank + 1] + list(range(1, rank + 1))
        if op["transposed"]:
            x, weight = self.product(tf.transpose(x, last), self.weight(step, 0, [*kernel, outer // groups, inner]))
            if groups > 1:
                self.stand_ins.add("groups of a transposed convolution")
                x = x[..., :inner]
            call = {1: tf.nn.conv1d_transpose, 2: tf.nn.conv2d_transpose, 3: tf.nn.conv3d_transpose}[rank]
            size = [n * s for n, s in zip(x.shape.as_list()[1:-1], stride)]
            y = call(x, weight, [x.shape[0], *size, outer // groups], stride, "SAME")
            y = self.fitted(tf.transpose(y, first), shape, "transposed convolution")
            return self.biased(step, y, [1, outer] + [1] * rank)
        padding = [window_padding(*each) for each in zip(x.shape.as_list()[2:], kernel, stride, shape[2:])]
        weight = self.weight(step, 0, [*kernel, inner // groups, outer])
        x, weight = self.product(x, weight)
        if rank == 2 and self.on_card:
            y = tf.nn.conv2d(x, weight, [1, 1, *stride], [[0, 0], [0, 0]] + [[p, p] for p in padding],
                             data_format="NCHW")
        else:
            x = tf.pad(tf.transpose(x, last), [[0, 0]] + [[p, p] for p in padding] + [[0, 0]])
            y = tf.transpose(tf.nn.convolution(x, weight, stride, "VALID"), first)
        cut = tuple(slice(0, n) for n in shape)
        return self.biased(step, self.fitted(y[cut], shape, "convolution padding"), [1, outer] + [1] * rank)

    def run_linear(self, step, op, reads, shape):
        inner, outer, matrices = op["in_features"], op["out_features"], op["matrices"]
        x = reads[0]
        present = math.prod(x.shape.as_list())
        if matrices > 1:
            each = -(-(present // inner) // matrices)
            rows = self.fitted(x, [matrices, each, inner], "tokens of experts")
            rows, weight = self.product(rows, self.weight(step, 0, [matrices, inner, outer]))
            return self.fitted(self.biased(step, tf.matmul(rows, weight), [matrices, 1, outer]), shape,
                               "tokens of experts")
        if x.shape[-1] != inner:
            rows = [present // inner, inner] if present % inner == 0 else [*shape[:-1], inner]
            x = self.fitted(x, rows, "linear input")
        rows, weight = self.product(tf.reshape(x, [-1, inner]), self.weight(step, 0, [inner, outer]))
        return self.fitted(self.biased(step, tf.matmul(rows, weight), [outer]), shape, "linear output")

    def run_matrix_product(self, step, op, reads, shape):
        groups = op["groups"] * (JOB["micro_batch"] if JOB["tensors"][op["out"]]["per_sample"] else 1)
        left = self.fitted(reads[0], [groups, op["rows"], op["depth"]], "operand of a product")
        right = self.fitted(reads[-1], [groups, op["depth"], op["columns"]], "operand of a product")
        left, right = self.product(*self.same(left, right))
        return self.fitted(tf.matmul(left, right), shape, "result of a product")

    def run_fused_attention(self, step, op, reads, shape):
        if 0 < op["reach"] < op["key_tokens"]:
            self.stand_ins.add("sliding window (every key is attended to)")
        self.stand_ins.add("fused attention (written out)")
        sets, heads = JOB["micro_batch"] * op["windows"], op["heads"]
        query = self.fitted(reads[0], [sets, heads, op["query_tokens"], op["head_width"]], "attention query")
        key = self.fitted(reads[1], [sets, op["key_value_heads"], op["key_tokens"], op["head_width"]], "attention key")
        value = self.fitted(reads[2], [sets, op["key_value_heads"], op["key_tokens"], op["value_width"]],
                            "attention value")
        if op["key_value_heads"] != heads:
            shared = heads // op["key_value_heads"]
            key, value = tf.repeat(key, shared, 1), tf.repeat(value, shared, 1)
        query, key, value = self.product(query, key, value)
        scores = tf.matmul(query, key, transpose_b=True) * tf.cast(op["head_width"] ** -0.5, query.dtype)
        y = tf.matmul(tf.nn.softmax(scores), value)
        return self.fitted(tf.transpose(y, [0, 2, 1, 3]), shape, "attention output")

    def run_normalization(self, step, op, reads, shape):
        x = reads[0]
        wide = tf.cast(x, tf.float32) if x.dtype.size < 4 else x
        rank = len(shape)
        by_channel = op["kind"] in ("batch", "group", "instance")
        width = shape[1] if by_channel else shape[-1]
        tail = [1, width] + [1] * (rank - 2) if by_channel else [width]
        if op["mode"] == "frozen":
            return x * tf.ones(tail, x.dtype)
        if op["kind"] == "group":
            wide = tf.reshape(wide, [shape[0], op["statistics"], -1])
            mean, variance = tf.nn.moments(wide, [2], keepdims=True)
        elif op["kind"] == "rms":
            mean, variance = 0.0, tf.reduce_mean(tf.square(wide), -1, keepdims=True)
        else:
            axes = {"batch": [0] + list(range(2, rank)), "instance": list(range(2, rank)), "layer": [rank - 1]}
            mean, variance = tf.nn.moments(wide, axes[op["kind"]], keepdims=True)
        y = tf.reshape((wide - mean) * tf.math.rsqrt(variance + 1e-5), shape)
        if op["weights"]:
            y = y * tf.cast(self.weight(step, 0, tail), y.dtype)
        return tf.cast(self.biased(step, y, tail), x.dtype)

    def run_activation(self, step, op, reads, shape):
        x = reads[0]
        calls = {"relu": tf.nn.relu, "relu6": tf.nn.relu6, "leaky_relu": tf.nn.leaky_relu, "prelu": tf.nn.leaky_relu,
                 "gelu": tf.nn.gelu, "gelu_tanh": lambda v: tf.nn.gelu(v, approximate=True), "silu": tf.nn.silu,
                 "sigmoid": tf.sigmoid, "tanh": tf.tanh, "exp": tf.exp, "sqrt": lambda v: tf.sqrt(tf.abs(v)),
                 "rsqrt": lambda v: tf.math.rsqrt(tf.abs(v) + 1e-3), "square": tf.square,
                 "softplus": tf.math.softplus, "clamp": lambda v: tf.clip_by_value(v, -6.0, 6.0),
                 "hardswish": lambda v: v * tf.nn.relu6(v + 3.0) / 6.0,
                 "hardsigmoid": lambda v: tf.nn.relu6(v + 3.0) / 6.0,
                 "quick_gelu": lambda v: v * tf.sigmoid(1.702 * v)}
        return calls[op["function"]](x)

    def run_binary(self, step, op, reads, shape):
        x = reads[0]
        if len(reads) > 1:
            other = reads[1]
        elif op["weights"]:
            other = self.spread(step, op, shape)
        else:
            other = tf.cast(0.5, x.dtype)
        x, other = self.same(x, other)
        try:
            tf.broadcast_static_shape(x.shape, other.shape)
        except ValueError:
            other = self.fitted(other, x.shape.as_list(), "operand of an element-wise operator")
        y = x + other if op["operation"] == "add" else x * other
        return self.fitted(y, shape, "element-wise result")

    def spread(self, step, op, shape):
        own = shape[1:] if JOB["tensors"][op["out"]]["per_sample"] else shape
        count = JOB["parameters"][op["weights"][0]]["elements"]
        for start in range(len(own)):
            if math.prod(own[start:]) == count:
                return self.weight(step, 0, own[start:])
        if own and own[0] == count:
            return self.weight(step, 0, [count] + [1] * (len(own) - 1))
        self.stand_ins.add("shape of a parameter")
        return tf.reduce_mean(self.weight(step, 0, [count]))

    def run_scale(self, step, op, reads, shape):
        return reads[0] * tf.cast(0.5, reads[0].dtype)

    def run_masked_fill(self, step, op, reads, shape):
        x = reads[0]
        return tf.where(tf.zeros(x.shape, tf.bool), tf.cast(-1e4, x.dtype), x)

    def run_softmax(self, step, op, reads, shape):
        return tf.nn.log_softmax(reads[0]) if op["logarithm"] else tf.nn.softmax(reads[0])

    def run_dropout(self, step, op, reads, shape):
        return tf.nn.dropout(reads[0], op["probability"]) if TRAINS else reads[0]

    def run_pooling(self, step, op, reads, shape):
        x, size = reads[0], shape[2:]
        rank = len(size)
        spatial = x.shape.as_list()[2:]
        if op["kind"] == "global_average" or all(n == 1 for n in size):
            return self.fitted(tf.reduce_mean(x, list(range(2, len(x.shape))), keepdims=True), shape, "pooling")
        stride = [max(1, round(a / b)) for a, b in zip(spatial, size)]
        window = stride if op["adaptive"] else op["kernel"][-rank:]
        last = [0] + list(range(2, rank + 2)) + [1]
        kind = "MAX" if op["kind"] == "maximum" else "AVG"
        y = tf.nn.pool(tf.transpose(x, last), window, kind, stride, "SAME")
        y = tf.transpose(y, [0, rank + 1] + list(range(1, rank + 1)))[tuple(slice(0, n) for n in shape)]
        return self.fitted(y, shape, "pooling window")

    def run_resize(self, step, op, reads, shape):
        if len(shape) != 4:
            return self.fitted(reads[0], shape, "resize of other than images")
        y = tf.image.resize(tf.transpose(reads[0], [0, 2, 3, 1]), shape[2:], op["mode"])
        return tf.cast(tf.transpose(y, [0, 3, 1, 2]), reads[0].dtype)

    def run_concatenate(self, step, op, reads, shape):
        for axis in range(len(shape)):
            try:
                y = tf.concat(reads, axis)
            except (ValueError, tf.errors.InvalidArgumentError):
                continue
            if y.shape.as_list() == shape:
                return y
        return self.fitted(tf.concat([tf.reshape(x, [-1]) for x in reads], 0), shape, "concatenation")

    def run_copy(self, step, op, reads, shape):
        return tf.identity(self.fitted(reads[0], shape, "copy to another size"))

    def run_view(self, step, op, reads, shape):
        return self.fitted(reads[0], shape, "view of a part") if reads else self.weight(step, 0, shape)

    def run_cast(self, step, op, reads, shape):
        return tf.cast(reads[0], reads[1].dtype if len(reads) > 1 else tf.float32)

    def run_embedding(self, step, op, reads, shape):
        rows = JOB["parameters"][op["weights"][0]]["elements"] // shape[-1]
        places = tf.clip_by_value(tf.cast(reads[0], tf.int64), 0, rows - 1)
        return self.fitted(tf.gather(self.weight(step, 0, [rows, shape[-1]]), places), shape, "embedding")

    def run_top_k(self, step, op, reads, shape):
        return tf.math.top_k(reads[0], shape[-1]).values

    def run_indices(self, step, op, reads, shape):
        return tf.zeros(shape, tf.int64)

    def run_gather(self, step, op, reads, shape):
        x = reads[0]
        width = shape[-1] if shape and x.shape[-1] == shape[-1] else 1
        rows = tf.reshape(x, [-1, width])
        wanted = -(-math.prod(shape) // width)
        return self.fitted(tf.gather(rows, tf.range(wanted) % rows.shape[0]), shape, "gathered rows")

    def run_scatter_add(self, step, op, reads, shape):
        rows = tf.reshape(reads[0], [-1, reads[0].shape[-1]])
        height = max(1, math.prod(shape) // rows.shape[-1])
        y = tf.math.unsorted_segment_sum(rows, tf.range(rows.shape[0]) % height, height)
        return self.fitted(y, shape, "scattered rows")

    def run_mean(self, step, op, reads, shape):
        x = reads[0]
        for axis in range(len(x.shape) - 1, 0, -1):
            y = tf.reduce_mean(x, list(range(axis, len(x.shape))))
            if y.shape.as_list() == shape:
                return y
        return self.fitted(tf.reduce_mean(x, -1), shape, "mean")

    def run_grid_sample(self, step, op, reads, shape):
        self.stand_ins.add("sampling places")
        return self.fitted(reads[0] + tf.cast(tf.reduce_mean(reads[1]), reads[0].dtype), shape, "sampling places")

    def run_cross_entropy(self, step, op, reads, shape):
        return tf.reshape(classes_loss(reads[0]), shape)


def classes_loss(logits):
    rows = tf.cast(tf.reshape(logits, [-1, logits.shape[-1]]), tf.float32)
    targets = tf.zeros([rows.shape[0]], tf.int64)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(targets, rows))


def loss_of(outputs):
    """Cross entropy where an output is classes or tokens, the mean square of others."""
    parts = []
    for output in outputs:
        if len(output.shape) in (2, 3) and output.shape[-1] > 1:
            parts.append(classes_loss(output))
        else:
            parts.append(tf.reduce_mean(tf.square(tf.cast(output, tf.float32))))
    return tf.add_n(parts)


def optimizer_of(name):
    known = {"sgd": lambda: tf.keras.optimizers.SGD(1e-6), "adam": lambda: tf.keras.optimizers.Adam(1e-6),
             "sgd-momentum": lambda: tf.keras.optimizers.SGD(1e-6, momentum=0.9),
             "rmsprop": lambda: tf.keras.optimizers.RMSprop(1e-6),
             "adagrad": lambda: tf.keras.optimizers.Adagrad(1e-6)}
    if name == "none":
        return None, None
    if name == "adamw" and hasattr(tf.keras.optimizers, "AdamW"):
        return tf.keras.optimizers.AdamW(1e-6), None
    return known.get(name, known["adam"])(), None if name in known else f"optimizer {name}: adam instead"


def step_of(network, inputs, optimizer):
    trained = network.trained()

    def gradients():
        with tf.GradientTape() as tape:
            loss = loss_of(network(inputs))
        return loss, tape.gradient(loss, trained)

    def step():
        if not TRAINS:
            return tf.add_n([tf.reduce_sum(tf.cast(x, tf.float32)) for x in network(inputs)])
        loss, total = gradients()
        for _ in range(1, JOB["accumulation"]):
            loss, more = gradients()
            total = [a if b is None else b if a is None else a + b for a, b in zip(total, more)]
        if optimizer is not None:
            optimizer.apply_gradients((g, v) for g, v in zip(total, trained) if g is not None)
        return loss

    return tf.function(step, jit_compile=JOB["execution"] == "compiled")


def main():
    arguments = read_arguments()
    cards = [] if arguments.device == "cpu" else tf.config.list_physical_devices("GPU")
    if arguments.device == "cuda" and not cards:
        sys.exit("This TensorFlow finds no CUDA device.")
    if not cards:
        tf.config.set_visible_devices([], "GPU")
    before = card_memory_used() if cards else None
    for card in cards:
        tf.config.experimental.set_memory_growth(card, True)
    tf.config.experimental.enable_tensor_float_32_execution(PRECISION == "tf32")
    tf.random.set_seed(0)
    context = None
    if cards:
        probe = tf.zeros([1]) + 1.0
        used = card_memory_used()
        context = max(0, used - before) if used is not None and before is not None else None
        del probe
    network = Network(bool(cards))
    optimizer, note = optimizer_of(JOB["optimizer"]) if TRAINS else (None, None)
    if optimizer is not None:
        optimizer.build(network.trained())
    run = step_of(network, network.inputs(), optimizer)
    last = {}

    def step():
        last["loss"] = run()

    def synchronize():
        if "loss" in last:
            last["loss"].numpy()

    step()
    synchronize()
    if cards:
        tf.config.experimental.reset_memory_stats("GPU:0")
    seconds, steps, warm = measure(step, synchronize, max(0.0, arguments.seconds))
    details = tf.config.experimental.get_device_details(cards[0]) if cards else {}
    result = {"framework": "tensorflow", "framework_version": tf.__version__, "net": "operators",
              "stand_ins": sorted(network.stand_ins) + ([note] if note else []), "step_seconds": seconds,
              "steps": steps, "warm_up_steps": warm, "kind": "cuda" if cards else "cpu",
              "device": details.get("device_name", "GPU") if cards else (platform.processor() or platform.machine()),
              "peak_resident_bytes": largest_resident_bytes()}
    if cards:
        used = card_memory_used()
        result.update(idle_context_bytes=context,
                      peak_allocated_bytes=tf.config.experimental.get_memory_info("GPU:0")["peak"],
                      peak_device_bytes=used - before if used is not None and before is not None else None)
    write_result(arguments, result)


if __name__ == "__main__":
    main()
