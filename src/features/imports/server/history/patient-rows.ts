import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { compareNames } from '#features/patients/names.ts'
import type { Db } from '#platform/db/connect.ts'
import { findHidden } from '#platform/http/restricted.ts'
import type { ImportColumn, ImportNote, ImportRow, ImportWork, Verdict } from '#platform/imports/kind.ts'
import { line } from '#shared/text.ts'

/** What each row of history says of whom it is. */
export const patientCells = { patient_number: line(60), patient_name: line(200) }
interface OfPatient {
  patient_number?: string
  patient_name?: string
}

export const patientColumns: readonly ImportColumn[] = [
  {
    name: 'patient_number',
    required: true,
    synonyms: [
      'patient id',
      'patient number',
      'patient no',
      'old number',
      'mrn',
      'medical record number',
      'hospital number',
      'registration number',
      'file number',
      'op number',
      'opd number',
      'client id',
      'uhid',
      'subject id',
      'numéro de dossier',
      'namba ya mgonjwa',
      'patient',
    ],
    examples: ['OP-1042', 'OP-1043'],
  },
  {
    name: 'patient_name',
    isForgiving: true,
    isAlternative: true,
    synonyms: ['name of patient', 'patient names', 'full name', 'client name', 'nom du patient', 'jina la mgonjwa'],
    examples: ['', ''],
  },
]

interface Found {
  id: number
  name: string
  first: string
  others: string
  last: string
  is_active: boolean
}

/** Whether a name in a file can be that of the patient: a part of it is enough, another one or another spelling is not. */
const isNamed = (written: string, { name, first, others, last }: Found) => {
  if (written.toLowerCase() === name.toLowerCase()) return true
  const { outcome, isUncertain } = compareNames(written, { first, others, last })
  return (outcome === 'same' || outcome === 'similar') && !isUncertain
}

/** Whose numbers these are: of this clinic, of the program before, or of any identifier; by number in small letters. */
const findByNumber = async (db: Db, numbers: readonly string[]): Promise<Map<string, Found[]>> => {
  const { rows } = await sql<Found & { number: string }>`
    with asked as (select distinct lower(n) as number from unnest(${numbers}::text[]) n),
    found as (
      select a.number, p.id from asked a join patients p on lower(p.unique_id) = a.number
      union select a.number, i.patient_id from asked a join patient_identifiers i on lower(i.value) = a.number
    )
    select f.number, p.id, concat_ws(' ', p.first_name, p.other_names, nullif(p.second_name, '')) as name, p.first_name as first,
      coalesce(p.other_names, '') as others, p.second_name as last, p.deactivated_at is null as is_active
    from found f join patients p on p.id = f.id order by p.id`.execute(db)
  return Map.groupBy(rows, ({ number }) => number)
}

const patientOf = ({ patient_number, patient_name }: OfPatient, known: Map<string, Found[]>, hidden: ReadonlySet<number>) => {
  if (patient_number === undefined) return { column: 'patient_number', message: 'This field is required.' }
  const found = (known.get(patient_number.toLowerCase()) ?? []).filter(({ id }) => !hidden.has(id))
  const [one, other] = found
  if (!one) return { column: 'patient_number', message: 'No patient has this number. Import the patients first.' }
  if (other) return { column: 'patient_number', message: 'Several patients have this number.' }
  if (!one.is_active) return { column: 'patient_number', message: 'A deactivated patient has this number.' }
  if (patient_name !== undefined && !isNamed(patient_name, one))
    return {
      column: 'patient_name',
      message: `The file says “${patient_name}”, but the patient with this number is ${one.name}. Correct the number or the name.`,
    }
  return one.id
}

/** What tells a second import of the same row that there is nothing to do. */
export const sourceOf = (kind: string, patient: number, what: readonly unknown[]) =>
  `file ${createHash('sha256')
    .update(JSON.stringify([kind, patient, ...what]))
    .digest('hex')
    .slice(0, 40)}`

/** What a row would add to the record of its patient. */
export interface History<P> {
  patient: number
  source: string
  plan: P
}
/** What a row says, read; or why it says nothing that can be kept. */
export type ReadHistory<P> =
  | { plan: P; key: readonly unknown[]; notes?: ImportNote[] }
  | { problems: { column: string; message: string }[] }
  | { nothing: true }

/**
 * Judges rows that add to records of patients: each by the number of a patient that the caller may open, and once. `findKnown` answers which of the
 * sources are there already.
 */
export const validateHistory = async <V extends OfPatient, P>(
  { db, user, now }: Pick<ImportWork, 'db' | 'user' | 'now'>,
  rows: readonly ImportRow<V>[],
  {
    kind,
    read,
    findKnown,
  }: {
    kind: string
    read: (row: ImportRow<V>, patient: number) => ReadHistory<P> | Promise<ReadHistory<P>>
    findKnown: (db: Db, histories: readonly History<P>[]) => Promise<ReadonlySet<string>>
  },
): Promise<Verdict<History<P>>[]> => {
  const [known, hidden] = [
    await findByNumber(
      db,
      rows.flatMap(({ values }) => values.patient_number ?? []),
    ),
    await findHidden(db, user, now),
  ]
  const verdicts: Verdict<History<P>>[] = []
  for (const row of rows) {
    const patient = patientOf(row.values, known, hidden)
    if (typeof patient !== 'number') {
      verdicts.push({ state: 'refused', problems: [patient] })
      continue
    }
    const message = await read(row, patient)
    if ('nothing' in message) verdicts.push({ state: 'same' })
    else if ('problems' in message) verdicts.push({ state: 'refused', problems: message.problems })
    else
      verdicts.push({
        state: 'new',
        plan: { patient, source: sourceOf(kind, patient, message.key), plan: message.plan },
        notes: message.notes ?? [],
      })
  }
  const fresh = verdicts.flatMap((verdict) => (verdict.state === 'new' ? [verdict.plan] : []))
  const there = fresh.length > 0 ? await findKnown(db, fresh) : new Set<string>()
  const seen = new Set<string>()
  return verdicts.map((verdict) => {
    if (verdict.state !== 'new') return verdict
    const { source } = verdict.plan
    const isThere = there.has(source) || seen.has(source)
    seen.add(source)
    return isThere ? { state: 'same' } : verdict
  })
}

/** Of these sources, those that a table has. */
export const findSources = async (db: Db, table: 'problems' | 'patient_medicines' | 'visits', histories: readonly History<unknown>[]) => {
  const { rows } = await sql<{ source: string }>`
    select source from ${sql.table(table)} where source = any(${histories.map(({ source }) => source)}::text[])`.execute(db)
  return new Set(rows.map(({ source }) => source))
}

/**
 * Rows of a file of whose records one was changed after the import wrote it, by the id of each row's first record. A row may make several records, of
 * one source, and what somebody changed is never undone with the rest. `isUndone` holds the records until the transaction ends. What they say now is
 * not told: the patient may be restricted since the file was sent.
 */
export const findChanged = async (
  db: Db,
  table: 'allergies' | 'no_known_allergies' | 'patient_medicines' | 'problems',
  { ids, isChanged, isUndone }: { ids: readonly number[]; isChanged: RawBuilder<boolean>; isUndone: boolean },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; is_changed: boolean }>`
    select f.id, ${isChanged} as is_changed
    from ${sql.table(table)} f join ${sql.table(table)} r on r.patient_id = f.patient_id and r.id >= f.id
      and coalesce(split_part(r.source, ' ', 1) || ' ' || split_part(r.source, ' ', 2), r.id::text) = coalesce(f.source, f.id::text)
    where f.id = any(${ids}::integer[]) order by r.id ${isUndone ? sql`for no key update of r` : sql``}`.execute(db)
  return rows.flatMap(({ id, is_changed }) => (is_changed ? [id] : []))
}

/** The number by which a file names a patient: that of the program before, or ours. */
export const numberOf = (patient: ReturnType<typeof sql.ref>) =>
  sql`coalesce((select i.value from patient_identifiers i where i.patient_id = ${patient} and i.kind = 'old number' order by i.id limit 1),
    (select unique_id from patients where id = ${patient}))`
/** The name of a patient in a file. */
export const patientNameOf = (patient: ReturnType<typeof sql.ref>) =>
  sql`(select concat_ws(' ', first_name, other_names, nullif(second_name, '')) from patients where id = ${patient})`
