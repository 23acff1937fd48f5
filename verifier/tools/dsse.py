"""Sign a text with the user's key, as a DSSE envelope (secure-systems-lab/dsse, protocol 1.0.0)."""

import base64
import json
from pathlib import Path

from verifier.errors import InputError, MissingToolError
from verifier.tools import process
from verifier.tools.packages import install
from verifier.tools.storage.scratch import scratch_folder

PAYLOAD_TYPE = "application/vnd.in-toto+json"
"""The type of an in-toto statement in an envelope."""
SIGNING_SECONDS = 60


def seal(payload: bytes, key: Path) -> bytes:
    """Return an envelope with the payload and its signature; `key` is a private key in PEM.

    Only the user's `openssl` reads the key.

    Raises:
        InputError: openssl cannot sign with the key.
        MissingToolError: there is no openssl.
    """
    signature = _sign(encode_for_signing(payload), key)
    envelope = {
        "payload": base64.b64encode(payload).decode("ascii"),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [{"keyid": "", "sig": base64.b64encode(signature).decode("ascii")}],
    }
    return json.dumps(envelope).encode("ascii") + b"\n"


def encode_for_signing(payload: bytes) -> bytes:
    """Return the bytes that are signed: the payload and its type, each after its length (`PAE`)."""
    kind = PAYLOAD_TYPE.encode("ascii")
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def _sign(content: bytes, key: Path) -> bytes:
    if process.which("openssl") is None:
        raise MissingToolError("openssl signs and is not on this machine", hint=install("openssl"))
    with scratch_folder() as folder:
        signed, signature = folder / "signed", folder / "signature"
        signed.write_bytes(content)
        command = ("openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key.absolute())
        # Without this, openssl would wait for the pass phrase of a protected key.
        options = ("-passin", "pass:", "-in", signed, "-out", signature)
        try:
            process.check((*command, *options), timeout=SIGNING_SECONDS)
        except (process.ProcessFailed, process.ProcessTimeout) as error:
            raise InputError(
                f"{key}: openssl cannot sign with this key: {error.message}",
                hint="Give a private key in PEM without a pass phrase; docs/attestations.md shows how to"
                " make one.",
            ) from error
        return signature.read_bytes()
