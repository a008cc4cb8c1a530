import { sql } from 'kysely'
import { isCalledAll } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Profile } from '../contract.ts'

export interface ProfileFilters {
  q?: string | undefined
  active?: boolean | undefined
  profile_id?: number | undefined
}

const rows = sql`
  select f.id, f.code, f.name, f.item_id as item, t.name as item_name, f.loinc, f.position, f.is_active, f.version, coalesce((
    select json_agg(json_build_object('id', p.id, 'code', p.code, 'name', p.name, 'kind', p.kind) order by n.position, p.id)
    from lab_profile_panels n join lab_panels p on p.id = n.panel_id where n.profile_id = f.id), '[]') as panels
  from lab_profiles f left join items t on t.id = f.item_id`

const matching = ({ q, active, profile_id }: ProfileFilters) => {
  const words = (q ?? '').split(/\s+/u).filter(Boolean).slice(0, 8)
  const inName = words.map((word) => sql`f.search_name like '%' || search_fold(${word}) || '%'`)
  const byWords = sql`((search_fold(${q ?? ''}) <> '' and ${sql.join([sql`true`, ...inName], sql` and `)})
    or starts_with(lower(f.code), lower(${(q ?? '').trim()})) or ${isCalledAll(sql`f.name`, sql`f.code`, words)})`
  return sql`${words.length === 0 ? sql`true` : byWords} and ${active === undefined ? sql`true` : sql`f.is_active = ${active}`}
    and ${profile_id === undefined ? sql`true` : sql`f.id = ${profile_id}`}`
}

/** The profiles that match, by place and name, each with its panels in the order of its report. */
export const findProfiles = async (db: Db, filters: ProfileFilters): Promise<Profile[]> => {
  const found = await sql<Profile>`${rows} where ${matching(filters)} order by f.position, lower(f.name), f.id`.execute(db)
  return found.rows
}

/** The profile with its panels in the order of its report, in use or not; undefined when there is none. */
export const findProfile = async (db: Db, id: number): Promise<Profile | undefined> => {
  const found = await sql<Profile>`${rows} where f.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Makes these the panels of the profile, in this order. */
export const setPanelsOfProfile = async (db: Db, profile: number, panels: readonly number[]) => {
  await db.deleteFrom('lab_profile_panels').where('profile_id', '=', profile).execute()
  await sql`insert into lab_profile_panels (profile_id, panel_id, position)
    select ${profile}, panel, place from unnest(${panels}::integer[]) with ordinality as w (panel, place)`.execute(db)
}
