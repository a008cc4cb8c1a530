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

/** Lines of a grid, in the order of the work list; a test that is there twice comes into a line of its own under the first. */
export const gridRows = (rows: readonly WorkRow[]): GridRow[] =>
  rows.flatMap((row) => {
    const lines: Map<number, WorkCell>[] = []
    for (const cell of row.cells) {
      const free = lines.find((line) => !line.has(cell.test_panel))
      if (free) free.set(cell.test_panel, cell)
      else lines.push(new Map([[cell.test_panel, cell]]))
    }
    return lines.map((cells, at) => ({ key: at === 0 ? row.key : `${row.key}#${at + 1}`, row, cells }))
  })

const NOT_YET: readonly (SampleState | null)[] = ['to collect', 'rejected', 'cancelled']
/** Whether a result can be typed for a test of this row: not before its sample was taken, not after it was approved. */
export const isOpen = (row: Pick<WorkRow, 'sample_state'>, cell: WorkCell, panel: Pick<WorkPanel, 'kind'>): boolean =>
  (cell.state === 'requested' || cell.state === 'entered') && panel.kind !== 'calculated' && !NOT_YET.includes(row.sample_state)

/** What of tests of several kinds shows in a narrow head: the code, or the name where it is as short. */
export const headOf = ({ code, name }: Pick<WorkPanel, 'code' | 'name'>): string => (name.length <= 8 ? name : code)
