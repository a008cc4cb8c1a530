import { sql } from 'kysely'
import { manifests } from '#features/manifests.ts'
import type { Db } from '#platform/db/connect.ts'
import type { MergePreview } from '#features/patients/contract-merge.ts'

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
export const countRows = async (db: Db, patient: number): Promise<Counted[]> =>
  (await sql<Counted>`select name, count, newest from count_patient_rows(${patient})`.execute(db)).rows

/** The rows of a patient, by table: the newest of each that has a title. */
export const findMoving = async (db: Db, patient: number, counted: readonly Counted[]): Promise<MergePreview['kinds']> => {
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
