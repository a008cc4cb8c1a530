import type { Plan } from './plan.ts'
import type { Geometry } from './geometry.ts'

export interface Stop {
  /** Of the cell. */
  key: string
  id: number
}

const stopsIn = (plan: Plan, key: string | undefined): Stop[] =>
  (plan.cells.get(key ?? '')?.placed ?? [])
    .filter(({ isRest, isDim }) => !isRest && !isDim)
    .map(({ entry }) => ({ key: key ?? '', id: entry.id }))

const startOf = (plan: Plan, { key, id }: Stop) => plan.cells.get(key)?.placed.find(({ entry }) => entry.id === id)?.at ?? 0

/** The stop of a column that begins closest to a time. */
const nearest = (plan: Plan, stops: readonly Stop[], at: number) =>
  stops.toSorted((a, b) => Math.abs(startOf(plan, a) - at) - Math.abs(startOf(plan, b) - at))[0]

/** The first appointment of the grid. */
export const firstStop = (plan: Plan, { bands }: Geometry): Stop | undefined =>
  bands.flatMap(({ columns }) => columns).flatMap((key) => stopsIn(plan, key))[0]

/** The appointment that a key leads to: up and down within a column, sideways to the next column with any, by pages to another band. */
export const stopAfter = (plan: Plan, { bands }: Geometry, from: Stop, key: string): Stop | undefined => {
  const band = bands.findIndex(({ columns }) => columns.includes(from.key))
  const columns = bands[band]?.columns ?? []
  const column = columns.indexOf(from.key)
  const own = stopsIn(plan, from.key)
  const at = own.findIndex(({ id }) => id === from.id)
  if (key === 'ArrowDown') return own[at + 1]
  if (key === 'ArrowUp') return own[at - 1]
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  const time = startOf(plan, from)
  const firstOf = (keys: readonly string[]) => {
    const found = keys.find((one) => stopsIn(plan, one).length > 0)
    return found === undefined ? undefined : nearest(plan, stopsIn(plan, found), time)
  }
  if (key === 'ArrowRight') return firstOf(columns.slice(column + 1))
  if (key === 'ArrowLeft') return firstOf(columns.slice(0, column).toReversed())
  const others = key === 'PageDown' ? bands.slice(band + 1) : key === 'PageUp' ? bands.slice(0, band).toReversed() : []
  for (const other of others) {
    const stop = firstOf([other.columns[column] ?? '', ...other.columns])
    if (stop) return stop
  }
  return undefined
}
