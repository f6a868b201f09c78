"""Every view in every state, for whoever looks at pictures: `python -m gallery FOLDER`."""
