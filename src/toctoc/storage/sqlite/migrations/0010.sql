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

-- Small things that are no tables, each known by its kind and its id: what they are, their kind knows.
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL, -- 1, and one more with every change
    expires REAL, -- seconds since 1970; never where there is none
    table_id TEXT, -- of a table whose removal removes this, too
    body BLOB NOT NULL,
    PRIMARY KEY (kind, id)
);

CREATE INDEX expiring_documents ON documents (expires) WHERE expires IS NOT NULL;
CREATE INDEX documents_of_tables ON documents (table_id) WHERE table_id IS NOT NULL;
