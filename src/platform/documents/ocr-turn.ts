import { type Picture, toPicture, toSharp } from './page-image.ts'

export type Turn = 0 | 90 | 180 | 270

/** How sure OCR is of what it reads of a piece of a page, 0 to 1, and how many letters that is. */
export type Try = (piece: Picture) => Promise<{ quality: number; letters: number }>

/** The longer side of the page on which pieces are tried: letters of usual print are tall enough. */
const SIDE = 2200
const MAX_ENLARGEMENT = 3
const ANALYSED_SIDE = 1000
const CELL = 20
/** Of a piece, in cells: a dozen lines of three or four words. */
const PIECE_CELLS = 12
const EDGE = 50
/** Read like this, a piece stands right. Upside down, hardly a letter is sure. */
const SURE = 0.8
const LIKELY = 0.6
const FEW_LETTERS = 15
/** Lines of print make rows that are so much more uneven than columns. */
const CLEARLY = 1.6
const PIECES = 2

interface Place {
  column: number
  row: number
}

/** How many edges each cell of a picture has: print has the most of them. */
const edgesOf = ({ data, width, height }: Picture) => {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const cells = new Uint32Array(columns * rows)
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = y * width + x
      const here = data[at] ?? 0
      if (Math.abs(here - (data[at - 1] ?? 0)) <= EDGE && Math.abs(here - (data[at - width] ?? 0)) <= EDGE) continue
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
      cells[cell] = (cells[cell] ?? 0) + 1
    }
  return { cells, columns, rows }
}

/** The places with the most print, none over another. */
const densestPlaces = (small: Picture): Place[] => {
  const { cells, columns, rows } = edgesOf(small)
  const places: Place[] = []
  for (let piece = 0; piece < PIECES; piece++) {
    let best = { column: 0, row: 0, edges: 0 }
    for (let row = 0; row === 0 || row + PIECE_CELLS <= rows; row++)
      for (let column = 0; column === 0 || column + PIECE_CELLS <= columns; column++) {
        let edges = 0
        for (let y = row; y < Math.min(rows, row + PIECE_CELLS); y++)
          for (let x = column; x < Math.min(columns, column + PIECE_CELLS); x++) edges += cells[y * columns + x] ?? 0
        if (edges > best.edges) best = { column, row, edges }
      }
    if (best.edges === 0) break
    places.push(best)
    for (let y = best.row; y < Math.min(rows, best.row + PIECE_CELLS); y++)
      cells.fill(0, y * columns + best.column, y * columns + Math.min(columns, best.column + PIECE_CELLS))
  }
  return places
}

const unevenness = (sums: Float64Array) => {
  let sum = 0
  for (let i = 1; i < sums.length; i++) sum += ((sums[i] ?? 0) - (sums[i - 1] ?? 0)) ** 2
  return sum / Math.max(1, sums.length)
}

/** The turns that may set a piece right: its lines run across, or down, or nobody can say. */
const turnsFor = ({ data, width, height }: Picture): readonly Turn[] => {
  const [across, down] = [new Float64Array(height), new Float64Array(width)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const level = data[y * width + x] ?? 0
      across[y] = (across[y] ?? 0) + level / width
      down[x] = (down[x] ?? 0) + level / height
    }
  const ratio = unevenness(across) / (unevenness(down) || 1e-9)
  if (ratio > CLEARLY) return [0, 180]
  return ratio < 1 / CLEARLY ? [90, 270] : [0, 90, 270, 180]
}

/**
 * The turn that sets a page upright, found on one or two small pieces of it where the print is densest, so that the page is read but once.
 * 0 where nothing can be read any way.
 */
export const findTurn = async (page: Picture, tryPiece: Try): Promise<Turn> => {
  const scale = Math.min(MAX_ENLARGEMENT, SIDE / Math.max(page.width, page.height))
  const [width, height] = [Math.round(page.width * scale), Math.round(page.height * scale)]
  const grey = await toPicture(toSharp(page).grayscale().resize({ width, height, fit: 'fill', kernel: 'cubic' }))
  const small = await toPicture(toSharp(grey).resize({ width: ANALYSED_SIDE, height: ANALYSED_SIDE, fit: 'inside' }).grayscale())
  const cell = (CELL * width) / small.width
  let best: { turn: Turn; weight: number } = { turn: 0, weight: 0 }
  for (const { column, row } of densestPlaces(small)) {
    const [left, top] = [Math.min(width - 1, Math.round(column * cell)), Math.min(height - 1, Math.round(row * cell))]
    const side = Math.round(PIECE_CELLS * cell)
    const area = { left, top, width: Math.min(side, width - left), height: Math.min(side, height - top) }
    const piece = await toPicture(toSharp(grey).extract(area).grayscale())
    let mostSure = 0
    for (const turn of turnsFor(piece)) {
      const { quality, letters } = await tryPiece(turn === 0 ? piece : await toPicture(toSharp(piece).rotate(turn).grayscale()))
      if (quality >= SURE && letters >= FEW_LETTERS) return turn
      mostSure = Math.max(mostSure, letters >= FEW_LETTERS ? quality : 0)
      const weight = quality ** 3 * letters * (turn === 0 ? 1.2 : 1)
      if (weight > best.weight) best = { turn, weight }
    }
    if (mostSure >= LIKELY) break
  }
  return best.turn
}
