"""Adapter for windtunnel-bench's built-in runtime http_inject (pip install windtunnel-bench).

    wt-inject certify --runtime http_inject -- python3 examples/drivers/windtunnel_bench.py

One JSON line on standard input, one on standard output; docs/certify.md describes both. A turn, a
reset and a surface probe call the runtime's handle. A run is windtunnel's own run of a scenario, so
that the order of reset, surface and turns is windtunnel's and not this file's.
"""

import json
import sys

from windtunnel.api.runner import run_scenario
from windtunnel.api.scenario import Scenario
from windtunnel.runtimes.http_inject import HttpInjectRuntime
from windtunnel.spi.agent_runtime import AgentConfig


def failure(error):
    """The runtime raises RuntimeError for what it refuses; all else comes from the wire below it."""
    refused = isinstance(error, RuntimeError) and ": transport " not in str(error)
    outcome = "contract_failure" if refused else "transport_failure"
    return {"outcome": outcome, "detail": f"{type(error).__name__}: {error}"[:4000]}


def completed(responses):
    """An agent's error stands in worker_warnings, word for word."""
    errors = [warning for one in responses for warning in one.get("worker_warnings", [])]
    return {"outcome": "agent_error", "detail": errors[0]} if errors else {"outcome": "ok"}


class Watched:
    """The runtime, with its handle's answers and failures noted."""

    accepts_runner_managed_mcps = False

    def __init__(self, runtime):
        self.runtime, self.responses, self.error = runtime, [], None

    def provision(self, config, mcps=None):
        handle = self.runtime.provision(config, mcps=mcps)
        send = handle.send

        def watched_send(messages, session_id):
            try:
                response = send(messages, session_id)
            except Exception as error:
                self.error = error
                raise
            self.responses.append(response)
            return response

        handle.send = watched_send
        return handle


def run(texts):
    watched = Watched(HttpInjectRuntime())
    scenario = Scenario(name="certify", user_turns=texts)
    trace = run_scenario(scenario, watched).runs[0].trace
    if watched.error is not None:
        return {**failure(watched.error), "responses": watched.responses}
    answer = {**completed(watched.responses), "responses": watched.responses}
    return answer if trace.surface is None else {**answer, "surface": trace.surface}


def perform(request):
    if request["op"] == "run":
        if "session_id" in request:
            return {"outcome": "unsupported", "detail": "a run mints its own session_id"}
        return run(request["texts"])
    handle = HttpInjectRuntime().provision(AgentConfig())
    if request["op"] == "reset":
        handle.reset_state()
        return {"outcome": "ok"}
    if request["op"] == "surface":
        return {"outcome": "ok", "surface": handle.describe_surface()}
    messages = [{"role": "user", "content": request["text"]}]
    response = handle.send(messages, request["session_id"])
    return {**completed([response]), "response": response}


try:
    answer = perform(json.loads(sys.stdin.readline()))
except Exception as error:
    answer = failure(error)
print(json.dumps(answer))
