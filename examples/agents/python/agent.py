"""A whole agent behind Wind Tunnel's inject contract: its own loop over Chat Completions, two tools,
memory by session. Python 3.9 or later, standard library only.

    python3 agent.py --model-url http://127.0.0.1:9902 [--port 8647] [--model NAME] [--stream]

It shows what a loop owes its model: the history as it was, each answer as it came, one result for each
call under the call's id, errors of tools as results, and an error in place of an answer that was cut."""
import argparse, http.client, json, sys, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SYSTEM = "You are the order desk of a made-up freight company. Answer from tool results only."
ORDERS = {"4417": {"client": "Larkfield Mills", "hub_id": "H2"}}
HUBS = {"H2": {"city": "Northport"}}
MAX_STEPS = 8
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the model's server is near


class Failure(Exception):
    """Why a turn has no answer: told as the envelope's error."""


def find(table, kind, key):
    if key not in table:
        raise LookupError(f"there is no {kind} {key!r}")
    return table[key]


TOOLS = {
    "find_order": ("Find an order by its number.", "order_id", lambda key: find(ORDERS, "order", key)),
    "find_hub": ("Find the city of a hub.", "hub_id", lambda key: find(HUBS, "hub", key)),
}
SCHEMAS = {name: {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}
           for name, (_, key, _) in TOOLS.items()}
OFFERS = [{"type": "function", "function": {
    "name": name, "description": about, "parameters": SCHEMAS[name]}}
    for name, (about, _, _) in TOOLS.items()]


class Model:
    """A Chat Completions server. One request, one attempt."""

    def __init__(self, url, name, stream):
        base = url.rstrip("/")
        self.url = base + ("" if base.endswith("/v1") else "/v1") + "/chat/completions"
        self.name, self.stream = name, stream

    def ask(self, messages, deadline):
        """The model's message and why it stopped. Raises Failure where there is no whole answer."""
        body = {"model": self.name, "messages": messages, "tools": OFFERS, "stream": self.stream}
        request = urllib.request.Request(self.url, json.dumps(body).encode("utf-8"),
                                         {"Content-Type": "application/json"})
        left = deadline - time.monotonic()
        if left <= 0:
            raise Failure("no time was left to ask the model")
        try:
            with DIRECT.open(request, timeout=left) as response:
                return self.streamed(response, deadline) if self.stream else self.whole(response)
        except urllib.error.HTTPError as fault:
            raise Failure(f"the model answered with status {fault.code}")
        except (OSError, ValueError, LookupError, TypeError, http.client.HTTPException) as fault:
            raise Failure(f"the model gave no whole answer: {fault}")

    def whole(self, response):
        choice = json.load(response)["choices"][0]
        return choice["message"], choice["finish_reason"]

    def streamed(self, response, deadline):
        text, calls, finish = "", [], None
        for line in response:
            if time.monotonic() > deadline:
                raise ValueError("its stream took too long")
            data = line.decode("utf-8").strip()
            if not data.startswith("data:") or data == "data: [DONE]":
                continue
            event = json.loads(data[len("data:"):])
            if event.get("error"):
                raise ValueError("it ended its stream with an error")
            for choice in event["choices"]:
                delta = choice["delta"]
                text += delta.get("content") or ""
                for piece in delta.get("tool_calls") or []:
                    while len(calls) <= piece["index"]:
                        calls.append({"id": "", "type": "function",
                                      "function": {"name": "", "arguments": ""}})
                    call, function = calls[piece["index"]], piece.get("function") or {}
                    call["id"] += piece.get("id") or ""
                    call["function"]["name"] += function.get("name") or ""
                    call["function"]["arguments"] += function.get("arguments") or ""
                finish = choice.get("finish_reason") or finish
        if finish is None:
            raise ValueError("its stream broke off")  # what came so far is no answer
        message = {"role": "assistant", "content": text or None}
        return ({**message, "tool_calls": calls} if calls else message), finish


class Agent:
    def __init__(self, model):
        self.model, self.histories = model, {}
        self.guard, self.running, self.resets = threading.Condition(), 0, 0

    def inject(self, request):
        calls, deadline = [], time.monotonic() + request["timeout_s"]
        with self.guard:
            self.running += 1
            era = self.resets
            history = self.histories.get(request["session_id"], [])
        try:
            reply, history = self.turn(history, request["text"], calls, deadline)
            with self.guard:
                if era != self.resets:
                    raise Failure("stopped by a reset")
                # A turn that failed leaves nothing behind.
                self.histories[request["session_id"]] = history
            return {"wt_inject": 1, "reply": reply, "tool_calls": calls}
        except Failure as fault:
            return {"wt_inject": 1, "reply": "", "tool_calls": calls, "error": str(fault)}
        finally:
            with self.guard:
                self.running -= 1
                self.guard.notify_all()

    def turn(self, history, text, calls, deadline):
        """The loop: ask, run what is called, ask again. The history only ever grows."""
        history = history + [{"role": "user", "content": text}]
        for _ in range(MAX_STEPS):
            message, finish = self.model.ask([{"role": "system", "content": SYSTEM}] + history, deadline)
            called, answer = message.get("tool_calls") or [], message.get("content")
            if finish not in ("stop", "tool_calls"):
                raise Failure(f"the model stopped early ({finish})")
            history = history + [message]
            if not called:
                if not answer:
                    raise Failure("the model said nothing")
                return answer, history
            for call in called:
                history = history + [{"role": "tool", "tool_call_id": call["id"],
                                      "content": self.run(call["function"], calls)}]
        raise Failure(f"no answer after {MAX_STEPS} requests to the model")

    def run(self, function, calls):
        """A result for the model. Whatever goes wrong here is one too."""
        try:
            arguments = json.loads(function["arguments"] or "{}")
            if not isinstance(arguments, dict):
                raise ValueError("they are no JSON object")
        except ValueError as fault:
            return f"Error: the arguments can't be read: {fault}"
        calls.append({"name": function["name"], "arguments": arguments})  # before it runs: it may fail
        if function["name"] not in TOOLS:
            return f"Error: there is no tool {function['name']!r}"
        _, key, tool = TOOLS[function["name"]]
        try:
            return json.dumps(tool(arguments[key]))
        except (LookupError, TypeError) as fault:
            return f"Error: {fault}"

    def reset(self, _):
        with self.guard:
            self.resets += 1
            self.guard.wait_for(lambda: self.running == 0)
            self.histories.clear()
        return {"wt_inject": 1}

    def surface(self, _):
        tools = [{"name": name, "description": about, "input_schema": SCHEMAS[name]}
                 for name, (about, _, _) in TOOLS.items()]
        return {"wt_inject": 1, "surface": {
            "system_instructions": [{"type": "text", "content": SYSTEM}],
            "tool_definitions": tools, "extra_segments": []}}


FIELDS = {"wt_inject": lambda v: type(v) is int and v == 1,  # isinstance would let True pass
          "session_id": lambda v: type(v) is str, "text": lambda v: type(v) is str,
          "timeout_s": lambda v: type(v) in (int, float) and 0 < v < 1e6}


class Handler(BaseHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm = "HTTP/1.1", True
    agent = None

    def log_message(self, *_):
        pass

    def do_POST(self):
        status, answer = self.respond()
        if status != 200:
            answer = {"wt_inject": 1, "reply": "", "tool_calls": [], "error": answer}
        body = json.dumps(answer).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def respond(self):
        routes = {"/wt/inject": self.agent.inject, "/wt/reset": self.agent.reset,
                  "/wt/surface": self.agent.surface}
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or len(length) > 7:
            self.close_connection = True
            return 413, "send a Content-Length below 10 MB"
        body = self.rfile.read(int(length))
        if self.path not in routes:
            return 404, "no such route"
        try:
            request = json.loads(body.decode("utf-8"))
            for name in FIELDS if self.path == "/wt/inject" else ["wt_inject"]:
                if not FIELDS[name](request.get(name)):
                    raise ValueError(f"{name} is missing, or isn't what version 1 asks for")
        except (ValueError, AttributeError, RecursionError) as fault:
            return 400, str(fault)
        return 200, routes[self.path](request)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="An agent behind Wind Tunnel's inject contract.")
    options.add_argument("--model-url", required=True, help="its model's server, which speaks Chat")
    options.add_argument("--model", default="default", help="the model to name")
    options.add_argument("--stream", action="store_true", help="ask for streams")
    options.add_argument("--port", type=int, default=8647, help="default 8647; 0: one that is free")
    given = options.parse_args()
    Handler.agent = Agent(Model(given.model_url, given.model, given.stream))
    ThreadingHTTPServer.request_queue_size = 128
    try:
        server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    except (OSError, OverflowError) as fault:
        sys.exit(f"Cannot listen: {fault}. Choose another port with --port N.")
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
