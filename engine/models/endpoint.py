"""Where may requests go, and with which key?

>>> Endpoint.at("https://api.example.org/v1/")
Endpoint(base_url='https://api.example.org/v1', host='api.example.org')
>>> Endpoint.at("http://me:secret@localhost:8080/v1")
Traceback (most recent call last):
...
ValueError: base_url: expected an address without a name, a password or a query; \
a key goes into api_key
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

# What stands in for a key where none is needed; the client does not go without.
NO_KEY = "no-key"


@dataclass(frozen=True)
class Endpoint:
    """The address of an API, and the host that messages name; it holds no secret."""

    base_url: str
    host: str

    @classmethod
    def at(cls, base_url: str) -> Endpoint:
        """The endpoint at an address; `ValueError` that says what an address looks like.

        Before an @ and after a ? an address may hold a key. Such a one is refused, and not
        repeated, since addresses are shown and saved.
        """
        expected = ValueError("base_url: expected an address such as http://localhost:8080/v1")
        try:
            parts = urlsplit(base_url.strip())
            name, port = parts.hostname, parts.port
        except ValueError:
            raise expected from None
        if "@" in parts.netloc or parts.query or parts.fragment:
            raise ValueError(
                "base_url: expected an address without a name, a password or a query; "
                "a key goes into api_key"
            )
        if parts.scheme not in ("http", "https") or not name:
            raise expected
        host = f"[{name}]" if ":" in name else name
        host += "" if port is None else f":{port}"
        return cls(f"{parts.scheme}://{host}{parts.path.rstrip('/')}", host)

    @property
    def origin(self) -> str:
        """Scheme and host: a key that was entered for https is not sent without it.

        >>> Endpoint.at("https://api.example.org/v1").origin
        'https://api.example.org'
        """
        return f"{urlsplit(self.base_url).scheme}://{self.host}"

    @property
    def takes_a_proxy(self) -> bool:
        """Whether requests may go by the proxy that the environment names.

        A proxy of https sees no text; one of http would, and this machine needs none.

        >>> [Endpoint.at(url).takes_a_proxy for url in
        ...  ("https://example.org", "http://example.org", "https://localhost:1", "https://[::1]")]
        [True, False, False, False]
        """
        name = urlsplit(self.base_url).hostname or ""
        try:
            here = ipaddress.ip_address(name).is_loopback
        except ValueError:
            here = name == "localhost" or name.endswith(".localhost")
        return self.base_url.startswith("https:") and not here


def clean_key(api_key: str | None) -> str:
    """A key as it can be sent; `ValueError` that does not repeat it where none can be.

    >>> clean_key(" sk-1\\n"), clean_key(None)
    ('sk-1', 'no-key')
    >>> clean_key("sk-…")
    Traceback (most recent call last):
    ...
    ValueError: api_key: expected letters, digits and signs; found another character: copy it again
    """
    key = (api_key or "").strip() or NO_KEY
    # No header could hold it, and the error of the client would show it.
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError(
            "api_key: expected letters, digits and signs; found another character: copy it again"
        )
    return key
