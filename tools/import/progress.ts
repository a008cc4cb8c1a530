import type { CsvFile } from './read-csv.ts'

const WIDTH = 30
const EVERY_MS = 100

export interface Progress {
  show: (file: CsvFile, rows: number) => void
  /** Leaves the line as it is and begins a new one. */
  end: (file: CsvFile, rows: number) => void
}

/** A bar on a terminal, drawn over itself; one line for each finished file elsewhere. */
export const progressOn = (stream: NodeJS.WriteStream): Progress => {
  let shown = 0
  const draw = (share: number, { name }: CsvFile, rows: number) => {
    const full = Math.round(share * WIDTH)
    const percent = `${Math.round(share * 100)}`.padStart(3)
    stream.write(`\r\x1b[K${name.padEnd(16)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent} %  ${rows} rows`)
  }
  return {
    show: (file, rows) => {
      const time = performance.now()
      if (!stream.isTTY || time - shown < EVERY_MS) return
      shown = time
      draw(file.size > 0 ? file.read() / file.size : 1, file, rows)
    },
    end: (file, rows) => {
      if (stream.isTTY) draw(1, file, rows)
      stream.write(stream.isTTY ? '\n' : `${file.name}: ${rows} rows read\n`)
    },
  }
}

export const silent: Progress = { show: () => {}, end: () => {} }
