//! The store on real databases. Every body runs twice: on SQLite and on PostgreSQL.

#[macro_use]
mod support;
mod fixture;

mod benchmarks;
mod claims;
mod durability;
mod entries;
mod failures;
mod faults;
mod known;
mod migrations;
mod results;
mod scoring;
mod search;
mod submissions;
mod tables;
mod users;
