//! What an invoice holds, and where it is kept.

use crate::{config::Config, hours::Entry, money::Cents};
use anyhow::{bail, Result};
use std::{fs, path::Path};

pub struct Invoice {
    pub number: String,
    pub client: String,
    pub lines: Vec<Entry>,
    pub net: Cents,
    pub vat: Cents,
}

/// The next number of the year: without gaps (docs/adr/002).
pub fn next_number(root: &Path, year: i32) -> Result<String> {
    let taken = fs::read_dir(root.join("invoices"))?
        .filter_map(|f| f.ok()?.file_name().into_string().ok())
        .filter(|n| n.starts_with(&format!("{year}-")) && n.ends_with(".txt"))
        .count();
    Ok(format!("{year}-{:03}", taken + 1))
}

pub fn build(config: &Config, number: String, client: &str, lines: Vec<Entry>) -> Result<Invoice> {
    let Some(known) = config.clients.get(client) else { bail!("no client named {client} in tally.toml") };
    let minutes: u32 = lines.iter().map(|l| l.minutes).sum();
    let net = Cents(known.rate * i64::from(minutes) / 60);
    Ok(Invoice { number, client: known.name.clone(), lines, net, vat: net.percent(config.vat_percent) })
}

pub fn save(root: &Path, number: &str, text: &str) -> Result<()> {
    let path = root.join("invoices").join(format!("{number}.txt"));
    if path.exists() {
        bail!("{number} was issued already");
    }
    Ok(fs::write(path, text)?)
}
