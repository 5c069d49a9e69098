//! Spreading of a plume of silt behind a dredger.

use std::collections::{BTreeMap, HashMap as Map};
use std::fmt::{self, Display};
use std::io::{self, BufRead, Write};

use crate::grid::Grid;
use super::tide::*;

mod settle;
pub mod wind;

/// Grains above this are sand, in micrometres.
pub const SAND: f64 = 63.0;
static mut RUNS: usize = 0;

/// Mass for each cell, in kilograms.
pub type Masses = Map<(usize, usize), f64>;

/// How the water moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Current {
    pub east: f64,
    pub north: f64,
}

#[derive(Debug)]
pub struct Metres(pub f64);

/// What can go wrong.
#[derive(Debug)]
pub enum PlumeError {
    /// The grid has no such cell.
    Outside { row: usize, column: usize },
    Input(io::Error),
    Empty,
}

impl Display for PlumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlumeError::Outside { row, column } => write!(f, "no cell {row}, {column}"),
            PlumeError::Input(cause) => write!(f, "read input: {cause}"),
            PlumeError::Empty => f.write_str("nothing was dumped"),
        }
    }
}

impl std::error::Error for PlumeError {}

impl From<io::Error> for PlumeError {
    fn from(cause: io::Error) -> Self {
        PlumeError::Input(cause)
    }
}

/// A thing that moves with the water.
pub trait Drift: Send {
    type Output;
    const STEP: f64 = 60.0;

    fn step(&mut self, current: &Current) -> Result<Self::Output, PlumeError>;

    /// Runs for a while.
    fn run(&mut self, current: &Current, steps: usize) -> Result<(), PlumeError> {
        for _ in 0..steps {
            self.step(current)?;
        }
        Ok(())
    }
}

/// A cloud of grains of one size.
pub struct Plume<'a, G: Grid> {
    grid: &'a G,
    masses: Masses,
    grain: f64,
}

impl<'a, G: Grid + Sync> Plume<'a, G> {
    /// Makes an empty plume.
    pub fn new(grid: &'a G, grain: f64) -> Self {
        Plume { grid, masses: Masses::new(), grain }
    }

    pub fn dump(&mut self, row: usize, column: usize, kilograms: f64) -> Result<f64, PlumeError> {
        if row >= self.grid.rows() || column >= self.grid.columns() {
            return Err(PlumeError::Outside { row, column });
        }
        let mass = self.masses.entry((row, column)).or_insert(0.0);
        *mass += kilograms;
        Ok(*mass)
    }

    /// Total mass that has not settled.
    #[inline]
    pub fn total(&self) -> f64 {
        self.masses.values().sum()
    }

    fn sinks(&self) -> bool {
        self.grain > SAND
    }
}

impl<G: Grid + Sync> Drift for Plume<'_, G> {
    type Output = usize;

    fn step(&mut self, current: &Current) -> Result<usize, PlumeError> {
        if self.masses.is_empty() {
            return Err(PlumeError::Empty);
        }
        let share = if self.sinks() { 0.2 } else { 0.98 };
        let mut next = Masses::new();
        for (&(row, column), mass) in &self.masses {
            let to = self.grid.neighbour(row, column, current.east, current.north);
            *next.entry(to).or_insert(0.0) += mass * share;
        }
        self.masses = next;
        unsafe { RUNS += 1 };
        Ok(self.masses.len())
    }
}

impl Current {
    pub fn speed(&self) -> f64 {
        self.east.hypot(self.north)
    }
}

/// Reads currents, one to a line.
pub fn read_currents<R: BufRead>(input: R) -> Result<Vec<Current>, PlumeError> {
    let mut out = Vec::new();
    for line in input.lines() {
        let line = line?;
        let mut parts = line.split(',').map(|p| p.trim().parse::<f64>());
        if let (Some(Ok(east)), Some(Ok(north))) = (parts.next(), parts.next()) {
            out.push(Current { east, north });
        }
    }
    Ok(out)
}

macro_rules! cell {
    ($row:expr, $column:expr) => {
        ($row as usize, $column as usize)
    };
}

pub fn write_masses(masses: &Masses, mut out: impl Write) -> io::Result<()> {
    let sorted: BTreeMap<_, _> = masses.iter().collect();
    for ((row, column), mass) in sorted {
        writeln!(out, "{row},{column},{mass:.3}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_that_of_both_parts() {
        let current = Current { east: 3.0, north: 4.0 };
        assert_eq!(current.speed(), 5.0);
        assert_eq!(cell!(1, 2), (1, 2));
    }
}
