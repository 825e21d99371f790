# What Gradescope does with an autograder's zip: unpack it, and run its setup.sh as root.
ARG BASE
FROM ${BASE}
ARG PIP_FIND_LINKS PIP_NO_INDEX
COPY . /autograder/source
RUN cp /autograder/source/run_autograder /autograder/run_autograder \
 && apt-get update -qq \
 && bash /autograder/source/setup.sh \
 && mkdir /autograder/submission /autograder/results
WORKDIR /autograder
