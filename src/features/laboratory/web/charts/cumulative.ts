import { placeOf } from '#features/lab-catalogue/rules.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getCumulative } from '#features/laboratory/contract-reports.ts'

export type Series = ResponseOf<typeof getCumulative>['series'][number]
export type Point = Series['points'][number]

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length
/** Results of one drawing stand in one column: their times are the same to the minute. */
const columnOf = ({ observed_at }: Pick<Point, 'observed_at'>) => observed_at.slice(0, MINUTE_LENGTH)

/** The times at which something was measured, newest first, each once. */
export const timesOf = (series: readonly Series[]): string[] => {
  const times = new Map<string, string>()
  for (const { points } of series) for (const point of points) times.set(columnOf(point), point.observed_at)
  return [...times.entries()].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, at]) => at)
}

export interface CumulativeRow {
  series: Series
  /** One for each time; where a test was done twice in the minute, the later one. */
  points: readonly (Point | null)[]
}
/** The tests that have a result at one of these times, with it. */
export const rowsAt = (series: readonly Series[], times: readonly string[]): CumulativeRow[] => {
  const wanted = times.map((at) => columnOf({ observed_at: at }))
  return series.flatMap((one) => {
    const at = new Map(one.points.map((point) => [columnOf(point), point]))
    const points = wanted.map((column) => at.get(column) ?? null)
    return points.some(Boolean) ? [{ series: one, points }] : []
  })
}

/** Tests by section, in the order in which sections come first. */
export const bySection = (rows: readonly CumulativeRow[]): [string, CumulativeRow[]][] => [
  ...Map.groupBy(rows, ({ series }) => series.section).entries(),
]

/** Where a point is drawn, and whether it is open: it has < or >, or is no number. */
const placed = (point: Point) => {
  const found = placeOf({ value: point.value, kind: point.result_kind, rank: point.rank })
  return (
    found && { point, scale: found.scale, value: Number(found.place), isBeyond: point.result_kind !== null || /^[<>]/.test(point.result) }
  )
}
/**
 * What of results can be drawn on one axis, that of the latest: numbers with ranges and what was not detected (at 0, open), grades or titres. Too
 * little sample, words and results of another scale are not drawn.
 */
export const drawable = (points: readonly Point[]) => {
  const all = points.flatMap((point) => placed(point) ?? [])
  const scale = all.at(-1)?.scale
  return all.filter((one) => one.scale === scale)
}
