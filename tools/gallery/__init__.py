"""Every view in every state, to be looked at: `python -m tools.gallery FOLDER`."""
