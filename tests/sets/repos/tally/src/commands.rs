//! What each command does.

use crate::{cli::By, config::Config, hours, invoice, render};
use anyhow::{bail, Result};
use chrono::{Datelike, Local};
use std::{collections::BTreeMap, fs, path::Path};

pub fn log(root: &Path, config: &Config, client: &str, amount: f64, text: &str) -> Result<()> {
    if !config.clients.contains_key(client) {
        bail!("no client named {client} in tally.toml");
    }
    let minutes = hours::round_up((amount * 60.0) as u32, config.round_minutes);
    hours::append(root, client, minutes, text)
}

pub fn invoice(root: &Path, config: &Config, client: &str, month: &str, dry_run: bool) -> Result<()> {
    let lines: Vec<_> = hours::read(root)?
        .into_iter()
        .filter(|e| e.client == client && e.date.format("%Y-%m").to_string() == month)
        .collect();
    if lines.is_empty() {
        bail!("no hours for {client} in {month}");
    }
    let number = invoice::next_number(root, Local::now().year())?;
    let text = render::invoice(config, &invoice::build(config, number.clone(), client, lines)?);
    println!("{text}");
    if dry_run {
        return Ok(());
    }
    invoice::save(root, &number, &text)
}

pub fn credit(root: &Path, number: &str) -> Result<()> {
    let old = fs::read_to_string(root.join("invoices").join(format!("{number}.txt")))?;
    let new = invoice::next_number(root, Local::now().year())?;
    invoice::save(root, &new, &format!("Credit note {new} for {number}\n\n{old}"))
}

pub fn list(root: &Path, unpaid: bool) -> Result<()> {
    let mut names: Vec<String> = fs::read_dir(root.join("invoices"))?
        .filter_map(|f| f.ok()?.file_name().into_string().ok())
        .filter_map(|n| n.strip_suffix(".txt").map(String::from))
        .collect();
    names.sort();
    for n in names {
        let is_paid = root.join("invoices").join(format!("{n}.paid")).exists();
        if !(unpaid && is_paid) {
            println!("{n}{}", if is_paid { "  paid" } else { "" });
        }
    }
    Ok(())
}

pub fn paid(root: &Path, number: &str) -> Result<()> {
    Ok(fs::write(root.join("invoices").join(format!("{number}.paid")), "")?)
}

pub fn report(root: &Path, config: &Config, by: By, csv: bool) -> Result<()> {
    let mut sums: BTreeMap<String, u32> = BTreeMap::new();
    for e in hours::read(root)? {
        let key = match by {
            By::Client => config.clients.get(&e.client).map_or(e.client.clone(), |c| c.name.clone()),
            By::Month => e.date.format("%Y-%m").to_string(),
        };
        *sums.entry(key).or_default() += e.minutes;
    }
    let rows: Vec<_> = sums.into_iter().collect();
    print!("{}", if csv { render::csv(&rows) } else { render::table(&rows) });
    Ok(())
}
