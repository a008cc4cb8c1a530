import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { isClosed, permissionsForMove, tracks } from './rules.ts'

interface Answer {
  id: number
  track: string
  version: number
  track_since: string
  closed_at: string | null
  attended_by: number | null
}

const NOW = new Date('2026-03-02T07:30:00Z')
const VISITS = '/patients/initiate-attendance-process/'
const rooms = permissions.filter((name) => name.startsWith('attendance.') && name !== 'attendance.view')

let clinic: TestClinic
let everyone: Person
let doctor: Person
let nurse: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  everyone = await clinic.signedInAs(['attendance.view', ...rooms], 'sysadmin')
  // Signed in a little later than now, so that the session outlasts the ten minutes of a move.
  clinic.clock.now = new Date('2026-03-02T07:45:00Z')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  clinic.clock.now = NOW
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
})
afterAll(() => clinic.close())

const patch = (by: Person, id: number, change: object, headers: Record<string, string> = {}) =>
  by.call('PATCH', `${VISITS}${id}/`, change, headers)
const undo = (by: Person, id: number, body: object = {}) => by.call('POST', `${VISITS}${id}/undo/`, body)
/** A visit on a track; at triage with a category, without which nobody leaves it. */
const visitAt = async (track: (typeof tracks)[number], more: Parameters<typeof aVisit>[1] = {}) => {
  const visit = await aVisit(clinic.db, { track, ...more })
  const { id: visit_id, patient_id, created_at } = visit
  if (track === 'triage')
    await clinic.db
      .insertInto('triages')
      .values({ visit_id, patient_id, created_at, scale: 'manchester', level: 3, level_at: created_at })
      .execute()
  return visit
}
const stored = (id: number) => clinic.db.selectFrom('visits').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const movesOf = (id: number) => clinic.db.selectFrom('visit_moves').selectAll().where('visit_id', '=', id).orderBy('id').execute()
const code = (reply: Reply) => [reply.status, reply.json<{ code: string }>().code]
const at = async <T>(instant: string, act: () => Promise<T>) => {
  clinic.clock.now = new Date(instant)
  try {
    return await act()
  } finally {
    clinic.clock.now = NOW
  }
}

describe('PATCH /patients/initiate-attendance-process/{id}/', () => {
  test('a move takes any letter case, leaves a row, ends the attendance and is in the trail', async () => {
    const { id, patient_id, track_since } = await visitAt('triage', { attended_by: nurse.id, attended_since: NOW })
    const reply = await patch(nurse, id, { track: 'Doctor', doctor: doctor.id }, { 'if-match': '"1"' })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers['etag']).toBe('"2"')
    expect(reply.json()).toMatchObject({
      track: 'doctor',
      doctor: doctor.id,
      track_since: NOW.toISOString(),
      attended_by: null,
      version: 2,
    })
    expect(await movesOf(id)).toMatchObject([
      { from_track: 'triage', from_since: track_since, to_track: 'doctor', moved_at: NOW, moved_by: nurse.id, visit_version: 2 },
    ])
    const trail = await clinic.db.selectFrom('audit_log').selectAll().where('patient_id', '=', patient_id).execute()
    expect(trail).toMatchObject([
      { action: 'move', entity: 'visit', entity_id: id, actor_id: nurse.id, change: { track: ['triage', 'doctor'] } },
    ])
  })

  test('complete closes the visit, and a closed visit refuses everything', async () => {
    const { id } = await visitAt('billing')
    expect((await patch(everyone, id, { track: 'complete' })).json<Answer>().closed_at).toBe(NOW.toISOString())
    for (const change of [{ track: 'doctor' }, { attending: true }, { priority: 'urgent' }]) {
      const reply = await patch(everyone, id, change)
      expect(code(reply)).toEqual([409, 'visit_closed'])
    }
  })

  const pairs = tracks.flatMap((from) => tracks.map((to) => [from, to] as const))
  test('every move of the table is made with any of its permissions and refused to holders of all others', async () => {
    const allowed = pairs.filter(([from, to]) => permissionsForMove(from, to).length > 0)
    for (const [from, to] of allowed) {
      const enough = permissionsForMove(from, to)
      const { id } = await visitAt(from)
      const others = await clinic.signedInAs(['attendance.view', ...rooms.filter((one) => !enough.includes(one))])
      expect((await patch(others, id, { track: to })).status, `${from} -> ${to}`).toBe(403)
      expect((await stored(id)).version).toBe(1)
      for (const one of enough) {
        const person = await clinic.signedInAs(['attendance.view', one])
        const visit = await visitAt(from)
        expect((await patch(person, visit.id, { track: to })).status, `${from} -> ${to} with ${one}`).toBe(200)
      }
    }
  })

  test('every move that the table does not have is refused to a holder of all permissions', async () => {
    for (const [from, to] of pairs.filter(([from, to]) => permissionsForMove(from, to).length === 0)) {
      const { id } = await visitAt(from)
      const reply = await patch(everyone, id, { track: to })
      const because = isClosed(from) ? 'visit_closed' : from === to ? 'already_there' : 'move_not_allowed'
      expect(code(reply), `${from} -> ${to}`).toEqual([409, because])
      expect(await movesOf(id)).toEqual([])
    }
  })

  test('not signed in 401, without attendance.view 403, no such visit 404, broken fields 400 by name', async () => {
    const { id } = await visitAt('doctor')
    expect((await clinic.call('PATCH', `${VISITS}${id}/`, { track: 'lab' })).status).toBe(401)
    expect((await patch(await clinic.signedInAs(['attendance.doctor']), id, { track: 'lab' })).status).toBe(403)
    expect((await patch(doctor, 999_999, { track: 'lab' })).status).toBe(404)
    const broken = await patch(doctor, id, { track: 'roof', attending: 'yes', doctor: '1', closed_at: null })
    expect(broken.status).toBe(400)
    expect(Object.keys(broken.json()).sort()).toEqual(['attending', 'doctor', 'track'])
    for (const nothing of [{}, { version: 1 }, { take_over: true }]) expect((await patch(doctor, id, nothing)).status).toBe(400)
    expect((await patch(doctor, id, { doctor: nurse.id })).json()).toEqual({ doctor: ['Choose an active doctor.'] })
    expect((await stored(id)).version).toBe(1)
  })

  test('a stale version, in the header or the body, answers 412 with the visit as it is now', async () => {
    const { id } = await visitAt('doctor')
    expect((await patch(doctor, id, { priority: 'urgent' })).status).toBe(200)
    for (const reply of [
      await patch(doctor, id, { track: 'lab' }, { 'if-match': '"1"' }),
      await patch(doctor, id, { track: 'lab', version: 1 }),
    ]) {
      expect(reply.status).toBe(412)
      expect(reply.json()).toMatchObject({ code: 'version_conflict', current: { id, version: 2, priority: 'urgent', track: 'doctor' } })
    }
    expect((await patch(doctor, id, { reason: 'Cough' })).json()).toEqual({ version: [expect.any(String)] })
    expect((await patch(doctor, id, { reason: 'Cough', version: 2 })).json()).toMatchObject({ reason: 'Cough', version: 3 })
  })

  test('of parallel moves one wins; the others are told 412 with a version, 409 without', async () => {
    const first = await visitAt('doctor')
    const seen = { 'if-match': '"1"' }
    const versioned = await Promise.all(['lab', 'pharmacy', 'billing'].map((track) => patch(doctor, first.id, { track }, seen)))
    expect(statuses(versioned)).toEqual([200, 412, 412])
    const second = await visitAt('doctor')
    const plain = await Promise.all(Array.from({ length: 5 }, () => patch(doctor, second.id, { track: 'pharmacy' })))
    expect(statuses(plain)).toEqual([200, 409, 409, 409, 409])
    expect(await movesOf(second.id)).toHaveLength(1)
  })

  test('people of the room take a patient; a second one is told the name, and may take over on purpose', async () => {
    const { id } = await visitAt('triage')
    const other = await clinic.signedInFrom('Nurse', 'nurse')
    expect((await patch(doctor, id, { attending: true })).status).toBe(403)
    const taken = await patch(nurse, id, { attending: true })
    expect(taken.json()).toMatchObject({ attended_by: nurse.id, attended_by_name: 'Test nurse', attended_since: NOW.toISOString() })
    for (const attending of [true, false]) {
      const refused = await patch(other, id, { attending })
      expect(refused.status).toBe(409)
      expect(refused.json()).toMatchObject({ detail: 'Test nurse has this patient.', code: 'attended', attended_by: nurse.id })
    }
    const later = await at('2026-03-02T07:35:00Z', () => patch(nurse, id, { attending: true }))
    expect(later.json()).toMatchObject({ attended_since: NOW.toISOString() })
    expect((await patch(other, id, { attending: true, take_over: true })).json()).toMatchObject({ attended_by: other.id })
    expect((await patch(other, id, { attending: false })).json()).toMatchObject({ attended_by: null, attended_since: null })
    // The doctor calls somebody in: moved and taken in one step.
    const called = await patch(doctor, id, { track: 'doctor', attending: true })
    expect(called.json()).toMatchObject({ track: 'doctor', attended_by: doctor.id })
    expect((await patch(doctor, id, { track: 'complete', attending: true })).status).toBe(400)
  })

  test('urgency, doctor and others are set by those who know', async () => {
    const { id } = await visitAt('pharmacy')
    const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
    expect((await patch(pharmacist, id, { priority: 'emergency' })).status).toBe(403)
    expect((await patch(pharmacist, id, { doctor: doctor.id })).status).toBe(403)
    expect((await patch(pharmacist, id, { pharmacist: pharmacist.id })).json()).toMatchObject({ pharmacist: pharmacist.id })
    expect((await patch(doctor, id, { doctor: doctor.id, priority: 'emergency' })).json()).toMatchObject({ assigned_doctor: 'Test doctor' })
    expect((await patch(doctor, id, { doctor: null })).json()).toMatchObject({ doctor: null, assigned_doctor: null })
  })
})

describe('POST /patients/initiate-attendance-process/{id}/undo/', () => {
  test('who made the last move takes it back: track, time and openness stand as before', async () => {
    const { id, track_since } = await visitAt('doctor', { doctor_id: doctor.id })
    expect((await patch(doctor, id, { track: 'complete' })).status).toBe(200)
    const back = await at('2026-03-02T07:40:00Z', () => undo(doctor, id, { version: 2 }))
    expect(back.status, back.text).toBe(200)
    expect(back.json()).toMatchObject({ track: 'doctor', track_since: track_since.toISOString(), closed_at: null, version: 3 })
    const [move, undone] = await movesOf(id)
    expect(undone).toMatchObject({ from_track: 'complete', to_track: 'doctor', undoes: move!.id, moved_by: doctor.id })
    expect(code(await undo(doctor, id))).toEqual([409, 'nothing_to_undo'])
    const listed = (await doctor.call('GET', `${VISITS}${id}/moves/`)).json<{ undoes: number | null }[]>()
    expect(listed.map(({ undoes }) => undoes)).toEqual([null, move!.id])
  })

  test('refused: to others, after ten minutes, once something has happened, without a move, with a stale version', async () => {
    const { id } = await visitAt('doctor')
    expect((await clinic.call('POST', `${VISITS}${id}/undo/`, {})).status).toBe(401)
    expect((await undo(await clinic.signedInAs([]), id)).status).toBe(403)
    expect((await undo(doctor, 999_999)).status).toBe(404)
    expect((await undo(doctor, id, { why: 'x' })).json()).toEqual({ why: ['Unknown field `why`. Allowed: version.'] })
    expect(code(await undo(doctor, id))).toEqual([409, 'nothing_to_undo'])
    await patch(doctor, id, { track: 'triage' })
    expect((await undo(doctor, id, { version: 1 })).status).toBe(412)
    expect(code(await undo(everyone, id))).toEqual([403, 'forbidden'])
    expect(code(await at('2026-03-02T07:40:01Z', () => undo(doctor, id)))).toEqual([409, 'too_late'])
    await patch(nurse, id, { attending: true })
    const since = await undo(doctor, id)
    expect(code(since)).toEqual([409, 'changed_since'])
    expect(since.json<{ detail: string }>().detail).toContain('Test nurse is seeing this patient.')
    expect((await stored(id)).track).toBe('triage')
  })

  test('a closed visit stays closed when the patient has come again', async () => {
    const patient = await aPatient(clinic.db)
    const { id } = await visitAt('doctor', { patient_id: patient.id })
    await patch(doctor, id, { track: 'discharged' })
    const again = await visitAt('reception', { patient_id: patient.id })
    const reply = await undo(doctor, id)
    expect(reply.status).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'visit_open', visit: again.id, track: 'reception' })
    expect((await stored(id)).track).toBe('discharged')
  })

  test('two undos at once take one move back once', async () => {
    const { id } = await visitAt('doctor')
    await patch(doctor, id, { track: 'lab' })
    const replies = await Promise.all([undo(doctor, id), undo(doctor, id)])
    expect(statuses(replies)).toEqual([200, 409])
    expect(await movesOf(id)).toHaveLength(2)
  })
})
