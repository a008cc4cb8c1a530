import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReferenceRange, UnconfirmedRanges } from '../contract-ranges.ts'

const limits = sql.join(
  ['low', 'high', 'low_critical', 'high_critical', 'low_valid', 'high_valid'].map(
    (name) => sql`trim_scale(r.${sql.ref(name)})::text as ${sql.ref(name)}`,
  ),
)
const rows = sql`
  select r.id, r.panel_id as panel, r.sex, r.age_from_days, r.age_to_days, r.is_pregnant, ${limits}, r.text, r.valid_from, r.valid_until,
    r.source, r.confirmed_at, ${nameOf(sql`r.confirmed_by`)} as confirmed_by_name, r.version
  from lab_reference_ranges r`

/**
 * The ranges of these panels that are valid on a day (YYYY-MM-DD), on whatever day without one: youngest age first, and of one age the
 * later ones first.
 */
export const findRanges = async (db: Db, panels: readonly number[], on: string | null = null): Promise<ReferenceRange[]> => {
  const valid = on === null ? sql`true` : sql`r.valid_from <= ${on}::date and (r.valid_until is null or r.valid_until > ${on}::date)`
  const found = await sql<ReferenceRange>`${rows} where r.panel_id = any(${panels}::integer[]) and ${valid}
    order by r.age_from_days, r.sex nulls first, r.valid_from desc, r.id`.execute(db)
  return found.rows
}

/** The range, or undefined. */
export const findRange = async (db: Db, id: number): Promise<ReferenceRange | undefined> => {
  const found = await sql<ReferenceRange>`${rows} where r.id = ${id}`.execute(db)
  return found.rows[0]
}

/** The ranges of tests in use that nobody of the laboratory confirmed and that have not ended by a day, by test. */
export const findUnconfirmed = async (db: Db, on: string): Promise<UnconfirmedRanges[]> => {
  const found = await sql<ReferenceRange>`${rows}
    where r.confirmed_at is null and (r.valid_until is null or r.valid_until > ${on}::date)
      and exists (select from lab_panels p where p.id = r.panel_id and p.is_active)
    order by r.age_from_days, r.sex nulls first, r.id`.execute(db)
  const ranges = Map.groupBy(found.rows, ({ panel }) => panel)
  const panels = await db
    .selectFrom('lab_panels')
    .select(['id as panel', 'code', 'name', 'section', 'unit'])
    .where('id', 'in', ranges.size === 0 ? [0] : [...ranges.keys()])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return panels.map((panel) => ({ ...panel, ranges: ranges.get(panel.panel)! }))
}
