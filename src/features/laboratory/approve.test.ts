import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { asOwner } from '#platform/db/owner.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import type { enterResults, listRevisions } from './contract-results.ts'

type Entered = ResponseOf<typeof enterResults>

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

/** A test of a new patient with this result, entered by the technician. */
const withResult = async (result = '5') => {
  const one = await lab.test()
  const request = await lab.ask([one])
  const id = request.of(one)
  expect((await lab.enter([{ request_panel: id, result }])).status).toBe(200)
  return { id, request }
}
const track = async (visit: number) =>
  (await clinic.db.selectFrom('visits').select('track').where('id', '=', visit).executeTakeFirstOrThrow()).track
const revisions = async (id: number, by = lab.manager) => {
  const reply = await by.call('GET', `/lab/lab-test-requests-panel/${id}/revisions/`)
  expect(reply.status).toBe(200)
  return reply.json<ResponseOf<typeof listRevisions>>()
}

describe('POST /lab/results/approve/', () => {
  test('approves a batch or nothing of it, in the name of who is signed in', async () => {
    const [a, b] = [await withResult(), await withResult('6')]
    const open = (await lab.ask([await lab.test()])).panels[0]!.id
    const refused = await lab.approve([a.id, open])
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'not_entered', request_panels: [open] }])
    expect((await lab.approve([a.id, 2_000_000_000])).json()).toEqual({ 'panels.1.id': ['Test not found.'] })
    expect((await lab.approve([a.id], lab.doctor)).status).toBe(403)
    const seen = await lab.manager.call('POST', '/lab/results/approve/', { panels: [{ id: a.id, version: 1 }] })
    expect(seen.json()).toMatchObject({ code: 'version_conflict', current: [{ id: a.id }] })
    const reply = await lab.approve([b.id, a.id])
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json<Entered>()).toMatchObject(
      [a.id, b.id].map((id) => ({
        id,
        state: 'approved',
        result_approved: true,
        approved_on: NOW.toISOString(),
        current: { approved_by_name: 'Test lab_manager' },
      })),
    )
    expect((await lab.approve([a.id])).json()).toMatchObject({ code: 'approved', request_panels: [a.id] })
  })

  test('happens once, however many try at the same time', async () => {
    const { id } = await withResult()
    const replies = await Promise.all([lab.manager, lab.technician, lab.manager].map((by) => lab.approve([id], by)))
    expect(statuses(replies)).toEqual([200, 409, 409])
    const reported = await clinic.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'approve result')
      .where('entity_id', '=', id)
      .execute()
    expect(reported).toHaveLength(1)
  })

  test('and entering at the same time leave what was approved as it was approved', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await withResult('5')
      const [approved, entered] = await Promise.all([lab.approve([id]), lab.enter([{ request_panel: id, result: '6' }])])
      const [current] = await revisions(id)
      expect([200, 409]).toContain(entered.status)
      expect(approved.status).toBe(200)
      expect([current!.result, current!.approved_at]).toEqual([entered.status === 200 ? '6' : '5', NOW.toISOString()])
      expect(approved.json<Entered>()[0]!.result).toBe(current!.result)
    }
  })

  test('is for somebody else where the clinic says so, also of what was calculated', async () => {
    const [a, b] = [await lab.test({ code: 'A' }), await lab.test({ code: 'B' })]
    const sum = await lab.test({ code: 'AB', kind: 'calculated', formula: 'A + B', decimals: 1 })
    const request = await lab.ask([a, b, sum])
    await lab.enter([{ request_panel: request.of(a), result: '1' }], lab.manager)
    await lab.enter([{ request_panel: request.of(b), result: '2' }], lab.technician)
    const all = [a, b, sum].map((panel) => request.of(panel))
    await clinic.db.updateTable('lab_settings').set({ approver_must_differ: true }).execute()
    const own = await lab.approve(all)
    expect(own.json()).toMatchObject({ code: 'own_result', request_panels: [request.of(a), request.of(sum)] })
    // What an analyser sent is nobody's.
    await clinic.db
      .updateTable('lab_results')
      .set({ origin: 'analyser', entered_by: null })
      .where('request_panel_id', '=', request.of(a))
      .execute()
    expect((await lab.approve(all)).status).toBe(200)
    await clinic.db.updateTable('lab_settings').set({ approver_must_differ: false }).execute()
  })

  test('takes what is calculated with or after what it was calculated from', async () => {
    const one = await lab.test({ code: 'ONE' })
    const twice = await lab.test({ code: 'TWICE', kind: 'calculated', formula: 'ONE * 2', decimals: 1 })
    const request = await lab.ask([one, twice])
    await lab.enter([{ request_panel: request.of(one), result: '4' }])
    expect((await lab.approve([request.of(twice)])).json()).toMatchObject({ code: 'inputs_open', request_panels: [request.of(twice)] })
    expect((await lab.approve([request.of(one), request.of(twice)])).status).toBe(200)
  })

  test('moves the visit on with its last open test', async () => {
    const [one, two] = [await lab.test(), await lab.test()]
    const request = await lab.ask([one, two])
    await clinic.db.updateTable('visits').set({ track: 'awaiting result' }).where('id', '=', request.visit).execute()
    await lab.enter([one, two].map((panel) => ({ request_panel: request.of(panel), result: '5' })))
    await lab.approve([request.of(one)])
    expect(await track(request.visit)).toBe('awaiting result')
    await lab.approve([request.of(two)])
    expect(await track(request.visit)).toBe('added result')
    const moves = await clinic.db.selectFrom('visit_moves').select(['from_track', 'to_track', 'moved_by']).where('visit_id', '=', request.visit).orderBy('id', 'desc').limit(1).execute() // prettier-ignore
    expect(moves).toEqual([{ from_track: 'awaiting result', to_track: 'added result', moved_by: lab.manager.id }])
    // A visit that stands elsewhere stays there.
    const elsewhere = await withResult()
    const before = await track(elsewhere.request.visit)
    await lab.approve([elsewhere.id])
    expect(await track(elsewhere.request.visit)).toBe(before)
  })

  test('of the last two tests by two people at once moves the visit once', async () => {
    const [one, two] = [await lab.test(), await lab.test()]
    const request = await lab.ask([one, two])
    await clinic.db.updateTable('visits').set({ track: 'lab' }).where('id', '=', request.visit).execute()
    await lab.enter([one, two].map((panel) => ({ request_panel: request.of(panel), result: '5' })))
    const replies = await Promise.all([lab.approve([request.of(one)]), lab.approve([request.of(two)], lab.technician)])
    expect(statuses(replies)).toEqual([200, 200])
    expect(await track(request.visit)).toBe('added result')
    const moves = await clinic.db.selectFrom('visit_moves').select('id').where('visit_id', '=', request.visit).where('to_track', '=', 'added result').execute() // prettier-ignore
    expect(moves).toHaveLength(1)
  })
})

describe('a correction', () => {
  test('is another revision; the one before stays readable', async () => {
    const { id } = await withResult('5')
    expect((await lab.amend(id, '6')).json()).toMatchObject({ code: 'not_approved' })
    await lab.approve([id])
    expect((await lab.amend(id, '6', {}, lab.technician)).status).toBe(403)
    expect((await lab.amend(id, 'six')).json()).toEqual({ result: ['Enter a number, such as 5.4.'] })
    expect((await lab.amend(id, '5')).json()).toEqual({ result: ['This result is already reported. Enter a different result.'] })
    expect((await lab.amend(id, '6', { version: 1 })).json()).toMatchObject({ code: 'version_conflict', current: { id } })
    const reply = await lab.amend(id, '6', { comment: 'Diluted' })
    expect([reply.status, reply.json()]).toMatchObject([201, { result: '6', state: 'approved' }])
    expect(await revisions(id)).toMatchObject([
      {
        revision: 2,
        result: '6',
        is_current: true,
        amend_reason: 'Misread',
        is_amendment: true,
        comment: 'Diluted',
        approved_by_name: 'Test lab_manager',
      },
      { revision: 1, result: '5', is_current: false, amend_reason: null, is_amendment: false },
    ])
    expect((await lab.amend(2_000_000_000, '6')).status).toBe(404)
  })

  test('by two people at once happens as one after the other, or once when they say what they saw', async () => {
    const { id } = await withResult('5')
    const version = (await lab.approve([id])).json<Entered>()[0]!.version
    const seen = await Promise.all(['6', '7'].map((result) => lab.amend(id, result, { version })))
    expect(statuses(seen)).toEqual([201, 412])
    const both = await Promise.all(['8', '9'].map((result) => lab.amend(id, result)))
    expect(statuses(both)).toEqual([201, 201])
    const all = await revisions(id)
    expect(all.map(({ revision }) => revision)).toEqual([4, 3, 2, 1])
    expect(all.filter(({ is_current }) => is_current)).toHaveLength(1)
  })

  test('corrects what was calculated from it, and takes that back where nothing comes of it', async () => {
    const [na, k] = [await lab.test({ code: 'NA' }), await lab.test({ code: 'KA', name: 'Potassium' })]
    const ratio = await lab.test({ code: 'RATIO', kind: 'calculated', formula: 'NA / KA', decimals: 1 })
    const request = await lab.ask([na, k, ratio])
    await lab.enter([{ request_panel: request.of(na), result: '140' }, { request_panel: request.of(k), result: '4' }]) // prettier-ignore
    await lab.approve([na, k, ratio].map((panel) => request.of(panel)))
    expect((await lab.amend(request.of(ratio), '30')).json()).toEqual({ result: ['This test is calculated from other tests.'] })
    await lab.amend(request.of(k), '5')
    expect(await revisions(request.of(ratio))).toMatchObject([
      { revision: 2, result: '28.0', amend_reason: 'Follows from Potassium: Misread', is_current: true, approved_at: NOW.toISOString() },
      { revision: 1, result: '35.0' },
    ])
    await lab.amend(request.of(k), '0')
    expect((await revisions(request.of(ratio)))[0]).toMatchObject({
      revision: 2,
      is_current: false,
      withdraw_reason: 'Follows from Potassium: Misread',
    })
    await lab.amend(request.of(k), '4', { reason: 'M'.repeat(300) })
    expect((await revisions(request.of(ratio)))[0]).toMatchObject({
      revision: 3,
      result: '35.0',
      approved_at: null,
      amend_reason: `Follows from Potassium: ${'M'.repeat(276)}`,
    })
    await lab.approve([request.of(ratio)])
    await lab.withdraw(request.of(na))
    const panels = await lab.technician.call('GET', `/lab/lab-test-request-panels-by-lab-test-request-id/${request.id}/`)
    expect(panels.json<Entered>().map(({ state }) => state)).toEqual(['requested', 'approved', 'requested'])
  })

  test('takes a result back: the test is open again, and what was reported stays readable', async () => {
    const { id } = await withResult('5')
    expect((await lab.withdraw(id)).json()).toMatchObject({ code: 'not_approved' })
    await lab.approve([id])
    expect((await lab.withdraw(id, lab.technician)).status).toBe(403)
    expect((await lab.withdraw(id)).json()).toMatchObject({ state: 'requested', result: null, current: null })
    await lab.enter([{ request_panel: id, result: '6' }])
    expect(await revisions(id)).toMatchObject([
      { revision: 2, result: '6', approved_at: null, amend_reason: 'Wrong tube', is_amendment: true },
      { revision: 1, result: '5', withdraw_reason: 'Wrong tube', withdrawn_by_name: 'Test lab_manager', is_current: false },
    ])
    // Who does not enter results sees what was reported alone.
    const reader = await clinic.signedInAs(['laboratory.view'])
    expect((await revisions(id, reader)).map(({ revision }) => revision)).toEqual([1])
    expect((await lab.approve([id])).status).toBe(200)
  })

  test('keeps the day of the sample: the range of then, not of now', async () => {
    const one = await lab.test()
    await aRange(clinic.db, one, { high: '5', valid_until: '2026-03-02' })
    await aRange(clinic.db, one, { high: '9', valid_from: '2026-03-02' })
    const request = await lab.ask([one], { isTaken: false })
    await lab.take(request.process, new Date('2026-03-01T08:00:00Z'))
    await lab.enter([{ request_panel: request.of(one), result: '7' }])
    await lab.approve([request.of(one)])
    const reply = await lab.amend(request.of(one), '8')
    expect(reply.json()).toMatchObject({ current: { flag: 'high', high: '5', observed_at: '2026-03-01T08:00:00.000Z' } })
  })
})

test('the database lets no result go to another patient or test, and no approved one be changed', async () => {
  const [one, two] = [await lab.test(), await lab.test()]
  const request = await lab.ask([one, two])
  const id = request.of(one)
  const { db } = clinic
  const values = { request_panel_id: id, patient_id: request.patient, panel_id: one.id, observed_at: NOW, result: '5', entered: '5', origin: 'typed', entered_at: NOW } as const // prettier-ignore
  const stranger = await aPatient(db)
  await expect(
    db
      .insertInto('lab_results')
      .values({ ...values, patient_id: stranger.id })
      .execute(),
  ).rejects.toThrow('another test')
  await expect(
    db
      .insertInto('lab_results')
      .values({ ...values, panel_id: two.id })
      .execute(),
  ).rejects.toThrow('another test')
  await lab.enter([{ request_panel: id, result: '5' }])
  await lab.approve([id])
  const change = (set: object) => db.updateTable('lab_results').set(set).where('request_panel_id', '=', id).execute()
  for (const set of [{ result: '6' }, { flag: 'low' }, { approved_at: null }, { approved_by: lab.doctor.id }, { comment: 'x' }])
    await expect(change(set), JSON.stringify(set)).rejects.toThrow('approved')
  await expect(change({ panel_id: two.id })).rejects.toThrow('permission denied')
  await expect(db.deleteFrom('lab_results').where('request_panel_id', '=', id).execute()).rejects.toThrow('permission denied')
  await asOwner(clinic.ownerUrl, async (client) => {
    await expect(client.query(`update lab_results set patient_id = $1 where request_panel_id = $2`, [stranger.id, id])).rejects.toThrow()
  })
})
