/** What a spreadsheet may be. The archive's own list of its parts is looked at before any of them is unpacked. */
export const sheetLimits = {
  /** Parts of the archive. */
  parts: 2_000,
  /** What they may come to, unpacked, and the texts of all cells together: five thousand rows need a tenth of it. */
  bytes: 40_000_000,
  rows: 250_001,
  columns: 1_000,
} as const

/** What the process that reads it may take. */
export const sheetProcess = { megabytes: 700, processorSeconds: 30, seconds: 300 } as const
