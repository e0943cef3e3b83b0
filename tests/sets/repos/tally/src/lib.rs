//! Everything but the command line itself, so that tests can reach it.

pub mod cli;
pub mod commands;
pub mod config;
pub mod hours;
pub mod invoice;
pub mod money;
pub mod render;
