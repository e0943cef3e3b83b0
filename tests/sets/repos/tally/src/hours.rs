//! hours.tsv: date, client, minutes, text.

use anyhow::{bail, Result};
use chrono::{Local, NaiveDate};
use std::{fs, io::Write, path::Path};

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub date: NaiveDate,
    pub client: String,
    pub minutes: u32,
    pub text: String,
}

/// Minutes rounded up to the next full step.
pub fn round_up(minutes: u32, step: u32) -> u32 {
    minutes.div_ceil(step) * step
}

pub fn append(root: &Path, client: &str, minutes: u32, text: &str) -> Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(root.join("hours.tsv"))?;
    writeln!(file, "{}\t{client}\t{minutes}\t{text}", Local::now().date_naive())?;
    Ok(())
}

pub fn read(root: &Path) -> Result<Vec<Entry>> {
    let mut out = Vec::new();
    for (number, line) in fs::read_to_string(root.join("hours.tsv"))?.lines().enumerate() {
        let parts: Vec<&str> = line.splitn(4, '\t').collect();
        if parts.len() != 4 {
            bail!("hours.tsv, line {number}: four fields are needed");
        }
        out.push(Entry {
            date: parts[0].parse()?,
            client: parts[1].into(),
            minutes: parts[2].parse()?,
            text: parts[3].into(),
        });
    }
    Ok(out)
}
