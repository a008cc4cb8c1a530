import type { Client } from 'pg'
import type { Paid } from './bills.ts'
import { dateOf, dayOfInstant } from './calendar.ts'
import { copyRows, type Value } from './load-copy.ts'
import type { Patient } from './people.ts'
import type { Track } from '#features/attendance/rules.ts'
import type { Move, Visit } from './visits.ts'
import { isClosed } from '#features/attendance/rules.ts'

/** The ids in the database of what the generator names by index. */
export interface Ids {
  staff: readonly number[]
  payers: readonly number[]
  patients: readonly number[]
}

/** A visit of the generator, over or under way. */
export type SomeVisit = Pick<Visit, 'patient' | 'reason' | 'reason_key' | 'priority' | 'moves' | 'created_at' | 'created_by'> & {
  attended_by?: number | null
  attended_since?: string | null
  /** Where it is when there was no move. */
  track: Track
  /** Index into `staff`, for a patient who waits for this doctor. */
  doctor?: number
  source: string
  /** How often its prescriber goes ahead against a warning. */
  keep?: number
  /** How much of the bill was paid when the patient left; by chance unless given. */
  paid?: Paid
  /** Something measured in triage is critical, and no doctor has seen it. */
  is_critical?: boolean
}

const BATCH = 50_000

const searchTables = ['patients', 'contact_details', 'patient_identifiers'] as const

/** Puts the search off while `work` loads patients by the thousand, and builds it anew afterwards. Needs the owner of the tables. */
export const withoutSearch = async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
  for (const table of searchTables) await client.query(`alter table ${table} disable trigger user`)
  const result = await work()
  for (const table of searchTables) await client.query(`alter table ${table} enable trigger user`)
  await client.query('call rebuild_patient_search()')
  return result
}

const yearOf = (instant: string) => Number(dateOf(dayOfInstant(Date.parse(instant))).slice(0, 4))

const nextNumbers = async (client: Client, series: string, instants: readonly string[]) => {
  const { rows } = await client.query<{ number: string }>('select next_number($1, y) as number from unnest($2::integer[]) y', [
    series,
    instants.map(yearOf),
  ])
  return rows.map(({ number }) => number)
}

const reserve = async (client: Client, table: string, count: number): Promise<number> => {
  // Never back: what was taken away keeps its ids, which the trail names.
  const { rows } = await client.query<{ first: number }>(
    `select setval(s.name, nextval(s.name) + $2::bigint) - $2::bigint as first from pg_get_serial_sequence($1, 'id') s (name)`,
    [table, Math.max(count, 1)],
  )
  return Number(rows[0]?.first)
}

type Copier = (table: string, columns: readonly string[], rows: readonly (readonly Value[])[]) => Promise<void>

interface PatientsFrame extends Pick<Ids, 'staff' | 'payers'> {
  source: string
  /** When the patient at this place came last. */
  lastVisit: (index: number) => string | null
}

/** Writes patients with everything that belongs to them and answers their ids, in the order given. Holds a batch at a time. */
export const loadPatients = async (client: Client, patients: Iterable<Patient>, frame: PatientsFrame): Promise<number[]> => {
  const ids: number[] = []
  const flush = async (part: readonly Patient[]) => {
    const from = ids.length
    const numbers = await nextNumbers(
      client,
      'patient',
      part.map(({ registered_at }) => registered_at),
    )
    const first = await reserve(client, 'patients', part.length)
    await copyPatients((...copy) => copyRows(client, ...copy), part, {
      ...frame,
      desk: frame.staff[1] ?? null,
      numbers,
      first,
      firstContact: await reserve(client, 'contact_details', part.length),
      source: (index) => `${frame.source}:${from + index}`,
      lastVisit: (index) => frame.lastVisit(from + index),
    })
    for (const [index] of part.entries()) ids.push(first + index)
  }
  let batch: Patient[] = []
  for (const patient of patients) {
    batch.push(patient)
    if (batch.length < BATCH) continue
    await flush(batch)
    batch = []
  }
  if (batch.length > 0) await flush(batch)
  return ids
}

interface PatientFrame {
  staff: readonly number[]
  payers: readonly number[]
  desk: number | null
  numbers: readonly string[]
  first: number
  firstContact: number
  source: (index: number) => string
  lastVisit: (index: number) => string | null
}

const copyPatients = async (copy: Copier, patients: readonly Patient[], frame: PatientFrame) => {
  const { first, firstContact, desk, numbers } = frame
  const nurse = frame.staff[2] ?? null
  const of = (rows: (patient: Patient, id: number, index: number) => (readonly Value[])[]) =>
    patients.flatMap((patient, index) => rows(patient, first + index, index))
  await copy(
    'patients',
    [
      'id',
      'unique_id',
      'first_name',
      'second_name',
      'other_names',
      'single_name',
      'gender',
      'date_of_birth',
      'is_birth_date_estimated',
      'phone',
      'email',
      'residence',
      'source',
      'last_visit_at',
      'created_at',
      'created_by',
    ],
    of((p, id, i) => [
      [
        id,
        numbers[i] as string,
        p.first_name,
        p.second_name,
        p.other_names,
        p.single_name,
        p.gender,
        p.date_of_birth,
        p.is_birth_date_estimated,
        p.phone,
        p.email,
        `${p.address}, ${p.residence}`,
        frame.source(i),
        frame.lastVisit(i),
        p.registered_at,
        desk,
      ],
    ]),
  )
  await copy(
    'contact_details',
    ['id', 'patient_id', 'tel_no', 'residence', 'created_at', 'created_by'],
    of((p, id, i) => [[firstContact + i, id, p.next_of_kin.phone, p.residence, p.registered_at, desk]]),
  )
  await copy(
    'next_of_kin',
    ['patient_id', 'first_name', 'second_name', 'relationship', 'contacts', 'created_at', 'created_by'],
    of(({ next_of_kin: kin, registered_at }, id, i) => [
      [id, kin.first_name, kin.second_name, kin.relationship, firstContact + i, registered_at, desk],
    ]),
  )
  await copy(
    'patient_identifiers',
    ['patient_id', 'kind', 'value'],
    of((p, id) => (p.national_id ? [[id, 'national id', p.national_id]] : [])),
  )
  await copy(
    'patient_insurances',
    ['patient_id', 'insurance_company_id', 'member_number'],
    of(({ insurance }, id) => (insurance ? [[id, frame.payers[insurance.payer] ?? null, insurance.member_number]] : [])),
  )
  await copy(
    'allergies',
    ['patient_id', 'substance', 'category', 'reaction', 'severity', 'recorded_at', 'recorded_by', 'source'],
    of((p, id, i) =>
      p.allergies.map((a) => [id, a.substance, a.category, a.reaction, a.severity, p.registered_at, nurse, frame.source(i)]),
    ),
  )
  // Of those without an allergy two in three were asked.
  await copy(
    'no_known_allergies',
    ['patient_id', 'recorded_at', 'recorded_by', 'source'],
    of((p, id, i) => (p.allergies.length === 0 && i % 3 > 0 ? [[id, p.registered_at, nurse, frame.source(i)]] : [])),
  )
  await copy(
    'patient_alerts',
    ['patient_id', 'text', 'is_critical', 'recorded_at', 'recorded_by'],
    of((p, id) => p.alerts.map((alert) => [id, alert.text, alert.is_critical, p.registered_at, nurse])),
  )
}

const lastMoverFrom = (moves: readonly Move[], track: Track) => moves.findLast(({ from }) => from === track)?.by

/** Writes visits, in the order given, with their moves and the papers that every visit opens with. */
export const loadVisits = async (client: Client, visits: readonly SomeVisit[], ids: Ids): Promise<void> => {
  const first = await reserve(client, 'visits', visits.length)
  for (let from = 0; from < visits.length; from += BATCH) {
    const part = visits.slice(from, from + BATCH)
    const numbers = await nextNumbers(
      client,
      'visit',
      part.map(({ created_at }) => created_at),
    )
    await copyVisits((...copy) => copyRows(client, ...copy), part, { ids, numbers, first: first + from })
  }
}

const copyVisits = async (
  copy: Copier,
  visits: readonly SomeVisit[],
  { ids, numbers, first }: { ids: Ids; numbers: readonly string[]; first: number },
) => {
  const patientOf = ({ patient }: SomeVisit) => ids.patients[patient] as number
  const person = (index: number | null | undefined) => (index === null || index === undefined ? null : (ids.staff[index] ?? null))
  const of = (rows: (visit: SomeVisit, id: number, index: number) => (readonly Value[])[]) =>
    visits.flatMap((visit, index) => rows(visit, first + index, index))
  await copy(
    'visits',
    [
      'id',
      'track_number',
      'patient_id',
      'reason',
      'track',
      'priority',
      'doctor_id',
      'lab_tech_id',
      'pharmacist_id',
      'attended_by',
      'attended_since',
      'track_since',
      'created_at',
      'created_by',
      'closed_at',
      'source',
      'version',
    ],
    of((visit, id, i) => {
      const { moves, created_at, track } = visit
      const since = moves.at(-1)?.at ?? created_at
      return [
        [
          id,
          numbers[i] as string,
          patientOf(visit),
          visit.reason,
          track,
          visit.priority,
          person(lastMoverFrom(moves, 'doctor') ?? visit.doctor),
          person(lastMoverFrom(moves, 'lab')),
          person(lastMoverFrom(moves, 'pharmacy')),
          person(visit.attended_by),
          visit.attended_since ?? null,
          since,
          created_at,
          person(visit.created_by),
          isClosed(track) ? since : null,
          visit.source,
          moves.length + 1,
        ],
      ]
    }),
  )
  await copy(
    'visit_moves',
    ['visit_id', 'from_track', 'to_track', 'from_since', 'moved_at', 'moved_by', 'visit_version'],
    of(({ moves, created_at, created_by, track }, id) => [
      [id, null, moves[0]?.from ?? track, null, created_at, person(created_by), 1],
      ...moves.map(({ from, to, at, by }, i) => [id, from, to, moves[i - 1]?.at ?? created_at, at, person(by), i + 2]),
    ]),
  )
  for (const table of ['invoices', 'triages', 'prescriptions'])
    await copy(
      table,
      ['visit_id', 'patient_id', 'created_at'],
      of((visit, id) => [[id, patientOf(visit), visit.created_at]]),
    )
  await copy(
    'process_test_requests',
    ['visit_id'],
    of((_, id) => [[id]]),
  )
}
