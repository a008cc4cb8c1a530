import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import type { Patient } from '#features/patients/contract.ts'
import { mergedColumns, mergeFields, type MergeField, type MergePreview } from '#features/patients/contract-merge.ts'
import { findPatient } from '../queries.ts'
import { findBoth } from './find-stops.ts'
import { sql } from 'kysely'
import { manifests } from '#features/manifests.ts'

/** So many of each kind are shown; the count says how many there are. */
const SHOWN = 20

/** When and what a row of these tables is, of `t`; rows of other tables go along with one of them and are counted alone. */
const titles = new Map(
  [...manifests.values()].flatMap(({ patientRows = {} }) =>
    Object.entries(patientRows).flatMap(([table, { at, text }]) =>
      at && text ? [[table, { at: sql.raw(at), text: sql.raw(text) }] as const] : [],
    ),
  ),
)

interface Counted {
  name: string
  count: number
  newest: number
}

/** How many rows of each table are of a patient, and the newest of each. */
const countRows = async (db: Db, patient: number): Promise<Counted[]> =>
  (await sql<Counted>`select name, count, newest from count_patient_rows(${patient})`.execute(db)).rows

/** The rows of a patient, by table: the newest of each that has a title. */
const findMoving = async (db: Db, patient: number, counted: readonly Counted[]): Promise<MergePreview['kinds']> => {
  const asked = counted.flatMap(({ name }) => {
    const title = titles.get(name)
    if (!title) return []
    return [
      sql`(select ${name}::text as kind, t.id::bigint as id, ${title.at} as at, left(${title.text}, 200) as text
        from ${sql.table(name)} t where t.patient_id = ${patient} order by 3 desc nulls last, 2 desc limit ${SHOWN})`,
    ]
  })
  const { rows } =
    asked.length > 0
      ? await sql<{ kind: string; id: number; at: Date | null; text: string | null }>`${sql.join(asked, sql` union all `)}`.execute(db)
      : { rows: [] }
  return counted.map(({ name, count }) => ({
    kind: name,
    count,
    rows: rows.flatMap(({ kind, id, at, text }) => (kind === name ? [{ id, at, text: text ?? '' }] : [])),
  }))
}

type Stop = MergePreview['stops'][number]

/** The values of a choice, as one text; empty where none of its columns holds anything. */
const valuesOf = (patient: Patient, field: MergeField) => {
  const values = mergedColumns([field]).map((name) => patient[name])
  return values.every((value) => value === null || value === '' || value === false)
    ? ''
    : values.map((value) => String(value ?? '')).join('|')
}

/** The sex or the date of birth of two records contradict each other. */
const isDoubtful = (from: Patient, into: Patient) =>
  (from.gender !== into.gender && from.gender !== 'unknown' && into.gender !== 'unknown') ||
  (from.date_of_birth !== null && into.date_of_birth !== null && from.date_of_birth !== into.date_of_birth)

const findStops = (from: Patient, into: Patient): Stop[] => [
  ...[from, into].flatMap((one): Stop[] => (one.merged_into ? [{ reason: 'merged', text: one.unique_id }] : [])),
  ...(into.is_active || into.merged_into ? [] : [{ reason: 'deactivated', text: into.unique_id } as const]),
  // It would read what it was not confirmed for, whichever of the two stays.
  ...[from, into].flatMap((one): Stop[] => (one.user === null ? [] : [{ reason: 'account', text: one.unique_id }])),
]

/**
 * What a merge would do: both people, every kind of row that moves, what stays, what stands in the way. 404 when one of them is not there,
 * 400 on `into` when they are the same.
 */
export const findPreview = async (
  db: Db,
  { from: fromId, into: intoId }: { from: number; into: number },
  now: Date,
): Promise<MergePreview> => {
  if (fromId === intoId) throw fieldError('into', 'Choose another record.')
  const [from, into] = [await findPatient(db, fromId, now), await findPatient(db, intoId, now)]
  if (!from || !into) throw notFound('Patient')
  const counted = await countRows(db, fromId)
  const both = await findBoth(db, fromId, intoId, now)
  const stops = [...findStops(from, into), ...both.stops]
  const differs = mergeFields.filter((field) => valuesOf(from, field) !== '' && valuesOf(from, field) !== valuesOf(into, field))
  const seen = createHash('sha256')
    .update(JSON.stringify([from.version, into.version, from.allergy_status, into.allergy_status, counted, both.same, stops]))
    .digest('hex')
  return {
    from,
    into,
    kinds: await findMoving(db, fromId, counted),
    same: both.same,
    stops,
    differs,
    is_doubtful: isDoubtful(from, into),
    seen,
  }
}
