//! The command line.

use clap::{Parser, Subcommand, ValueEnum};

#[derive(Parser)]
#[command(version, about = "Invoices from a plain text log of hours")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum By {
    Client,
    Month,
}

#[derive(Subcommand)]
pub enum Command {
    /// Write down hours for a client
    Log { client: String, hours: f64, text: String },
    /// Make the invoice of a month
    Invoice {
        client: String,
        #[arg(long)]
        month: String,
        /// Show the invoice, write nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Correct an issued invoice by a credit note
    Credit { number: String },
    /// List the invoices
    List {
        /// Only those that nobody payed yet
        #[arg(long)]
        unpaid: bool,
    },
    /// Mark an invoice as paid
    Paid { number: String },
    /// Hours summed up
    Report {
        #[arg(long, value_enum, default_value = "client")]
        by: By,
        /// As CSV
        #[arg(long)]
        csv: bool,
    },
}
