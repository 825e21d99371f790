# The grader in an image, for an ordinary user and with nothing in it that builds. Make it and grade a file with it:
#
#   docker build --tag grader .
#   docker run --rm --network none --read-only --tmpfs /tmp --volume "$PWD:/work:ro" grader submission.py
#
# The service, whose only folder that is written is the volume /data:
#
#   docker build --target service --tag grader-service .
#   docker run --read-only --tmpfs /tmp --volume grader-data:/data --publish 8000:8000 grader-service
#
# pip's settings can be given as arguments: --build-arg PIP_EXTRA_INDEX_URL=<index of CPU-only torch> saves gigabytes.
# --build-arg EXTRAS= leaves out what the service needs; --build-arg BASE= takes another Debian or Ubuntu.
ARG BASE=debian:12-slim

FROM ${BASE} AS system
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends python3 libseccomp2 > /dev/null \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*

FROM system AS build
ARG PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_NO_INDEX
ARG EXTRAS=service
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv > /dev/null
COPY . /source
RUN python3 -m venv /opt/grader \
 && /opt/grader/bin/pip install --no-cache-dir --constraint /source/constraints.txt "/source${EXTRAS:+[$EXTRAS]}" \
 && /opt/grader/bin/pip uninstall --yes pip \
 && cd /opt/grader/lib/python3*/site-packages \
 && find torch/bin -type f ! -name torch_shm_manager -delete \
 && rm -r torch/include torch/test \
 && find numpy sympy networkx -type d -name tests -prune -exec rm -r {} + \
 && cp -r /source/assignments /opt/grader

FROM system AS grader
COPY --from=build /opt/grader /opt/grader
ENV PATH=/opt/grader/bin:$PATH GRADER_ASSIGNMENTS=/opt/grader/assignments
WORKDIR /work
USER 1000:1000
ENTRYPOINT ["grade"]

FROM grader AS service
USER root
RUN install --directory --owner=1000 --group=1000 /data
USER 1000:1000
ENV GRADER_SERVICE__DATA=/data GRADER_SERVICE__HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-c", \
  "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=10)"]
CMD ["serve"]

# What is made where no target is named.
FROM grader
