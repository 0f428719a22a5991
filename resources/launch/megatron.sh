set -euo pipefail

export RUN_NAME={{run_name}}  # name
program="${MEGATRON:-.}/pretrain_gpt.py"
{{^build.nodes=1}}head_node="${HEAD_NODE:?set HEAD_NODE to the host name of the first machine}"
launcher=(
{{>torchrun_options.sh}}
{{^build.nodes=1}}    --rdzv-id="${RUN_ID:-$RUN_NAME}"
)
model=(
    --num-layers {{layers}}  # model.shape.layers
    --hidden-size {{d_model}}  # model.shape.d_model
    --num-attention-heads {{heads}}  # model.shape.heads
    --seq-length {{tokens}}  # input.sequence_length
    --max-position-embeddings {{max_positions}}  # model.shape.max_positions
    --vocab-size {{vocabulary}}  # model.shape.vocabulary
{{#kv_heads}}    --group-query-attention  # model.shape.kv_heads
    --num-query-groups {{kv_heads}}  # model.shape.kv_heads
    --kv-channels {{head_dim}}  # model.shape.head_dim
{{#qk_norm}}    --qk-layernorm  # model.shape.qk_norm
    --ffn-hidden-size {{d_ff}}  # model.shape.d_ff
{{^bias}}    --disable-bias-linear  # model.shape.bias
{{^bias}}{{#qkv_bias}}    --add-qkv-bias  # model.shape.qkv_bias
{{#swiglu}}    --swiglu  # model.shape.gated_ffn
    --position-embedding-type {{positions}}  # model.shape.positions
    --normalization {{norm}}  # model.shape.norm
{{^tied_embeddings}}    --untie-embeddings-and-output-weights  # model.shape.tied_embeddings
    --hidden-dropout {{dropout}}  # model.shape.dropout
    --attention-dropout {{attention_dropout}}  # model.shape.attention_dropout
    --num-experts {{experts}}  # model.shape.experts
    --moe-router-topk {{experts_per_token}}  # model.shape.experts_per_token
    --moe-ffn-hidden-size {{expert_d_ff}}  # model.shape.expert_d_ff
    --moe-shared-expert-intermediate-size {{shared_expert_d_ff}}  # model.shape.shared_expert_d_ff
)
training=(
    --micro-batch-size {{training.micro_batch}}  # training.micro_batch
    --global-batch-size {{global_batch}}  # time.global_batch, training.gradient_accumulation
    --train-iters {{train_iters}}  # time.steps_per_epoch, training.epochs
    --save-interval {{save_interval}}  # time.run.checkpoint_interval_seconds, time.step_seconds
{{#training.precision=bf16-master|fp8}}    --bf16  # training.precision
{{#training.precision=fp16-master}}    --fp16  # training.precision
{{#training.precision=fp8}}    --fp8-format hybrid  # training.precision
{{#training.gradient_precision=fp32}}    --accumulate-allreduce-grads-in-fp32  # training.gradient_precision
{{#training.gradient_precision=bf16}}    --grad-reduce-in-bf16  # training.gradient_precision
{{#training.optimizer=adamw}}    --optimizer adam  # training.optimizer
{{#training.optimizer=sgd|sgd-momentum}}    --optimizer sgd  # training.optimizer
{{#training.optimizer=sgd}}    --sgd-momentum 0  # training.optimizer
{{^training.recompute=none}}    --recompute-granularity {{training.recompute}}  # training.recompute
{{#training.recompute=full}}    --recompute-method uniform  # training.recompute
{{#training.recompute=full}}    --recompute-num-layers 1  # training.recompute
{{#training.attention=fused}}    --attention-backend flash  # training.attention
{{#training.attention=standard}}    --attention-backend unfused  # training.attention
{{#training.cross_entropy=fused}}    --cross-entropy-loss-fusion  # training.cross_entropy
    --num-workers {{training.loader_workers}}  # training.loader_workers
)
parallel=(
    --tensor-model-parallel-size {{parallel.tensor}}  # parallel.tensor
    --pipeline-model-parallel-size {{parallel.pipeline}}  # parallel.pipeline
    --context-parallel-size {{parallel.context}}  # parallel.context
    --expert-model-parallel-size {{parallel.expert}}  # parallel.expert
{{#experts}}{{^parallel.tensor=1}}    --expert-tensor-parallel-size 1
{{#experts}}    --moe-token-dispatcher-type alltoall
{{^parallel.context=1}}{{#parallel.context_method=ring}}    --cp-comm-type p2p  # parallel.context_method
{{^parallel.context=1}}{{#parallel.context_method=all-to-all}}    --cp-comm-type a2a  # parallel.context_method
{{^parallel.pipeline=1}}{{^parallel.pipeline_interleave=1}}    --num-virtual-stages-per-pipeline-rank {{parallel.pipeline_interleave}}  # parallel.pipeline_interleave
{{#parallel.sequence_parallel}}    --sequence-parallel  # parallel.sequence_parallel
{{#hides_reduction}}    --overlap-grad-reduce  # parallel.data_parallel_overlap
{{#hides_gathering}}    --overlap-param-gather  # parallel.data_parallel_overlap, parallel.zero_stage, training.stack
{{#parallel.tensor_parallel_overlap}}    --tp-comm-overlap  # parallel.tensor_parallel_overlap
{{^parallel.zero_stage=0}}    --use-distributed-optimizer  # parallel.zero_stage
{{#parallel.zero_stage=2|3}}    --use-megatron-fsdp
{{#parallel.zero_stage=2}}    --data-parallel-sharding-strategy optim_grads  # parallel.zero_stage
{{#parallel.zero_stage=3}}    --data-parallel-sharding-strategy optim_grads_params  # parallel.zero_stage
{{#parallel.zero_stage=2|3}}    --no-gradient-accumulation-fusion
{{#parallel.zero_stage=2|3}}    --ckpt-format fsdp_dtensor
{{#parallel.offload=optimizer}}    --optimizer-cpu-offload  # parallel.offload
{{#parallel.offload=optimizer}}    --use-precision-aware-optimizer
)
exec "${launcher[@]}" "$program" "${model[@]}" "${training[@]}" "${parallel[@]}" "$@"
