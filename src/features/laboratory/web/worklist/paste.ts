import type { Place, Size } from './grid-moves.ts'

const QUOTE = '"'

/**
 * The cells of a block that was copied from a spreadsheet: lines by line ends, cells by tabs, a cell in quotation marks with line ends,
 * tabs and doubled marks in it. The empty line that spreadsheets end with is no line.
 */
export const readBlock = (text: string): string[][] => {
  const lines: string[][] = [[]]
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    lines.at(-1)!.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    if (isQuoted && sign === QUOTE && source[at + 1] === QUOTE) {
      cell += QUOTE
      at++
    } else if (isQuoted && sign === QUOTE) isQuoted = false
    else if (isQuoted) cell += sign
    else if (sign === QUOTE && cell === '') isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      lines.push([])
    } else cell += sign
  }
  endCell()
  if (lines.length > 1 && lines.at(-1)!.every((one) => one === '')) lines.pop()
  return lines
}

export interface Pasted {
  cells: { place: Place; text: string }[]
  /** How many values found no cell: beyond the last row or column. */
  overflow: number
}

/** Which cell each value of a block comes into, from `from` on; empty ones leave their cell as it is. */
export const placeBlock = (block: readonly (readonly string[])[], from: Place, { rows, columns }: Size): Pasted => {
  const cells: Pasted['cells'] = []
  let overflow = 0
  for (const [down, line] of block.entries())
    for (const [right, text] of line.entries()) {
      if (text === '') continue
      const place = { row: from.row + down, column: from.column + right }
      if (place.row < rows && place.column < columns) cells.push({ place, text })
      else overflow++
    }
  return { cells, overflow }
}

/** The values of a block for `count` boxes below each other, from the one at `from` on; a single line of cells goes down them, too. */
export const placeColumn = (block: readonly (readonly string[])[], from: number, count: number): Pasted =>
  placeBlock(block.length === 1 ? block[0]!.map((text) => [text]) : block, { row: from, column: 0 }, { rows: count, columns: 1 })
