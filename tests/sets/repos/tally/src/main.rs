//! Invoices from a plain-text log of hours.

use anyhow::Result;
use clap::Parser;
use std::path::Path;
use tally::cli::{Cli, Command};
use tally::{commands, config::Config};

fn main() -> Result<()> {
    let cli = Cli::parse();
    let root = Path::new(".");
    let config = Config::read(&root.join("tally.toml"))?;
    match cli.command {
        Command::Log { client, hours, text } => commands::log(root, &config, &client, hours, &text),
        Command::Invoice { client, month, dry_run } => commands::invoice(root, &config, &client, &month, dry_run),
        Command::Credit { number } => commands::credit(root, &number),
        Command::List { unpaid } => commands::list(root, unpaid),
        Command::Paid { number } => commands::paid(root, &number),
        Command::Report { by, csv } => commands::report(root, &config, by, csv),
    }
}
