-- Small things that are no tables, each known by its kind and its id: what they are, their kind knows.
CREATE TABLE documents (
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL, -- 1, and one more with every change
    expires DOUBLE PRECISION, -- seconds since 1970; never where there is none
    table_id TEXT COLLATE "C", -- of a table whose removal removes this, too
    stamp BIGINT NOT NULL, -- of the last change: whose was it, when a line broke before the answer?
    body BYTEA NOT NULL,
    PRIMARY KEY (kind, id)
);

CREATE INDEX expiring_documents ON documents (expires) WHERE expires IS NOT NULL;
CREATE INDEX documents_of_tables ON documents (table_id) WHERE table_id IS NOT NULL;
