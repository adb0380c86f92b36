-- Entries lie in the order in which they came, whatever their table, and point at the one before. So a commit
-- writes a few pages at the end of the file instead of one page for every table that moved: a third of the time.

CREATE TABLE tables (
    key INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice, so that what is remembered of a removed table fits no other
    id TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    listed INTEGER NOT NULL,
    closed INTEGER NOT NULL
);

CREATE INDEX open_tables ON tables (listed) WHERE NOT closed;

-- The last entry of every table: small rows, since every write changes one. A write must begin where this says.
CREATE TABLE ends (
    table_key INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    entry_key INTEGER, -- none before the first entry
    touched REAL NOT NULL
);

CREATE TABLE entries (
    key INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    previous INTEGER, -- key of the table's entry before this one
    entry BLOB NOT NULL
);

CREATE TABLE snapshots (
    table_key INTEGER PRIMARY KEY,
    number INTEGER NOT NULL, -- of the entry after which it was taken
    snapshot BLOB NOT NULL
);

-- Records outlive their tables.
CREATE TABLE records (
    key INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    game INTEGER NOT NULL,
    written REAL NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (table_id, game)
);
