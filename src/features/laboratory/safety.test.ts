import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange, withoutReference } from '../../testing/scenarios/laboratory.ts'
import type { UnconfirmedRanges } from '../lab-catalogue/contract-ranges.ts'
import type { EntryRow, LookOutcome } from './contract-results.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
const MONTHS_17 = '2024-10-01'
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let tests: Map<string, { id: number; code: string }>
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  expect((await lab.manager.call('POST', '/lab/starter-catalogue/', {})).status).toBe(200)
  const rows = await clinic.db.selectFrom('lab_panels').select(['id', 'code', 'item_id']).execute()
  tests = new Map(rows.map((row) => [row.code, row]))
})
afterAll(() => clinic.close())

const starter = (code: string) => tests.get(code)!
/** Starter tests are asked for by themselves once they have an item. */
const priced = async (...codes: string[]) => {
  for (const code of codes) {
    const { item_id } = await lab.test()
    await clinic.db.updateTable('lab_panels').set({ item_id: null }).where('item_id', '=', item_id).execute()
    await clinic.db.updateTable('lab_panels').set({ item_id }).where('id', '=', starter(code).id).where('item_id', 'is', null).execute()
  }
  return codes.map(starter)
}
const entryOf = async (process: number) => (await lab.technician.call('GET', `/lab/results/by-process-id/${process}/`)).json<EntryRow[]>()
const approveOne = (id: number, more: object = {}, by: Person = lab.manager) =>
  by.call('POST', '/lab/results/approve/', { panels: [{ id, ...more }] })
const outcomes = (reply: Reply) => {
  const { code, outcomes: found } = reply.json<{ code: string; outcomes: LookOutcome[] }>()
  expect([reply.status, code]).toEqual([409, 'one_by_one'])
  return found
}
const criticalCalls = async (patient: number) =>
  (await clinic.db.selectFrom('lab_critical_calls').select('id').where('patient_id', '=', patient).execute()).length

describe('a child of 17 months', () => {
  test('with a deadly haemoglobin and few platelets is flagged, called about, and not approved by who entered', async () => {
    const [hb, plt, wbc] = (await priced('HB', 'PLT', 'WBC')) as unknown as [{ id: number }, { id: number }, { id: number }]
    const request = await lab.ask([hb, plt, wbc], { patient: { gender: 'female', date_of_birth: MONTHS_17 } })
    const entered = await lab.enter(
      [
        { request_panel: request.of(hb), result: '30' },
        { request_panel: request.of(plt), result: '8' },
        { request_panel: request.of(wbc), result: '7.1' },
      ],
      lab.manager,
    )
    expect(entered.status, entered.text).toBe(200)
    const rows = await entryOf(request.process)
    const row = (test: { id: number }) => rows.find(({ test_panel }) => test_panel === test.id)!
    expect(row(hb).current).toMatchObject({
      flag: 'critical low',
      low: '111',
      high: '141',
      low_critical: '69',
      has_range: true,
      is_range_confirmed: false,
    })
    expect(row(plt).current).toMatchObject({ flag: 'critical low', low_critical: '53', high_critical: '916' })
    expect(row(wbc).current).toMatchObject({ flag: 'normal' })
    expect(row(hb).reference_range?.source).toContain('University Hospitals Dorset')
    expect(await criticalCalls(request.patient)).toBe(2)
    const own = await approveOne(request.of(hb), {}, lab.manager)
    expect([own.status, own.json()]).toMatchObject([409, { code: 'own_result', request_panels: [request.of(hb)] }])
    expect(own.json<{ detail: string }>().detail).toBe(
      'You entered Haemoglobin: another person has to approve it. A laboratory in which one person works alone can switch this rule off in the laboratory’s settings.',
    )
    const second = await clinic.signedInFrom('Laboratory manager', 'lab_manager')
    expect((await lab.approve([hb, plt, wbc].map(request.of), second)).status).toBe(200)
  })

  test.each([
    ['age that is not known', { gender: 'female', date_of_birth: null }, 'HB', '40', 'critical low'],
    ['sex that is not known', { gender: 'unknown', date_of_birth: '1990-01-01' }, 'HB', '60', 'critical low'],
    ['newborn with high potassium', { gender: 'male', date_of_birth: '2026-02-27' }, 'K', '8.1', 'critical high'],
    ['age that is not known, high potassium', { gender: 'male', date_of_birth: null }, 'K', '6.3', 'critical high'],
  ] as const)('and a patient with an %s is critical all the same', async (_name, patient, code, result, flag) => {
    const [one] = (await priced(code)) as unknown as [{ id: number }]
    const request = await lab.ask([one], { patient })
    expect((await lab.enter([{ request_panel: request.of(one), result }])).status).toBe(200)
    const [row] = await entryOf(request.process)
    expect(row!.current).toMatchObject({ flag })
    expect(await criticalCalls(request.patient)).toBe(1)
  })

  test('an estimated age near a border counts with the stricter critical limits of both sides', async () => {
    const [one] = (await priced('NEUT')) as unknown as [{ id: number }]
    const adult = { gender: 'male', date_of_birth: '2007-12-01' } as const
    const known = await lab.ask([one], { patient: { ...adult, date_of_birth: '2009-12-01' } })
    const guessed = await lab.ask([one], { patient: { ...adult, date_of_birth: '2008-06-01', is_birth_date_estimated: true } })
    await lab.enter([known, guessed].map((request) => ({ request_panel: request.of(one), result: '0.8' })))
    expect((await entryOf(known.process))[0]!.current).toMatchObject({ flag: 'low', low_critical: '0.5' })
    expect((await entryOf(guessed.process))[0]!.current).toMatchObject({ flag: 'critical low', low_critical: '1' })
  })
})

const adultsOnly = async () => {
  const one = await lab.test({ unit: 'mmol/L', decimals: 1 })
  await aRange(clinic.db, one, { age_from_days: 6574, low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6' })
  return one
}

describe('a laboratory with ranges of adults alone', () => {
  test('calls about a critical child, marks that no range covers it, and approves it by itself alone', async () => {
    const one = await adultsOnly()
    const child = await lab.ask([one, await lab.test()], { patient: { gender: 'male', date_of_birth: '2022-01-01' } })
    const [id, plain] = [child.of(one), child.panels.find(({ test_panel }) => test_panel !== one.id)!.id]
    await lab.enter([
      { request_panel: id, result: '6.4' },
      { request_panel: plain, result: '5' },
    ])
    const row = (await entryOf(child.process)).find((entry) => entry.id === id)!
    expect(row).toMatchObject({ reference_range: null, range_reason: 'age', low_critical: '2.8', high_critical: '6' })
    expect(row.current).toMatchObject({ flag: 'critical high', has_range: false, is_range_confirmed: null, low: null, high: null })
    expect(await criticalCalls(child.patient)).toBe(1)

    const batch = outcomes(await lab.approve([id, plain]))
    expect(batch).toMatchObject([{ request_panel: id, result: '6.4', reasons: ['no_range'] }])
    outcomes(await approveOne(id))
    outcomes(await approveOne(id, { acknowledged: false }))
    const patched = await lab.manager.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, { result_approved: true })
    outcomes(patched)
    expect(await entryOf(child.process)).toMatchObject([{ state: 'entered' }, { state: 'entered' }])
    const alone = await approveOne(id, { acknowledged: true, version: row.version })
    expect(alone.status, alone.text).toBe(200)
    expect((await lab.approve([plain])).status).toBe(200)
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('action', '=', 'approve result').where('entity_id', '=', id).execute() // prettier-ignore
    expect(trail).toMatchObject([{ change: { acknowledged: ['no_range'], flag: 'critical high' } }])

    const headers = { authorization: `Bearer ${lab.doctor.token}` }
    const report = await clinic.app.inject({ url: `/lab/download_labtestresult_pdf/${child.process}/`, headers })
    expect(
      pdfPages(report.rawPayload)
        .flat()
        .join(' ')
        .replaceAll(/[\s\u200B]+/g, ' '),
    ).toContain('No range for this patient')
  })

  test('a second result in one call is never acknowledged with the first', async () => {
    const one = await adultsOnly()
    const requests = [
      await lab.ask([one], { patient: { date_of_birth: '2022-01-01' } }),
      await lab.ask([one], { patient: { date_of_birth: '2022-01-01' } }),
    ]
    const ids = requests.map((request) => request.of(one))
    await lab.enter(ids.map((request_panel) => ({ request_panel, result: '4' })))
    const both = await lab.manager.call('POST', '/lab/results/approve/', { panels: ids.map((id) => ({ id, acknowledged: true })) })
    expect(outcomes(both).map(({ request_panel }) => request_panel)).toEqual(ids)
  })

  test('gets the ranges of children from the starter beside its own', async () => {
    const potassium = starter('K')
    await clinic.db.updateTable('lab_reference_ranges').set({ valid_until: '2000-01-01' }).where('panel_id', '=', potassium.id).execute()
    await aRange(clinic.db, potassium, { age_from_days: 6574, low: '3.6', high: '5.0', source: 'Own study' })
    const added = await lab.manager.call('POST', '/lab/starter-catalogue/', {})
    expect(added.json()).toMatchObject({ panels: 0, ranges: 4 })
    const ranges = await lab.technician.call('GET', `/lab/lab-test-panel/${potassium.id}/ranges/`)
    const now = ranges.json<{ valid_until: string | null; age_from_days: number; source: string; low_critical: string | null }[]>().filter(({ valid_until }) => valid_until === null) // prettier-ignore
    expect(now.map(({ age_from_days, low_critical }) => [age_from_days, low_critical])).toEqual([[0, '2.8'], [30, '2.8'], [91, '2.8'], [365, '2.8'], [6574, null]]) // prettier-ignore
    expect((await lab.manager.call('POST', '/lab/starter-catalogue/', {})).json()).toMatchObject({ ranges: 0 })
  })
})

const unconfirmed = async () => (await lab.technician.call('GET', '/lab/reference-ranges/unconfirmed/')).json<UnconfirmedRanges[]>()

const confirm = (panel: number, ranges: object[], by: Person = lab.manager) =>
  by.call('POST', `/lab/lab-test-panel/${panel}/ranges/confirmation/`, { ranges })

describe('ranges that nobody confirmed', () => {
  test('are confirmed one by one or all of a test, by a person with the right, once', async () => {
    const sodium = (await unconfirmed()).find(({ code }) => code === 'CREA')!
    const [first, ...others] = sodium.ranges
    expect((await confirm(sodium.panel, [{ id: first!.id }], lab.technician)).status).toBe(403)
    expect((await confirm(sodium.panel, [{ id: first!.id, version: 99 }])).status).toBe(412)
    expect((await confirm(starter('ALT').id, [{ id: first!.id }])).json()).toEqual({
      'ranges.0.id': [`Test ALT has no range ${first!.id}.`],
    })
    const one = await confirm(sodium.panel, [{ id: first!.id, version: first!.version }])
    expect([one.status, one.json()]).toMatchObject([
      200,
      [{ id: first!.id, confirmed_at: NOW.toISOString(), confirmed_by_name: 'Test lab_manager' }],
    ])
    expect((await confirm(sodium.panel, [{ id: first!.id }])).json()).toMatchObject({ code: 'confirmed' })
    expect(
      (
        await confirm(
          sodium.panel,
          others.map(({ id, version }) => ({ id, version })),
        )
      ).status,
    ).toBe(200)
    expect((await unconfirmed()).some(({ code }) => code === 'CREA')).toBe(false)
    const trail = await clinic.db.selectFrom('audit_log').select('id').where('action', '=', 'confirm').where('entity', '=', 'reference range').where('actor_id', '=', lab.manager.id).execute() // prettier-ignore
    expect(trail).toHaveLength(sodium.ranges.length)
  })

  test('changed limits are the laboratory’s own: confirmed by who changed them, no longer from the source', async () => {
    const albumin = (await unconfirmed()).find(({ code }) => code === 'ALB')!
    const [range] = albumin.ranges
    const ended = await lab.manager.call('PATCH', `/lab/reference-ranges/${range!.id}/`, { valid_until: '2030-01-01' })
    expect(ended.json()).toMatchObject({ source: range!.source, confirmed_at: null })
    const changed = await lab.manager.call('PATCH', `/lab/reference-ranges/${range!.id}/`, { low: '24' })
    expect([changed.status, changed.json()]).toMatchObject([200, { low: '24', source: '', confirmed_by_name: 'Test lab_manager' }])
  })

  test('flag results, marked as not confirmed, until somebody confirms them', async () => {
    const [glucose] = (await priced('GLU')) as unknown as [{ id: number }]
    const request = await lab.ask([glucose], { patient: { gender: 'male', date_of_birth: '2020-01-01' } })
    await lab.enter([{ request_panel: request.of(glucose), result: '2.4' }])
    const current = async () => (await entryOf(request.process))[0]!.current
    expect(await current()).toMatchObject({ flag: 'critical low', is_range_confirmed: false })
    const ranges = (await unconfirmed()).find(({ code }) => code === 'GLU')!.ranges
    expect(
      (
        await confirm(
          glucose.id,
          ranges.map(({ id }) => ({ id })),
        )
      ).status,
    ).toBe(200)
    expect(await current()).toMatchObject({ flag: 'critical low', is_range_confirmed: true })
  })
})

const questions = (reply: Reply) => {
  expect([reply.status, reply.json<{ code: string }>().code], reply.text).toEqual([409, 'implausible'])
  return reply.json<{ questions: ImplausibleValue[] }>().questions
}

const stored = async (id: number) =>
  clinic.db.selectFrom('lab_results').select(['result', 'flag', 'confirmed']).where('request_panel_id', '=', id).execute()

describe('a value in another unit than that of the test', () => {
  const adult = { gender: 'male', date_of_birth: '1980-05-05' } as const

  test.each([
    ['HB', '12.4', ['124 = 12.4 g/dL']],
    ['UREA', '40', ['14.3 = 40 mg/dL (urea nitrogen)', '6.7 = 40 mg/dL (urea)']],
    ['TRIG', '150', ['1.69 = 150 mg/dL']],
    ['GLU', '95', ['5.3 = 95 mg/dL']],
    ['HBA1C', '6.1', ['43 = 6.1 %']],
    ['CREA', '1.2', ['106 = 1.2 mg/dL']],
    ['CA', '9.5', ['2.37 = 9.5 mg/dL']],
  ])('%s %s is asked about, one by one and in a batch, and nothing is stored', async (code, result, meant) => {
    const [one] = (await priced(code)) as unknown as [{ id: number }]
    const id = (await lab.ask([one], { patient: adult })).of(one)
    const [question] = questions(await lab.enter([{ request_panel: id, result }]))
    expect(question!.meant.map(({ value, as }) => `${value} = ${as}`)).toEqual(meant)
    questions(await lab.technician.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, { result }))
    expect(await stored(id)).toEqual([])
    expect(await criticalCalls((await clinic.db.selectFrom('lab_test_request_panels').select('patient_id').where('id', '=', id).executeTakeFirstOrThrow()).patient_id)).toBe(0) // prettier-ignore
    // The meaning that the person chose, with its unit, is no question any more.
    const chosen = await lab.enter([{ request_panel: id, result: `${question!.meant[0]!.value} ${question!.unit}` }])
    expect(chosen.status, chosen.text).toBe(200)
  })

  test('that is right is entered with its unit, or with a reason; so is one beyond the plausible limits', async () => {
    const [hb, trig] = (await priced('HB', 'TRIG')) as unknown as [{ id: number }, { id: number }]
    const request = await lab.ask([hb, trig], { patient: adult })
    expect((await lab.enter([{ request_panel: request.of(hb), result: '12 g/L' }])).status).toBe(200)
    expect(await stored(request.of(hb))).toMatchObject([{ result: '12', flag: 'critical low', confirmed: null }])
    const [beyond] = questions(await lab.enter([{ request_panel: request.of(hb), result: '8 g/L' }]))
    expect(beyond).toMatchObject({ rule: 'limits', least: 10, can_confirm: true, meant: [{ value: 80, as: '8 g/dL' }] })
    expect((await lab.enter([{ request_panel: request.of(hb), result: '8 g/L', confirm_reason: 'Measured on two tubes' }])).status).toBe(
      200,
    )
    expect((await lab.enter([{ request_panel: request.of(trig), result: '30', confirm_reason: 'Milky serum' }])).status).toBe(200)
    expect(await stored(request.of(trig))).toMatchObject([{ result: '30.00', flag: 'critical high', confirmed: { reason: 'Milky serum' } }])
  })
})

test('who has no reference in words has none', async () => {
  const one = await lab.test()
  await withoutReference(clinic.db, one)
  const id = (await lab.ask([one])).of(one)
  await lab.enter([{ request_panel: id, result: '5' }])
  expect(outcomes(await lab.approve([id]))).toMatchObject([{ reasons: ['no_range'] }])
})
