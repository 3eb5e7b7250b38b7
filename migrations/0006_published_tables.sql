-- Tables of a paper as it printed them, beside the figures of its entries.
CREATE TABLE published_tables (
    benchmark_id TEXT   NOT NULL REFERENCES benchmarks (id),
    name         TEXT   NOT NULL,
    source       TEXT   NOT NULL, -- where it was printed
    columns      TEXT   NOT NULL, -- JSON: [name, …]
    cells        TEXT   NOT NULL, -- JSON: [[text, …], …], as many texts a row as there are columns
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (benchmark_id, name)
);
