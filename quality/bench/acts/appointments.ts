import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  createAppointment,
  listAppointments,
  listAppointmentsOfPatient,
  updateAppointment,
  countDays,
  getCalendar,
  listSlots,
} from '#features/appointments/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { addDays } from '#shared/zoned.ts'
import { A_WEEK, DOCTORS, slotsBetween } from '../dataset-appointments.ts'
import { endless, once } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const READ = { p95: 20 }
/** Weeks from now in which nothing is booked yet. */
const FREE_WEEKS = [6, 11] as const

const mondayOf = async (db: Db, weeks: number) => {
  const { rows } = await sql<{ day: string }>`select (date_trunc('week', now())::date + ${7 * weeks}::integer)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

interface Slot {
  doctor_id: number
  starts: Date
}
const emptySlots = async (db: Db) => {
  const { rows } = await sql<Slot>`select doctor_id, starts from (${sql.raw(slotsBetween(...FREE_WEEKS))}) s
    where not exists (select from appointments a where a.doctor_id = s.doctor_id and a.appointment_date_time = s.starts) order by chance`.execute(
    db,
  )
  return rows
}

const bookings = (slots: readonly Slot[], patients: readonly { id: number }[]): NextAct => {
  const next = once(slots)
  const patient = endless(patients)
  return () => {
    const slot = next()
    if (!slot) return null
    const { doctor_id: assigned_doctor, starts } = slot
    const body = { patient: patient().id, assigned_doctor, appointment_date_time: starts, reason: 'Check-up' }
    return { endpoint: createAppointment, key: randomUUID(), body }
  }
}

const confirmations = (rows: readonly { id: number; version: number }[]): NextAct => {
  let next = 0
  return () => {
    const { id, version } = rows[next % rows.length] as (typeof rows)[number]
    const round = Math.floor(next++ / rows.length)
    return { endpoint: updateAppointment, params: { id }, body: { status: round % 2 ? 'confirmed' : 'pending', version: version + round } }
  }
}

/** What only reads; run before anything is written. */
export const appointmentReads: readonly Scenario[] = [
  {
    name: `free slots of ${DOCTORS} doctors over 30 days`,
    warmUp: 1,
    acts: async (_, db) => {
      const from = await mondayOf(db, 1)
      return both(() => () => ({ endpoint: listSlots, query: { from, to: addDays(from, 29) } }))
    },
  },
  {
    name: `calendar: a week of ${DOCTORS} doctors, about ${A_WEEK.toLocaleString('en')} appointments`,
    warmUp: 1,
    acts: async (_, db) => {
      const from = await mondayOf(db, 1)
      return both(() => () => ({ endpoint: getCalendar, query: { from, to: addDays(from, 6) } }))
    },
  },
  {
    name: 'calendar: a month of one doctor',
    warmUp: 1,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number }>`select distinct doctor_id as id from schedules order by 1`.execute(db)
      const from = await mondayOf(db, 0)
      return both(() => {
        const next = endless(rows)
        return () => ({ endpoint: getCalendar, query: { from, to: addDays(from, 30), doctor: next().id } })
      })
    },
  },
  {
    name: 'calendar: days of a month, counted',
    warmUp: 1,
    acts: async (_, db) => {
      const from = await mondayOf(db, 0)
      return both(() => () => ({ endpoint: countDays, query: { from, to: addDays(from, 30) } }))
    },
  },
  {
    name: 'appointments: first page of a day',
    aim: READ,
    warmUp: 1,
    acts: async (_, db) => {
      const from = await mondayOf(db, 1)
      return both(() => () => ({ endpoint: listAppointments, query: { from, to: from, sort: 'time' } }))
    },
  },
  {
    name: 'appointments of a patient',
    aim: READ,
    warmUp: 1,
    acts: async ({ patients }) =>
      both(() => {
        const next = endless(patients)
        return () => ({ endpoint: listAppointmentsOfPatient, params: { patient_id: next().id } })
      }),
  },
]

export const appointmentWrites: readonly Scenario[] = [
  {
    name: 'book a slot, each another one',
    aim: { per_second: 500, p95: 40 },
    warmUp: 0.5,
    acts: async ({ patients }, db) => {
      const [mine, others] = halves(await emptySlots(db))
      const [some, more] = halves(patients)
      return [bookings(mine, some), bookings(others, more)]
    },
  },
  {
    name: 'confirm an appointment, or take it back',
    aim: { p95: 40 },
    warmUp: 0.5,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from appointments where status = 'confirmed' and appointment_date_time > now() + interval '1 day'
          and number like 'BENCH-%' order by md5(id::text) limit 8000`.execute(db)
      const [a, b] = halves(rows)
      return [confirmations(a), confirmations(b)]
    },
  },
]
