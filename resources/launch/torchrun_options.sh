    torchrun
    --nnodes={{build.nodes}}  # build.nodes
    --nproc-per-node={{build.gpus_per_node}}  # build.gpus_per_node
{{#build.nodes=1}}    --standalone
{{^build.nodes=1}}    --rdzv-backend=c10d
{{^build.nodes=1}}    --rdzv-endpoint="$head_node:29500"
