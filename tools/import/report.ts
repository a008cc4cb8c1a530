import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Refusal {
  file: string
  line: number
  /** The row's own id, where it could be read. */
  id: string
  reason: string
}

export interface Report {
  path: string
  add: (refusal: Refusal) => void
  close: () => void
}

// A cell that begins like a formula would be run by a spreadsheet.
const cell = (value: string | number) => {
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A CSV file in the folder `imports` of the data directory that names every row that was not taken, and why. */
export const openReport = (dataDir: string, what: string, now: Date): Report => {
  const dir = join(dataDir, 'imports')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${what}-${now.toISOString().replace(/[:.]/g, '-')}.csv`)
  const file = openSync(path, 'w', 0o600)
  writeSync(file, 'file,line,id,reason\n')
  return {
    path,
    add: (refusal) => void writeSync(file, `${[refusal.file, refusal.line, refusal.id, refusal.reason].map(cell).join(',')}\n`),
    close: () => closeSync(file),
  }
}
