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
export const pewsThresholds = table.rows.map(({ until, measure, a, b, c, d, e, f }) => [until, measure, [a, b, c, d, e, f]] as const)
