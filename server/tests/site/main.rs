//! The whole site over a database of its own, asked the way a browser asks.

mod accounts;
mod board;
mod charts;
mod connections;
mod exports;
mod files;
mod headers;
mod injection;
mod prompts;
mod setup;
mod status;
mod submissions;
mod support;
mod uploads;
