import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { ExternalForm } from '../external.ts'
import { readDrugName } from './read-name.ts'
import { findKnown } from './substances.ts'

interface Asked {
  item: number
  substances: readonly string[]
  strength: string
  form: ExternalForm
  by: number
  now: Date
}

/**
 * Keeps what a prescriber says that a drug outside the catalogue holds, so that the safety check knows it although its name is in no vocabulary.
 * Known names become the international ones; the strength is kept where it is read as one for each substance.
 */
export const recordExternalFacts = async (db: Db, { item, substances, strength, form, by, now }: Asked) => {
  const named = substances.flatMap((one) => {
    const { known, isComplete } = findKnown([one])
    return isComplete ? known : [one]
  })
  const read = readDrugName(`${named.join(' + ')} ${strength} ${form}`)
  const isRead = read.substances.length === named.length && read.substances.every((one, place) => one === named[place])
  const strengths = isRead ? JSON.stringify(read.strengths) : null
  await sql`insert into item_drugs (item_id, substances, strengths, form, route, changed_at, changed_by)
    values (${item}, ${[...new Set(named)]}, ${strengths}::jsonb, ${read.form}, ${read.route}, ${now}, ${by})
    on conflict (item_id) do nothing`.execute(db)
}
