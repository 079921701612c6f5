"""The scenarios of examples/scenarios, written once more for Wind Tunnel's own tool.

wt run --runtime http_inject --pack-source tests/interop/pack.py:PACK
"""

from windtunnel.api.pack import ScenarioPack
from windtunnel.api.scenario import NumberFact, Scenario

PALLET = "Which client ordered the misrouted pallet?"

PACK = ScenarioPack(
    name="freight_examples",
    scenarios=[
        Scenario(
            name="agent_error",
            prompt="Look up the misrouted pallet, then simulate a model failure.",
            target_facts=[["Bluewing"]],
            must_call=["client_lookup"],
            tags=["freight", "expected-to-fail"],
        ),
        Scenario(
            name="crash",
            user_turns=[PALLET, "Simulate a crash of the endpoint."],
            target_facts=[["Bluewing"]],
            tags=["freight", "expected-to-fail"],
        ),
        Scenario(
            name="forbidden",
            prompt="What is the status of order 5120?",
            target_facts=[["in transit", "on its way"]],
            forbidden_facts=["delivered", "Reno"],
            forbidden_calls=["file_claim"],
            tags=["freight", "tools"],
        ),
        Scenario(
            name="memory",
            user_turns=[
                "Please remember this: the gate code is 7731",
                "What is the status of order 4417?",
                "What did I just tell you?",
            ],
            target_facts=[["gate code"]],
            target_numbers=[NumberFact(value=7731)],
            must_call=["order_status"],
            tags=["freight", "memory"],
        ),
        Scenario(
            name="numbers",
            prompt="What is in stock at the hub in Reno?",
            target_numbers=[NumberFact(value=212, unit="pallets"), NumberFact(value=3)],
            tags=["freight"],
        ),
        Scenario(
            name="plain_facts",
            prompt=PALLET,
            target_facts=[["Bluewing Logistics", "Bluewing"], ["Reno"]],
            tags=["freight", "smoke"],
        ),
        Scenario(
            name="tool_order",
            prompt=PALLET,
            target_facts=[["4417"]],
            requires_tool_use=True,
            must_call=["client_lookup", ["order_status", "order_details"]],
            order_matters=True,
            tags=["freight", "tools"],
        ),
        Scenario(
            name="variance",
            prompt="Good morning. What can you help me with?",
            target_facts=[["customs papers"]],
            variance_allowed=True,
            tags=["freight"],
        ),
        Scenario(
            name="wrong_answer",
            prompt="What is the status of order 4417?",
            target_facts=[["delivered"]],
            must_call=["order_status", "file_claim"],
            tags=["freight", "expected-to-fail"],
        ),
    ],
)
