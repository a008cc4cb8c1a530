import { sql } from 'kysely'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import type { Orderable } from '../contract.ts'

const DEFAULT_LIMIT = 50

/** What can be asked for: active, and charged as an item in use, or a profile whose panels all are. */
const orderable = sql`
  select 'panel' as kind, p.id, p.code, p.name, p.item_id as item, p.position,
    concat_ws(' ', p.search_name, t.search_name, lower(p.code), lower(t.code)) as words, lower(t.code) as item_code
  from lab_panels p join items t on t.id = p.item_id and t.is_active where p.is_active
  union all
  select 'profile', f.id, f.code, f.name, f.item_id, f.position,
    concat_ws(' ', f.search_name, t.search_name, lower(f.code), lower(t.code)), lower(t.code)
  from lab_profiles f left join items t on t.id = f.item_id
  where f.is_active and exists (select from lab_profile_panels n where n.profile_id = f.id) and case
    when f.item_id is null then not exists (
      select from lab_profile_panels n join lab_panels p on p.id = n.panel_id left join items i on i.id = p.item_id
      where n.profile_id = f.id and i.is_active is not true)
    else t.is_active end`

/** The tests that each of the found ones comes to, in the order of the report. */
const tests = sql`
  select f.kind, f.id, json_agg(json_build_object('id', p.id, 'name', p.name) order by n.position, p.id) as panels,
    json_agg(s.name order by c.order_of_draw, s.name) filter (where p.kind <> 'calculated') as specimens,
    max(p.turnaround_minutes) as turnaround_minutes
  from found f
  join lateral (
    select panel_id, position from lab_profile_panels where f.kind = 'profile' and profile_id = f.id
    union all select f.id, 1 where f.kind = 'panel') n on true
  join lab_panels p on p.id = n.panel_id join lab_specimens s on s.id = p.specimen_id join lab_containers c on c.id = s.container_id
  group by f.kind, f.id`

interface Asked {
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
/**
 * What can be asked for, by the words typed, in whatever order; each is in the name or the short name of the test or of its item. Those
 * whose code begins with what was typed come first, of those a whole code; then profiles before tests, by place and name.
 */
export const findOrderables = async (db: Db, { q = '', limit = DEFAULT_LIMIT, cursor }: Asked): Promise<Page<Orderable>> => {
  const place = readPlace(cursor)
  const typed = q.trim()
  const words = typed.split(/\s+/u).filter(Boolean).slice(0, 8)
  // A sign that folds to nothing, as the & of U&E, is looked for as it is.
  const inWords = words.map(
    (word) => sql`(o.words like '%' || nullif(search_fold(${word}), '') || '%' or strpos(o.words, lower(${word})) > 0)`,
  )
  const matches = sql.join([sql`true`, ...inWords], sql` and `)
  const isCode = sql`lower(${typed}) in (lower(o.code), o.item_code)`
  const beginsCode = sql`(${typed} <> '' and (starts_with(lower(o.code), lower(${typed})) or starts_with(coalesce(o.item_code, ''), lower(${typed}))))`
  const { rows } = await sql<Orderable>`
    with found as materialized (
      select o.*, row_number() over (order by ${isCode} is true desc, ${beginsCode} desc, o.kind = 'profile' desc, o.position, lower(o.name), o.id) as rank
      from (${orderable}) o where ${matches} order by rank limit ${limit + 1} offset ${place}
    ), tests as (${tests})
    select f.kind, f.id, f.code, f.name, f.item, t.panels, coalesce(t.specimens, '[]') as specimens, t.turnaround_minutes
    from found f join tests t on t.kind = f.kind and t.id = f.id order by f.rank`.execute(db)
  const found = rows.map((row) => ({ ...row, specimens: [...new Set(row.specimens)] }))
  return pageAt(found, { limit, place })
}
