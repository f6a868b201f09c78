"""The command line: the commands of `ofc-bot`."""
