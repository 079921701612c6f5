"""Wind Tunnel's inject contract, version 1, by hand: Python 3.9 or later, standard library only.
`python3 endpoint.py [--port N]`. To bench your own agent, put it in the place of `think`."""
import argparse, json, re, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REMEMBER, ECHO = "Please remember this: ", "Repeat word for word: "
SYSTEM = "You are the order desk of a made-up freight company. Answer from tool results only."
ORDERS = {"4417": ("Larkfield Mills", "H2"), "4999": ("Pine Brothers", "H9")}  # no hub H9
TOOLS = {"find_order": ("Find an order by its number.", "order_id", ORDERS.__getitem__),
         "find_hub": ("Find the city of a hub.", "hub_id", {"H2": "Northport"}.__getitem__)}
SURFACE = {"system_instructions": [{"type": "text", "content": SYSTEM}], "extra_segments": [],
           "tool_definitions": [{"name": name, "description": about, "input_schema": {
               "type": "object", "properties": {key: {"type": "string"}}, "required": [key]}}
               for name, (about, key, _) in TOOLS.items()]}
HISTORIES, RUNNING = {}, set()
GUARD, RESETTING = threading.Condition(), threading.Lock()  # GUARD is held to touch those two

def think(turn, history):
    """The agent: a toy model and its tools. What takes time must end once turn.settled is set."""
    order = re.search(r"\border ([0-9]+)", turn.text)
    if turn.text.startswith(ECHO):
        return turn.text[len(ECHO):] or "(nothing)"
    if turn.text.startswith(REMEMBER):
        return "I will remember that."
    if "did I just tell you" in turn.text:
        told = [text[len(REMEMBER):] for text in history if text.startswith(REMEMBER)]
        return f"You told me: {told[-1] if told else 'nothing'}."
    if not order:
        return f"I can find orders. You said {len(history)} things before."
    client, hub = turn.call("find_order", order[1])
    if "take your time" in turn.text and turn.settled.wait(30):
        raise InterruptedError
    return f"Order {order[1]} of {client} is in {turn.call('find_hub', hub)}."

class Turn:
    def __init__(self, request):
        self.session_id, self.text = request["session_id"], request["text"]
        self.calls, self.settled = [], threading.Event()

    def call(self, name, value):
        _, key, tool = TOOLS[name]
        self.calls.append({"name": name, "arguments": {key: value}})  # first: the tool may fail
        return tool(value)
    def settle(self, reply, error):
        """Reply, failure, deadline and reset race, under GUARD; the first one is the answer."""
        if first := not self.settled.is_set():
            self.answer = {"wt_inject": 1, "reply": reply, "tool_calls": list(self.calls)}
            self.answer.update({"error": error} if error else {})
            self.settled.set()
        return first

def run(turn, history):
    try:
        reply, error = think(turn, history), None
    except Exception as fault:
        reply, error = "", f"the agent failed: {fault!r}"
    with GUARD:
        if turn.settle(reply, error) and not error:  # what failed or came late leaves no trace
            HISTORIES[turn.session_id] = history + [turn.text]
        RUNNING.discard(turn)
        GUARD.notify_all()

def inject(request):
    turn, timeout_s = Turn(request), request["timeout_s"]
    with RESETTING, GUARD:  # while a reset runs, no turn begins
        RUNNING.add(turn)
        history = HISTORIES.get(turn.session_id, [])
    threading.Thread(target=run, args=(turn, history), daemon=True).start()
    turn.settled.wait(min(timeout_s, 86400))
    with GUARD:
        turn.settle("", f"no reply within {timeout_s} s")
    return turn.answer

def reset(_):
    with RESETTING, GUARD:
        for turn in RUNNING:
            turn.settle("", "stopped by a reset")
        GUARD.wait_for(lambda: not RUNNING)  # expired turns too: while one runs, it may write
        HISTORIES.clear()
    return {"wt_inject": 1}

ROUTES = {"/wt/inject": inject, "/wt/reset": reset,
          "/wt/surface": lambda _: {"wt_inject": 1, "surface": SURFACE}}
FIELDS = {"wt_inject": lambda v: type(v) is int and v == 1,  # isinstance would let True pass
          "session_id": lambda v: type(v) is str, "text": lambda v: type(v) is str,
          "timeout_s": lambda v: type(v) in (int, float) and v > 0}

class Handler(BaseHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm, log_message = "HTTP/1.1", True, lambda *_: None

    def do_POST(self):
        status, answer = self.respond()
        if status != 200:
            answer = {"wt_inject": 1, "reply": "", "tool_calls": [], "error": answer}
        body = json.dumps(answer).encode("utf-8")
        self.send_response(status)
        for header in (("Content-Type", "application/json"), ("Content-Length", str(len(body))),
                       ("Connection", "close" if self.close_connection else "keep-alive"), ("Allow", "POST")):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)
    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST
    def respond(self):
        length, route = self.headers.get("Content-Length", "0"), self.path.partition("?")[0]
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,7}", length):
            self.close_connection = True  # the body stays unread: nothing can follow it
            return 413, "send a Content-Length below 10 MB"
        body = self.rfile.read(int(length))
        if route not in ROUTES or self.command != "POST":
            return (405, "use POST") if route in ROUTES else (404, "no such route")
        try:
            request = json.loads(body.decode("utf-8"), parse_constant=int)  # int() refuses NaN
            for name in FIELDS if route == "/wt/inject" else ["wt_inject"]:  # all else is ignored
                if not FIELDS[name](request.get(name)):
                    raise ValueError(f"{name} is missing, or isn't what version 1 asks for")
        except (ValueError, AttributeError, RecursionError) as fault:
            return 400, str(fault)
        return 200, ROUTES[route](request)

if __name__ == "__main__":
    options = argparse.ArgumentParser(description="An endpoint of Wind Tunnel's inject contract.")
    options.add_argument("--port", type=int, default=8647, help="default 8647; 0: one that is free")
    ThreadingHTTPServer.request_queue_size = 128
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.parse_args().port), Handler)
    except (OSError, OverflowError) as fault:
        sys.exit(f"Cannot listen: {fault}. Choose another port with --port N.")
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
