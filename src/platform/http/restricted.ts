import { sql } from 'kysely'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound, Problem, restricted } from '#platform/errors/problem.ts'
import { problemOf, restrictedOf } from '#platform/errors/wire.ts'
import type { User } from './handle.ts'
import { patientsShownBy } from './patients-shown.ts'

/** Whether restricted records stay shut to whoever asks: patients have only their own, and work at the desk opens none. */
export const isGated = ({ allowsRestricted }: Endpoint, { id, role }: User) => id !== 0 && role !== 'patient' && allowsRestricted !== true

const isLine = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/**
 * The patients whom a problem shows, by the names of its fields: it has no contract that marks them, as lists do (`PatientId`). What is in it is
 * the record of some ninety calls that take a version. It costs up to 10 µs of a request that has failed; `restricted-records.test.ts` makes every call fail over a restricted record.
 */
const patientsIn = (value: unknown): number[] => {
  if (!isLine(value)) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const isPatient = key === 'patient' || key === 'patient_id'
    const id = isPatient && isLine(part) ? part['id'] : part
    if (typeof id === 'number') return isPatient || (key === 'id' && 'unique_id' in value) ? [id] : []
    return patientsIn(part)
  })
}

/** Stops a request at a restricted record; answered by `refusalOf`, and in the trail. */
class ShutRecord extends Error {
  readonly patient: number
  /** What is then not there. */
  readonly entity: string | null
  constructor(patient: number, entity: string | null = null) {
    super(`The record of patient ${patient} is shut.`)
    this.patient = patient
    this.entity = entity
  }
}

/** The patient whose restricted record a failed request was about, or would have shown; null where there is none. */
export const restrictedIn = async (db: Db, endpoint: Endpoint, user: User, now: Date, error: unknown): Promise<number | null> => {
  if (error instanceof ShutRecord) return error.patient
  const problem = problemOf(error)
  // Work at the desk opens no record, and its refusal tells of no death.
  if (problem?.code === 'patient_died' && user.id !== 0 && user.role !== 'patient') {
    const patient = Number(problem.extra['patient'])
    return (await findHidden(db, user, now)).has(patient) ? patient : null
  }
  if (!isGated(endpoint, user)) return null
  if (!(error instanceof Problem)) return restrictedOf(error)
  // Who it may be is told by number and name alone, as the search tells them.
  if (error.code === 'possible_duplicate') return null
  const shown = patientsIn(error.extra)
  if (shown.length === 0) return null
  const bill = billIn(error.extra['current']) ?? billOfLine(error.extra['current'])
  if (bill !== null && (await findBillsAtTill({ db, user, now }, [bill])).has(bill)) return null
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${shown}::integer[]) id where id = any(hidden_patients(${user.id}, ${now})) limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Who may open it in an emergency is told so; everybody else hears what is said of something that is not there. */
export const refusalOf = (user: User, patient: number, tried: readonly TrailRow[], error: unknown): Problem => {
  if (user.permissions.has('patients.break_glass')) return restricted(patient)
  const named = error instanceof ShutRecord ? error.entity : null
  const entity = named ?? tried.find((row) => row.patient === patient && row.id !== null)?.entity ?? 'patient'
  return notFound(entity.charAt(0).toUpperCase() + entity.slice(1))
}

/**
 * Refuses what a call without a row in the trail would show of a restricted record, as every other call of the record does: an `entity` is not
 * there for those who may not open it in an emergency.
 */
export const requireOpenRecord = async (db: Db, user: Pick<User, 'id'>, now: Date, patient: number, entity = 'patient') => {
  if ((await findHidden(db, user, now)).has(patient)) throw new ShutRecord(patient, entity)
}

/** Whether lists leave out the lines of restricted records: those over all patients that the trail tells of. */
export const isList = (endpoint: Endpoint, user: User) => endpoint.method === 'GET' && endpoint.audit === 'read' && isGated(endpoint, user)

/** Whether it is asked before the handler which records are shut: for lists, and for work, which may end what opened the record or begin it. */
export const asksFirst = (endpoint: Endpoint, user: User) =>
  isGated(endpoint, user) && (endpoint.method !== 'GET' || isList(endpoint, user))

/**
 * Refuses work on a record that was shut before it began: whatever it does to the rows of others opens nothing to its own sender. An emergency
 * access is asked after it (`opensRecord`), and so are bills, which may be new.
 */
export const requireOpenBefore = (endpoint: Endpoint, hidden: ReadonlySet<number> | null, rows: readonly TrailRow[]) => {
  if (hidden === null || hidden.size === 0 || endpoint.method === 'GET' || endpoint.opensRecord) return
  const shut = rows.find(
    ({ action, patient, opensNothing, bills }) => patient != null && !opensNothing && !bills && action !== 'denied' && hidden.has(patient),
  )
  if (shut) throw new ShutRecord(shut.patient!)
}

/**
 * Which records a request is stopped at where they are restricted once it has done its work. What was open before goes through: the last result
 * or medicine ends what opened the record.
 */
export const mayBeShut = (endpoint: Endpoint, user: User, hidden: ReadonlySet<number> | null) => (patient: number) =>
  isGated(endpoint, user) && (endpoint.method === 'GET' || hidden === null || hidden.has(patient))

/** The restricted records that this person may not open. Asked together with the handler's first question, it costs no round trip. */
export const findHidden = async (db: Db, user: Pick<User, 'id'>, now: Date): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ hidden: number[] }>`select hidden_patients(${user.id}, ${now}) as hidden`.execute(db)
  return new Set(rows[0]?.hidden)
}

interface Reader {
  db: Db
  user: User
  now: Date
}

/** The bill that a line of a list or a problem shows; null for everything else. */
const billIn = (value: unknown): number | null => {
  if (!isLine(value)) return null
  const id = 'invoice_number' in value ? value['id'] : 'has_left' in value ? value['invoice'] : null
  return typeof id === 'number' ? id : null
}

/** The bill that a line of a bill belongs to. */
const billOfLine = (value: unknown): number | null =>
  isLine(value) && 'item_amount' in value && typeof value['invoice'] === 'number' ? value['invoice'] : null

/** Those of the bills that the till may see although the record is restricted. */
const findBillsAtTill = async ({ db, user, now }: Reader, bills: readonly number[]): Promise<ReadonlySet<number>> => {
  if (bills.length === 0 || !user.permissions.has('attendance.billing')) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${bills}::integer[]) id where may_open_bills(array[id], ${user.id}, ${now})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The lines without those of these patients, bills at the till apart for those who work there. Whose a line is, its schema says (`PatientId`).
 */
export const withoutHiddenLines = async <S extends z.core.$ZodType, T extends z.output<S>>(
  reader: Reader,
  line: S,
  hidden: ReadonlySet<number>,
  lines: readonly T[],
): Promise<T[]> => {
  if (hidden.size === 0) return [...lines]
  const find = patientsShownBy(line)
  const isHidden = (one: T) => find(one).some((patient) => hidden.has(patient))
  const bills = lines.filter(isHidden).flatMap((one) => billIn(one) ?? [])
  const atTill = await findBillsAtTill(reader, bills)
  return lines.filter((one) => !isHidden(one) || atTill.has(billIn(one) ?? 0))
}

/** Of a reply that is a list, or has one as its `rows`, the schema of a line; null of any other. */
export const lineOf = ({ response, line }: Endpoint): z.core.$ZodType | null => {
  if (line) return line
  const list = response instanceof z.ZodObject ? (response.shape as { rows?: unknown }).rows : response
  return list instanceof z.ZodArray ? list.element : null
}

/** The same for what a list answers, a page or an object with `rows`; whatever else is answered stays as it is. */
export const withoutHiddenRows = async (reader: Reader, endpoint: Endpoint, hidden: ReadonlySet<number>, answered: unknown) => {
  if (hidden.size === 0) return answered
  const rows: unknown = isLine(answered) && 'rows' in answered ? answered['rows'] : answered
  if (!Array.isArray(rows)) return answered
  const line = lineOf(endpoint)
  if (line === null) throw new Error(`${endpoint.method} ${endpoint.path} answers a list, and its contract has none.`)
  const shown = await withoutHiddenLines(reader, line, hidden, rows as z.output<typeof line>[])
  return rows === answered ? shown : { ...(answered as object), rows: shown }
}
