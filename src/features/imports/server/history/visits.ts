import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDay, clinicTimeZone, findClinicDay } from '#features/company/public.ts'
import { insertPastVisits } from '#features/attendance/public.ts'
import { isExported } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork } from '#platform/imports/kind.ts'
import { prose } from '#shared/text.ts'
import { instantOf } from '#shared/zoned.ts'
import {
  findSources,
  validateHistory,
  numberOf,
  patientCells,
  patientColumns,
  patientNameOf,
  type History,
  type ReadHistory,
} from './patient-rows.ts'

/** The most letters of a visit: of each cell, and of what is made of them all, so that an export can be read in again. */
const MOST = 6_000
const words = prose(MOST)
const cells = (settings: ImportSettings) => ({
  ...patientCells,
  visited_on: dayColumn(settings, 'visited_on', 'past'),
  reason: words,
  diagnosis: words,
  treatment: words,
  doctor: words,
  note: words,
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
interface Plan {
  day: string
  reason: string
}

const bare = (text: string | undefined) => (text === undefined ? '' : text.replace(/\s+/g, ' ').trim())
/** What is known of a visit, in one text: the old program's parts by name. */
const reasonOf = ({ reason, diagnosis, treatment, doctor, note }: Values) =>
  [
    bare(reason),
    ...(
      [
        ['Diagnosis', diagnosis],
        ['Treatment', treatment],
        ['Seen by', doctor],
        ['Note', note],
      ] as const
    ).map(([label, text]) => (bare(text) === '' ? '' : `${label}: ${bare(text)}`)),
  ]
    .filter(Boolean)
    .join('. ') || 'Visit recorded in another program'

const read =
  (today: string) =>
  ({ values }: ImportRow<Values>): ReadHistory<Plan> => {
    const { visited_on: day } = values
    if (day === undefined) return { problems: [{ column: 'visited_on', message: 'This field is required.' }] }
    if (day > today) return { problems: [{ column: 'visited_on', message: 'The date must not be in the future.' }] }
    const reason = reasonOf(values)
    if (reason.length > MOST)
      return {
        problems: [{ column: 'reason', message: 'The texts of this visit have more than 6,000 characters together: split the row.' }],
      }
    return { plan: { day, reason }, key: [day, reason] }
  }

const create = async ({ db, audit, publish }: ImportWork, histories: readonly History<Plan>[]) => {
  const time_zone = await clinicTimeZone(db)
  const made = await insertPastVisits(
    db,
    histories.map(({ patient, source, plan: { day, reason } }) => {
      // The file knows the day alone: noon of it.
      const at = instantOf(day, '12:00', time_zone).toISOString()
      return { patient_id: patient, reason, priority: 'routine', isInpatient: false, started_at: at, ended_at: at, source }
    }),
  )
  const ids = new Map(made.map(({ source, id }) => [source, id]))
  for (const { id, patient, source } of made) audit('create', { entity: 'visit', id, patient, change: { source } })
  publish('attendance')
  return histories.map(({ source }) => ids.get(source)!)
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; patient: number; cells: Record<string, string | null> }>`
    select v.id, v.patient_id as patient, json_build_object('patient_number', ${numberOf(sql.ref('v.patient_id'))},
      'patient_name', ${patientNameOf(sql.ref('v.patient_id'))}, 'visited_on', ${clinicDay(sql.ref('v.created_at'))}::text, 'reason', v.reason) as cells
    from visits v where v.id > ${after} and v.closed_at is not null
      and ${isExported(sql.ref('v.patient_id'))} order by v.id limit ${limit}`.execute(db)
  return rows
}

/** Past visits of patients that are here, as a file: closed ones, that no queue shows. */
export const visitImport = importKind<Values, History<Plan>>({
  columns: [
    ...patientColumns,
    {
      name: 'visited_on',
      required: true,
      isDay: true,
      synonyms: [
        'visit date',
        'date of visit',
        'date',
        'encounter date',
        'attendance date',
        'consultation date',
        'seen on',
        'date de visite',
        'date de consultation',
        'tarehe ya kuja',
        'tarehe',
      ],
      examples: ['2024-03-05', '2024-04-01'],
    },
    {
      name: 'reason',
      synonyms: ['reason for visit', 'chief complaint', 'complaint', 'complaints', 'visit reason', 'visit type', 'motif', 'sababu'],
      examples: ['Cough', ''],
    },
    {
      name: 'diagnosis',
      isAlternative: true,
      synonyms: ['diagnoses', 'impression', 'diagnostic', 'condition', 'ugonjwa'],
      examples: ['', ''],
    },
    {
      name: 'treatment',
      isAlternative: true,
      synonyms: ['management', 'plan', 'prescription', 'traitement', 'matibabu'],
      examples: ['', ''],
    },
    {
      name: 'doctor',
      isAlternative: true,
      synonyms: ['seen by', 'clinician', 'provider', 'doctor name', 'doct id', 'doctor id', 'médecin', 'daktari'],
      examples: ['', ''],
    },
    {
      name: 'note',
      isAlternative: true,
      synonyms: ['notes', 'remarks', 'comments', 'history', 'patient history records', 'findings', 'observations'],
      examples: ['', ''],
    },
  ],
  rights: { run: 'attendance.start', undo: 'attendance.start', read: 'attendance.view' },
  cells,
  needs: [['patient_number'], ['visited_on']],
  keysOf: () => [],
  validate: async (work, rows) =>
    validateHistory(work, rows, {
      kind: 'visit',
      read: read(await findClinicDay(work.db, work.now)),
      findKnown: (db, histories) => findSources(db, 'visits', histories),
    }),
  create,
  whyKept: (_db, ids) =>
    Promise.resolve(new Map(ids.map((id) => [id, 'Imported visits cannot be undone: they stay in the patient’s record.']))),
  withdraw: () => Promise.resolve(new Map()),
  page,
})
