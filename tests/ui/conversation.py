"""Opens a page of the running app as a browser does, without one."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.ui.running import RunningApp

PAGE_S = 120


def open_page(app: RunningApp, page: str, query: str) -> None:
    """Ask for a page and stay until it says that it is done for good; an error on it is raised."""
    address = f"ws://localhost:{app.port}/_stcore/stream"
    with connect(address, subprotocols=[Subprotocol("streamlit")], max_size=None, open_timeout=PAGE_S) as talk:
        wish = BackMsg()
        wish.rerun_script.query_string = query
        wish.rerun_script.page_name = page
        talk.send(wish.SerializeToString())
        while True:
            said = talk.recv(timeout=PAGE_S)
            if is_the_end(ForwardMsg.FromString(said if isinstance(said, bytes) else said.encode())):
                return


def is_the_end(message: ForwardMsg) -> bool:
    """Whether a page is done; an error on it is raised."""
    kind = message.WhichOneof("type")
    if kind == "delta" and message.delta.new_element.HasField("exception"):
        raise AssertionError(message.delta.new_element.exception.message)
    return kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
