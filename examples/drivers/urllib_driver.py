"""Adapter for a careful driver by hand over Python's urllib, standard library only: no redirect, no
proxy, one deadline over the whole exchange, strict JSON, numbers digit for digit. No surface probe.

    wt-inject certify -- python3 examples/drivers/urllib_driver.py
"""
import json, os, re, sys, threading, urllib.request, uuid

BASE = (os.environ.get("WT_INJECT_URL") or "http://127.0.0.1:8647").rstrip("/")
TIMEOUT_S = float(os.environ.get("WT_INJECT_TIMEOUT_S", "120"))
MARK = uuid.uuid4().hex  # stands before a fraction, which a double might round; put off in inject()


class EveryStatus(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response  # as it is: no redirect is followed, and no status is an exception


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), EveryStatus)


def exchange(request, box):
    try:
        with OPENER.open(request, timeout=TIMEOUT_S + 5) as answer:
            box["answer"] = (answer.status, answer.read(16 << 20))
    except Exception as error:
        box["error"] = error


def post(route, fields):
    body = json.dumps({"wt_inject": 1, **fields}).encode()
    request = urllib.request.Request(f"{BASE}/wt/{route}", body, {"Content-Type": "application/json"})
    # urllib's time-out is for one read. A thread that is left behind bounds all of them together.
    worker = threading.Thread(target=exchange, args=(request, box := {}), daemon=True)
    worker.start()
    worker.join(TIMEOUT_S + 5)
    if "answer" not in box:
        raise ConnectionError(f"{route}: {box.get('error', 'the deadline passed')!r}")
    status, body = box["answer"]
    try:
        # int refuses the names of NaN and Infinity.
        got = json.loads(body.decode(), parse_constant=int, parse_float=MARK.__add__)
        if status == 200 and type(got["wt_inject"]) is int and got["wt_inject"] == 1:
            return got
    except (ValueError, TypeError, LookupError, RecursionError):
        pass
    raise ValueError(f"{route}: status {status}, no good envelope: {body[:500]!r}")


def is_text(value):
    return isinstance(value, str) and not value.startswith(MARK)


def is_call(one):
    return isinstance(one, dict) and is_text(one.get("name")) and type(one.get("arguments")) is dict


def inject(session_id, text):
    got = post("inject", {"session_id": session_id, "text": text, "timeout_s": TIMEOUT_S})
    calls, reply, error = got.get("tool_calls"), got.get("reply"), got.get("error")
    told = is_text(error) and error if "error" in got else reply  # empty beside an error alone
    if not (isinstance(calls, list) and all(map(is_call, calls)) and is_text(reply) and told):
        raise ValueError(f"inject: status 200, a broken envelope: {got!r:.500}")
    made = [{"id": f"call_{n}", "type": "function", "function": {"name": call["name"], "arguments":
             re.sub(f'"{MARK}([^"]+)"', r"\1", json.dumps(call["arguments"]))}}
            for n, call in enumerate(calls)]
    choice = {"message": {"role": "assistant", "content": reply, "tool_calls": made}}
    choice["finish_reason"] = "tool_calls" if made else "stop"
    return {"choices": [choice], "worker_warnings": [error] if error else []}


def perform(op, session_id=None, text=None, texts=()):
    if op == "surface":
        return {"outcome": "unsupported", "detail": "this driver has no surface probe"}
    if op != "inject":
        post("reset", {})
    session_id = session_id or str(uuid.uuid4())
    turns = [inject(session_id, one) for one in ([text] if op == "inject" else texts)]
    errors = [error for turn in turns for error in turn["worker_warnings"]]
    said = {"outcome": "agent_error", "detail": errors[0]} if errors else {"outcome": "ok"}
    return {**said, "response": turns[0]} if op == "inject" else {**said, "responses": turns}


try:
    answer = perform(**json.loads(sys.stdin.readline()))
except Exception as error:
    word = "contract_failure" if isinstance(error, ValueError) else "transport_failure"
    answer = {"outcome": word, "detail": str(error)}
print(json.dumps(answer), flush=True)
os._exit(0)  # a thread that still waits must not keep the process
