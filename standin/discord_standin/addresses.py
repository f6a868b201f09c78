"""The addresses of things on the stand-in's port."""

from typing import Final

API: Final = "/api/v10"
CDN: Final = "/cdn"
GATEWAY: Final = "/gateway"
