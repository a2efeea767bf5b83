"""What a host may say when starting the app."""

from __future__ import annotations

import pytest

from ui.start import parser


def test_a_port_that_is_none_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("99999", "0", "-1", "eight"):
        with pytest.raises(SystemExit):
            parser().parse_args(["--port", text])
        assert f"invalid port value: '{text}'" in capsys.readouterr().err
    assert parser().parse_args(["--port", "8502"]).port == 8502
    assert parser().parse_args([]).port == 8501
