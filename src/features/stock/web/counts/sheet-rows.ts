import type { ResponseOf } from '#shared/endpoint.ts'
import { sumOf } from '#shared/money.ts'
import type { getCount } from '#features/stock/contract-counts.ts'
import { readWhole } from '../lines/line-numbers.ts'

export type Sheet = ResponseOf<typeof getCount>
export type Line = Sheet['sheet'][number]
/** Which lines of a sheet are looked at. */
export const sheetParts = ['all', 'open', 'differs'] as const
export type SheetPart = (typeof sheetParts)[number]

/** A line whose count is not what the books have, or, in a blind count, that was refused for want of a reason. */
export const differs = ({ id, variance }: Pick<Line, 'id' | 'variance'>, unexplained: ReadonlySet<number>): boolean =>
  (variance !== null && variance !== 0) || unexplained.has(id)

const MOST = 999_999

/** What was typed into the box of a count: so many, nothing (the count is taken back), or undefined for what is no count. */
export const readCount = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null
  const count = readWhole(typed)
  return count !== null && count <= MOST ? count : undefined
}

const isAbout = ({ item_name, item_code, lot }: Line, words: readonly string[]) => {
  const text = `${item_name} ${item_code ?? ''} ${lot}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The lines that are looked at: of a part of the sheet and those that stay in sight, about these words. */
export const linesShown = (
  lines: readonly Line[],
  { part, q, unexplained, staying }: { part: SheetPart; q: string; unexplained: ReadonlySet<number>; staying: ReadonlySet<number> },
): Line[] => {
  const words = q.toLowerCase().split(/\s+/u).filter(Boolean)
  const isOfPart = (line: Line) =>
    part === 'all' || staying.has(line.id) || (part === 'open' ? line.counted === null : differs(line, unexplained))
  return lines.filter((line) => isOfPart(line) && isAbout(line, words))
}

/** The line that a scanned code means: that of its lot, or else the first of its item that nobody counted, or else the first. */
export const lineOfCode = (lines: readonly Line[], { item, lot }: { item: number; lot: string | null }): Line | undefined => {
  const ofItem = lines.filter((line) => line.item === item)
  return ofItem.find((line) => lot !== null && line.lot === lot.toUpperCase()) ?? (lot === null ? firstOpen(ofItem) : undefined)
}
/** The first line that nobody counted, else the first. */
export const firstOpen = (lines: readonly Line[]) => lines.find(({ counted }) => counted === null) ?? lines[0]

/** The sheet with what was saved put in. */
export const withLines = (sheet: Sheet, saved: readonly Line[]): Sheet => {
  const news = new Map(saved.map((line) => [line.id, line]))
  const lines = sheet.sheet.map((line) => news.get(line.id) ?? line)
  const counted = lines.filter((line) => line.counted !== null).length
  const variances = sheet.variances === null ? null : lines.filter(({ variance }) => variance !== null && variance !== 0).length
  const variance_value = sheet.variance_value === null ? null : sumOf(lines.flatMap((line) => line.variance_value ?? []))
  return { ...sheet, sheet: lines, counted, variances, variance_value }
}
