import datetime
import http.client
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from grader.service.hooks.addresses import AllowList
from grader.service.hooks.destination import Destination, Origin
from grader.service.hooks.exchange import TooLongError, ask
from tests.service.hooks.receiver import drip, hang, receiving, status, write


def to(receiver):
    return AllowList([f"http://127.0.0.1:{receiver.port}"]).find(receiver.url)


def test_body_headers_and_path_arrive_and_the_status_comes_back():
    with receiving(status(202)) as receiver:
        answer = ask("POST", to(receiver), body=b'{"a": 1}', headers={"webhook-id": "one"}, seconds=30)

    assert answer.status == 202
    (message,) = receiver.messages
    assert (message.path, message.body, message.headers["webhook-id"]) == ("/graded", b'{"a": 1}', "one")
    assert message.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_a_redirect_is_not_followed():
    with receiving(status(200)) as other, receiving(status(307, Location=other.url)) as receiver:
        answer = ask("POST", to(receiver), body=b"{}", headers={}, seconds=30)

    assert (answer.status, answer.location) == (307, other.url)
    assert other.messages == []


def test_the_name_is_looked_up_once_and_the_connection_goes_to_what_was_checked():
    answers = [["93.184.215.14"], ["127.0.0.1"]]  # what a rebinding name server says, first and later

    with receiving(status(200)) as receiver:
        allowed = AllowList([f"http://rebind.test:{receiver.port}"], lambda *_: answers.pop(0))
        found = allowed.find(f"http://rebind.test:{receiver.port}/")

        assert found.addresses == ("93.184.215.14",)
        assert len(answers) == 1, "looked up once"
        pinned = Destination(found.origin, "/", ("127.0.0.1",))
        assert ask("POST", pinned, body=b"{}", headers={}, seconds=30).status == 200

    assert len(answers) == 1, "and not again to connect: rebind.test is a name that no system knows"
    assert receiver.messages[0].headers["host"] == f"rebind.test:{receiver.port}"


def test_a_proxy_of_the_environment_is_not_asked(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with receiving(status(200)) as receiver:
        assert ask("POST", to(receiver), body=b"{}", headers={}, seconds=30).status == 200


@pytest.mark.parametrize("slow", [hang, drip])
def test_who_never_finishes_is_cut_off(slow):
    released = threading.Event()
    with receiving(slow(released)) as receiver:
        try:
            with pytest.raises(TimeoutError, match="no answer within"):
                ask("POST", to(receiver), body=b"{}", headers={}, seconds=0.4)
        finally:
            released.set()


def test_an_endless_body_is_not_read():
    released = threading.Event()

    def flood(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not released.is_set():
            handler.wfile.write(b"x" * 65536)

    with receiving(flood) as receiver:
        try:
            assert ask("POST", to(receiver), body=b"{}", headers={}, seconds=30).status == 200
            with pytest.raises(TooLongError):
                ask("GET", to(receiver), headers={"Content-Length": "0"}, seconds=30, most=1000)
        finally:
            released.set()


def test_a_body_that_ends_early_is_no_answer():
    with (
        receiving(write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")) as receiver,
        pytest.raises(http.client.IncompleteRead),
    ):
        ask("GET", to(receiver), headers={"Content-Length": "0"}, seconds=30, most=1000)


@pytest.mark.parametrize(
    "raw",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 OK OK\r\n\r\n", b"\x00" * 100, b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200],
)
def test_what_is_no_http_is_an_error_of_two_kinds(raw):
    with receiving(write(raw)) as receiver, pytest.raises((OSError, http.client.HTTPException)):
        ask("POST", to(receiver), body=b"{}", headers={}, seconds=30)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("-5", None),
        ("²", None),
        ("9" * 400, 999999999999.0),
        ("Mon, 01 Jan 99999999999999999999 00:00:00 GMT", None),
        ("Mon, 01 Jan 2027 00:00:00 +9999999999999", None),
        ("Mon, 99 Jan 2027 99:99:99 GMT", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(text, seconds):
    with receiving(
        lambda handler: handler.wfile.write(f"HTTP/1.1 503 x\r\nRetry-After: {text}\r\n\r\n".encode("latin-1"))
    ) as receiver:
        assert ask("POST", to(receiver), body=b"{}", headers={}, seconds=30).retry_after == seconds


def test_nobody_listening_is_an_oserror():
    with receiving(status(200)) as receiver:
        gone = to(receiver)
    with pytest.raises(OSError, match=r"."):
        ask("POST", gone, body=b"{}", headers={}, seconds=30)


@pytest.mark.parametrize(("certified", "accepted"), [("hooks.test", True), ("other.test", False)])
def test_the_certificate_must_be_for_the_name_although_an_address_is_connected_to(
    tmp_path, monkeypatch, certified, accepted
):
    certificate, key = self_signed(tmp_path, certified)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with receiving(status(200), tls=context) as receiver:
        target = Destination(Origin("https", "hooks.test", receiver.port), "/graded", ("127.0.0.1",))
        if accepted:
            assert ask("POST", target, body=b"{}", headers={}, seconds=30).status == 200
        else:
            with pytest.raises(ssl.SSLCertVerificationError, match=r"hooks\.test"):
                ask("POST", target, body=b"{}", headers={}, seconds=30)
    assert len(receiver.messages) == accepted


def self_signed(folder, name):
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(1)).not_valid_after(today + datetime.timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    (folder / "c.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    (folder / "k.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    return folder / "c.pem", folder / "k.pem"
