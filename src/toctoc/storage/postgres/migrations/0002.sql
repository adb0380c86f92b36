-- Of a listed table, what everybody may see of it: the other nodes show it in their lists.
ALTER TABLE tables ADD COLUMN lobby BYTEA NOT NULL DEFAULT '';
