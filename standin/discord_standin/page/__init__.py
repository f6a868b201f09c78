"""The stand-in's web page: shows in a browser what Discord would, for one person or several."""
