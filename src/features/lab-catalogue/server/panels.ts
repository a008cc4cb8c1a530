import { sql, type RawBuilder } from 'kysely'
import { isCalledAll } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, type CursorValue } from '#platform/db/keyset.ts'
import type { PanelKind } from '../contract-ranges.ts'
import type { Panel } from '../contract.ts'

export type PanelRow = Panel & { sort: string }

/** By place, then by name. */
const byPlace = sql`(lpad(p.position::text, 5, '0') || lower(p.name))`
const trimmed = (column: RawBuilder<unknown>) => sql`trim_scale(${column})::text`

const columns = sql`
  p.id, p.code, p.name, p.kind, p.kind in ('quantitative', 'calculated') as is_quantitative, p.kind in ('qualitative', 'text') as is_qualitative,
  p.specimen_id as specimen, s.name as specimen_name, p.section, p.unit, p.decimals, p.units, p.choices, p.formula, p.loinc, p.method,
  p.explanation, p.is_withheld, p.for_sex,
  p.item_id as item, t.name as item_name, p.turnaround_minutes, p.urgent_turnaround_minutes,
  ${trimmed(sql`p.delta_absolute`)} as delta_absolute, ${trimmed(sql`p.delta_percent`)} as delta_percent, p.delta_days, p.position,
  p.is_active, p.version, ${byPlace} as sort`
const from = sql`from lab_panels p join lab_specimens s on s.id = p.specimen_id left join items t on t.id = p.item_id`

export interface PanelFilters {
  q?: string | undefined
  kind?: PanelKind | undefined
  specimen?: number | undefined
  profile?: number | undefined
  active?: boolean | undefined
}
/** Every word of `q` is in the name, in whatever order, or the code begins with `q`, or the test goes by a name with these words. */
const matches = (q: string) => {
  const words = q.split(/\s+/u).filter(Boolean).slice(0, 8)
  const inName = words.map((word) => sql`p.search_name like '%' || search_fold(${word}) || '%'`)
  return words.length === 0
    ? sql`true`
    : sql`((search_fold(${q}) <> '' and ${sql.join(inName, sql` and `)}) or starts_with(lower(p.code), lower(${q.trim()}))
        or ${isCalledAll(sql`p.name`, sql`p.code`, words)})`
}
const matching = ({ q, kind, specimen, profile, active }: PanelFilters) =>
  sql.join(
    [
      sql`true`,
      ...(q === undefined ? [] : [matches(q)]),
      ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
      ...(specimen === undefined ? [] : [sql`p.specimen_id = ${specimen}`]),
      ...(profile === undefined ? [] : [sql`p.id in (select panel_id from lab_profile_panels where profile_id = ${profile})`]),
      ...(active === undefined ? [] : [sql`p.is_active = ${active}`]),
    ],
    sql` and `,
  )

/** The panels that match, by place and name, after the cursor; all of them without a limit. */
export const findPanels = async (
  db: Db,
  filters: PanelFilters,
  { cursor, limit }: { cursor: CursorValue | null; limit: number | null },
) => {
  const { rows } = await sql<PanelRow>`
    select ${columns} ${from} where ${matching(filters)} and ${after(byPlace, sql`p.id`, sql`text`, cursor)}
    order by ${byPlace}, p.id limit ${limit}`.execute(db)
  return rows
}

export const countPanels = async (db: Db, filters: PanelFilters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from lab_panels p where ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The panels with these ids, by place and name, in use or not; ids that there are not are left out. */
export const findPanelsById = async (db: Db, ids: readonly number[]): Promise<Panel[]> => {
  const { rows } = await sql<Panel>`
    select ${columns} ${from} where p.id = any(${ids}::integer[]) order by ${byPlace}, p.id`.execute(db)
  return rows
}

/** The panel, or undefined. */
export const findPanel = async (db: Db, id: number): Promise<Panel | undefined> => (await findPanelsById(db, [id]))[0]

/** The panels of a profile in the order of its report, after the cursor, each with its place as `sort`. */
export const findPanelsOfProfile = async (
  db: Db,
  profile: number,
  { cursor, limit }: { cursor: CursorValue | null; limit: number | null },
) => {
  const { rows } = await sql<Panel & { place: number }>`
    select ${columns}, n.position as place ${from} join lab_profile_panels n on n.panel_id = p.id
    where n.profile_id = ${profile} and ${after(sql`n.position`, sql`p.id`, sql`integer`, cursor)}
    order by n.position, p.id limit ${limit}`.execute(db)
  return rows
}
