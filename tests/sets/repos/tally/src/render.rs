//! An invoice as text, and a report as a table.

use crate::{config::Config, invoice::Invoice};
use std::fmt::Write;

pub fn invoice(config: &Config, invoice: &Invoice) -> String {
    let mut s = String::new();
    let _ = writeln!(s, "{}\n{}\n\nInvoice {}\n{}\n", config.name, config.address, invoice.number, invoice.client);
    for line in &invoice.lines {
        let _ = writeln!(s, "{}  {:>5.2} h  {}", line.date, f64::from(line.minutes) / 60.0, line.text);
    }
    let _ = writeln!(s, "\nNet   {} {}", invoice.net, config.currency);
    let _ = writeln!(s, "VAT   {} {}", invoice.vat, config.currency);
    let _ = writeln!(s, "Total {} {}", invoice.net + invoice.vat, config.currency);
    s
}

pub fn table(rows: &[(String, u32)]) -> String {
    rows.iter().map(|(k, m)| format!("{k:<20} {:>7.2}\n", f64::from(*m) / 60.0)).collect()
}

pub fn csv(rows: &[(String, u32)]) -> String {
    rows.iter().map(|(k, m)| format!("{k},{:.2}\n", f64::from(*m) / 60.0)).collect()
}
