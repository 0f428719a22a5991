
import torch
import torch.nn.functional as functional

PRECISION = JOB["precision"]
WEIGHTS = {"fp64": torch.float64, "bf16": torch.bfloat16, "fp16": torch.float16, "bf16-master": torch.bfloat16,
           "fp16-master": torch.float16}.get(PRECISION, torch.float32)
AUTOCAST = {"fp16-amp": torch.float16, "bf16-amp": torch.bfloat16}.get(PRECISION)
TRAINS = JOB["training"]


class Network(torch.nn.Module):
    """The scenario's operators in their shapes. What a shape does not tell (which rows a gather picks, how a copy
    reorders) is replaced by something of the same size and named in `stand_ins`."""

    def __init__(self, device):
        super().__init__()
        self.plan = Plan(JOB)
        self.stand_ins = self.plan.stand_ins
        self.in_place = True
        self.weights = torch.nn.ParameterList()
        self.index = {}
        self.blocks = JOB["blocks"]
        for number, parameter in enumerate(JOB["parameters"]):
            for copy in range(self.blocks[parameter["block"]]["repeat"]):
                values = torch.empty(parameter["elements"], dtype=WEIGHTS, device=device).normal_(0.0, 0.02)
                self.index[number, copy] = len(self.weights)
                self.weights.append(torch.nn.Parameter(values, requires_grad=TRAINS and parameter["trainable"]))
        self.statistics = {}
        self.device = device

    def weight(self, step, slot, shape):
        number = step["op"]["weights"][slot]
        copy = step["copy"] if JOB["parameters"][number]["block"] == step["block"] else 0
        weight, count = self.weights[self.index[number, copy]], math.prod(shape)
        # Some products read a part of a packed parameter.
        if weight.numel() != count:
            weight = weight[:count] if weight.numel() > count else self.fitted(weight, [count], "packed parameter")
        return weight.view(shape)

    def inputs(self, batch):
        values = {}
        for number in self.plan.inputs:
            shape = tensor_shape(number, batch)
            content = JOB["tensors"][number]["content"]
            if content == "index":
                values["input", number] = torch.randint(0, self.smallest_table(number), shape, device=self.device)
            elif content == "mask":
                values["input", number] = torch.ones(shape, dtype=torch.bool, device=self.device)
            else:
                values["input", number] = torch.randn(shape, dtype=WEIGHTS, device=self.device)
        return values

    def smallest_table(self, number):
        rows = [2]
        for step in self.plan.steps:
            if step["op"]["op"] == "embedding" and ("input", number) in step["reads"]:
                width = JOB["tensors"][step["op"]["out"]]["shape"][-1]
                rows.append(JOB["parameters"][step["op"]["weights"][0]]["elements"] // width)
        return min(rows[1:] or rows)

    def forward(self, inputs):
        values = dict(inputs)
        for group in self.plan.groups():
            if JOB["recompute"] == "full" and TRAINS and self.blocks[group[0]["block"]]["carried"]:
                self.run_again_in_backward(group, values)
            else:
                self.run(group, values)
        return [values[key] for key in self.plan.outputs]

    def run(self, group, values):
        for step in group:
            values[step["writes"]] = self.result(step, [values[key] for key in step["reads"]])
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
            return tuple(local[key] for key in left)

        results = torch.utils.checkpoint.checkpoint(block, *[values[key] for key in needed], use_reentrant=False)
        values.update(zip(left, results))
        for key in freed:
            values.pop(key, None)

    def result(self, step, reads):
        op = step["op"]
        shape = tensor_shape(op["out"], JOB["micro_batch"])
        return getattr(self, "run_" + op["op"])(step, op, reads, shape)

    def fitted(self, x, shape, name):
        """The values of x in another shape; repeated or cut where it holds another number of them."""
        count = math.prod(shape)
        if x.numel() == count:
            return x.reshape(shape)
        self.stand_ins.add(name)
        if x.numel() > count:
            return x.reshape(-1)[:count].view(shape)
        repeats = -(-count // x.numel())
        return x.reshape(-1).repeat(repeats)[:count].view(shape)

    def run_convolution(self, step, op, reads, shape):
        x = reads[0]
        rank = len(shape) - 2
        kernel, stride = op["kernel"][-rank:], op["stride"][-rank:]
        groups, inner, outer = op["groups"], op["in_channels"], op["out_channels"]
        bias = self.weight(step, 1, (outer,)) if len(op["weights"]) > 1 else None
        if op["transposed"]:
            weight = self.weight(step, 0, (inner, outer // groups, *kernel))
            padding, extra = [], []
            for size, k, s, result in zip(x.shape[2:], kernel, stride, shape[2:]):
                whole = (size - 1) * s + k
                pad = max(0, math.ceil((whole - result) / 2))
                padding.append(pad)
                extra.append(max(0, result - (whole - 2 * pad)))
            call = (functional.conv_transpose1d, functional.conv_transpose2d, functional.conv_transpose3d)[rank - 1]
            y = call(x, weight, bias, stride, padding, extra, groups)
        else:
            weight = self.weight(step, 0, (outer, inner // groups, *kernel))
            padding = [window_padding(*each) for each in zip(x.shape[2:], kernel, stride, shape[2:])]
            call = (functional.conv1d, functional.conv2d, functional.conv3d)[rank - 1]
            y = call(x, weight, bias, stride, padding, 1, groups)
        for axis, size in enumerate(shape[2:], 2):
            if y.shape[axis] > size:
                y = y.narrow(axis, 0, size)
        return y if list(y.shape) == shape else self.fitted(y, shape, "convolution padding")

    def run_linear(self, step, op, reads, shape):
        x = reads[0]
        inner, outer, matrices = op["in_features"], op["out_features"], op["matrices"]
        if matrices > 1:
            weight = self.weight(step, 0, (matrices, inner, outer))
            rows = x.reshape(-1, inner)
            each = -(-rows.shape[0] // matrices)
            rows = functional.pad(rows, (0, 0, 0, each * matrices - rows.shape[0]))
            y = torch.bmm(rows.view(matrices, each, inner), weight)
            if len(op["weights"]) > 1:
                y = y + self.weight(step, 1, (matrices, 1, outer))
            return self.fitted(y, shape, "tokens of experts")
        bias = self.weight(step, 1, (outer,)) if len(op["weights"]) > 1 else None
        if x.shape[-1] != inner:
            x = self.fitted(x, [-1, inner] if x.numel() % inner == 0 else [*shape[:-1], inner], "linear input")
        y = functional.linear(x, self.weight(step, 0, (outer, inner)), bias)
        return y if list(y.shape) == shape else self.fitted(y, shape, "linear output")

    def run_matrix_product(self, step, op, reads, shape):
        groups = op["groups"] * (JOB["micro_batch"] if JOB["tensors"][op["out"]]["per_sample"] else 1)
        left = self.fitted(reads[0], (groups, op["rows"], op["depth"]), "operand of a product")
        right = self.fitted(reads[1] if len(reads) > 1 else reads[0], (groups, op["depth"], op["columns"]),
                            "operand of a product")
        if left.dtype != right.dtype:
            right = right.to(left.dtype)
        return self.fitted(torch.bmm(left, right), shape, "result of a product")

    def run_fused_attention(self, step, op, reads, shape):
        if 0 < op["reach"] < op["key_tokens"]:
            self.stand_ins.add("sliding window (every key is attended to)")
        sets = JOB["micro_batch"] * op["windows"]
        query = self.fitted(reads[0], (sets, op["heads"], op["query_tokens"], op["head_width"]), "attention query")
        key = self.fitted(reads[1], (sets, op["key_value_heads"], op["key_tokens"], op["head_width"]), "attention key")
        value = self.fitted(reads[2], (sets, op["key_value_heads"], op["key_tokens"], op["value_width"]),
                            "attention value")
        if op["key_value_heads"] != op["heads"]:
            shared = op["heads"] // op["key_value_heads"]
            key, value = key.repeat_interleave(shared, 1), value.repeat_interleave(shared, 1)
        if hasattr(functional, "scaled_dot_product_attention"):
            causal = op["causal"] and op["query_tokens"] == op["key_tokens"]
            y = functional.scaled_dot_product_attention(query, key, value, is_causal=causal)
        else:
            self.stand_ins.add("fused attention (this PyTorch has none)")
            scores = torch.matmul(query, key.transpose(-1, -2)) * op["head_width"] ** -0.5
            y = torch.matmul(scores.softmax(-1), value)
        return self.fitted(y.transpose(1, 2), shape, "attention output")

    def run_normalization(self, step, op, reads, shape):
        x = reads[0]
        by_channel = op["kind"] in ("batch", "group", "instance")
        width = x.shape[1] if by_channel else x.shape[-1]
        weight = self.weight(step, 0, (width,)) if op["weights"] else None
        bias = self.weight(step, 1, (width,)) if len(op["weights"]) > 1 else None
        if op["kind"] == "batch":
            key = step["writes"]
            if key not in self.statistics:
                fresh = torch.zeros(width, device=self.device), torch.ones(width, device=self.device)
                self.statistics[key] = fresh
            mean, variance = self.statistics[key]
            if op["mode"] == "frozen":
                tail = (1, width) + (1,) * (x.dim() - 2)
                return x * variance.to(x.dtype).view(tail) + mean.to(x.dtype).view(tail)
            return functional.batch_norm(x, mean, variance, weight, bias, TRAINS and op["mode"] == "train")
        if op["kind"] == "group":
            return functional.group_norm(x, op["statistics"], weight, bias)
        if op["kind"] == "instance":
            return functional.instance_norm(x, None, None, weight, bias)
        if op["kind"] == "layer":
            return functional.layer_norm(x, (width,), weight, bias)
        wide = x.float()
        y = (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)).to(x.dtype)
        return y * weight if weight is not None else y

    def run_activation(self, step, op, reads, shape):
        x, name, over = reads[0], op["function"], op["in_place"] and self.in_place
        plain = {"gelu": functional.gelu, "sigmoid": torch.sigmoid, "tanh": torch.tanh, "exp": lambda v: v.exp(),
                 "gelu_tanh": lambda v: functional.gelu(v, approximate="tanh"), "sqrt": lambda v: v.abs().sqrt(),
                 "rsqrt": lambda v: (v.abs() + 1e-3).rsqrt(), "square": lambda v: v.pow(2),
                 "softplus": functional.softplus, "clamp": lambda v: v.clamp(-6.0, 6.0),
                 "quick_gelu": lambda v: v * torch.sigmoid(1.702 * v)}
        switchable = {"relu": functional.relu, "relu6": functional.relu6, "leaky_relu": functional.leaky_relu,
                      "silu": functional.silu, "hardswish": functional.hardswish,
                      "hardsigmoid": functional.hardsigmoid}
        if name in switchable:
            return switchable[name](x, inplace=over)
        if name == "prelu":
            elements = JOB["parameters"][op["weights"][0]]["elements"] if op["weights"] else 0
            slope = self.weight(step, 0, (elements,)) if elements else torch.full((1,), 0.25, device=x.device)
            return functional.prelu(x, slope.to(x.dtype))
        return plain[name](x)

    def run_binary(self, step, op, reads, shape):
        x = reads[0]
        if len(reads) > 1:
            other = reads[1]
        elif op["weights"]:
            elements = JOB["parameters"][op["weights"][0]]["elements"]
            other = self.spread(self.weight(step, 0, (elements,)), shape, op)
        else:
            other = torch.tensor(0.5, dtype=x.dtype, device=x.device)
        other = self.broadcastable(other, x, op)
        if op["operation"] == "add":
            y = x.add_(other) if op["in_place"] and self.in_place else x + other
        else:
            y = x.mul_(other) if op["in_place"] and self.in_place else x * other
        return y if list(y.shape) == shape else self.fitted(y, shape, "element-wise result")

    def spread(self, weight, shape, op):
        """A parameter in the shape in which it meets a tensor."""
        own = shape[1:] if JOB["tensors"][op["out"]]["per_sample"] else shape
        count = weight.numel()
        for start in range(len(own)):
            if math.prod(own[start:]) == count:
                return weight.view(own[start:])
        if own and own[0] == count:
            return weight.view([count] + [1] * (len(own) - 1))
        self.stand_ins.add("shape of a parameter")
        return weight.mean()

    def broadcastable(self, other, x, op):
        try:
            torch.broadcast_shapes(x.shape, other.shape)
            return other
        except RuntimeError:
            if other.numel() == x.numel():
                return other.reshape(x.shape)
            missing = x.dim() - other.dim()
            if missing > 0 and other.shape[:1] == x.shape[:1]:
                wide = other.reshape(list(other.shape) + [1] * missing)
                try:
                    torch.broadcast_shapes(x.shape, wide.shape)
                    return wide
                except RuntimeError:
                    pass
            return self.fitted(other, list(x.shape), "operand of an element-wise operator")

    def run_scale(self, step, op, reads, shape):
        return reads[0] * 0.5

    def run_masked_fill(self, step, op, reads, shape):
        x = reads[0]
        own = list(x.shape)
        for start in range(len(own)):
            if math.prod(own[start:]) == op["mask_elements"]:
                own = own[start:]
                break
        return x.masked_fill(torch.zeros(own, dtype=torch.bool, device=x.device), -1e4)

    def run_softmax(self, step, op, reads, shape):
        return torch.log_softmax(reads[0], -1) if op["logarithm"] else torch.softmax(reads[0], -1)

    def run_dropout(self, step, op, reads, shape):
        return functional.dropout(reads[0], op["probability"], TRAINS, op["in_place"] and self.in_place)

    def run_pooling(self, step, op, reads, shape):
        x = reads[0]
        rank = len(shape) - 2
        size = shape[2:]
        if rank < 1:
            return self.fitted(x.mean(list(range(2, x.dim()))), shape, "pooling")
        if op["adaptive"] or op["kind"] == "global_average":
            call = (functional.adaptive_avg_pool1d, functional.adaptive_avg_pool2d, functional.adaptive_avg_pool3d)
            return call[rank - 1](x, size)
        kernel = op["kernel"][-rank:]
        stride = [max(1, round(a / b)) for a, b in zip(x.shape[2:], size)]
        padding = [window_padding(*each) for each in zip(x.shape[2:], kernel, stride, size)]
        if op["kind"] == "maximum" and all(2 * p <= k for p, k in zip(padding, kernel)):
            call = (functional.max_pool1d, functional.max_pool2d, functional.max_pool3d)[rank - 1]
            y = call(x, kernel, stride, padding, ceil_mode=False)
        elif op["kind"] == "average" and all(2 * p <= k for p, k in zip(padding, kernel)):
            call = (functional.avg_pool1d, functional.avg_pool2d, functional.avg_pool3d)[rank - 1]
            y = call(x, kernel, stride, padding)
        else:
            self.stand_ins.add("pooling window")
            call = (functional.adaptive_max_pool1d, functional.adaptive_max_pool2d, functional.adaptive_max_pool3d)
            y = call[rank - 1](x, size)
        for axis, extent in enumerate(size, 2):
            if y.shape[axis] > extent:
                y = y.narrow(axis, 0, extent)
        return y if list(y.shape) == shape else self.fitted(y, shape, "pooling window")

    def run_resize(self, step, op, reads, shape):
        mode = "nearest"
        if op["mode"] == "bilinear":
            mode = {3: "linear", 4: "bilinear", 5: "trilinear"}.get(len(shape), "nearest")
        return functional.interpolate(reads[0], size=shape[2:], mode=mode)

    def run_concatenate(self, step, op, reads, shape):
        if len({x.dim() for x in reads}) == 1 and reads[0].dim() == len(shape):
            for axis in range(len(shape)):
                others = [[n for a, n in enumerate(x.shape) if a != axis] for x in reads]
                same = all(each == others[0] for each in others)
                if same and sum(x.shape[axis] for x in reads) == shape[axis]:
                    return torch.cat(reads, axis)
        wide = [x.expand([shape[0]] + list(x.shape)) if x.dim() == len(shape) - 1 else x for x in reads]
        for axis in range(1, len(shape)):
            if all(x.dim() == len(shape) for x in wide) and sum(x.shape[axis] for x in wide) == shape[axis]:
                try:
                    return torch.cat([x.expand([shape[0]] + list(x.shape)[1:]) for x in wide], axis)
                except RuntimeError:
                    pass
        return self.fitted(torch.cat([x.reshape(-1) for x in reads]), shape, "concatenation")

    def run_copy(self, step, op, reads, shape):
        x = reads[0]
        if x.numel() == math.prod(shape):
            return x.reshape(shape).clone()
        if len(shape) == x.dim() + 1 and list(x.shape) == shape[1:]:
            return x.expand(shape).clone()
        self.stand_ins.add("copy to another size")
        y = self.fitted(x, shape, "copy to another size")
        return y.clone()

    def run_view(self, step, op, reads, shape):
        if not reads:
            return self.weight(step, 0, shape)
        return self.fitted(reads[0], shape, "view of a part")

    def run_cast(self, step, op, reads, shape):
        return reads[0].to(reads[1].dtype) if len(reads) > 1 else reads[0].float()

    def run_embedding(self, step, op, reads, shape):
        width = shape[-1]
        elements = JOB["parameters"][op["weights"][0]]["elements"]
        table = self.weight(step, 0, (elements // width, width))
        indices = reads[0] if reads[0].dtype == torch.int64 else reads[0].long()
        y = functional.embedding(indices.clamp(0, elements // width - 1), table)
        return y if list(y.shape) == shape else self.fitted(y, shape, "embedding")

    def run_top_k(self, step, op, reads, shape):
        return torch.topk(reads[0], shape[-1], -1).values

    def run_indices(self, step, op, reads, shape):
        return torch.zeros(shape, dtype=torch.int64, device=self.device)

    def run_gather(self, step, op, reads, shape):
        x = reads[0]
        width = shape[-1] if shape and x.shape[-1] == shape[-1] else 1
        rows = x.reshape(-1, width)
        wanted = -(-math.prod(shape) // width)
        picked = torch.arange(wanted, device=x.device) % rows.shape[0]
        return rows.index_select(0, picked).reshape(-1)[:math.prod(shape)].view(shape)

    def run_scatter_add(self, step, op, reads, shape):
        x = reads[0]
        rows = x.reshape(-1, x.shape[-1])
        height = max(1, math.prod(shape) // x.shape[-1])
        places = torch.arange(rows.shape[0], device=x.device) % height
        y = torch.zeros(height, x.shape[-1], dtype=x.dtype, device=x.device).index_add(0, places, rows)
        return self.fitted(y, shape, "scattered rows")

    def run_mean(self, step, op, reads, shape):
        x = reads[0]
        if x.dim() == len(shape):
            axes = [a for a, (n, m) in enumerate(zip(x.shape, shape)) if n != m and m == 1]
            if axes:
                y = x.mean(axes, keepdim=True)
                if list(y.shape) == shape:
                    return y
        for axis in range(x.dim() - 1, 0, -1):
            y = x.mean(list(range(axis, x.dim())))
            if list(y.shape) == shape:
                return y
            if list(x.shape[:axis]) + list(x.shape[axis + 1:]) == shape:
                return x.mean(axis)
        return self.fitted(x.mean(-1), shape, "mean")

    def run_grid_sample(self, step, op, reads, shape):
        x, grid = reads
        places = self.fitted(grid, [shape[0], *shape[2:], 2], "sampling places")
        return functional.grid_sample(x, places.to(x.dtype), align_corners=False)

    def run_cross_entropy(self, step, op, reads, shape):
        logits = reads[0].reshape(-1, reads[0].shape[-1])
        targets = torch.zeros(logits.shape[0], dtype=torch.int64, device=logits.device)
        return functional.cross_entropy(logits, targets).reshape(shape)


def ready_made(device):
    """The named model of an installed library, where it has exactly the scenario's parameters."""
    if not JOB["as_named"]:
        return None
    for library, build in (("torchvision", lambda m: getattr(m.models, JOB["preset"])(weights=None)),
                           ("timm", lambda m: m.create_model(JOB["preset"], pretrained=False))):
        try:
            module = __import__(library + (".models" if library == "torchvision" else ""))
            model = build(module)
        except Exception:
            continue
        if sum(p.numel() for p in model.parameters()) == JOB["parameter_count"]:
            return library, model.to(device=device, dtype=WEIGHTS).train(TRAINS)
    return None


def loss_of(outputs):
    """Cross entropy where an output is classes or tokens, the mean square of others."""
    total = None
    for output in outputs:
        if output.dim() == 0 or output.numel() == 1:
            part = output.float().sum()
        elif output.dim() in (2, 3) and output.shape[-1] > 1:
            logits = output.reshape(-1, output.shape[-1])
            targets = torch.zeros(logits.shape[0], dtype=torch.int64, device=output.device)
            part = functional.cross_entropy(logits.float() if JOB["sequence"] else logits, targets)
        else:
            part = output.float().pow(2).mean()
        total = part if total is None else total + part
    return total


def optimizer_of(parameters):
    name = JOB["optimizer"]
    known = {"sgd": lambda p: torch.optim.SGD(p, 1e-6), "adam": lambda p: torch.optim.Adam(p, 1e-6),
             "sgd-momentum": lambda p: torch.optim.SGD(p, 1e-6, momentum=0.9),
             "adamw": lambda p: torch.optim.AdamW(p, 1e-6), "rmsprop": lambda p: torch.optim.RMSprop(p, 1e-6),
             "adagrad": lambda p: torch.optim.Adagrad(p, 1e-6)}
    if name == "none" or not parameters:
        return None, None
    return known.get(name, known["adamw"])(parameters), None if name in known else f"optimizer {name}: adamw instead"


class Training:
    def __init__(self, net, inputs, device):
        self.net, self.inputs, self.device = net, inputs, device
        trained = [p for p in net.parameters() if p.requires_grad]
        self.masters = None
        if PRECISION.endswith("-master") and TRAINS:
            self.models = trained
            self.masters = [p.detach().float().requires_grad_(True) for p in trained]
        self.optimizer, self.note = optimizer_of(self.masters or trained) if TRAINS else (None, None)
        scales = PRECISION == "fp16-amp" and device.type == "cuda" and TRAINS
        self.scaler = torch.cuda.amp.GradScaler() if scales else None

    def step(self):
        if not TRAINS:
            with torch.inference_mode(), self.cast():
                self.net(self.inputs)
            return
        for _ in range(JOB["accumulation"]):
            with self.cast():
                outputs = self.net(self.inputs)
                loss = loss_of(outputs if isinstance(outputs, (list, tuple)) else [outputs])
            (self.scaler.scale(loss) if self.scaler else loss).backward()
            del outputs, loss
        self.update()

    def cast(self):
        return torch.autocast(self.device.type, dtype=AUTOCAST or torch.bfloat16, enabled=AUTOCAST is not None)

    def update(self):
        if self.masters is not None:
            for master, model in zip(self.masters, self.models):
                master.grad = None if model.grad is None else model.grad.float()
        if self.optimizer is not None:
            if self.scaler:
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                self.optimizer.step()
        if self.masters is not None:
            with torch.no_grad():
                for master, model in zip(self.masters, self.models):
                    model.copy_(master)
                    master.grad = None
        for parameter in self.net.parameters():
            parameter.grad = None


def settle(training, network):
    """One step; where autograd refuses an operator in place, all of them make copies."""
    try:
        training.step()
    except RuntimeError as problem:
        if not isinstance(network, Network) or "inplace" not in str(problem).replace("-", ""):
            raise
        network.in_place = False
        network.stand_ins.add("operators in place")
        for parameter in network.parameters():
            parameter.grad = None
        training.step()


def main():
    arguments = read_arguments()
    wanted = arguments.device
    device = torch.device("cuda" if wanted != "cpu" and torch.cuda.is_available() else "cpu")
    if wanted == "cuda" and device.type != "cuda":
        sys.exit("This PyTorch finds no CUDA device.")
    if PRECISION == "fp16-amp" and device.type == "cpu":
        sys.exit("On a CPU PyTorch casts to bf16 only: export a scenario with bf16-amp or fp32.")
    torch.manual_seed(0)
    on_card = device.type == "cuda"
    torch.backends.cudnn.benchmark = bool(JOB["autotune"])
    torch.backends.cuda.matmul.allow_tf32 = PRECISION == "tf32"
    torch.backends.cudnn.allow_tf32 = PRECISION == "tf32"
    before = card_memory_used() if on_card else None
    context = None
    if on_card:
        probe = torch.zeros(1, device=device) + 1.0
        free, total = torch.cuda.mem_get_info()
        if before is not None:
            context = max(0, total - free - before - torch.cuda.memory_reserved())
        del probe
    found = None if arguments.operators else ready_made(device)
    if found:
        source, net = found
        shape = [JOB["micro_batch"], *JOB["image"]]
        inputs = torch.randn(shape, dtype=WEIGHTS, device=device)
        if JOB["channels_last"]:
            net, inputs = net.to(memory_format=torch.channels_last), inputs.to(memory_format=torch.channels_last)
    else:
        source, net = "operators", Network(device)
        inputs = net.inputs(JOB["micro_batch"])
        if JOB["channels_last"]:
            inputs = {key: value.to(memory_format=torch.channels_last) if value.dim() == 4 else value
                      for key, value in inputs.items()}
    training = Training(net, inputs, device)
    settle(training, net)
    notes = sorted(net.stand_ins) if isinstance(net, Network) else []
    notes += [training.note] if training.note else []
    if JOB["execution"] == "compiled":
        if hasattr(torch, "compile"):
            training.net = torch.compile(net, mode="reduce-overhead" if JOB["cuda_graph"] else "default")
        else:
            notes.append("not compiled: this PyTorch cannot")
    elif JOB["cuda_graph"]:
        notes.append("launches not captured")
    synchronize = torch.cuda.synchronize if on_card else (lambda: None)
    if on_card:
        torch.cuda.reset_peak_memory_stats()
    step, steps, warm = measure(training.step, synchronize, max(0.0, arguments.seconds))
    result = {"framework": "pytorch", "framework_version": torch.__version__, "net": source, "stand_ins": notes,
              "step_seconds": step, "steps": steps, "warm_up_steps": warm, "kind": device.type,
              "device": torch.cuda.get_device_name() if on_card else (platform.processor() or platform.machine()),
              "threads": torch.get_num_threads(), "peak_resident_bytes": largest_resident_bytes()}
    if on_card:
        free, total = torch.cuda.mem_get_info()
        result.update(cuda=torch.version.cuda, idle_context_bytes=context,
                      peak_allocated_bytes=torch.cuda.max_memory_allocated(),
                      peak_reserved_bytes=torch.cuda.max_memory_reserved(),
                      peak_device_bytes=total - free - (before or 0) if before is not None else None)
    write_result(arguments, result)


if __name__ == "__main__":
    import torch.utils.checkpoint
    main()
