"""Requests of the JSON protocol answered from the reference: `read`, `moves`, `held`, `settle`, `deal`."""

from typing import Any

from .choice import lead_options, options
from .deal import Deal, IllegalActionError, start, step
from .notation import Rules, ordered
from .reachable import reachable
from .readings import Reading
from .scoring import Settlement, held_units, settle, verdict

Json = dict[str, Any]


def answer(request: Json) -> Json:
    """What has to come back for a request; `reason` and the text of an error are left out."""
    rules = Rules.of(request.get("rules", {}))
    match request["op"]:
        case "read":
            return read(request, rules)
        case "moves":
            plays = reachable(request["hand"], table(request["on"], rules), rules)
            return {"plays": [described(reading) for reading in plays]}
        case "held":
            return {"units": held_units(request["hand"], rules)}
        case "settle":
            ended = verdict(request["order"], request["barred"])
            if ended is None:
                raise ValueError("the deal is not over")
            return settled(settle(ended, request["bombs"], request["hands"], rules))
        case "deal":
            return played(request, rules)
        case other:
            raise ValueError(f"the reference does not know {other}")


def table(on: str | None, rules: Rules) -> Reading | None:
    """What lies on the table, read as a lead."""
    if on is None:
        return None
    return lead_options(on, rules)[0]


def read(request: Json, rules: Rules) -> Json:
    """The reading of cards; of those the player may choose from, the type they ask for."""
    for reading in options(request["cards"], table(request["on"], rules), rules):
        if request.get("type") in (None, reading.type):
            return described(reading)
    return {"type": None}


def described(reading: Reading) -> Json:
    """A reading as the protocol writes it."""
    fields: Json = {"type": reading.type, "size": reading.size, "strength": list(reading.strength)}
    if reading.is_bomb:
        fields |= {"phases": reading.strength[0], "natural": reading.strength[1] == 1}
    return fields


def played(request: Json, rules: Rules) -> Json:
    """The state of a deal after some actions, or where the first illegal one is."""
    deal = start(request["hands"], request["leader"], rules)
    for index, action in enumerate(request["actions"]):
        try:
            deal = step(deal, action)
        except IllegalActionError as error:
            return {"error": str(error), "at": index}
    return state(deal)


def state(deal: Deal) -> Json:
    """A deal as the protocol writes it; what lies on the table only while the deal goes on."""
    fields: Json = {
        "over": deal.ended is not None,
        "to_act": None if deal.ended else deal.to_act,
        "order": list(deal.order),
        "barred": sorted(deal.barred),
        "timeouts": list(deal.timeouts),
        "hands": list(deal.hands),
    }
    if deal.settlement is None:
        return fields | {"on": deal.on.cards if deal.on else None}
    return fields | {"settlement": settled(deal.settlement)}


def settled(settlement: Settlement) -> Json:
    """A settlement as the protocol writes it."""
    winners = settlement.verdict.winners
    return {
        "kind": settlement.verdict.kind,
        "winners": None if winners is None else list(winners),
        "multiplier": settlement.multiplier,
        "contribution": list(settlement.contribution),
        "points": list(settlement.points),
    }


def agrees(expected: Json, got: Json) -> bool:
    """Whether an answer holds what is expected: extra fields are fine, and so is any text of an error."""
    for name, value in expected.items():
        if name not in got:
            return False
        if name == "error":
            continue
        if isinstance(value, dict):
            if not isinstance(got[name], dict) or not agrees(value, got[name]):
                return False
        elif name == "on" and value is not None and got[name] is not None:
            if ordered(got[name]) != ordered(value):
                return False
        elif name == "barred":
            if sorted(got[name]) != sorted(value):
                return False
        elif got[name] != value:
            return False
    return "error" in expected or "error" not in got
