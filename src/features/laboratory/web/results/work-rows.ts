import type { SampleState } from '#features/laboratory/contract-fields.ts'
import type { WorkCell, WorkPanel, WorkRow } from './work-types.ts'

/** A line of the grid: each test stands in it once. */
export interface GridRow {
  /** Of the line: a sample with a test asked for twice has two. */
  key: string
  row: WorkRow
  /** By `test_panel`. */
  cells: ReadonlyMap<number, WorkCell>
}

const lines = new WeakMap<WorkRow, GridRow[]>()
const linesOf = (row: WorkRow): GridRow[] => {
  const known = lines.get(row)
  if (known) return known
  const maps: Map<number, WorkCell>[] = []
  for (const cell of row.cells) {
    const free = maps.find((one) => !one.has(cell.test_panel))
    if (free) free.set(cell.test_panel, cell)
    else maps.push(new Map([[cell.test_panel, cell]]))
  }
  const made = maps.map((cells, at) => ({ key: at === 0 ? row.key : `${row.key}#${at + 1}`, row, cells }))
  lines.set(row, made)
  return made
}
/**
 * Lines of a grid, in the order of the work list; a test that is there twice comes into a line of its own under the first. A row that is the
 * same object has the same lines.
 */
export const gridRows = (rows: readonly WorkRow[]): GridRow[] => rows.flatMap(linesOf)

/**
 * The rows as they stood, with what is new about them: those that are `done` now stay, others come last, so that nothing moves under the hands of
 * whoever types. The same list where nothing changed.
 */
export const stillRows = <R extends { key: string }>(before: readonly R[], now: readonly R[], done: readonly R[] = []): readonly R[] => {
  const fresh = new Map([...done, ...now].map((row) => [row.key, row]))
  const known = new Set(before.map(({ key }) => key))
  const rows = [...before.map((row) => fresh.get(row.key) ?? row), ...now.filter(({ key }) => !known.has(key))]
  return rows.length === before.length && rows.every((row, at) => row === before[at]) ? before : rows
}
/** True when the rows stand otherwise than the list has them now. */
export const isOutOfOrder = (shown: readonly { key: string }[], now: readonly { key: string }[]): boolean =>
  shown.length !== now.length || shown.some(({ key }, at) => key !== now[at]?.key)

const NOT_YET: readonly (SampleState | null)[] = ['to collect', 'rejected', 'cancelled']
/** Whether a result can be typed for a test of this row: not before its sample was taken, not after it was approved. */
export const isOpen = (row: Pick<WorkRow, 'sample_state'>, cell: WorkCell, panel: Pick<WorkPanel, 'kind'>): boolean =>
  (cell.state === 'requested' || cell.state === 'entered') && panel.kind !== 'calculated' && !NOT_YET.includes(row.sample_state)

/** What of tests of several kinds shows in a narrow head: the code, or the name where it is as short. */
export const headOf = ({ code, name }: Pick<WorkPanel, 'code' | 'name'>): string => (name.length <= 8 ? name : code)
