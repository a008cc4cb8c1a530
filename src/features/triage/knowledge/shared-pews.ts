import { number, oneOf, optional, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'

const table = readTable(
  new URL('pews.tsv', import.meta.url),
  {
    until: number,
    measure: oneOf(['respiration', 'pulse', 'systolic']),
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    note: optional(text),
  },
  ['until', 'measure'],
)

/** Where the thresholds come from. They are those of a published score; no conformity with a national programme is claimed. */
export const PEWS_SOURCE = table.source
/** The months of age before which it holds, what is measured, and its six thresholds. */
const rows = table.rows.map(({ until, measure, a, b, c, d, e, f }) => [until, measure, [a, b, c, d, e, f]] as const)
/** Bands rise, each has all three signs, and the limits of a sign rise: a sheet that was sorted or cut would score children wrongly. */
export const pewsThresholds = rows.map((row, at) => {
  const [until, measure, limits] = row
  const band = rows.filter(([end]) => end === until)
  const rises = limits.every((limit, place) => place === 0 || limits[place - 1]! <= limit)
  if (band.length !== 3 || !rises || (at > 0 && rows[at - 1]![0] > until))
    throw new Error(`pews.tsv: ${measure} until ${until} months is out of order, or its band lacks a sign`)
  return row
})
