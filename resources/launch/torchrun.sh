set -euo pipefail

export RUN_NAME={{run_name}}  # name
program="${TRAINING_PROGRAM:-train.py}"
{{^build.nodes=1}}head_node="${HEAD_NODE:?set HEAD_NODE to the host name of the first machine}"
command=(
{{>torchrun_options.sh}}
{{^build.nodes=1}}    --rdzv-id="${RUN_ID:-$RUN_NAME}"
)
exec "${command[@]}" "$program" "$@"
