import { getEntry, getWorklist } from '#features/laboratory/contract-results.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { EntryRow, Saved, Work, WorkCell } from './work-types.ts'

const cellOf = (cell: WorkCell, { state, current, result, version }: Saved): WorkCell => ({
  ...cell,
  state,
  version,
  result: current?.result ?? result,
  flag: current?.flag ?? null,
  is_delta_exceeded: current?.is_delta_exceeded ?? false,
  comment: current?.comment ?? '',
  entered_by: current?.entered_by ?? null,
  origin: current?.origin ?? null,
})

/** Puts what the server answered into what is shown, until it is asked for again: a cell never falls back to what it was. */
export const putSaved = async (saved: readonly Saved[]): Promise<void> => {
  const byId = new Map(saved.map((one) => [one.id, one]))
  // A reply that is on its way was made before this one.
  await Promise.all([getWorklist.path, getEntry.path].map((path) => queryClient.cancelQueries({ queryKey: [path] })))
  queryClient.setQueriesData<Work>(
    { queryKey: [getWorklist.path] },
    (work) =>
      work && {
        ...work,
        rows: work.rows.map((row) =>
          row.cells.some(({ id }) => byId.has(id))
            ? { ...row, cells: row.cells.map((cell) => (byId.has(cell.id) ? cellOf(cell, byId.get(cell.id)!) : cell)) }
            : row,
        ),
      },
  )
  queryClient.setQueriesData<EntryRow[]>({ queryKey: [getEntry.path] }, (rows) =>
    rows?.map((row) => (byId.has(row.id) ? { ...row, ...byId.get(row.id)! } : row)),
  )
}
