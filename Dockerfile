# The grader in an image, for an ordinary user and with nothing in it that builds. Make it and grade a file with it:
#
#   docker build --tag grader .
#   docker run --rm --network none --read-only --tmpfs /tmp --volume "$PWD:/work:ro" grader submission.py
#
# pip's settings can be given as arguments: --build-arg PIP_EXTRA_INDEX_URL=<index of CPU-only torch> saves gigabytes.
ARG BASE=debian:12-slim

FROM ${BASE} AS system
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends python3 libseccomp2 > /dev/null \
 && rm -rf /var/lib/apt/lists/*

FROM system AS build
ARG PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_NO_INDEX
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv > /dev/null
COPY . /source
RUN python3 -m venv /opt/grader \
 && /opt/grader/bin/pip install --no-cache-dir --constraint /source/constraints.txt /source \
 && /opt/grader/bin/pip uninstall --yes pip \
 && rm -r /opt/grader/lib/python3*/site-packages/torch/include /opt/grader/lib/python3*/site-packages/torch/test \
 && cp -r /source/assignments /opt/grader

FROM system
COPY --from=build /opt/grader /opt/grader
ENV PATH=/opt/grader/bin:$PATH GRADER_ASSIGNMENTS=/opt/grader/assignments
WORKDIR /work
USER 1000:1000
ENTRYPOINT ["grade"]
