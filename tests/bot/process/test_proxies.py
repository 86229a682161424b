"""By which proxy an address is reached, and what is said of variables that make no sense."""

import pytest

from bot.process.proxies import proxy_for

PROXY = "http://10.9.9.9:3128"
ALL = {"ALL_PROXY": PROXY}


@pytest.mark.parametrize(
    ("url", "proxies", "proxy"),
    [
        ("https://api.telegram.org/bot", {"HTTPS_PROXY": PROXY, "ALL_PROXY": "http://other:1"}, PROXY),
        ("https://api.telegram.org/bot", {"HTTP_PROXY": PROXY}, None),
        ("http://telegram.example/bot", {"HTTP_PROXY": PROXY}, PROXY),
        ("http://telegram.example/bot", {"HTTPS_PROXY": PROXY}, None),
        ("http://telegram.example/bot", ALL, PROXY),
        ("https://telegram.example/bot", {"HTTPS_PROXY": "", "ALL_PROXY": "proxy.example"}, "http://proxy.example"),
        (
            "https://telegram.example/bot",
            {"ALL_PROXY": " https://me:secret@[fd00::1]:8 "},
            "https://me:secret@[fd00::1]:8",
        ),
    ],
)
def test_the_variable_of_the_scheme_goes_before_that_for_all(
    url: str, proxies: dict[str, str], proxy: str | None
) -> None:
    assert proxy_for(url, proxies, "") == proxy


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.9.0.1",
        "localhost",
        "LOCALHOST",
        "a.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "[::]",
    ],
)
@pytest.mark.parametrize("proxy", [PROXY, "socks5://127.0.0.1:7891", "nonsense://"])
def test_this_machine_is_reached_directly(host: str, proxy: str) -> None:
    proxies = {"HTTP_PROXY": proxy, "ALL_PROXY": proxy}
    assert proxy_for(f"http://{host}:8080/bot", proxies, "") is None


@pytest.mark.parametrize(
    ("exceptions", "url", "direct"),
    [
        ("*", "https://api.telegram.org/bot", True),
        ("example.com,*", "https://api.telegram.org/bot", True),
        ("telegram.org", "https://api.telegram.org/bot", True),
        (".telegram.org", "https://api.telegram.org/bot", True),
        ("*.telegram.org", "https://API.Telegram.org/bot", True),
        ("API.TELEGRAM.ORG", "https://api.telegram.org./bot", True),
        ("gram.org", "https://api.telegram.org/bot", False),
        ("api.telegram.org:443", "https://api.telegram.org/bot", True),
        ("api.telegram.org:80", "https://api.telegram.org/bot", False),
        ("example.com api.telegram.org", "https://api.telegram.org/bot", True),
        (" , ", "https://api.telegram.org/bot", False),
        ("10.0.0.0/8", "http://10.1.2.3:8081/bot", True),
        ("10.0.0.1/8", "http://10.1.2.3:8081/bot", True),
        ("10.0.0.0/8", "http://11.1.2.3:8081/bot", False),
        ("10.0.0.0/8", "https://api.telegram.org/bot", False),
        ("10.1.2.3", "http://10.1.2.3:8081/bot", True),
        ("10.1.2.3:8081", "http://10.1.2.3:8081/bot", True),
        ("10.1.2.3:8082", "http://10.1.2.3:8081/bot", False),
        ("2.3", "http://10.1.2.3:8081/bot", False),
        ("fd00::/8", "http://[fd12::5]:8081/bot", True),
        ("[fd12::5]:8081", "http://[fd12:0::5]:8081/bot", True),
        ("fd12::5", "http://[fd12::5]:8081/bot", True),
        ("fd12::5", "http://[fd12::6]:8081/bot", False),
    ],
)
def test_what_is_excepted_is_reached_directly(exceptions: str, url: str, direct: bool) -> None:
    assert proxy_for(url, ALL, exceptions) == (None if direct else PROXY)


@pytest.mark.parametrize("scheme", ["socks5", "socks5h", "socks4", "socks", "SOCKS5"])
def test_a_socks_proxy_is_refused(scheme: str) -> None:
    with pytest.raises(ValueError, match=r"^HTTPS_PROXY names a SOCKS proxy, and the bot speaks to"):
        proxy_for("https://api.telegram.org/bot", {"HTTPS_PROXY": f"{scheme}://127.0.0.1:7891"}, "")


@pytest.mark.parametrize(
    "value", ["http://", "ftp://proxy.example", "http://proxy.example:port", "proxy:99999", "http://:1"]
)
def test_what_is_no_proxy_is_refused(value: str) -> None:
    with pytest.raises(
        ValueError, match=r"^ALL_PROXY is no address of an HTTP proxy such as http://127\.0\.0\.1:7890$"
    ):
        proxy_for("https://api.telegram.org/bot", {"ALL_PROXY": value}, "")


@pytest.mark.parametrize("exceptions", ["10.0.0.0/99", "a/b", "192.168.*", "*."])
def test_an_exception_that_says_nothing_is_refused(exceptions: str) -> None:
    with pytest.raises(ValueError, match=r"^NO_PROXY names "):
        proxy_for("https://api.telegram.org/bot", ALL, f"example.com,{exceptions}")
