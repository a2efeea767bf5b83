"""How often a property is tried, and every place in a record where it can be tampered with."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings

TIMES = 100 if os.environ.get("HYPOTHESIS_PROFILE") == "stress" else 1


def tried(examples: int) -> settings:
    """So many examples with the tests, a hundred times as many with ``HYPOTHESIS_PROFILE=stress``."""
    return settings(
        max_examples=examples * TIMES,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every value in a record, as the container and the key it stands under."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [found for key in keys for found in ((value, key), *places(value[key]))]
