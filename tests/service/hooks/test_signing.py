from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError

from grader.service.hooks.signing import SignatureError, new_secret, sign, verify

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_the_example_of_the_specification_has_its_signature():
    # The numbers are those of the reference implementations' own tests.
    headers = sign(
        '{"test": 2432232314}', "msg_p5jXN8AQM9LWM0D4loKWxJek", [KEY], datetime.fromtimestamp(1614265330, UTC)
    )

    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_we_sign_another_implementation_verifies():
    now = datetime.now(UTC)

    Webhook(KEY).verify('{"score": 80}', sign('{"score": 80}', "one", [KEY], now))

    with pytest.raises(WebhookVerificationError):
        Webhook(KEY).verify('{"score": 90}', sign('{"score": 80}', "one", [KEY], now))


def test_what_another_implementation_signs_we_verify():
    signature = Webhook(KEY).sign("id-7", NOW, "héllo")
    headers = {"Webhook-Id": "id-7", "WEBHOOK-TIMESTAMP": str(int(NOW.timestamp())), "webhook-signature": signature}

    assert verify("héllo".encode(), headers, [KEY], NOW) == "id-7"


@given(st.text(max_size=50))
def test_the_local_zone_changes_no_signature(body):
    east = NOW.astimezone(datetime.strptime("+0530", "%z").tzinfo)

    assert sign(body, "one", [KEY], NOW) == sign(body, "one", [KEY], east)


def test_bytes_that_are_no_text_are_verified():
    body = b"\x89PNG\xff\xfe\x00 form data"
    headers = _signed(body, KEY)

    assert verify(body, headers, [KEY], NOW) == "up-1"


@pytest.mark.parametrize("skew", [-300, -1, 0, 1, 300])
def test_five_minutes_either_way_are_accepted(skew):
    headers = sign("{}", "one", [KEY], NOW)

    assert verify(b"{}", headers, [KEY], NOW + timedelta(seconds=skew)) == "one"


@pytest.mark.parametrize("skew", [-86400, -301, 301, 86400])
def test_more_than_five_minutes_are_refused(skew):
    headers = sign("{}", "one", [KEY], NOW)

    with pytest.raises(SignatureError, match="five minutes"):
        verify(b"{}", headers, [KEY], NOW + timedelta(seconds=skew))


@pytest.mark.parametrize("change", ["body", "webhook-id", "webhook-timestamp", "webhook-signature"])
def test_whatever_is_changed_the_signature_fits_no_more(change):
    body, headers = b'{"score": 80}', sign('{"score": 80}', "one", [KEY], NOW)
    changed = {
        "body": b'{"score": 81}',
        "webhook-id": "two",
        "webhook-timestamp": str(int(NOW.timestamp()) + 1),
        "webhook-signature": headers["webhook-signature"][:-2] + "A=",
    }[change]
    if isinstance(changed, bytes):
        body = changed
    else:
        headers[change] = changed

    with pytest.raises(SignatureError, match="no signature that fits"):
        verify(body, headers, [KEY], NOW)


def test_during_a_rotation_either_key_will_do():
    old, new = new_secret(), new_secret()
    both = sign("{}", "one", [new, old], NOW)

    assert verify(b"{}", both, [old], NOW) == verify(b"{}", both, [new], NOW) == "one"
    assert verify(b"{}", sign("{}", "two", [old], NOW), [new, old], NOW) == "two"


def test_after_a_rotation_the_old_key_opens_nothing():
    old, new = new_secret(), new_secret()

    with pytest.raises(SignatureError):
        verify(b"{}", sign("{}", "one", [old], NOW), [new], NOW)


def test_without_keys_nothing_is_verified():
    with pytest.raises(SignatureError):
        verify(b"{}", sign("{}", "one", [KEY], NOW), [], NOW)


def test_signatures_of_other_kinds_are_passed_over():
    headers = sign("{}", "one", [KEY], NOW)
    headers["webhook-signature"] = "v1a,AAAA v2 v1,???? v1, , v1,ünïcode " + headers["webhook-signature"]

    assert verify(b"{}", headers, [KEY], NOW) == "one"


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_header_that_is_missing_is_named(name):
    headers = sign("{}", "one", [KEY], NOW)
    del headers[name]

    with pytest.raises(SignatureError, match=name):
        verify(b"{}", headers, [KEY], NOW)


@given(
    message_id=st.text(max_size=300),
    seconds=st.text(max_size=20),
    signature=st.text(max_size=200),
    body=st.binary(max_size=99),
)
def test_nonsense_is_refused_with_a_sentence(message_id, seconds, signature, body):
    headers = {"webhook-id": message_id, "webhook-timestamp": seconds, "webhook-signature": signature}

    with pytest.raises(SignatureError):
        verify(body, headers, [KEY], NOW)


def test_no_refusal_tells_the_secret_or_the_right_signature():
    headers = sign("{}", "one", [KEY], NOW)
    right = headers["webhook-signature"].removeprefix("v1,")
    headers["webhook-signature"] = "v1,AAAA"

    with pytest.raises(SignatureError) as refusal:
        verify(b"{}", headers, [KEY], NOW)
    assert right not in repr(refusal.value)
    assert KEY.removeprefix("whsec_") not in repr(refusal.value)


def test_secrets_are_long_and_never_the_same():
    assert len({new_secret() for _ in range(20)}) == 20
    assert new_secret().startswith("whsec_")
    assert len(new_secret()) >= len("whsec_") + 44


def _signed(body: bytes, key: str) -> dict[str, str]:
    import base64
    import hashlib
    import hmac

    secret = base64.b64decode(key.removeprefix("whsec_"))
    signed = f"up-1.{int(NOW.timestamp())}.".encode() + body
    signature = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": "up-1",
        "webhook-timestamp": str(int(NOW.timestamp())),
        "webhook-signature": f"v1,{signature}",
    }
