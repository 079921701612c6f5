"""Adapter for a careful driver by hand over Python's urllib: no redirect, no proxy, one deadline over the
whole exchange, strict JSON, numbers digit for digit. Standard library only.

    wt-inject certify -- python3 examples/drivers/urllib_driver.py
"""

import json, os, re, sys, threading, urllib.error, urllib.request, uuid

BASE = (os.environ.get("WT_INJECT_URL") or "http://127.0.0.1:8647").rstrip("/")
TIMEOUT_S = float(os.environ.get("WT_INJECT_TIMEOUT_S", "120"))
MARK = uuid.uuid4().hex  # before a number that a double might round; put off again in spelled()


class Refused(Exception):
    """The endpoint's answer breaks the contract."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # the status stands, and is no 200


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect)


def exchange(request, box):
    try:
        with OPENER.open(request, timeout=TIMEOUT_S + 5) as answer:
            box.update(status=answer.status, body=answer.read(16 << 20))
    except urllib.error.HTTPError as error:
        box.update(status=error.code, body=error.read(4096))
    except Exception as error:
        box.update(error=error)


def post(route, fields):
    body = json.dumps({"wt_inject": 1, **fields}).encode()
    request = urllib.request.Request(f"{BASE}/wt/{route}", body, {"Content-Type": "application/json"})
    box = {}
    # urllib's time-out is for one read. A thread that is left behind bounds all of them together.
    worker = threading.Thread(target=exchange, args=(request, box), daemon=True)
    worker.start()
    worker.join(TIMEOUT_S + 5)
    if not box or "error" in box:
        raise ConnectionError(f"{route}: {box.get('error', 'deadline passed')!r}")
    status, body = box["status"], box["body"]
    if status != 200:
        raise Refused(f"{route}: status {status}: {body[:500]!r}", status)
    try:
        parsed = json.loads(body.decode("utf-8"), parse_constant=refuse_constant, parse_float=MARK.__add__)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{route}: not JSON in UTF-8: {error}: {body[:500]!r}", status)
    if not isinstance(parsed, dict) or type(parsed.get("wt_inject")) is not int or parsed["wt_inject"] != 1:
        raise Refused(f"{route}: no echo of version 1: {body[:500]!r}", status)
    return parsed


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def spelled(value):
    return re.sub(f'"{MARK}([^"]+)"', r"\1", json.dumps(value))


def text_in(value):
    return isinstance(value, str) and not value.startswith(MARK)


def inject(session_id, text):
    got = post("inject", {"session_id": session_id, "text": text, "timeout_s": TIMEOUT_S})
    calls, reply, error = got.get("tool_calls"), got.get("reply"), got.get("error")
    good = isinstance(calls, list) and text_in(reply) and (text_in(error) and error if "error" in got else reply)
    for call in calls if good else []:
        good = good and isinstance(call, dict) and text_in(call.get("name")) and isinstance(call.get("arguments"), dict)
    if not good:
        raise Refused(f"inject: the envelope breaks the contract: {got!r:.500}", 200)
    made = [{"id": f"call_{n}", "type": "function", "function": {"name": c["name"], "arguments": spelled(c["arguments"])}}
            for n, c in enumerate(calls)]
    message = {"role": "assistant", "content": reply, "tool_calls": made}
    response = {"choices": [{"message": message, "finish_reason": "tool_calls" if made else "stop"}]}
    return {**response, "worker_warnings": [error]} if error else response


def surface():
    try:
        block = post("surface", {}).get("surface")
    except Refused as error:
        return {"status": "unavailable" if error.args[1] in (404, 501) else "invalid"}
    except ConnectionError:
        return {"status": "invalid"}
    wanted = {"system_instructions": ("type", "content"), "tool_definitions": ("name",), "extra_segments": ("name", "content")}
    good = isinstance(block, dict) and all(
        isinstance(block.get(kind), list) and all(isinstance(one, dict) and all(text_in(one.get(key)) for key in keys)
                                                  for one in block[kind]) for kind, keys in wanted.items())
    return {"status": "reported" if good else "invalid"}


def perform(request):
    op = request["op"]
    if op == "surface":
        return {"outcome": "ok", "surface": surface()}
    if op == "inject":
        return completed([inject(request["session_id"], request["text"])], "response")
    post("reset", {})
    if op == "reset":
        return {"outcome": "ok"}
    found, session_id = surface(), request.get("session_id") or str(uuid.uuid4())
    return {**completed([inject(session_id, text) for text in request["texts"]], "responses"), "surface": found}


def completed(responses, key):
    errors = [warning for one in responses for warning in one.get("worker_warnings", [])]
    said = {"outcome": "agent_error", "detail": errors[0]} if errors else {"outcome": "ok"}
    return {**said, key: responses if key == "responses" else responses[0]}


try:
    answer = perform(json.loads(sys.stdin.readline()))
except Refused as error:
    answer = {"outcome": "contract_failure", "detail": error.args[0]}
except Exception as error:
    answer = {"outcome": "transport_failure", "detail": repr(error)}
print(json.dumps(answer), flush=True)
os._exit(0)  # a thread that still waits must not keep the process
