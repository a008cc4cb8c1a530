import { coverHidden } from '#features/patients/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import type { Visit } from '../contract.ts'

/** A visit as queues have it, with whether the patient's record is restricted. */
export type QueuedVisit = Visit & { is_restricted: boolean }

const cover = (visit: QueuedVisit): QueuedVisit => ({
  ...visit,
  reason: '',
  critical_text: null,
  news2: null,
  insurances: [],
  allergies: [],
  alerts: [],
})

interface Onlooker {
  db: Db
  user: Pick<User, 'id'>
  now: Date
}

/** Queues keep everybody: of a restricted record that is not open to this person, who it is and where they are, and nothing clinical. */
export const coverVisits = (onlooker: Onlooker, visits: readonly QueuedVisit[]): Promise<Visit[]> => coverHidden(onlooker, visits, cover)

/** The same of one. */
export const coverVisit = async (onlooker: Onlooker, visit: QueuedVisit): Promise<Visit> => (await coverVisits(onlooker, [visit]))[0]!
