import { expect, test } from 'vitest'
import { inEnglish } from '#features/lab-catalogue/rules.ts'
import { approvable, criticalCells, doubtOf, inShares, isOwn, sortWaiting } from './approve-rules.ts'
import { approvableEntries, countEntries, entryGroups, hindranceOf, toShown } from './entry-rules.ts'
import { matchingChoices, readTyped } from './reading.ts'
import type { ResultItem } from './result-items.ts'
import type { EntryRow, WorkCell, WorkRow } from './work-types.ts'
import { FlagMark } from '../lab-labels.tsx'

const haemoglobin = {
  kind: 'quantitative',
  unit: 'g/L',
  decimals: 0,
  units: [{ unit: 'g/dL', factor: '10', offset: '0' }],
  choices: [],
} as const
const limits = { low: '115', high: '165', low_critical: '70', high_critical: '200', low_valid: '20', high_valid: '260' }
const read = (text: string, range: typeof limits | null = limits) => {
  const reading = readTyped(haemoglobin, text, range)
  return 'problem' in reading ? inEnglish(reading.problem) : 'empty' in reading ? '' : [reading.ok.result, reading.flag]
}

test('reads what is typed, converts units, keeps < and >, and holds it against the range', () => {
  expect(read('')).toBe('')
  expect(read('130')).toEqual(['130', 'normal'])
  expect(read('6.5 g/dL')).toEqual(['65', 'critical low'])
  expect(read('>200')).toEqual(['>200', 'critical high'])
  expect(read('130', null)).toEqual(['130', null])
  expect(read('130 mmol/L')).toBe('This test is reported in g/L; mmol/L is not accepted.')
  expect(read('1300')).toContain('above 260 g/L')
  const rdt = { ...haemoglobin, kind: 'qualitative', unit: null, choices: [{ value: 'Pf', flag: 'critical' }, { value: 'Negative', flag: 'normal' }] } as const // prettier-ignore
  expect(readTyped(rdt, 'p', null)).toMatchObject({ ok: { result: 'Pf' }, flag: 'critical' })
})
test('answers by first letters, else by what is in them', () => {
  const all = ['Negative', 'Trace', 'Positive 1+', 'Positive 2+']
  expect(matchingChoices(all, '')).toEqual(all)
  expect(matchingChoices(all, 'pos')).toEqual(['Positive 1+', 'Positive 2+'])
  expect(matchingChoices(all, '2+')).toEqual(['Positive 2+'])
  expect(matchingChoices(all, 'x')).toEqual([])
})

const cell = (id: number, more: Partial<WorkCell> = {}): WorkCell => ({
  id,
  test_panel: id,
  state: 'entered',
  result: '5',
  unit: null,
  flag: 'normal',
  is_delta_exceeded: false,
  has_range: true,
  is_range_confirmed: null,
  instrument_comment: '',
  instrument_flags: '',
  comment: '',
  entered_by: 1,
  origin: 'typed',
  version: 3,
  ...more,
})
const sample = (key: string, ...cells: WorkCell[]) => ({ key, cells }) as WorkRow

test('says why a result is looked at by itself', () => {
  expect([{}, { flag: 'high' }, { flag: 'critical low', is_delta_exceeded: true }, { is_delta_exceeded: true }, { origin: 'analyser' }, { flag: null }, { has_range: false, flag: null }, { instrument_comment: 'CLOT', has_range: false }, { instrument_flags: 'A' }].map((more) => doubtOf(cell(1, more)))).toEqual([null, 'abnormal', 'critical', 'delta', 'analyser', 'unknown', 'no_range', 'remark', 'remark']) // prettier-ignore
})
test('a result with limits and without a flag is said not to be judged; one without limits, and a normal one, have no mark', () => {
  const limits = { low: '95', high: null }
  const none = { low: null, high: null }
  expect(FlagMark({ flag: null, limits })).toMatchObject({ props: { children: 'Not evaluated' } })
  expect([FlagMark({ flag: null, limits: none }), FlagMark({ flag: null }), FlagMark({ flag: 'normal', limits })]).toEqual([
    null,
    null,
    null,
  ])
})
test('ordinary samples apart from the others; nobody approves what they entered where another must', () => {
  const rows = [
    sample('s1', cell(1), cell(2)),
    sample('s2', cell(3), cell(4, { flag: 'high' }), cell(5, { state: 'approved', flag: 'critical' })),
    { ...sample('s3', cell(6, { entered_by: 2 })), patient_name: 'Neema Otieno', sample_code: 'S-0000-06' },
    sample('s4', cell(7, { state: 'requested' })),
  ]
  const { plain, others } = sortWaiting(rows, 1, true)
  expect(plain.map(({ row, isOwn: own }) => [row.key, own])).toEqual([
    ['s1', true],
    ['s3', false],
  ])
  expect(others.map(({ row, doubts }) => [row.key, doubts])).toEqual([['s2', ['abnormal']]])
  expect(approvable(plain)).toEqual([{ id: 6, version: 3, subject: 'Neema Otieno · S-0000-06' }])
  expect(approvable(sortWaiting(rows, 1, false).plain)).toHaveLength(3)
  const critical = [
    sample('s5', cell(8), cell(9, { flag: 'critical high' })),
    sample('s6', cell(10, { flag: 'critical', state: 'approved' }), cell(11)),
  ]
  expect(criticalCells(sortWaiting(critical, 2, true).others).map(({ id }) => id)).toEqual([9])
  expect(criticalCells(sortWaiting(critical, 1, true).others)).toEqual([])
  expect(isOwn(cell(1, { origin: 'analyser' }), 1, true)).toBe(false)
  expect(inShares([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
})

const entry = (more: Partial<EntryRow> = {}) =>
  ({
    id: 1,
    lab_test_request: 9,
    patient_sample: null,
    sample_code: null,
    priority: 'routine',
    test_panel: 4,
    section: 'Haematology',
    kind: 'quantitative',
    state: 'entered',
    sample_state: 'received',
    requested_at: '2026-11-20T08:00:00Z',
    panel: { ...haemoglobin, delta_absolute: '30', delta_percent: null, delta_days: 3 },
    reference_range: limits,
    low_critical: limits.low_critical,
    high_critical: limits.high_critical,
    previous: { value: '150', comparator: null, result_kind: null, rank: null, observed_at: '2026-11-19T08:00:00Z' },
    current: { result: '110', value: '110', comparator: null, result_kind: null, rank: null, flag: 'low', is_delta_exceeded: true, observed_at: '2026-11-20T09:00:00Z', origin: 'typed', entered_by: 1 }, // prettier-ignore
    ...more,
  }) as EntryRow
const typed = (text: string) => ({ text }) as ResultItem

test('shows what was saved with the server’s flag, and what is typed with its own', () => {
  expect(toShown(entry(), undefined)).toMatchObject({ text: '110', flag: 'low', isDeltaExceeded: true, delta: { difference: '-40' } })
  expect(toShown(entry(), typed('145'))).toMatchObject({
    flag: 'normal',
    isDeltaExceeded: false,
    delta: { difference: '-5', percent: '-3.3' },
  })
  expect(toShown(entry(), typed('60'))).toMatchObject({ flag: 'critical low', isDeltaExceeded: true })
  expect(toShown(entry(), typed('60 kg'))).toMatchObject({ text: '60 kg', flag: null, delta: null })
  expect(toShown(entry({ previous: null, current: null }), undefined)).toMatchObject({ text: '', flag: null, delta: null })
})
test('tests of a visit by sample and request: what needs no sample stands with its section, the same test once in a group', () => {
  const at = '2026-11-20T08:30:00Z'
  const repeated = { lab_test_request: 10, requested_at: at, priority: 'stat' } as const
  const rows = [
    entry({ patient_sample: 5, sample_code: 'S5' }),
    entry({ id: 2, patient_sample: null, kind: 'calculated' }),
    entry({ id: 3, patient_sample: 5, sample_code: 'S5', ...repeated }),
    entry({ id: 4, patient_sample: 6, sample_code: 'S6', section: 'Chemistry', ...repeated }),
    entry({ id: 6, patient_sample: null, section: 'Immunology' }),
  ]
  const groups = entryGroups(rows)
  expect(groups.map(({ sample, requestedAt, rows: own }) => [sample, requestedAt, own.map(({ id }) => id)])).toEqual([
    ['S5', '2026-11-20T08:00:00Z', [1, 2]],
    ['S5', at, [3]],
    ['S6', null, [4]],
    [null, null, [6]],
  ])
  expect(groups[2]).toMatchObject({ priority: 'stat', sections: ['Chemistry'] })
})
test('tests of a visit: what hinders them, and what may be approved', () => {
  const rows = [
    entry(),
    entry({ id: 2, section: '', state: 'requested', current: null }),
    entry({ id: 3, state: 'cancelled' }),
    entry({ id: 4, state: 'approved' }),
  ]
  expect(entryGroups(rows).map(({ rows: own }) => own.map(({ id }) => id))).toEqual([[1, 2, 4]])
  expect(rows.map(hindranceOf)).toEqual([null, null, 'cancelled', 'approved'])
  expect(hindranceOf(entry({ kind: 'calculated' }))).toBe('calculated')
  expect(hindranceOf(entry({ sample_state: 'to collect' }))).toBe('to collect')
  expect(hindranceOf(entry({ sample_state: null }))).toBeNull()
  expect(approvableEntries(rows, () => ({}), 1, false).map(({ id }) => id)).toEqual([1])
  expect(approvableEntries(rows, () => ({}), 1, true)).toEqual([])
  expect(approvableEntries(rows, () => ({ 4: typed('1') }), 2, true)).toEqual([])
  expect(countEntries(rows)).toEqual({ open: 1, entered: 1, approved: 1 })
})
