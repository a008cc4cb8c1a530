import { sql, type RawBuilder } from 'kysely'
import { namesBeginning, namesBeside } from '#features/catalogue/names.ts'
import { isCalled } from '#features/catalogue/public.ts'
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

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)
const any = (conditions: RawBuilder<unknown>[]) => sql.join([sql`false`, ...conditions], sql` or `)

/** The word is in the name or the short name of what can be asked for or of its item, or begins another name of it. */
const holds = (word: string) =>
  // A sign that folds to nothing, as the & of U&E, is looked for as it is.
  sql`(o.words like '%' || nullif(search_fold(${word}), '') || '%' or strpos(o.words, lower(${word})) > 0
    or ${isCalled(sql`o.name`, sql`o.code`, namesBeginning(word))})`
/** A test of a profile: the word begins a word of its name or another name of it, or is its short name. */
const partHolds = (word: string) =>
  sql`(' ' || p.search_name like '% ' || nullif(search_fold(${word}), '') || '%' or lower(p.code) = lower(${word})
    or ${isCalled(sql`p.name`, sql`p.code`, namesBeginning(word))})`
/** That a test of a profile is found by this word is worth saying: the profile is not called so, or its test is, and its own name does not show it. */
const isTelling = (word: string) =>
  sql`(not coalesce(${holds(word)}, false) or (${isPart(word)} and strpos(' ' || lower(o.name), ' ' || lower(${word})) = 0))`
/** The word is the short name or another name of the test. */
const isPart = (word: string) => sql`(lower(p.code) = lower(${word}) or ${isCalled(sql`p.name`, sql`p.code`, namesBeside(word))})`
/** The tests of the profile `o` that meet a condition. */
const partsWhere = (condition: RawBuilder<unknown>) =>
  sql`(select n.position, p.id, p.name from lab_profile_panels n join lab_panels p on p.id = n.panel_id
    where o.kind = 'profile' and n.profile_id = o.id and (${condition}))`

/**
 * What can be asked for, by the words typed, in whatever order; each is in the name or the short name of the test or of its item, in what
 * else the test is called, or in these of a test that the profile contains, which is then named as `matched`. What is called by all that was
 * typed comes first, then those whose code begins with it, those that contain a test of this name, and those that are found by their own
 * names; of these profiles before tests, by place and name.
 */
export const findOrderables = async (db: Db, { q = '', limit = DEFAULT_LIMIT, cursor }: Asked): Promise<Page<Orderable>> => {
  const place = readPlace(cursor)
  const typed = q.trim()
  const words = typed.split(/\s+/u).filter(Boolean).slice(0, 8)
  const matches = all(words.map((word) => sql`(${holds(word)} or exists ${partsWhere(partHolds(word))})`))
  const isNamed = sql`(lower(${typed}) in (lower(o.code), o.item_code) or ${isCalled(sql`o.name`, sql`o.code`, namesBeside(typed))})`
  const beginsCode = sql`(${typed} <> '' and (starts_with(lower(o.code), lower(${typed})) or starts_with(coalesce(o.item_code, ''), lower(${typed}))))`
  const isPartNamed = sql`exists ${partsWhere(isPart(typed))}`
  const matched = partsWhere(any(words.map((word) => sql`(${partHolds(word)} and ${isTelling(word)})`)))
  const { rows } = await sql<Orderable>`
    with found as materialized (
      select o.*, row_number() over (order by ${isNamed} is true desc, ${beginsCode} desc, ${isPartNamed} desc, (${all(words.map(holds))}) is true desc,
        o.kind = 'profile' desc, o.position, lower(o.name), o.id) as rank,
        array(select m.name from ${matched} m order by m.position, m.id) as matched
      from (${orderable}) o where ${matches} order by rank limit ${limit + 1} offset ${place}
    ), tests as (${tests})
    select f.kind, f.id, f.code, f.name, f.item, t.panels, f.matched, coalesce(t.specimens, '[]') as specimens, t.turnaround_minutes
    from found f join tests t on t.kind = f.kind and t.id = f.id order by f.rank`.execute(db)
  const found = rows.map((row) => ({ ...row, specimens: [...new Set(row.specimens)] }))
  return pageAt(found, { limit, place })
}
