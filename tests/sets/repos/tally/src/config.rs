//! tally.toml

use anyhow::{Context, Result};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

#[derive(Deserialize)]
pub struct Client {
    pub name: String,
    /// cents an hour
    pub rate: i64,
}

#[derive(Deserialize)]
pub struct Config {
    pub name: String,
    pub address: String,
    pub currency: String,
    pub vat_percent: i64,
    #[serde(default = "fifteen")]
    pub round_minutes: u32,
    pub clients: BTreeMap<String, Client>,
}

fn fifteen() -> u32 {
    15
}

impl Config {
    pub fn read(path: &Path) -> Result<Config> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).context("tally.toml is not right")
    }
}
