"""The stand-in's web page: what Discord would show, for one person or several, in a browser."""
