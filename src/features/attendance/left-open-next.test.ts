import { describe, expect, test } from 'vitest'
import { aVisit } from '../../testing/builders.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { leftOpenDays, type Visit } from '../../testing/scenarios/left-open.ts'

const VISITS = '/patients/initiate-attendance-process/'
const { clinicOf, at, go, administrator, desk, begun, move, visitOf, rowOf, close, waits, trailOf } = leftOpenDays()

describe('the next visit of the patient', () => {
  test('is refused with what the desk needs to know, and started in one call that closes the old one', async () => {
    const { id, patient_id } = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    go(3, '09:00')
    const by = await desk()
    const refused = await begun(by, patient_id)
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      {
        code: 'visit_open',
        visit: id,
        left_open: {
          started_on: at(0, '12:00').toISOString().slice(0, 10),
          can_close: true,
          outcome: 'left without being seen',
          holds: [],
        },
      },
    ])
    const key = { 'idempotency-key': `left-open-${id}` }
    const body = { patient: patient_id, reason: 'Cough', track: 'triage', close_left_open: id }
    const [started, again] = await Promise.all([by.call('POST', VISITS, body, key), by.call('POST', VISITS, body, key)])
    const repeated = await by.call('POST', VISITS, body, key)
    expect([started.status, again.status, repeated.status].filter((status) => status === 201).length).toBeGreaterThanOrEqual(2)
    expect(repeated.json<Visit>().id).toBe(started.status === 201 ? started.json<Visit>().id : again.json<Visit>().id)
    expect(await visitOf(id)).toMatchObject({
      track: 'discharged',
      outcome: 'left without being seen',
      closed_at: at(0, '08:00').toISOString(),
    })
    expect(await trailOf(id)).toMatchObject([{ action: 'close', actor_id: by.id, change: { cause: 'new visit' } }])
  })

  test('of today is still refused, and an old one is not closed by a call that fails', async () => {
    const today = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    const by = await desk()
    const refused = await begun(by, today.patient_id, { close_left_open: today.id })
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'visit_open' }])
    go(1, '09:00')
    const later = await desk()
    const other = await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '08:00') })
    const answers = [
      await begun(later, today.patient_id, { close_left_open: other.id }),
      await begun(later, today.patient_id, { close_left_open: 999_999 }),
      await begun(later, today.patient_id, { close_left_open: 'x' }),
      await begun(later, today.patient_id, { close_left_open: today.id, doctor: 999_999 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    const nurse = await clinicOf().signedInAs(['attendance.view', 'attendance.start'])
    expect((await begun(nurse, today.patient_id, { close_left_open: today.id })).status).toBe(403)
    for (const { id } of [today, other]) expect((await visitOf(id)).closed_at).toBeNull()
  })

  test('is refused with `visit_held` while results of the old one are pending', async () => {
    const laboratory = await openLaboratory(clinicOf())
    const request = await laboratory.ask([await laboratory.test()])
    const { visit_id } = await clinicOf()
      .db.selectFrom('process_test_requests')
      .select('visit_id')
      .where('id', '=', request.process)
      .executeTakeFirstOrThrow()
    const { patient } = await visitOf(visit_id)
    go(2, '09:00')
    const by = await desk()
    const refused = await begun(by, patient)
    expect(refused.json()).toMatchObject({ code: 'visit_open', left_open: { can_close: false } })
    const held = await begun(by, patient, { close_left_open: visit_id })
    expect([held.status, held.json()]).toMatchObject([409, { code: 'visit_held', visit: visit_id }])
    expect((await visitOf(visit_id)).closed_at).toBeNull()
    // It goes on where it is, and counts again as soon as the patient is moved.
    expect((await visitOf(visit_id)).left_open_from).toBe(at(1, '00:00').toISOString())
    expect(Date.parse((await move(await administrator(), visit_id, { track: 'doctor' })).left_open_from!)).toBeGreaterThan(
      clinicOf().clock.now.getTime(),
    )
  })
})

describe('counts and averages', () => {
  test('leave out what was left open, and a stay that nobody waited through', async () => {
    const old = []
    for (let n = 0; n < 3; n++) old.push(await aVisit(clinicOf().db, { track: 'triage', created_at: at(-3, '08:00') }))
    const evening = await aVisit(clinicOf().db, { track: 'triage', created_at: at(-1, '23:50') })
    await aVisit(clinicOf().db, { track: 'triage', created_at: at(0, '00:10') })
    go(0, '00:30')
    expect((await waits()).get('triage')).toMatchObject({ waiting: 2, mean_minutes: 30, longest_minutes: 40 })
    go(0, '10:30')
    expect((await waits()).get('triage')).toMatchObject({ waiting: 1, mean_minutes: 620 })
    const by = await administrator()
    const board = (await by.call('GET', '/patients/board/')).json<{ visits: Visit[] }>()
    const isOld = (id: number) =>
      Date.parse(board.visits.find((visit) => visit.id === id)!.left_open_from!) <= clinicOf().clock.now.getTime()
    expect([...old, evening].map(({ id }) => isOld(id))).toEqual([true, true, true, true])
    // A person ends one as it is, and moves another on: neither is a stay of three days that ended today.
    await move(by, old[0]!.id, { track: 'complete' })
    await move(by, old[1]!.id, { track: 'billing', emergency_reason: 'Returned' })
    expect(await visitOf(old[0]!.id)).toMatchObject({ closed_at: at(-3, '08:00').toISOString(), outcome: null })
    await close(by, [(await rowOf(by, old[2]!.id))!])
    expect((await waits()).get('triage')).toMatchObject({ finished: 0, finished_mean_minutes: null })
    expect((await waits()).get('billing')).toMatchObject({ waiting: 1, mean_minutes: 0 })
    const ask = async (question: string) => (await by.call('POST', '/chatbot/chat/', { question, follows: null })).text
    expect(await ask('How many patients are waiting now?')).toContain('"response":"Waiting: 2."')
  })
})
