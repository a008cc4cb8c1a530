import { sql } from 'kysely'
import { starterItems } from '#features/catalogue/starter.ts'
import type { Db } from '#platform/db/connect.ts'

/** A test or profile of the starter that looks for its item. */
export interface Seeker {
  code: string
  name: string
  /** The code of the starter's item. */
  item?: string
}

interface Candidate {
  id: number
  name: string
  code: string | null
  /** The panel that the first start of the laboratory made of it. */
  made_of_it: number | null
}

/** Laboratory items in use that nothing is charged as, or only the test in words that was made of the item and that no profile needs. */
const findCandidates = async (db: Db): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select t.id, lower(t.name) as name, lower(t.code) as code, p.id as made_of_it
    from items t left join lab_panels p on p.item_id = t.id
    where t.category = 'laboratory' and t.is_active and not exists (select from lab_profiles f where f.item_id = t.id)
      and (p.id is null or (p.code = 'T' || t.id and p.kind = 'text'
        and not exists (select from lab_profile_panels n join lab_profiles f on f.id = n.profile_id and f.is_active where n.panel_id = p.id)))
    order by t.id`.execute(db)
  return rows
}

const starterNames = new Map(starterItems.flatMap(({ code, name }) => (code === undefined ? [] : [[code, name.toLowerCase()]])))

/** The item with the code of the starter's item, else the one that is called as it or as the entry; each is given once. */
const chooseItems = (seekers: readonly Seeker[], candidates: readonly Candidate[]) => {
  const given = new Map<string, Candidate>()
  const isFree = ({ id }: Candidate) => ![...given.values()].some((other) => other.id === id)
  const give = ({ code }: Seeker, fits: (candidate: Candidate) => boolean) => {
    const found = given.has(code) ? undefined : candidates.find((candidate) => isFree(candidate) && fits(candidate))
    if (found) given.set(code, found)
  }
  for (const seeker of seekers) if (seeker.item !== undefined) give(seeker, ({ code }) => code === seeker.item?.toLowerCase())
  for (const seeker of seekers) if (seeker.item !== undefined) give(seeker, ({ name }) => name === starterNames.get(seeker.item ?? ''))
  for (const seeker of seekers) give(seeker, ({ name }) => name === seeker.name.toLowerCase())
  return given
}

/** The test in words gives its item away and goes out of use; what was asked for and reported of it stays. Its name is free for another. */
const retire = (db: Db, panels: readonly number[]) =>
  sql`update lab_panels set item_id = null, is_active = false, name = name || ' (' || code || ')', version = version + 1
    where id = any(${panels}::integer[])`.execute(db)

/** Finds the items of the entries, by code of the entry; tests in words that were made of these items give them away. */
export const takeItems = async (db: Db, seekers: readonly Seeker[]): Promise<Map<string, number>> => {
  const given = chooseItems(seekers, await findCandidates(db))
  const made = [...given.values()].flatMap(({ made_of_it: panel }) => (panel === null ? [] : [panel]))
  if (made.length > 0) await retire(db, made)
  return new Map([...given].map(([code, { id }]) => [code, id]))
}
