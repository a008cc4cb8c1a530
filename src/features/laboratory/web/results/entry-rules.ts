import { deltaOf, type Delta } from '#features/lab-catalogue/rules.ts'
import type { Flag, Priority } from '#features/laboratory/contract-fields.ts'
import { isOwn } from './approve-rules.ts'
import { readTyped, type Limits } from './reading.ts'
import type { ResultItem, RowItems } from './result-items.ts'
import type { EntryRow } from './work-types.ts'

/** Tests of one sample that were asked for together. */
export interface EntryGroup {
  key: string
  /** The sample's number; null: they need none. */
  sample: string | null
  /** Only where tests of several requests stand on one sample: when these were asked for. */
  requestedAt: string | null
  priority: Priority
  sections: string[]
  rows: EntryRow[]
}
/** The row of what is typed: `test_panel` is there once in a request. */
export const itemRowOf = ({ lab_test_request }: Pick<EntryRow, 'lab_test_request'>) => `q${lab_test_request}`

/**
 * The tests of a visit by sample and request, in the order of the report: the same test stands once in a group. What needs no sample stands
 * with the tests of its request and section. Cancelled ones are left out.
 */
export const entryGroups = (rows: readonly EntryRow[]): EntryGroup[] => {
  const shown = rows.filter(({ state }) => state !== 'cancelled')
  const sampleOf = (row: EntryRow) =>
    row.patient_sample ??
    shown.find((one) => one.patient_sample && one.lab_test_request === row.lab_test_request && one.section === row.section)?.patient_sample
  const groups = Map.groupBy(shown, (row) => `${itemRowOf(row)}-${sampleOf(row) ?? 'none'}`)
  const made = [...groups].map(([key, own]) => ({
    key,
    sample: own.find(({ sample_code }) => sample_code !== null)?.sample_code ?? null,
    requestedAt: own[0]!.requested_at,
    priority: own[0]!.priority,
    sections: [...new Set(own.flatMap(({ section }) => section || []))],
    rows: own,
  }))
  const isShared = (sample: string | null) => made.filter((one) => one.sample === sample).length > 1
  return made.map((one) => (isShared(one.sample) ? one : { ...one, requestedAt: null }))
}

/** Why no result can be typed for a test; null: it can. */
export type Hindrance = 'calculated' | 'approved' | 'cancelled' | 'to collect' | 'rejected'
export const hindranceOf = ({ kind, state, sample_state }: Pick<EntryRow, 'kind' | 'state' | 'sample_state'>): Hindrance | null => {
  if (state === 'approved' || state === 'cancelled') return state
  if (kind === 'calculated') return 'calculated'
  if (sample_state === 'to collect') return 'to collect'
  return sample_state === 'rejected' || sample_state === 'cancelled' ? 'rejected' : null
}

/** What a row shows: of what is typed as far as it was understood, else of what was saved. */
export interface Shown {
  text: string
  flag: Flag | null
  delta: Delta | null
  isDeltaExceeded: boolean
}
const HUNDRED_YEARS_MS = 3_155_760_000_000

/** What a result of this test would be held against now: critical limits count where no range fits too. */
export const limitsOf = ({ reference_range: range, low_critical, high_critical }: EntryRow): Limits => ({
  low: range?.low ?? null,
  high: range?.high ?? null,
  low_critical,
  high_critical,
  low_valid: range?.low_valid ?? null,
  high_valid: range?.high_valid ?? null,
})

const timed = ({ value, comparator, result_kind: kind, rank, observed_at }: NonNullable<EntryRow['current']>) => ({
  value,
  comparator,
  kind,
  rank,
  at: new Date(observed_at),
})

export const toShown = (row: EntryRow, item: ResultItem | undefined): Shown => {
  const { panel, current, previous } = row
  const saved = current && timed(current)
  const before = previous && timed(previous)
  // The change is told however long ago the one before was; whether it is too large the rule of the test says.
  const change = (one: NonNullable<typeof saved>) => deltaOf({ ...panel, delta_days: null }, one, before)
  if (!item || item.text === current?.result)
    return {
      text: item?.text ?? current?.result ?? '',
      flag: current?.flag ?? null,
      delta: saved && change(saved),
      isDeltaExceeded: current?.is_delta_exceeded ?? false,
    }
  const reading = readTyped(panel, item.text, limitsOf(row))
  if (!('ok' in reading)) return { text: item.text, flag: ('flag' in reading && reading.flag) || null, delta: null, isDeltaExceeded: false }
  const at = new Date(Math.max(Date.parse(row.requested_at), before?.at.getTime() ?? -HUNDRED_YEARS_MS))
  const typed = { ...reading.ok, at }
  const isDeltaExceeded = deltaOf(panel, typed, before)?.is_exceeded ?? false
  return { text: item.text, flag: reading.flag, delta: change(typed), isDeltaExceeded }
}

/** The results that this person may approve now; what is typed and not saved is none of them. */
export const approvableEntries = (rows: readonly EntryRow[], items: (row: EntryRow) => RowItems, person: number, mustDiffer: boolean) =>
  rows.filter(
    (row) => row.state === 'entered' && row.current !== null && !items(row)[row.test_panel] && !isOwn(row.current, person, mustDiffer),
  )

/** How many tests of a visit stand how. */
export const countEntries = (rows: readonly EntryRow[]) => ({
  open: rows.filter(({ state }) => state === 'requested').length,
  entered: rows.filter(({ state }) => state === 'entered').length,
  approved: rows.filter(({ state }) => state === 'approved').length,
})
