"""Every view in every state, for whoever looks at pictures: `python -m tools.gallery FOLDER`."""
