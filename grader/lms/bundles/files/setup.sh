#!/usr/bin/env bash
# Gradescope runs this once, as root, to build the image. Choose Ubuntu 24.04 or newer there: Python 3.11 is needed.
set -euo pipefail

# A CPU-only torch is much smaller: put the address here that PyTorch's "Get Started" page shows after --index-url.
TORCH_INDEX=""

root=${AUTOGRADER_ROOT:-/autograder}
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3 python3-venv libseccomp2
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "The grader needs Python 3.11: choose a newer Ubuntu.")'
python3 -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet --constraint "$root/source/package/constraints.txt" \
  ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} "$root/source/package"
"$root/venv/bin/grade" doctor || true # for the log: how well this image can confine submissions
