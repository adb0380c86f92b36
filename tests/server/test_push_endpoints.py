"""Web Push: tokens as RFC 8292 wants them, and endpoints that lead nowhere but to push services."""

import asyncio
import base64
import subprocess
import sys

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.scale import each
from tests.server.push_tokens import read_header
from toctoc.server.features.push.endpoints import PUSH_SERVICES, BadEndpoint, PushServices, all_global, topic
from toctoc.server.features.push.posting import post
from toctoc.server.features.push.vapid import TOKEN_SECONDS, Signer
from toctoc.server.security.identity import Keys

NOW = 1_700_000_000.0
SEED = Keys("s" * 32).seed("push")
SITE = "https://ghosts.example"
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc:def"

# --- VAPID ---------------------------------------------------------------------------------------------------


def test_a_token_has_the_claims_and_the_signature_of_RFC_8292() -> None:
    signer = Signer(SEED)
    head, claims, signed, signature, key = read_header(signer.authorization(ENDPOINT, SITE, NOW))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {"aud": "https://fcm.googleapis.com", "exp": int(NOW) + TOKEN_SECONDS, "sub": SITE}
    assert TOKEN_SECONDS <= 24 * 3600
    assert base64.urlsafe_b64encode(key).decode().rstrip("=") == signer.public
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    both = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    public.verify(both, signed, ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(both, signed + b"x", ec.ECDSA(hashes.SHA256()))


def test_a_site_without_https_gives_no_contact() -> None:
    assert "sub" not in read_header(Signer(SEED).authorization(ENDPOINT, "http://localhost:8080", NOW))[1]


def test_the_key_is_the_same_for_one_secret_and_another_for_another() -> None:
    assert Signer(SEED).public == Signer(Keys("s" * 32).seed("push")).public != Signer(b"x" * 64).public
    assert Keys("s" * 32).seed("push") != Keys("s" * 32).seed("other")
    with pytest.raises(ValueError, match="at least 48 bytes"):
        Signer(b"short")


@pytest.mark.nightly
def test_the_library_that_signs_is_loaded_with_the_first_subscription() -> None:
    """It takes 10 MB: a server on which nobody does needs none of it."""
    read = "import sys, toctoc.server.run; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_topic_is_of_the_form_that_RFC_8030_wants() -> None:
    assert len(topic(ENDPOINT)) == 32
    assert topic(ENDPOINT).replace("-", "").replace("_", "").isalnum()


# --- where pushes may go --------------------------------------------------------------------------------------


@each("endpoint",
    [
        "http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://10.0.0.1/", "https://[::1]/x", "ftp://a/",
        "https://169.254.169.254/latest/meta-data", "https://localhost/", "https://user:word@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8080/x", "https://fcm.googleapis.com.evil.example/x", "https://evil.example/",
        "https://notfcm.googleapis.com.example", "https://fcm.googleapis.com/x#y", "", "fcm.googleapis.com/x",
        "https://fcm.googleapis.com/a b", "https://fcm.googleapis.com/\r\nHost: x", "https://[/x", "https://a:b/",
        "https://fcm.googleapis.com\\@evil.example/", "https://fcm.googleapis.com/" + "x" * 2000, "https:///x",
        "https://evilpush.apple.com.example/", "https://xpush.apple.com/", "https://fcm.googleapis.com/é",
    ],
)  # fmt: skip
def test_endpoints_outside_the_push_services_are_refused(endpoint: str) -> None:
    with pytest.raises(BadEndpoint) as caught:
        PushServices().check(endpoint)
    assert not endpoint or endpoint not in str(caught.value)


def test_push_services_and_their_subdomains_are_accepted() -> None:
    for name in PUSH_SERVICES:
        assert PushServices().check(f"https://{name}/x").hostname == name
        assert PushServices().check(f"https://web.{name}:443/x?y=z").hostname == f"web.{name}"


@each("address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1",
        "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "224.0.0.1",
        "2002:7f00:1::", "ff02::1", "no address", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::1",
        "64:ff9b:1:7f00:0:100::", "fec0::1", "::8.8.8.8", "5f00::1", "2001:db8::1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused(address: str) -> None:
    assert not all_global(["142.250.74.10", address])


def test_public_addresses_are_accepted() -> None:
    assert all_global(["142.250.74.10", "2a00:1450:4001:82a::200a"])


def test_a_service_whose_name_leads_into_this_machine_is_not_connected_to() -> None:
    with pytest.raises(BadEndpoint, match="not out in the internet"):
        asyncio.run(post(PushServices(names=("localhost",)), "https://localhost/x", {}))
