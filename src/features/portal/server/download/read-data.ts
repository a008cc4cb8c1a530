import { sql, type RawBuilder } from 'kysely'
import { wordsOf } from '#features/prescriptions/public.ts'
import { patientFields } from '#features/patients/record.ts'
import type { Db } from '#platform/db/connect.ts'
import { columnsOf } from '#platform/records/columns.ts'
import { having } from '#shared/record.ts'
import type { CursorValue } from '#platform/db/keyset.ts'
import type { AccessSeen } from '#features/portal/contract.ts'
import { dataKinds, MOST_ROWS, type DataKind, type DataRow, type PatientData } from '#features/portal/contract-data.ts'
import { findAccess } from '../access/find-access.ts'
import { backgroundSelects, careSelects, contactSelects, moneySelects } from './select-data.ts'

const selects: Record<DataKind, (patient: number, now: Date) => RawBuilder<unknown>> = {
  ...backgroundSelects,
  ...careSelects,
  ...moneySelects,
  ...contactSelects,
}

type LineDirections = Parameters<typeof wordsOf>[0]
type StatedLine = DataRow<'prescriptions'>['lines'][number] & LineDirections

const inWords = (row: DataRow<'prescriptions'>): DataRow<'prescriptions'> => ({
  ...row,
  lines: row.lines.map((line) => ({ ...line, directions: wordsOf(line as StatedLine) })),
})

/** Whose data are read, by which account. */
export interface Owner {
  patient: number
  user: number
}
/** The same with the words in which the log is told on paper. */
export type OwnData = Omit<PatientData, 'access_log'> & { access_log: AccessSeen[] }
type Lists = { [K in DataKind]: DataRow<K>[] }

/** The rows of every kind, newest first, one more than `most` of a kind that has more. */
const readLists = async (db: Db, patient: number, now: Date, most: number): Promise<Lists> => {
  const lists: Record<string, unknown[]> = {}
  for (const kind of Object.keys(dataKinds) as DataKind[])
    lists[kind] = (await sql`${selects[kind](patient, now)} limit ${most + 1}`.execute(db)).rows
  const read = lists as unknown as Lists
  return { ...read, prescriptions: read.prescriptions.map(inWords) }
}

const readable = columnsOf(having(patientFields, 'own', 'read'), 'p')
const changeable = columnsOf(having(patientFields, 'own', 'write'), 'p')
const findIdentity = async (db: Db, patient: number) => {
  const { rows } = await sql<PatientData['patient']>`
    select p.unique_id as number, ${readable}, ${changeable}, p.created_at as registered_at, p.last_visit_at,
      (select n.recorded_at from no_known_allergies n where n.patient_id = p.id and n.ended_at is null) as no_known_allergies_at,
      (select max(a.said_on) from pregnancy_answers a where a.patient_id = p.id and a.withdrawn_at is null) as not_pregnant_on,
      d.died_on, to_char(d.died_at, 'HH24:MI') as died_at, d.cause as cause_of_death
    from patients p left join deaths d on d.patient_id = p.id and d.withdrawn_at is null where p.id = ${patient}`.execute(db)
  return rows[0]!
}

const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000
/** Who looked, of the last twelve months, page by page. */
const readAccess = async (db: Db, owner: Owner, now: Date, most: number): Promise<AccessSeen[]> => {
  const from = new Date(now.getTime() - YEAR_MS - DAY_MS).toISOString().slice(0, 10)
  const found: AccessSeen[] = []
  let cursor: CursorValue | null = null
  do {
    const page: Awaited<ReturnType<typeof findAccess>> = await findAccess(db, owner, { from }, { cursor, limit: most + 1 - found.length })
    found.push(...page.entries)
    cursor = page.last
  } while (cursor !== null && found.length <= most)
  return found
}

/**
 * What is not told. Alerts are written about a patient for the staff's eyes (somebody violent at home, a warning to come in pairs): read by
 * the wrong person at home they would do harm. Drafts say what nobody has stood up for yet, and results that are not released have not
 * been explained.
 */
const LEFT_OUT = [
  'Notes between staff.',
  'Doctors’ notes that are not signed yet.',
  'Laboratory results that are not released yet.',
  'Files: download them one by one under Documents.',
]

/**
 * Everything of a patient that is theirs to read, as the tables are at one moment; of each kind at most `most` rows, with a word of what
 * was cut. `db` must be a snapshot.
 */
export const readData = async (db: Db, owner: Owner, now: Date, most: number = MOST_ROWS): Promise<OwnData> => {
  const clinic = await db.selectFrom('company').select(['name', 'currency', 'time_zone']).executeTakeFirstOrThrow()
  const patient = await findIdentity(db, owner.patient)
  const lists = { ...(await readLists(db, owner.patient, now, most)), access_log: await readAccess(db, owner, now, most) }
  const cut = Object.entries(lists).flatMap(([kind, rows]) => (rows.splice(most).length > 0 ? [{ kind, shown: most }] : []))
  return { format: 'kliniki-patient-1', made_at: now, clinic, patient, ...lists, cut, left_out: LEFT_OUT }
}
