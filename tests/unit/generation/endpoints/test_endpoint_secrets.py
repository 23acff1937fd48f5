"""The key goes to the endpoint of the user, and nowhere else."""

import json
import logging
import os
import pickle
import shutil
import ssl
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.support.asked_models import KEY, model_behind, request_of
from tests.support.fake_endpoint import GOOD, MODEL, Answer, FakeEndpoint, error
from verifier.config import environment, read_secret
from verifier.console import Console
from verifier.errors import ConfigError, EndpointError, MissingToolError, UsageError
from verifier.generation.endpoints.endpoint import check_host, open_model
from verifier.generation.endpoints.options import EndpointOptions
from verifier.sandbox.local import HostSandbox
from verifier.secret import Secret
from verifier.tools import process


def test_a_redirect_is_not_followed_with_the_key() -> None:
    with FakeEndpoint() as other:
        moved = Answer(status=307, raw=b"", headers={"location": f"{other.url}/chat/completions"})
        with (
            FakeEndpoint(moved, models=moved) as endpoint,
            model_behind(endpoint) as model,
            pytest.raises(EndpointError, match=r"redirects to http://127.0.0.1:.*not followed"),
        ):
            model.ask(request_of())

        assert (len(other.served), other.listed) == (0, 0)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://example.org/v1", "unencrypted"),
        ("http://localhost.example.org/v1", "unencrypted"),
        ("http://models.example.net:8000/v1", "unencrypted"),
        ("https://user:sk-CANARY@example.org/v1", "user or password"),
        ("https://example.org/v1?key=sk-CANARY", "not an address"),
        ("ftp://example.org/v1", "not an address"),
        ("example.org/v1", "not an address"),
        ("https:///v1", "not an address"),
        ("https://example.org:port/v1", "--base-url"),
    ],
)
def test_an_address_that_would_give_the_key_away_is_refused(url: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        check_host(url)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://api.example.org/v1", "api.example.org"),
        ("http://localhost:11434/v1", "localhost:11434"),
        ("http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
        ("http://[::1]:8000/v1", "::1:8000"),
    ],
)
def test_an_encrypted_address_or_one_of_this_machine_is_allowed(url: str, host: str) -> None:
    assert check_host(url) == host


def test_the_environment_adds_no_header_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: yes\nAuthorization: Bearer other")
    with FakeEndpoint() as proxy, FakeEndpoint() as endpoint:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        with model_behind(endpoint) as model:
            model.ask(request_of())

        headers = {name.lower(): value for name, value in endpoint.served[0].headers.items()}
        assert (len(proxy.served), proxy.listed) == (0, 0)
    assert headers["authorization"] == f"Bearer {KEY}"
    assert set(headers) == {
        "host",
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "user-agent",
    }


def test_an_endpoint_without_keys_gets_none() -> None:
    with FakeEndpoint() as endpoint:
        options = EndpointOptions(model=MODEL, base_url=endpoint.url, api_key_env="-")
        open_model(options, Console(quiet=True)).ask(request_of())

        assert "authorization" not in {name.lower() for name in endpoint.served[0].headers}


def test_a_key_that_an_endpoint_sends_back_is_hidden() -> None:
    echoed = Answer(text=f"the key is {KEY}", model=KEY, fingerprint=KEY, finish=KEY)
    with (
        FakeEndpoint(echoed, error(401, f"no such key: {KEY}")) as endpoint,
        model_behind(endpoint) as model,
    ):
        answered = model.ask(request_of())
        with pytest.raises(EndpointError, match=r"no such key: \*\*\*") as caught:
            model.ask(request_of())

    assert KEY not in repr(answered)
    assert answered.text == "the key is ***"
    assert KEY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("sk/a+b", rb"sk\/a+b"),
        ("sk/a+b", rb"\u0073k\u002Fa\u002bb"),
        ("sk/a+b", rb"\u0073\u006B/a+b"),
        ('sk"a\\b', rb"sk\"a\\b"),
        ("sk.a", b"sk.a"),
    ],
)
def test_a_key_that_json_escapes_write_is_hidden(key: str, written: bytes) -> None:
    assert Secret(key).hide_in(b'{"message": "no ' + written + b'!"}') == b'{"message": "no ***!"}'
    assert Secret("sk.a").hide_in(b"skxa \\u0073") == b"skxa \\u0073"


def test_an_answer_in_utf_16_is_not_read_because_the_key_is_not_found_in_it() -> None:
    body = json.dumps({"choices": [{"message": {"content": KEY}}]}).encode("utf-16")
    with FakeEndpoint(Answer(raw=body)) as endpoint, model_behind(endpoint) as model:
        assert model.ask(request_of()).text is None


@pytest.mark.parametrize(
    "answers", [[GOOD], [error(401, "no"), GOOD], [Answer(fault="reset"), GOOD]]
)
def test_no_log_line_has_the_key(
    answers: list[Answer], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="verifier")
    monkeypatch.setattr(logging.getLogger("verifier"), "propagate", True)
    with FakeEndpoint(*answers) as endpoint, model_behind(endpoint) as model:
        try:
            model.ask(request_of())
        except EndpointError:
            logging.getLogger("verifier").exception("failed")

    assert caplog.records
    assert KEY not in caplog.text


PROGRAM = """
import logging, subprocess, sys, traceback
from verifier.console import Console
from verifier.domain.generation import Sampling
from verifier.errors import EndpointError
from verifier.generation.endpoints.endpoint import open_model
from verifier.generation.model import Message, ModelRequest, Role
from verifier.generation.endpoints.options import EndpointOptions

logging.basicConfig(level=logging.DEBUG)
message = Message(role=Role.USER, text="a secret prompt")
for url in sys.argv[1:]:
    model = open_model(EndpointOptions(model="m", base_url=url, api_key_env="MY_KEY"), Console())
    try:
        model.ask(ModelRequest(key="k", model="m", messages=(message,), sampling=Sampling()))
    except EndpointError:
        traceback.print_exc()
    print(vars(model))
print(subprocess.run(["ps", "-ww", "-ef"], capture_output=True).stdout)
"""


def test_a_process_shows_its_key_in_no_output_file_traceback_or_process_list(
    tmp_path: Path,
) -> None:
    with (
        FakeEndpoint() as good,
        FakeEndpoint(error(401, f"wrong: {KEY}")) as refusing,
        FakeEndpoint(Answer(raw=b"<html>", content_type="")) as page,
    ):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, good.url, refusing.url, page.url],
            env={**os.environ, "MY_KEY": KEY, "PYTHONPATH": str(Path(__file__).parents[4])},
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        keys = [each.served[0].headers["authorization"] for each in (good, refusing, page)]
    output = done.stdout + done.stderr
    assert keys == [f"Bearer {KEY}"] * 3
    assert output.count(b"Traceback") >= 2
    assert b"k: attempt 1: answered" in output
    assert KEY.encode() not in output
    assert b"a secret prompt" not in done.stderr
    assert [path for path in tmp_path.rglob("*") if KEY.encode() in path.read_bytes()] == []


def test_a_secret_is_stars_in_every_text() -> None:
    secret = Secret(KEY)

    assert {str(secret), repr(secret), f"{secret}", f"{[secret]}"} == {"***", "[***]"}
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize("value", [None, "", "  \n"])
def test_a_variable_without_a_value_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("MY_KEY", value)
    options = EndpointOptions(model="m", api_key_env="MY_KEY")

    with pytest.raises(ConfigError, match="the variable MY_KEY of the key is not set"):
        open_model(options, Console(quiet=True))


@pytest.mark.parametrize("value", ["sk-CANARY\nX: y", "sk CANARY", "sk-CANARY\u00e9"])
def test_a_value_that_is_no_key_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("MY_KEY", value)

    with pytest.raises(ConfigError, match="MY_KEY has a character") as caught:
        read_secret("MY_KEY")
    assert "CANARY" not in str(caught.value)


def test_a_missing_extra_is_named_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    options = EndpointOptions(model="m", api_key_env="-")

    with pytest.raises(MissingToolError, match="which is not installed") as caught:
        open_model(options, Console(quiet=True))
    assert caught.value.hint.endswith("-m pip install 'refverify[generate]'")


def test_an_endpoint_cannot_send_commands_to_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    codes = "\x1b[2J\x1b]0;gone\x07\u202e"
    with FakeEndpoint(error(401, codes)) as endpoint, model_behind(endpoint) as model:
        try:
            model.ask(request_of())
        except EndpointError as caught:
            Console().error(str(caught))
            traceback.print_exc()

    shown = capsys.readouterr().err
    assert r"\x1b[2J" in shown
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_no_other_program_gets_the_variable_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("MY_OTHER", "kept")
    assert read_secret("MY_KEY").reveal() == KEY

    print_all = [sys.executable, "-c", "import os; print(dict(os.environ))"]
    seen = process.check(print_all).text
    with HostSandbox() as host:
        assert KEY not in repr(host._environment)
    assert KEY not in seen
    assert "kept" in seen
    assert "MY_KEY" not in environment()


@pytest.fixture
def untrusted(tmp_path: Path) -> Iterator[HTTPServer]:
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl makes the certificate, and is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    subprocess.run(
        [
            program,
            *words,
            "-addext",
            "subjectAltName=DNS:localhost",
            "-keyout",
            key,
            "-out",
            certificate,
        ],
        check=True,
        capture_output=True,
    )
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_a_certificate_that_is_not_trusted_stops_the_run(untrusted: HTTPServer) -> None:
    url = f"https://localhost:{untrusted.server_address[1]}/v1"
    with (
        FakeEndpoint() as endpoint,
        model_behind(endpoint, base_url=url) as model,
        pytest.raises(
            EndpointError, match=r"the certificate of localhost:.* is not trusted"
        ) as caught,
    ):
        model.ask(request_of())
    assert "SSL_CERT_FILE" in caught.value.hint


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "https://nowhere.invalid/v1"])
def test_a_host_that_was_never_reached_stops_the_run(url: str) -> None:
    with (
        FakeEndpoint() as endpoint,
        model_behind(endpoint, base_url=url) as model,
        pytest.raises(EndpointError, match="cannot be reached"),
    ):
        model.ask(request_of())


def test_a_host_that_was_reached_before_is_tried_again() -> None:
    endpoint = FakeEndpoint()
    with model_behind(endpoint, give_up_after=10) as model:
        assert model.ask(request_of()).text == "answer"
        endpoint.close()
        answered = model.ask(request_of())

    assert answered.missing == "gave_up"
    assert {attempt.outcome for attempt in answered.attempts} <= {"unreachable", "connection"}
