import { sql } from 'kysely'
import type { Page } from '#shared/endpoint.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import type { LikelyDuplicate } from '../contract-merge.ts'
import { likeness, REFUSE_FROM } from '../duplicates.ts'
import { fullName } from '../rules.ts'
import { findSummaries } from './queries.ts'
import { redactRestricted, type Reader } from './restricted/is-restricted.ts'

/** A telephone that more people share is that of a school or a village. */
const MOST_ALIKE = 6
const GROUPS = 500
const SHOWN = 100

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Pairs of active records that are very much alike, most likely first: of those who share a telephone, or name and date of birth. The newest
 * groups of such records are weighed; restricted ones that are shut to the reader are in no pair.
 */
export const findLikelyDuplicates = async (reader: Reader, { limit = SHOWN, cursor }: Asked): Promise<Page<LikelyDuplicate>> => {
  const place = readPlace(cursor)
  const { db, now } = reader
  const { rows } = await sql<{ ids: number[] }>`
    select ids from (
      select array_agg(k.patient_id order by k.patient_id) as ids from patient_search_keys k where k.kind = 'f'
        group by k.key having count(*) between 2 and ${MOST_ALIKE}
      union
      select array_agg(p.id order by p.id) from patients p where p.deactivated_at is null and not p.is_unidentified
        group by p.search_name, p.date_of_birth having count(*) between 2 and ${MOST_ALIKE}
    ) g order by g.ids[cardinality(g.ids)] desc limit ${GROUPS}`.execute(db)
  const found = await findSummaries(db, [...new Set(rows.flatMap(({ ids }) => ids))], now)
  // That two records share a telephone or a date of birth would be told by the pair.
  const shown = await redactRestricted(reader, found, { patientOf: ({ id }) => id, redact: () => null })
  const people = new Map(shown.map((one) => [one.id, one]))
  const pairs = new Map<string, LikelyDuplicate>()
  for (const { ids } of rows)
    for (const [place, id] of ids.entries())
      for (const otherId of ids.slice(place + 1)) {
        const [one, other] = [people.get(id), people.get(otherId)]
        if (!one || !other) continue
        const { score, because } = likeness({ ...one, names: fullName(one) }, { ...other, names: fullName(other) })
        if (score >= REFUSE_FROM) pairs.set(`${id} ${otherId}`, { one, other, score, because })
      }
  const sorted = [...pairs.values()].toSorted((a, b) => b.score - a.score || b.other.id - a.other.id || b.one.id - a.one.id)
  return pageAt(sorted.slice(place), { limit, place })
}
