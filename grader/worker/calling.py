"""One call: bind the lab's arguments to the student's parameters, call, and say what came back."""

from collections.abc import Mapping

from grader import wire
from grader.worker import values
from grader.worker.binding import Function, bind
from grader.worker.denied import Denied
from grader.worker.failing import failed


def answer(
    call: wire.Call, functions: dict[str, Function], files: Mapping[str, str], denied: Denied
) -> wire.Answer | wire.Failed:
    """Make one call and pack what it returned, or what it raised."""
    function = functions[call.function]
    arguments = tuple(values.argument(block, arrays=call.arrays) for _, block in call.arguments)
    places = {names[0]: at for at, names in enumerate(function.arguments)}
    try:
        args, kwargs = bind(function, arguments, tuple(places[name] for name, _ in call.arguments))
        with denied.during(call.function):
            result = function.call(*args, **kwargs)
            return values.returned(result, arguments if call.echo else (), function.keys)
    except BaseException as error:  # whatever a submission raises is an answer
        return failed(error, files)
