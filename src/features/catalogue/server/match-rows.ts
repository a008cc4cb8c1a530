import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Problems } from '#platform/csv/problems.ts'

interface Keyed {
  row: number
  code?: string | undefined
  name?: string | undefined
}
export interface Match {
  /** The items that have this code and this name now. */
  by_code: number | null
  by_name: number | null
  /** True when an earlier row of the file has the same code, or name. */
  code_again: boolean
  name_again: boolean
}

/** Holds every item that the rows may mean, in the order of the ids, until the transaction ends. */
const lockMeant = (db: Db, codes: (string | null)[], names: (string | null)[]) =>
  sql`select id from items
    where lower(code) in (select lower(c) from unnest(${codes}::text[]) c)
      or (lower(name) in (select lower(n) from unnest(${names}::text[]) n) and not is_external)
    order by id for no key update`.execute(db)

/** Finds the item of each row by its code and by its name, in any letter case, in the order of the rows. */
export const matchRows = async (db: Db, rows: readonly Keyed[], { hold }: { hold: boolean }): Promise<Match[]> => {
  const codes = rows.map(({ code }) => code ?? null)
  const names = rows.map(({ name }) => name ?? null)
  if (hold) await lockMeant(db, codes, names)
  const { rows: found } = await sql<Match>`
    select c.id as by_code, n.id as by_name,
      w.code is not null and row_number() over (partition by lower(w.code) order by w.place) > 1 as code_again,
      w.name is not null and row_number() over (partition by lower(w.name) order by w.place) > 1 as name_again
    from unnest(${codes}::text[], ${names}::text[]) with ordinality w (code, name, place)
    left join items c on lower(c.code) = lower(w.code)
    left join items n on lower(n.name) = lower(w.name) and not n.is_external
    order by w.place`.execute(db)
  return found
}

/** The item that a row means, by code or else by name; undefined, and a problem, when its code and its name mean different ones. */
export const meantItem = ({ row }: Keyed, { by_code, by_name }: Match, problems: Problems): number | null | undefined => {
  if (by_code === null || by_name === null || by_code === by_name) return by_code ?? by_name
  problems.add(row, 'name', 'Another item has this name.')
  return undefined
}
