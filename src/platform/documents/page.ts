/** A word or a few of them as they stand on a page: in any one unit, from the top left corner. */
export interface Run {
  text: string
  x: number
  y: number
  w: number
  h: number
  /** A whole word, whatever stands beside it: what OCR finds. Runs of a text layer may be parts of words. */
  isWhole: boolean
}

export interface ReadWord {
  /** Offsets in the page's text, in UTF-16 units. */
  start: number
  end: number
  /** Shares of the page's width and height, 0 to 1, from the top left corner, to four places. */
  x: number
  y: number
  w: number
  h: number
}

interface Size {
  width: number
  height: number
}
type Box = Pick<Run, 'x' | 'y' | 'w' | 'h'>

/** A part of a row without wide gaps: a cell of a table, or a line of a column. */
interface Segment extends Box {
  runs: Run[]
}

/** Between words of one line there is less than this, in heights of the line; cells of tables are further apart. */
const CELL_GAP = 0.9
const WORD_GAP = 0.16
/** What stands between the cells of one row. */
const CELL_SEPARATOR = '   '
/** Two columns of prose: so many rows have both, and this much text in either. */
const COLUMN_ROWS = 4
const COLUMN_LETTERS = 24

const LIGATURES: Record<string, string> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' }

/** Text that a database keeps and a search finds: ligatures in letters, no control characters, every kind of blank a space. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[ﬀ-ﬆ]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    // oxlint-disable-next-line no-control-regex -- these are what is removed
    .replaceAll(/[\0-\x09\x0b-\x1f\x7f-\x9f\ufeff]/g, '')

const boxOf = (boxes: readonly Box[]): Box => {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    x = Math.min(x, box.x)
    y = Math.min(y, box.y)
    right = Math.max(right, box.x + box.w)
    bottom = Math.max(bottom, box.y + box.h)
  }
  return { x, y, w: right - x, h: bottom - y }
}

const sharesRow = (a: Box, b: Box) => {
  const overlap = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return overlap > 0.5 * Math.min(a.h, b.h)
}

const RECENT_ROWS = 4

/** Lines are what was found as one; those at the same height become one row, as in a table. */
const rowsOf = (lines: readonly Run[][]): Run[][] => {
  const rows: { anchor: Box; runs: Run[] }[] = []
  const placed = lines.map((runs) => ({ runs, box: boxOf(runs) })).toSorted((a, b) => a.box.y + a.box.h / 2 - (b.box.y + b.box.h / 2))
  for (const { runs, box } of placed) {
    const row = rows.slice(-RECENT_ROWS).find(({ anchor }) => sharesRow(anchor, box))
    if (row) row.runs.push(...runs)
    else rows.push({ anchor: box, runs: [...runs] })
  }
  return rows.map(({ runs }) => runs)
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

const segmentsOf = (row: readonly Run[]): Segment[] => {
  const segments: Run[][] = []
  let right = -Infinity
  for (const run of row.toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1)
    if (last && run.x - right <= CELL_GAP * run.h) last.push(run)
    else segments.push([run])
    right = Math.max(right, run.x + run.w)
  }
  // What is written from right to left is read so.
  const isRtl = row.filter(({ text }) => RTL.test(text)).length * 2 > row.length
  const ordered = isRtl ? segments.toReversed().map((runs) => runs.toReversed()) : segments
  return ordered.map((runs) => ({ runs, ...boxOf(runs) }))
}

const lettersOf = ({ runs }: Segment) => runs.reduce((sum, { text }) => sum + text.length, 0)

/** How many rows from the first of `rows` are two columns with one gutter between them, and where that is. */
const columnsAt = (rows: readonly Segment[][]): { count: number; gutter: number } | null => {
  let [from, to] = [-Infinity, Infinity]
  let [count, both] = [0, 0]
  for (const row of rows) {
    const [left, right] = row
    if (!left || row.length > 2) break
    if (right) {
      if (lettersOf(left) < COLUMN_LETTERS || (both < COLUMN_ROWS && lettersOf(right) < COLUMN_LETTERS)) break
      const [newFrom, newTo] = [Math.max(from, left.x + left.w), Math.min(to, right.x)]
      if (newFrom >= newTo) break
      ;[from, to] = [newFrom, newTo]
      both += 1
    } else if (both === 0 || (left.x + left.w > to && left.x < from)) break
    count += 1
  }
  return both >= COLUMN_ROWS ? { count, gutter: (from + to) / 2 } : null
}

/** Rows in the order in which they are read: two columns of prose one after the other, tables row by row. */
const inReadingOrder = (rows: readonly Segment[][]): Segment[][] => {
  const ordered: Segment[][] = []
  for (let at = 0; at < rows.length; at++) {
    const columns = columnsAt(rows.slice(at, at + 200))
    if (!columns) {
      ordered.push(rows[at] ?? [])
      continue
    }
    const part = rows.slice(at, at + columns.count)
    for (const isLeft of [true, false])
      ordered.push(...part.map((row) => row.filter(({ x, w }) => x + w / 2 < columns.gutter === isLeft)).filter((row) => row.length > 0))
    at += columns.count - 1
  }
  return ordered
}

/** Letters are of different widths; so much, in widths of an `n`, is close enough to mark a word on a picture. */
const widthOf = (letter: string) => {
  if (/[ .,:;'|!ijlIft()[\]]/.test(letter)) return 0.55
  return /[MWmw@%]/.test(letter) ? 1.5 : /\p{Lu}/u.test(letter) ? 1.2 : 1
}
const widthsUpTo = (text: string) => {
  const sums = new Float64Array(text.length + 1)
  for (let i = 0; i < text.length; i++) sums[i + 1] = (sums[i] ?? 0) + widthOf(text.charAt(i))
  return sums
}

interface PlacedWord extends Box {
  start: number
  end: number
}

/** The text of one row, and where its words stand. */
const writeRow = (segments: readonly Segment[], offset: number) => {
  let text = ''
  const words: PlacedWord[] = []
  const addRun = (run: Run) => {
    const widths = widthsUpTo(run.text)
    const at = (index: number) => (run.w * (widths[index] ?? 0)) / (widths.at(-1) || 1)
    for (const { index, 0: word } of run.text.matchAll(/\S+/g)) {
      const box = { x: run.x + at(index), y: run.y, w: at(index + word.length) - at(index), h: run.h }
      const start = offset + text.length + index
      const last = words.at(-1)
      if (last?.end === start) Object.assign(last, { end: start + word.length, ...boxOf([last, box]) })
      else words.push({ start, end: start + word.length, ...box })
    }
    text += run.text
  }
  for (const [at, { runs }] of segments.entries()) {
    if (at > 0) text = text.trimEnd() + CELL_SEPARATOR
    let before: Run | undefined
    for (const run of runs) {
      const gap = before ? Math.max(run.x - before.x - before.w, before.x - run.x - run.w) : 0
      const isApart = before && (run.isWhole || gap > WORD_GAP * run.h)
      if (isApart && !text.endsWith(' ') && !run.text.startsWith(' ')) text += ' '
      addRun(text === '' || text.endsWith(' ') ? { ...run, text: run.text.trimStart() } : run)
      before = run
    }
  }
  return { text: text.trimEnd(), words }
}

const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

/** More than this on one page is no page of words; the rest of it is left out. */
const MAX_LETTERS = 200_000

/**
 * The text of a page from its lines: one line of text a row, cells of tables apart, columns of prose one after the other, a blank line where
 * the page has room; and where each word stands.
 */
export const layOutPage = (lines: readonly Run[][], { width, height }: Size): { text: string; words: ReadWord[] } => {
  const onPage = lines
    .map((runs) => runs.filter(({ text, x, y, w, h }) => text !== '' && x + w > 0 && x < width && y + h > 0 && y < height))
    .filter((runs) => runs.some(({ text }) => text.trim() !== ''))
  const texts: string[] = []
  const words: ReadWord[] = []
  let offset = 0
  let above: Box | null = null
  for (const segments of inReadingOrder(rowsOf(onPage).map(segmentsOf))) {
    if (offset > MAX_LETTERS) break
    const box = boxOf(segments)
    if (above && box.y - above.y - above.h > 1.2 * Math.min(box.h, above.h)) {
      texts.push('')
      offset += 1
    }
    above = box
    const row = writeRow(segments, offset)
    texts.push(row.text)
    offset += row.text.length + 1
    for (const { start, end, x, y, w, h } of row.words)
      words.push({ start, end, x: share(x / width), y: share(y / height), w: share(w / width), h: share(h / height) })
  }
  return { text: texts.join('\n'), words }
}
