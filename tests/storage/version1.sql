-- A store as the first version made it; never to be changed. The tests fill it as its writer did.

CREATE TABLE tables (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    listed INTEGER NOT NULL,
    closed INTEGER NOT NULL
);
CREATE INDEX open_tables ON tables (listed) WHERE NOT closed;
CREATE TABLE ends (
    table_key INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    entry_key INTEGER,
    touched REAL NOT NULL
);
CREATE TABLE entries (
    key INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    previous INTEGER,
    entry BLOB NOT NULL
);
CREATE TABLE snapshots (
    table_key INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    snapshot BLOB NOT NULL
);
CREATE TABLE records (
    key INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    game INTEGER NOT NULL,
    written REAL NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (table_id, game)
);
PRAGMA application_id = 1953457012;
PRAGMA user_version = 1;
