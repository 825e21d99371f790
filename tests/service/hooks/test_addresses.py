import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.destination import AddressRefusedError, Origin, find_from, read_url

PUBLIC = "93.184.215.14"


def leads_to(*addresses):
    return lambda _host, _port: list(addresses)


def test_an_origin_that_is_named_and_public_is_let_through():
    allowed = AllowList(["hooks.school.edu"], leads_to(PUBLIC))

    found = allowed.find("https://Hooks.School.edu.:443/grades/in?course=7")

    assert found.origin == Origin("https", "hooks.school.edu", 443)
    assert found.path == "/grades/in?course=7"
    assert found.addresses == (PUBLIC,)


@pytest.mark.parametrize(
    "url",
    [
        "https://other.school.edu/",
        "https://hooks.school.edu.evil.example/",
        "https://evil.example/hooks.school.edu",
        "http://hooks.school.edu/",
        "http://hooks.school.edu:443/",
        "https://hooks.school.edu:8443/",
        "https://hooks.school.edu:22/",
        "https://xhooks.school.edu/",
        "https://93.184.215.14/",
    ],
)
def test_an_origin_that_is_not_named_is_refused(url):
    with pytest.raises(AddressRefusedError, match=r"callbacks\.allow"):
        AllowList(["hooks.school.edu"], leads_to(PUBLIC)).find(url)


def test_without_entries_nothing_is_allowed():
    with pytest.raises(AddressRefusedError):
        AllowList([]).permit("https://hooks.school.edu/")


def test_a_port_is_open_only_where_it_is_named():
    allowed = AllowList(["https://hooks.school.edu:8443"], leads_to(PUBLIC))

    assert allowed.find("https://hooks.school.edu:8443/x").origin.port == 8443
    with pytest.raises(AddressRefusedError):
        allowed.find("https://hooks.school.edu/x")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://hooks.school.edu/",
        "file:///etc/passwd",
        "gopher://hooks.school.edu/_x",
        "javascript:alert(1)",
        "//hooks.school.edu/",
        "hooks.school.edu",
        "",
        "https://",
        "https:///path",
        "https://user@hooks.school.edu/",
        "https://user:password@hooks.school.edu/",
        "https://@hooks.school.edu/",
        "https://hooks.school.edu@evil.example/",
        "https://hooks.school.edu/#part",
        "https://hooks.school.edu:0/",
        "https://hooks.school.edu:99999/",
        "https://hooks.school.edu:-1/",
        "https://hooks.school.edu:x/",
        "https://hooks.school.edu\\@evil.example/",
        "https://hooks.school.edu/ x",
        "https://hooks.school.edu/\r\nX-Header: 1",
        "https://hooks.school.edu/\x00",
        "https://hóoks.school.edu/",
        "https://ⓗooks.school.edu/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://hooks.school.edu/" + "x" * 2000,
    ],
)
def test_what_is_no_plain_address_is_refused_before_anything_is_looked_up(url):
    def lookup(_host, _port):
        raise AssertionError("looked up")

    with pytest.raises(AddressRefusedError):
        AllowList(["hooks.school.edu", "evil.example"], lookup).find(url)


PRIVATE = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "100::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1",
    "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:53aa:64c:0:0:80ff:fffe", "fec0::1",
    "not an address", "127.1", "2130706433", "0x7f000001",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_into_a_network_that_is_not_public_is_refused(address):
    with pytest.raises(AddressRefusedError, match="not a public address"):
        AllowList(["hooks.school.edu"], leads_to(address)).find("https://hooks.school.edu/")


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8"])
def test_public_addresses_of_both_kinds_pass(address):
    assert AllowList(["hooks.school.edu"], leads_to(address)).find("https://hooks.school.edu/").addresses == (address,)


def test_one_bad_address_among_good_ones_is_enough_to_refuse():
    with pytest.raises(AddressRefusedError):
        AllowList(["hooks.school.edu"], leads_to(PUBLIC, "127.0.0.1")).find("https://hooks.school.edu/")


@pytest.mark.parametrize(
    ("network", "address"), [("10.0.0.0/8", "10.1.2.3"), ("fd00::/8", "fd00::7"), ("127.0.0.0/8", "::ffff:127.0.0.1")]
)
def test_a_network_that_is_named_opens_itself_and_no_other(network, address):
    allowed = AllowList(["hooks.school.edu", network], leads_to(address))
    assert allowed.find("https://hooks.school.edu/").addresses == (address,)

    with pytest.raises(AddressRefusedError):
        AllowList(["hooks.school.edu", network], leads_to("192.168.0.1")).find("https://hooks.school.edu/")


def test_a_network_alone_lets_no_origin_through():
    with pytest.raises(AddressRefusedError):
        AllowList(["10.0.0.0/8"], leads_to("10.0.0.7")).find("https://10.0.0.7/")


@pytest.mark.parametrize(
    ("entry", "url"),
    [
        ("http://10.0.0.7:9000", "http://10.0.0.7:9000/x"),
        ("10.0.0.7", "https://10.0.0.7/x"),
        ("::1", "https://[::1]/x"),
        ("http://[::1]:9000", "http://[0:0:0:0:0:0:0:1]:9000/x"),
        ("127.0.0.1", "https://[::ffff:127.0.0.1]/x"),
    ],
)
def test_an_address_that_is_named_itself_is_let_through(entry, url):
    assert AllowList([entry]).find(url).addresses


@pytest.mark.parametrize(
    "url", ["https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://127.0.0.2/"]
)
def test_another_spelling_of_an_address_is_not_what_was_named(url):
    with pytest.raises(AddressRefusedError):
        AllowList(["127.0.0.1"]).find(url)


@pytest.mark.parametrize(
    "entry", ["", "ftp://x", "https://x/path", "https://user@x", "*.school.edu/x", "10.0.0.0/33", "a b", "https://x:0"]
)
def test_an_entry_that_means_nothing_is_the_operators_to_correct(entry):
    with pytest.raises(UsageError, match=r"callbacks\.allow"):
        AllowList([entry])


def test_a_name_that_leads_nowhere_may_lead_somewhere_later():
    with pytest.raises(OSError, match="no address"):
        AllowList(["hooks.school.edu"], leads_to()).find("https://hooks.school.edu/")


@given(st.text(max_size=60))
def test_no_text_makes_reading_an_address_fail_in_another_way(text):
    try:
        origin, path = read_url(text)
    except AddressRefusedError:
        return
    assert origin.scheme in ("http", "https")
    assert path.startswith("/")


HOME = Origin("http", "lms.internal", 8080)


def test_a_platform_may_send_us_to_itself_wherever_it_is():
    assert (
        find_from(HOME, "http://lms.internal:8080/files/1?verifier=x", leads_to("10.0.0.9")).path
        == "/files/1?verifier=x"
    )


def test_a_platform_may_send_us_to_a_public_store():
    assert find_from(HOME, "https://store.example/1", leads_to(PUBLIC)).origin.host == "store.example"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://store.example/1", "169.254.169.254"),
        ("http://store.example/1", PUBLIC),
        ("http://lms.internal:9999/1", "10.0.0.9"),
        ("https://lms.internal/1", "10.0.0.9"),
        ("file:///etc/passwd", PUBLIC),
    ],
)
def test_a_platform_sends_us_into_no_private_network_and_to_nothing_unencrypted(url, address):
    with pytest.raises(AddressRefusedError):
        find_from(HOME, url, leads_to(address))
