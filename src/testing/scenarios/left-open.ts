import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { closeDay, getEndOfDay, listWaits, startVisit } from '#features/attendance/contract.ts'
import { closeAtNight } from '#features/attendance/server/end-of-day-job.ts'
import { openTestClinic, type Person, type TestClinic } from '../clinic.ts'

type EndOfDay = ResponseOf<typeof getEndOfDay>
type ClosedDay = ResponseOf<typeof closeDay>
export type Visit = ResponseOf<typeof startVisit>

const VISITS = '/patients/initiate-attendance-process/'
const PAGE = '/patients/end-of-day/'

const begun = (by: Person, patient: number, more: object = {}) =>
  by.call('POST', VISITS, { patient, reason: 'Fever', track: 'reception', ...more })
const move = async (by: Person, id: number, change: object) => {
  const reply = await by.call('PATCH', `${VISITS}${id}/`, change)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Visit>()
}
const preview = async (by: Person) => {
  const reply = await by.call('GET', PAGE)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<EndOfDay>()
}
const close = async (by: Person, visits: readonly { id: number; mark: string }[]) => {
  const reply = await by.call('POST', `${PAGE}close/`, { visits: visits.map(({ id, mark }) => ({ id, mark })) })
  expect(reply.status, reply.text).toBe(200)
  return reply.json<ClosedDay>()
}
const kindsOf = (row: { holds: readonly { kind: string }[] } | undefined) => row?.holds.map(({ kind }) => kind)

/** A clinic of the file that calls it, each of whose tests has days of its own, and what is done with visits that were left open. */
export const leftOpenDays = () => {
  let clinic: TestClinic
  beforeAll(async () => {
    clinic = await openTestClinic()
  })
  afterAll(() => clinic.close())

  /** The clinic is in Nairobi, three hours ahead: each test has three days of its own. */
  let first = Date.parse('2026-03-02T00:00:00Z')
  const at = (day: number, clock: string) => new Date(first + day * 86_400_000 + Date.parse(`1970-01-01T${clock}:00Z`) - 3 * 3_600_000)
  const go = (day: number, clock: string) => {
    clinic.clock.now = at(day, clock)
  }
  beforeEach(async () => {
    first += 7 * 86_400_000
    go(0, '10:30')
    // What other tests left is over.
    await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('closed_at', 'is', null).execute()
    await clinic.db.updateTable('end_of_day_settings').set({ is_on: true, hour: 4, last_run_on: null }).execute()
  })

  const administrator = () => clinic.signedInFrom('System administrator', 'sysadmin')
  const desk = () => clinic.signedInFrom('Receptionist', 'receptionist')
  const signal = new AbortController().signal
  const night = () => closeAtNight({ db: clinic.db, now: clinic.clock.now, publish: () => {}, signal })
  const visitOf = async (id: number) => (await (await administrator()).call('GET', `${VISITS}${id}/`)).json<Visit>()
  const rowOf = async (by: Person, id: number) => (await preview(by)).visits.find((visit) => visit.id === id)
  const waits = async () => {
    const rows = (await (await administrator()).call('GET', '/patients/waiting-times/')).json<ResponseOf<typeof listWaits>>()
    return new Map(rows.map((row) => [row.track, row]))
  }
  const trailOf = (id: number) =>
    clinic.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'change'])
      .where('entity', '=', 'visit')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()

  return {
    clinicOf: () => clinic,
    at,
    go,
    administrator,
    desk,
    night,
    begun,
    move,
    visitOf,
    preview,
    rowOf,
    close,
    waits,
    trailOf,
    kindsOf,
  }
}
