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
