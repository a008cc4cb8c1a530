import { describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aConsultation, aPatient, aVisit, aVisitWithOrders } from '../../testing/builders.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { leftOpenDays } from '../../testing/scenarios/left-open.ts'
import type { listMoves } from './contract.ts'

const VISITS = '/patients/initiate-attendance-process/'
const PAGE = '/patients/end-of-day/'
const { clinicOf, at, go, administrator, desk, night, begun, move, visitOf, preview, rowOf, close, trailOf, kindsOf } = leftOpenDays()

describe('the night', () => {
  test('closes a visit as left on its own day, by the clock of the clinic, and leaves a row in the trail', async () => {
    const visit = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(0, '23:50')
    expect(await night()).toBe(0)
    go(1, '03:59')
    expect(await night()).toBeNull()
    go(1, '04:00')
    expect(await night()).toBe(1)
    expect(await visitOf(visit.id)).toMatchObject({
      track: 'discharged',
      outcome: 'left without being seen',
      closed_at: at(0, '08:00').toISOString(),
      version: 2,
    })
    expect(await trailOf(visit.id)).toEqual([
      {
        action: 'close',
        actor_id: null,
        change: expect.objectContaining({ cause: 'end of day', outcome: [null, 'left without being seen'] }) as unknown,
      },
    ])
    const moves = (await (await administrator()).call('GET', `${VISITS}${visit.id}/moves/`)).json<ResponseOf<typeof listMoves>>()
    expect(moves).toMatchObject([
      {
        to_track: 'discharged',
        moved_at: at(0, '08:00').toISOString(),
        recorded_at: at(1, '04:00').toISOString(),
        cause: 'end of day',
        moved_by: null,
      },
    ])
  })

  test('ends a visit at the last thing that was done on its day, and one whose patient was seen as left before the end', async () => {
    const visit = await aVisit(clinicOf().db, { track: 'doctor', created_at: at(0, '08:00'), track_since: at(0, '09:00') })
    await aConsultation(clinicOf().db, {
      visit_id: visit.id,
      changed_at: at(0, '09:30'),
      signed_at: at(0, '11:15'),
      signed_by: (await desk()).id,
    })
    go(2, '05:00')
    expect(await night()).toBe(1)
    expect(await visitOf(visit.id)).toMatchObject({ outcome: 'left before the end', closed_at: at(0, '11:15').toISOString() })
  })

  test('never dates the end before the last move, nor after the day of it', async () => {
    const visit = await aVisit(clinicOf().db, { track: 'doctor', created_at: at(0, '22:00'), track_since: at(1, '00:40') })
    await aConsultation(clinicOf().db, {
      visit_id: visit.id,
      changed_at: at(2, '09:30'),
      signed_at: at(2, '09:30'),
      signed_by: (await desk()).id,
    })
    go(2, '23:00')
    expect(await night()).toBe(1)
    expect((await visitOf(visit.id)).closed_at).toBe(at(1, '00:40').toISOString())
  })

  test('leaves patients of yesterday evening, inpatients and everybody of today alone', async () => {
    const evening = await aVisit(clinicOf().db, { track: 'doctor', created_at: at(0, '19:00'), track_since: at(0, '22:30') })
    const taken = await aVisit(clinicOf().db, {
      track: 'doctor',
      created_at: at(0, '10:00'),
      attended_by: (await desk()).id,
      attended_since: at(1, '03:00'),
    })
    const ward = await aVisit(clinicOf().db, { track: 'inpatient', created_at: at(-3, '10:00') })
    const early = await aVisit(clinicOf().db, { track: 'triage', created_at: at(1, '02:00') })
    go(1, '04:00')
    expect(await night()).toBe(0)
    for (const { id } of [evening, taken, ward, early]) expect((await visitOf(id)).closed_at).toBeNull()
  })

  test('runs once a day, also when the program was switched off at its hour, and not at all when switched off', async () => {
    await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    const by = await administrator()
    const { settings } = await preview(by)
    expect(settings).toMatchObject({ is_on: true, hour: 4, last_run_on: null })
    const off = await by.call('PUT', `${PAGE}settings/`, { is_on: false, hour: 6, version: settings.version })
    expect([off.status, off.json()]).toMatchObject([200, { is_on: false, hour: 6, version: settings.version + 1 }])
    expect((await by.call('PUT', `${PAGE}settings/`, { is_on: true, hour: 6, version: settings.version })).status).toBe(412)
    go(1, '14:00')
    expect(await night()).toBeNull()
    await clinicOf().db.updateTable('end_of_day_settings').set({ is_on: true }).execute()
    expect(await night()).toBe(1)
    const again = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '09:00') })
    expect(await night()).toBeNull()
    go(2, '06:00')
    expect(await night()).toBe(1)
    expect((await visitOf(again.id)).outcome).toBe('left without being seen')
  })

  test('two runs at once close two hundred visits once each, in batches', async () => {
    for (let n = 0; n < 201; n++) await aVisit(clinicOf().db, { track: n % 2 ? 'triage' : 'doctor', created_at: at(0, '08:00') })
    go(3, '09:00')
    const closed = await Promise.all([night(), night()])
    expect(closed[0]! + closed[1]!).toBe(201)
    const { rows } = await clinicOf()
      .db.selectFrom('visit_moves')
      .select(({ fn }) => [fn.countAll<number>().as('moves'), fn.count<number>('visit_id').distinct().as('visits')])
      .where('recorded_at', '=', clinicOf().clock.now)
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows).toEqual([{ moves: 201, visits: 201 }])
  })

  test('closes the appointment with the visit, and the bill stays to be collected', async () => {
    const by = await administrator()
    const patient = (await aPatient(clinicOf().db)).id
    const { id, invoice } = await aVisitWithOrders(by, patient)
    const { id: cash } = await clinicOf()
      .db.selectFrom('price_lists')
      .select('id')
      .where('insurance_company_id', 'is', null)
      .executeTakeFirstOrThrow()
    const item = await clinicOf()
      .db.insertInto('items')
      .values({ name: `Dressing ${id}`, category: 'procedure' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await clinicOf()
      .db.insertInto('prices')
      .values({ price_list_id: cash, item_id: item.id, price: '150.00', valid_from: '2000-01-01' })
      .execute()
    const charged = await by.call('POST', '/billing/invoice-items/', { invoice, item: item.id })
    expect(charged.status, charged.text).toBe(201)
    go(1, '05:00')
    const later = await administrator()
    expect(await rowOf(later, id)).toMatchObject({ can_close: true, is_automatic: true, holds: [{ kind: 'unpaid_bill', count: 1 }] })
    expect(await night()).toBe(1)
    const queue = (await later.call('GET', '/billing/queue/')).json<{ id: number; has_left: boolean; due: string }[]>()
    expect(queue.find((row) => row.id === id)).toMatchObject({ has_left: true, due: '150.00' })
    const issued = await later.call('POST', `/billing/invoices/${invoice}/issue/`, {})
    expect([issued.status, issued.json()]).toMatchObject([200, { status: 'issued' }])
  })
})

describe('what is not closed unseen', () => {
  test('tests that were taken keep a visit open until they are approved; those that were not leave it to a person', async () => {
    const laboratory = await openLaboratory(clinicOf())
    const panel = await laboratory.test()
    const taken = await laboratory.ask([panel])
    const asked = await laboratory.ask([panel], { isTaken: false })
    const processes = await clinicOf()
      .db.selectFrom('process_test_requests')
      .select(['visit_id', 'id'])
      .where('id', 'in', [taken.process, asked.process])
      .execute()
    const visit = (process: number) => processes.find(({ id }) => id === process)!.visit_id
    go(2, '09:00')
    const by = await administrator()
    const pending = await rowOf(by, visit(taken.process))
    expect(pending).toMatchObject({ can_close: false, is_automatic: false })
    expect(kindsOf(pending)).toContain('results_pending')
    const uncollected = await rowOf(by, visit(asked.process))
    expect(uncollected).toMatchObject({ can_close: true, is_automatic: false })
    expect(kindsOf(uncollected)).toContain('tests_not_collected')
    expect(await night()).toBe(0)
    expect(await close(by, [pending!])).toMatchObject({ closed: [], skipped: [{ id: pending!.id, reason: 'held' }] })
    const technician = await clinicOf().signedInFrom('Laboratory technician', 'labtech')
    expect((await laboratory.enter([{ request_panel: taken.of(panel), result: '5' }], technician)).status).toBe(200)
    expect(kindsOf(await rowOf(by, visit(taken.process)))).toContain('results_pending')
    expect(await close(by, [uncollected!])).toMatchObject({ closed: [uncollected!.id] })
  })

  test('an unsigned note and critical vital signs leave it to a person, and the note can be signed afterwards', async () => {
    const doctor = await clinicOf().signedInFrom('Doctor', 'doctor')
    const noted = await aVisit(clinicOf().db, { created_at: at(0, '08:00') })
    const note = await aConsultation(clinicOf().db, {
      visit_id: noted.id,
      doctor_id: doctor.id,
      created_at: at(0, '09:00'),
      changed_at: at(0, '09:00'),
    })
    const critical = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    await clinicOf()
      .db.insertInto('triages')
      .values({
        visit_id: critical.id,
        patient_id: critical.patient_id,
        created_at: at(0, '08:00'),
        is_critical: true,
        critical_at: at(0, '08:10'),
        critical_text: 'SpO2 82 %',
      })
      .execute()
    go(1, '09:00')
    expect(await night()).toBe(0)
    const by = await administrator()
    const row = await rowOf(by, noted.id)
    expect([kindsOf(row), kindsOf(await rowOf(by, critical.id))]).toEqual([['unsigned_note'], ['critical_vitals']])
    expect(await close(by, [row!])).toMatchObject({ closed: [noted.id], skipped: [] })
    // The doctor signed in days ago, and does so again.
    await clinicOf()
      .db.updateTable('sessions')
      .set({ expires_at: at(6, '09:00') })
      .where('user_id', '=', doctor.id)
      .execute()
    await clinicOf().db.updateTable('consultations').set({ doctor_id: by.id }).where('id', '=', note.id).execute()
    const signed = await by.call('POST', `/patients/consultations/${note.id}/sign/`, { version: 1 })
    expect([signed.status, signed.json()]).toMatchObject([200, { id: note.id }])
  })

  test('orders that are not sent leave it to a person', async () => {
    const visit = await aVisit(clinicOf().db, { created_at: at(0, '08:00') })
    const author_id = (await desk()).id
    const when = at(0, '09:00')
    await clinicOf()
      .db.insertInto('order_drafts')
      .values({
        visit_id: visit.id,
        patient_id: visit.patient_id,
        author_id,
        kind: 'tests',
        content: JSON.stringify({ panels: [] }),
        orders: 2,
        key: 'k',
        created_at: when,
        changed_at: when,
      })
      .execute()
    go(1, '09:00')
    expect(await night()).toBe(0)
    expect((await rowOf(await administrator(), visit.id))?.holds).toEqual([{ kind: 'orders_not_sent', count: 2 }])
  })
})

describe('by hand', () => {
  test('closes what was chosen; what changed since it was shown, or is over, is skipped and named', async () => {
    const ids = []
    for (const track of ['triage', 'doctor', 'pharmacy', 'billing'] as const)
      ids.push((await aVisit(clinicOf().db, { track, created_at: at(0, '08:00') })).id)
    go(1, '09:00')
    const by = await desk()
    const { visits, total, today } = await preview(by)
    expect([visits.map(({ id }) => id), total, today]).toEqual([ids, 4, at(1, '12:00').toISOString().slice(0, 10)])
    expect(visits[0]).toMatchObject({
      can_close: true,
      outcome: 'left without being seen',
      ends_at: at(0, '08:00').toISOString(),
      holds: [],
    })
    const colleague = await administrator()
    await move(colleague, ids[1]!, { track: 'billing' })
    await aConsultation(clinicOf().db, { visit_id: ids[2]!, changed_at: at(0, '09:00'), created_at: at(0, '09:00') })
    await move(colleague, ids[3]!, { track: 'complete' })
    const done = await close(by, visits)
    expect(done.closed).toEqual([ids[0]])
    expect(done.skipped).toMatchObject([
      { id: ids[1], reason: 'gone', patient_name: visits[1]!.patient_name },
      { id: ids[2], reason: 'changed', track_number: visits[2]!.track_number },
      { id: ids[3], reason: 'gone' },
    ])
    expect(await trailOf(ids[0]!)).toMatchObject([{ action: 'close', actor_id: by.id, change: { cause: 'by hand' } }])
  })

  test('the job, two people and the next visit of the patient at once close it once', async () => {
    const { id, patient_id } = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(1, '09:00')
    const [one, two, three] = await Promise.all([desk(), desk(), desk()])
    const [row] = (await preview(one)).visits
    const [, a, b, c, d] = await Promise.all([
      night(),
      close(one, [row!]),
      close(two, [row!]),
      begun(three, patient_id, { close_left_open: id }),
      begun(two, patient_id, { close_left_open: id }),
    ])
    const closings = await clinicOf()
      .db.selectFrom('visit_moves')
      .selectAll()
      .where('visit_id', '=', id)
      .where('to_track', '=', 'discharged')
      .execute()
    expect(closings).toHaveLength(1)
    expect((await trailOf(id)).filter(({ action }) => action === 'close')).toHaveLength(1)
    expect([...a.closed, ...b.closed].length).toBeLessThanOrEqual(1)
    expect([c.status, d.status].toSorted((one, other) => one - other)).toEqual([201, 409])
    const open = await clinicOf()
      .db.selectFrom('visits')
      .select('id')
      .where('patient_id', '=', patient_id)
      .where('closed_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })

  test('a doctor who signs, moves or takes the patient while it is closed: either is told, nothing is lost', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
      await clinicOf()
        .db.insertInto('triages')
        .values({
          visit_id: id,
          patient_id: (await visitOf(id)).patient,
          created_at: at(0, '08:00'),
          scale: 'manchester',
          level: 3,
          level_at: at(0, '08:05'),
        })
        .execute()
      go(1, '09:00')
      const by = await administrator()
      const doctor = await clinicOf().signedInFrom('Doctor', 'doctor')
      const row = await rowOf(by, id)
      const [moved, closed] = await Promise.all([doctor.call('PATCH', `${VISITS}${id}/`, { track: 'doctor' }), close(by, [row!])])
      const visit = await visitOf(id)
      if (moved.status === 200) expect([closed.skipped[0]?.reason, visit.track]).toEqual(['gone', 'doctor'])
      else expect([moved.json<{ code: string }>().code, closed.closed, visit.track]).toEqual(['visit_closed', [id], 'discharged'])
      await clinicOf()
        .db.updateTable('visits')
        .set({ track: 'complete', closed_at: clinicOf().clock.now })
        .where('closed_at', 'is', null)
        .execute()
    }
  })

  test('refuses what is no visit, none, too many and the same one twice with 400, and whoever lacks the right with 403', async () => {
    const by = await desk()
    const bodies = [
      {},
      { visits: [] },
      { visits: [{ id: 999_999, mark: 'x' }] },
      { visits: [{ id: 'one', mark: 'x' }] },
      { visits: [{ id: 1 }] },
      {
        visits: [
          { id: 1, mark: 'x' },
          { id: 1, mark: 'x' },
        ],
      },
      { visits: Array.from({ length: 201 }, (_, id) => ({ id: id + 1, mark: 'x' })) },
      { visits: [{ id: 1, mark: 'x' }], force: true },
    ]
    const answers = []
    for (const body of bodies) answers.push((await by.call('POST', `${PAGE}close/`, body)).status)
    expect(answers).toEqual(bodies.map(() => 400))
    for (const body of [{ is_on: true }, { is_on: true, hour: 24 }, { is_on: 'yes', hour: 3 }])
      expect((await by.call('PUT', `${PAGE}settings/`, body)).status).toBe(400)
    const other = await clinicOf().signedInAs(['attendance.view', 'attendance.discharge'])
    const refused = [
      await other.call('GET', PAGE),
      await other.call('POST', `${PAGE}close/`, { visits: [{ id: 1, mark: 'x' }] }),
      await other.call('PUT', `${PAGE}settings/`, { is_on: true, hour: 3 }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await clinicOf().call('GET', PAGE)).status).toBe(401)
  })
})

describe('undo', () => {
  test('reopens a visit that the night closed, within a week, and the night leaves it to a person from then on', async () => {
    const { id } = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(1, '04:00')
    expect(await night()).toBe(1)
    go(1, '09:00')
    const by = await desk()
    const { closed } = await preview(by)
    expect(closed[0]).toMatchObject({ id, cause: 'end of day', recorded_by_name: null, outcome: 'left without being seen' })
    const other = await clinicOf().signedInAs(['attendance.view', 'attendance.discharge'])
    expect((await other.call('POST', `${VISITS}${id}/undo/`, {})).status).toBe(403)
    const reopened = await by.call('POST', `${VISITS}${id}/undo/`, { version: closed[0]!.version })
    expect([reopened.status, reopened.json()]).toMatchObject([200, { track: 'triage', closed_at: null, outcome: null }])
    expect((await visitOf(id)).track_since).toBe(at(0, '08:00').toISOString())
    go(2, '04:00')
    expect(await night()).toBe(0)
    const row = await rowOf(await desk(), id)
    expect([row?.can_close, kindsOf(row)]).toEqual([true, ['reopened']])
    expect(await close(await desk(), [row!])).toMatchObject({ closed: [id] })
  })

  test('of a restricted record is for those who may open it: an open visit would let them in', async () => {
    const { id, patient_id } = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(1, '04:00')
    expect(await night()).toBe(1)
    go(1, '09:00')
    const officer = await administrator()
    expect((await officer.call('POST', `/patients/patients/${patient_id}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
    const clerk = await clinicOf().signedInAs(['attendance.view', 'attendance.end_of_day', 'attendance.triage'])
    expect((await preview(clerk)).closed.some((visit) => visit.id === id)).toBe(false)
    expect((await clerk.call('POST', `${VISITS}${id}/undo/`, {})).status).toBe(404)
    expect((await visitOf(id)).track).toBe('discharged')
    // One that is still open is listed with who it is, and without what it holds.
    const open = await aVisit(clinicOf().db, { patient_id, track: 'triage', created_at: at(0, '08:00'), reason: 'Kept to herself' })
    await aConsultation(clinicOf().db, { visit_id: open.id, created_at: at(0, '09:00'), changed_at: at(0, '09:00') })
    expect(await rowOf(await clinicOf().signedInAs(['attendance.end_of_day']), open.id)).toMatchObject({
      reason: '',
      holds: [],
      can_close: true,
    })
    const refused = await begun(await desk(), patient_id)
    expect(refused.json()).toMatchObject({ code: 'visit_open', left_open: { can_close: true, holds: [] } })
    expect(refused.text).not.toContain('unsigned_note')
  })

  test('refuses after a week, and while the patient has another open visit', async () => {
    const late = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    const back = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(1, '04:00')
    expect(await night()).toBe(2)
    go(1, '09:00')
    const by = await desk()
    expect((await begun(by, back.patient_id)).status).toBe(201)
    const refused = await by.call('POST', `${VISITS}${back.id}/undo/`, {})
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'visit_open' }])
    clinicOf().clock.now = at(8, '04:01')
    const tooLate = await (await desk()).call('POST', `${VISITS}${late.id}/undo/`, {})
    expect([tooLate.status, tooLate.json()]).toMatchObject([409, { code: 'too_late' }])
  })
})
