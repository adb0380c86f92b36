-- Of a listed table, whether a node has it, for all that is known: whoever looks for tables need not walk over those
-- that everybody has left.
ALTER TABLE tables ADD COLUMN awake BOOLEAN NOT NULL DEFAULT TRUE;

DROP INDEX open_tables;
CREATE INDEX open_tables ON tables (id) WHERE listed AND awake AND NOT closed;
