-- Of what a mistake's cost consists. Those of before have none: they are judged anew.

ALTER TABLE mistakes ADD COLUMN parts TEXT; -- see bot.values.hand_skill.Apart; NULL: not known
