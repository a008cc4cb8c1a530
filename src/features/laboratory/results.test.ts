import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import type { enterResults } from './contract-results.ts'

type Entered = ResponseOf<typeof enterResults>

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

/** Enters one result that fits; answers what is said of the test. */
const entered = async (request_panel: number, result: string, more: object = {}) => {
  const reply = await lab.enter([{ request_panel, result, ...more }])
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Entered>().find(({ id }) => id === request_panel)!
}
const problem = (id: number, message: string) => ({ [`results.${id}.result`]: [message] })
const trail = async (id: number) => {
  const rows = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'change'])
    .where('entity', '=', 'lab test')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  return rows
}

describe('POST /lab/results/', () => {
  test('keeps a number with its flag, the range it was held against, who entered it, and receives the sample', async () => {
    const potassium = await lab.test({ unit: 'mmol/L', decimals: 1, turnaround_minutes: 60 })
    await aRange(clinic.db, potassium, { low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0', text: 'Fasting' })
    const request = await lab.ask([potassium])
    const row = await entered(request.of(potassium), ' 5.40 ')
    expect(row).toMatchObject({ state: 'entered', sample_state: 'received', result: '5.4', result_approved: false })
    expect(row.current).toMatchObject({
      result: '5.4',
      value: '5.40',
      comparator: null,
      unit: 'mmol/L',
      entered: '5.40',
      flag: 'high',
      low: '3.5',
      high: '5.3',
      low_critical: '2.8',
      high_critical: '6',
      range_text: 'Fasting',
      observed_at: NOW.toISOString(),
      origin: 'typed',
      entered_by: lab.technician.id,
      revision: 1,
      approved_at: null,
    })
    expect(row.due_at).toBe(new Date(NOW.getTime() + 3_600_000).toISOString())
    const sample = await clinic.db.selectFrom('lab_samples').selectAll().where('id', '=', row.patient_sample).executeTakeFirstOrThrow()
    expect(sample).toMatchObject({ received_by: lab.technician.id, received_at: NOW })
    // The range changes afterwards: what was reported against it stays.
    await clinic.db.updateTable('lab_reference_ranges').set({ high: '5.5' }).where('panel_id', '=', potassium.id).execute()
    const again = await lab.technician.call('GET', `/lab/lab-test-request-panels-by-lab-test-request-id/${request.id}/`)
    expect(again.json<Entered>()[0]!.current).toMatchObject({ flag: 'high', high: '5.3' })
  })

  test('keeps < and >, converts another unit, and refuses what it cannot know', async () => {
    const glucose = await lab.test({ unit: 'mmol/L', decimals: 1, units: [{ unit: 'mg/dL', factor: '0.055507', offset: '0' }] })
    await aRange(clinic.db, glucose, { low: '3.9', high: '5.5', high_valid: '80' })
    const film = await lab.test({ choices: [{ value: 'Positive', flag: 'critical' }, { value: 'Negative', flag: 'normal' }] }) // prettier-ignore
    const request = await lab.ask([glucose, film])
    const [g, f] = [request.of(glucose), request.of(film)]
    expect((await entered(g, '< 0.5')).current).toMatchObject({ result: '<0.5', comparator: '<', value: '0.5', flag: 'low' })
    expect((await entered(g, '90', { unit: 'mg/dL' })).current).toMatchObject({
      result: '5.0',
      value: '4.99563',
      unit: 'mmol/L',
      entered: '90 mg/dL',
      flag: 'normal',
      comparator: null,
    })
    expect((await entered(f, 'neg')).current).toMatchObject({ result: 'Negative', flag: 'normal', value: null })
    const refused = await lab.enter([
      { request_panel: g, result: '90', unit: 'g/L' },
      { request_panel: f, result: 'Perhaps' },
    ])
    expect([refused.status, refused.json()]).toEqual([
      400,
      {
        ...problem(0, 'This test is reported in mmol/L; g/L is not accepted.'),
        ...problem(1, 'Choose one of: Positive, Negative.'),
      },
    ])
    const asked = await lab.enter([{ request_panel: g, result: '500' }])
    expect([asked.status, asked.json()]).toMatchObject([
      409,
      {
        code: 'implausible',
        questions: [
          {
            field: 'results.0.result',
            rule: 'limits',
            message: '500 is above 80 mmol/L, the highest plausible result. Check the value and its unit.',
            most: 80,
            can_confirm: true,
          },
        ],
      },
    ])
    expect((await entered(f, 'Positive')).current).toMatchObject({ flag: 'critical' })
  })

  test('is all or nothing, names what is not there, and waits for the sample', async () => {
    const one = await lab.test()
    const request = await lab.ask([one], { isTaken: false })
    const id = request.of(one)
    const early = await lab.enter([{ request_panel: id, result: '5' }])
    expect([early.status, early.json()]).toMatchObject([409, { code: 'sample_not_collected', request_panels: [id] }])
    await lab.take(request.process)
    const other = (await lab.ask([one])).of(one)
    const reply = await lab.enter([
      { request_panel: id, result: '5' },
      { request_panel: other, result: 'five' },
    ])
    expect([reply.status, reply.json()]).toEqual([400, problem(1, 'Enter a number, such as 5.4.')])
    expect((await lab.enter([{ request_panel: 2_000_000_000, result: '5' }])).json()).toEqual({
      'results.0.request_panel': ['Test not found.'],
    })
    expect((await lab.enter([id, id].map((request_panel) => ({ request_panel, result: '5' })))).json()).toEqual({
      'results.1.request_panel': ['Each test may be listed only once.'],
    })
    expect(await clinic.db.selectFrom('lab_results').select('id').where('request_panel_id', 'in', [id, other]).execute()).toEqual([])
    await lab.doctor.call('PATCH', `/lab/lab-test-requests-panel/${other}/`, { cancelled: true, reason: 'Not needed' })
    expect((await lab.enter([{ request_panel: other, result: '5' }])).json()).toMatchObject({ code: 'cancelled' })
    expect((await lab.enter([{ request_panel: id, result: '5' }], lab.doctor)).status).toBe(403)
  })

  test('replaces what was not approved, tells two people who type in one cell apart, and takes back', async () => {
    const one = await lab.test()
    const id = (await lab.ask([one])).of(one)
    const first = await entered(id, '5.0', { version: 1, comment: 'Haemolysed' })
    const replies = await Promise.all(
      ['6.0', '7.0'].map((result, index) =>
        lab.enter([{ request_panel: id, result, version: first.version }], index === 0 ? lab.technician : lab.manager),
      ),
    )
    expect(statuses(replies)).toEqual([200, 412])
    const [lost] = replies.filter(({ status }) => status === 412)
    const [won] = replies.filter(({ status }) => status === 200)
    const now = won!.json<Entered>()[0]!
    expect(lost!.json()).toMatchObject({ code: 'version_conflict', current: [{ id, result: now.result, version: now.version }] })
    expect(now.current).toMatchObject({ revision: 1, comment: 'Haemolysed' })
    const emptied = await entered(id, '')
    expect(emptied).toMatchObject({ state: 'requested', current: null, result: null })
    expect(await entered(id, '')).toMatchObject({ state: 'requested' })
    expect(await entered(id, '5.5')).toMatchObject({ state: 'entered', current: { revision: 2, result: '5.5' } })
    const text = await trail(id)
    expect(text.map(({ action }) => action)).toEqual([
      'enter result',
      'enter result',
      'take back result',
      'take back result',
      'enter result',
    ])
    expect(text[1]!.change).toMatchObject({ result: ['5.0', now.result] })
    expect(text[2]!.change).toMatchObject({ result: [now.result, null] })
  })

  test('holds against the range of sex, age in days, pregnancy and day', async () => {
    const bilirubin = await lab.test({ unit: 'umol/L' })
    await aRange(clinic.db, bilirubin, { age_to_days: 3, high: '100' })
    await aRange(clinic.db, bilirubin, { age_from_days: 3, age_to_days: 28, high: '50' })
    await aRange(clinic.db, bilirubin, { age_from_days: 28, sex: 'male', high: '30' })
    await aRange(clinic.db, bilirubin, { age_from_days: 28, sex: 'female', is_pregnant: false, high: '20', valid_until: '2026-03-02' })
    await aRange(clinic.db, bilirubin, { age_from_days: 28, sex: 'female', is_pregnant: false, high: '21', valid_from: '2026-03-02' })
    await aRange(clinic.db, bilirubin, { age_from_days: 28, sex: 'female', is_pregnant: true, high: '10' })
    const high = async (gender: 'male' | 'female' | 'unknown', date_of_birth: string | null, is_pregnant?: boolean) => {
      const request = await lab.ask([bilirubin], { patient: { gender, date_of_birth }, ...(is_pregnant !== undefined && { is_pregnant }) })
      const { current } = await entered(request.of(bilirubin), '40')
      return [current!.high, current!.flag]
    }
    expect(await high('male', '2026-03-02')).toEqual(['100', 'normal'])
    expect(await high('male', '2026-02-28')).toEqual(['100', 'normal'])
    expect(await high('male', '2026-02-27')).toEqual(['50', 'normal'])
    expect(await high('male', '1990-01-01')).toEqual(['30', 'high'])
    expect(await high('female', '1990-01-01')).toEqual(['21', 'high'])
    expect(await high('female', '1990-01-01', true)).toEqual(['10', 'high'])
    expect(await high('unknown', '1990-01-01')).toEqual([null, null])
    expect(await high('unknown', '2026-03-01')).toEqual(['100', 'normal'])
    expect(await high('female', null)).toEqual([null, null])
  })

  test('compares with the latest approved or imported result before', async () => {
    const haemoglobin = await lab.test({ unit: 'g/L', delta_absolute: '30', delta_days: 3 })
    const patient = await aPatient(clinic.db)
    const { db } = clinic
    const imported = (days: number, value: string, source: string) =>
      db
        .insertInto('lab_results')
        .values({
          patient_id: patient.id,
          panel_id: haemoglobin.id,
          observed_at: new Date(NOW.getTime() - days * 86_400_000),
          result: value,
          value,
          entered: value,
          origin: 'imported',
          entered_at: NOW,
          source,
        })
        .execute()
    await imported(9, '80', 'old')
    await imported(2, '120', 'recent')
    const request = await lab.ask([haemoglobin], { of: patient.id })
    const id = request.of(haemoglobin)
    expect((await entered(id, '150')).current).toMatchObject({ previous: { result: '120' }, is_delta_exceeded: false })
    expect((await entered(id, '151')).current).toMatchObject({ previous: { result: '120' }, is_delta_exceeded: true })
    // Nobody has approved it yet: the next one is not compared with it.
    clinic.clock.now = new Date(NOW.getTime() + 60_000)
    const next = (await lab.ask([haemoglobin], { process: request.process })).of(haemoglobin)
    expect((await entered(next, '150')).current).toMatchObject({ previous: { result: '120' } })
    await lab.approve([id])
    expect((await entered(next, '150')).current).toMatchObject({ previous: { result: '151' }, is_delta_exceeded: false })
    clinic.clock.now = NOW
  })

  test('works out what is calculated, again when an input changes, and not where it must not', async () => {
    const chol = await lab.test({ code: 'CHOL', decimals: 1 })
    const hdl = await lab.test({ code: 'HDL', decimals: 1 })
    const trig = await lab.test({ code: 'TRIG', decimals: 1 })
    const ldl = await lab.test({ code: 'LDL', kind: 'calculated', formula: 'ldl_friedewald(CHOL, HDL, TRIG)', decimals: 2 })
    await aRange(clinic.db, ldl, { high: '3' })
    const request = await lab.ask([ldl, chol, hdl, trig])
    const all = (c: string, h: string, t: string) =>
      lab.enter([
        { request_panel: request.of(chol), result: c },
        { request_panel: request.of(hdl), result: h },
        { request_panel: request.of(trig), result: t },
      ])
    expect((await lab.enter([{ request_panel: request.of(ldl), result: '3' }])).json()).toEqual(
      problem(0, 'This test is calculated from other tests.'),
    )
    const two = await lab.enter([{ request_panel: request.of(chol), result: '6.0' }])
    expect(two.json<Entered>()).toHaveLength(1)
    const made = (await all('6.0', '1.2', '2.2')).json<Entered>()
    expect(made.find(({ id }) => id === request.of(ldl))).toMatchObject({
      state: 'entered',
      current: { result: '3.80', flag: 'high', origin: 'calculated', entered_by: lab.technician.id },
    })
    const changed = (await lab.enter([{ request_panel: request.of(chol), result: '5.0' }])).json<Entered>()
    expect(changed.find(({ id }) => id === request.of(ldl))!.current).toMatchObject({ result: '2.80', flag: 'normal', revision: 1 })
    const refused = (await lab.enter([{ request_panel: request.of(trig), result: '4.6' }])).json<Entered>()
    expect(refused.find(({ id }) => id === request.of(ldl))).toMatchObject({ state: 'requested', current: null })
    const back = (await lab.enter([{ request_panel: request.of(trig), result: '2.2' }])).json<Entered>()
    expect(back.find(({ id }) => id === request.of(ldl))).toMatchObject({ state: 'entered', current: { result: '2.80', revision: 2 } })
    const emptied = (await lab.enter([{ request_panel: request.of(hdl), result: '' }])).json<Entered>()
    expect(emptied.find(({ id }) => id === request.of(ldl))).toMatchObject({ state: 'requested' })
    const below = (await lab.enter([{ request_panel: request.of(hdl), result: '<0.5' }])).json<Entered>()
    expect(below.find(({ id }) => id === request.of(ldl))).toBeUndefined()
  })
})

describe('results that are no numbers', () => {
  test('are entered, compared, amended and drawn with their order; none is taken for a number', async () => {
    const load = await lab.test({ name: 'Viral load', unit: '{copies}/mL', decimals: 0, delta_absolute: '1000', delta_days: 7 })
    await aRange(clinic.db, load, { low: '0', high: '1000', high_critical: '100000', high_valid: '10000000' })
    const cells = await lab.test({ name: 'Pus cells', unit: '/[HPF]', decimals: 0 })
    await aRange(clinic.db, cells, { low: '0', high: '5' })
    const widal = await lab.test({ name: 'Widal O', unit: '{titer}', decimals: 0 })
    await aRange(clinic.db, widal, { high: '80', high_critical: '320' })
    const twice = await lab.test({ code: 'TWICE', kind: 'calculated', formula: `${load.code} * 2`, decimals: 0 })
    clinic.clock.now = new Date(NOW.getTime() - 3_600_000)
    const first = await lab.ask([load, cells, widal, twice])
    const [l, c, w] = [first.of(load), first.of(cells), first.of(widal)]
    const low = await entered(l, 'TND')
    expect(low.current).toMatchObject({ result: 'Not detected', result_kind: 'not detected', rank: '0', value: null, comparator: null, unit: null, entered: 'TND', flag: 'normal' }) // prettier-ignore
    expect((await entered(c, '4-6 /HPF')).current).toMatchObject({ result: '4-6', result_kind: 'range', rank: '6', value: null, unit: '/[HPF]', flag: 'high' }) // prettier-ignore
    expect((await entered(w, '1:160')).current).toMatchObject({
      result: '1:160',
      result_kind: 'titre',
      rank: '160',
      unit: null,
      flag: 'high',
    })
    expect((await entered(w, '>1:640')).current).toMatchObject({ result: '>1:640', comparator: '>', flag: 'critical high' })
    // Nothing is calculated from what is no number.
    expect(await clinic.db.selectFrom('lab_results').select('id').where('request_panel_id', '=', first.of(twice)).execute()).toEqual([])
    for (const typed of ['++ /uL', '5-4', '1:0']) {
      const refused = await lab.enter([{ request_panel: c, result: typed }])
      expect([refused.status, Object.keys(refused.json<object>())]).toEqual([400, ['results.0.result']])
    }
    expect((await lab.approve([l, c, w])).status).toBe(200)

    clinic.clock.now = NOW
    const second = await lab.ask([load, cells], { process: first.process })
    expect((await entered(second.of(load), '1.2E5')).current).toMatchObject({ result: '120000', value: '120000', result_kind: null, flag: 'critical high', is_delta_exceeded: true, previous: { result: 'Not detected' } }) // prettier-ignore
    expect((await entered(second.of(cells), 'plenty')).current).toMatchObject({ result: 'Plenty', result_kind: 'grade', rank: '5', flag: 'high', is_delta_exceeded: false }) // prettier-ignore
    expect((await lab.approve([second.of(load)])).status).toBe(200)
    const amended = await lab.amend(second.of(load), 'LDL')
    expect(amended.json()).toMatchObject({
      result: 'Not detected',
      current: { result_kind: 'not detected', flag: 'normal', is_amendment: true },
    })
    expect((await lab.amend(second.of(load), 'not detected')).json()).toEqual({
      result: ['This result is already reported. Enter a different result.'],
    })
    const { series } = (await lab.doctor.call('GET', `/lab/results/by-patient-id/${first.patient}/?panel=${load.id}`)).json<{
      series: object[]
    }>()
    expect(series).toMatchObject([
      {
        points: [
          { result: 'Not detected', value: null, rank: '0' },
          { result: 'Not detected', rank: '0' },
        ],
      },
    ])
  })

  test('are reported with the decimals of the test, and flagged as they were entered', async () => {
    const potassium = await lab.test({ unit: 'mmol/L', decimals: 1 })
    await aRange(clinic.db, potassium, { low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0' })
    const { of } = await lab.ask([potassium])
    const id = of(potassium)
    expect((await entered(id, '4.4000')).current).toMatchObject({ result: '4.4', value: '4.4000', entered: '4.4000', flag: 'normal' })
    expect((await entered(id, '5.34')).current).toMatchObject({ result: '5.34', value: '5.34', flag: 'high' })
    expect((await entered(id, '5')).current).toMatchObject({ result: '5.0', flag: 'normal' })
    expect((await lab.approve([id])).status).toBe(200)
    expect((await lab.amend(id, '6.04')).json()).toMatchObject({ result: '6.04', current: { flag: 'critical high' } })
  })
})

describe('PATCH /lab/lab-test-requests-panel/{id}/', () => {
  test('enters and approves one result, each with its own right', async () => {
    const one = await lab.test()
    const id = (await lab.ask([one])).of(one)
    const patch = (body: object, by = lab.technician) => by.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, body)
    expect((await patch({ result: '5' }, lab.doctor)).status).toBe(403)
    expect((await patch({ result: 'five' })).json()).toEqual({ result: ['Enter a number, such as 5.4.'] })
    expect((await patch({ result: '5', version: 9 })).json()).toMatchObject({ code: 'version_conflict', current: { id } })
    const after = await patch({ result: '5', version: 1 })
    expect(after.json()).toMatchObject({ result: '5', result_approved: false })
    expect((await patch({ result_approved: true }, lab.doctor)).status).toBe(403)
    const approved = await patch({ result_approved: true, approved_by: lab.doctor.id }, lab.manager)
    expect(approved.json()).toMatchObject({ result_approved: true, current: { approved_by_name: 'Test lab_manager' } })
    expect((await patch({ result_approved: true }, lab.manager)).json()).toMatchObject({ code: 'approved' })
    expect((await patch({ result: '6' })).json()).toMatchObject({ code: 'approved' })
    expect((await lab.technician.call('PATCH', '/lab/lab-test-requests-panel/2000000000/', { result: '5' })).status).toBe(404)
  })
})
