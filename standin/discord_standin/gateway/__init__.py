"""The gateway: sessions and the WebSocket they speak over."""
