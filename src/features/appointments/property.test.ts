import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aDoctor, aPatient, aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import type { createAppointment } from './contract.ts'
import { appointmentStatuses } from './rules.ts'

type Appointment = ResponseOf<typeof createAppointment>

const PATH = '/patients/appointments/'
const STEPS = 200
/** Monday 2 March 2026, 10:30 in Nairobi; everything happens on Tuesday and Wednesday, and in the hours of Monday that are left. */
const MONDAY = Date.parse('2026-03-02T05:00:00Z')
const MINUTE = 60_000
let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const dice = (seed: number) => {
  let state = seed
  const below = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max
  return { below, oneOf: <T>(list: readonly T[]): T => list[below(list.length)]! }
}

/** Two rows that stand in each other's way, whatever the constraints believe. */
const findCollisions = async () => {
  const { rows } = await sql<{ a: string; b: string }>`
    select a.number as a, b.number as b from appointments a join appointments b on a.id < b.id
      and a.appointment_date_time < b.ends_at and b.appointment_date_time < a.ends_at
      and (a.patient_id = b.patient_id or (a.doctor_id = b.doctor_id and a.place = b.place) or (a.room_id = b.room_id and a.doctor_id is distinct from b.doctor_id))
    where a.status not in ('cancelled', 'no-show') and b.status not in ('cancelled', 'no-show')`.execute(clinic.db)
  return rows
}

const read = async (id: number) => (await desk.call('GET', `${PATH}${id}/`)).json<Appointment>()

const reasoned = (reply: Reply) => {
  if (reply.status >= 200 && reply.status < 300) return true
  if (reply.status === 409) return reply.json<{ detail?: string; code?: string }>().detail !== undefined
  // Somebody else was a moment faster with the same appointment.
  if (reply.status === 412) return reply.json<{ current?: object }>().current !== undefined
  return reply.status === 400 && Object.keys(reply.json()).length > 0
}

test.each([11, 2026, 77_777])('after 200 steps by chance nothing stands in the way of anything (seed %i)', async (seed) => {
  const { below, oneOf } = dice(seed)
  const patients = await Promise.all(Array.from({ length: 12 }, async () => (await aPatient(clinic.db)).id))
  const rooms = [(await aRoom(clinic.db)).id, (await aRoom(clinic.db)).id]
  const doctors = await Promise.all(Array.from({ length: 3 }, async () => (await aDoctor(clinic.db)).id))
  for (const [index, doctor_id] of doctors.slice(0, 2).entries())
    for (const weekday of [1, 2, 3])
      await aSchedule(clinic.db, {
        doctor_id,
        weekday,
        room_id: rooms[index],
        starts_at: '08:00',
        ends_at: '18:00',
        capacity: 1 + index,
        overbook: index,
      })
  const known: number[] = []
  const replies: Reply[] = []
  const answers = new Set<string>()

  const anyTime = () => new Date(MONDAY + below(3) * 1440 * MINUTE + below(30) * 20 * MINUTE)
  const patch = async (body: object) => {
    if (known.length === 0) return undefined
    const { id, version } = await read(oneOf(known))
    return desk.call('PATCH', `${PATH}${id}/`, { version, ...body })
  }
  const steps = {
    book: async () => {
      const assigned_doctor = below(5) === 0 ? null : oneOf(doctors)
      const body = {
        patient: oneOf(patients),
        appointment_date_time: anyTime(),
        assigned_doctor,
        reason: 'Fever',
        overbook: below(3) === 0,
      }
      const more = { ...(below(4) === 0 && { room: oneOf(rooms) }), ...(below(4) === 0 && { minutes: 10 + below(5) * 10 }) }
      const reply = await desk.call('POST', PATH, { ...body, ...more })
      if (reply.status === 201) known.push(reply.json<Appointment>().id)
      return reply
    },
    move: () =>
      patch({ appointment_date_time: anyTime(), ...(below(3) === 0 && { assigned_doctor: oneOf(doctors) }), overbook: below(4) === 0 }),
    resize: () => patch({ minutes: 10 + below(9) * 10 }),
    room: () => patch({ room: oneOf([...rooms, null]) }),
    status: () => patch({ status: oneOf(appointmentStatuses), status_reason: 'As agreed' }),
    restore: () => patch({ status: oneOf(['pending', 'confirmed']), overbook: below(2) === 0 }),
    several: () => {
      const ids = Array.from({ length: Math.min(3, known.length) }, () => oneOf(known))
      return desk.call('POST', `${PATH}statuses/`, {
        ids: ids.length > 0 ? ids : [1],
        status: oneOf(['confirmed', 'no-show', 'cancelled']),
        reason: 'Rain',
      })
    },
    leave: () => {
      const starts_at = anyTime()
      return desk.call('POST', '/schedules/time-off/', {
        doctor: oneOf(doctors),
        starts_at,
        ends_at: new Date(starts_at.getTime() + 90 * MINUTE),
      })
    },
  }
  const usual = ['book', 'book', 'book', 'move', 'move', 'resize', 'room', 'status', 'status', 'restore', 'several'] as const
  const run = async () => {
    const name = below(40) === 0 ? 'leave' : oneOf(usual)
    const reply = await steps[name]()
    if (!reply) return
    replies.push(reply)
    answers.add(reply.status < 300 ? name : (reply.json<{ code?: string }>().code ?? 'invalid'))
    expect(reasoned(reply), `${name}: ${reply.status} ${reply.text}`).toBe(true)
  }
  // Some of them at once, as several desks would.
  for (let step = 0; step < STEPS; step += 4) await Promise.all([run(), run(), run(), run()])
  // Chance may never ask for one patient twice at once.
  const twice = { patient: (await aPatient(clinic.db)).id, appointment_date_time: new Date(MONDAY + 1440 * MINUTE), reason: 'Fever' }
  expect((await desk.call('POST', PATH, twice)).status).toBe(201)
  const again = await desk.call('POST', PATH, twice)
  expect([again.status, again.json<{ code?: string }>().code]).toEqual([409, 'patient_busy'])
  expect(await findCollisions()).toEqual([])
  expect(replies.length).toBeGreaterThan(STEPS * 0.8)
  // The steps came to something: some of each kind were done, and some refused.
  expect([...answers].toSorted()).toEqual(expect.arrayContaining(['book', 'move', 'status', 'outside_schedule']))
})
