import { age, number, oneOf, optional, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'

const at = (file: string) => new URL(file, import.meta.url)

/** The rows of each measure, without its name: shorter in the browser. The first that holds is taken, so ages have to rise. */
const byMeasure = <R extends { measure: string; from: number }, T>(rows: readonly R[], to: (row: R) => T) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ measure }) => measure)].map(([measure, own]) => {
      const wrong = own.find(({ from }, at) => at > 0 && own[at - 1]!.from >= from)
      if (wrong) throw new Error(`Limits of ${measure}: the age of ${wrong.from} days is out of order`)
      return [measure, own.map(to)]
    }),
  )

const growth = readTable(
  at('growth-bounds.tsv'),
  { measure: oneOf(['weight', 'height', 'head_circumference', 'muac', 'bmi']), from: age, least: number, most: number },
  ['measure', 'from'],
)
export const WHO_SOURCE = growth.source
/** From one age in days on: the least and the most that is not asked about. Between two ages a straight line runs. */
export const growthBounds = byMeasure(growth.rows, ({ from, least, most }) => [from, least, most] as const)

const vitals = readTable(
  at('vital-bounds.tsv'),
  {
    measure: oneOf(['temperature', 'pulse', 'respiration', 'systolic', 'spo2', 'glucose']),
    from: age,
    least: optional(number),
    most: optional(number),
    note: optional(text),
  },
  ['measure', 'from'],
)
export const VITAL_SOURCE = vitals.source
/** The same for every age in days until the next; null: no limit on that side. */
export const vitalBounds = byMeasure(vitals.rows, ({ from, least = null, most = null }) => [from, least, most] as const)
