import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Asker, Vocabulary } from '#platform/questions/subject.ts'
import { vocabularies } from '../catalogue.ts'
import { indexOf, type Named, type VocabularyIndex } from '../read/vocabulary.ts'

// What is kept only decides whether a name is recognised; every figure comes from the database. A new name is known after so many milliseconds.
const KEPT = 5_000
/** A list as long as one of all diagnoses seldom changes, and takes its time. */
const LONG = 3_000
const LONG_KEPT = 600_000

interface Kept {
  index: VocabularyIndex
  until: number
}

/** The names that questions may use, as one process knows them. */
export interface Vocabularies {
  /** Those that somebody with these rights may name. */
  load(asker: Asker, now: Date): Promise<VocabularyIndex[]>
}

const allowed = ({ access }: Vocabulary, { permissions }: Asker) => access === undefined || access.some((right) => permissions.has(right))

export const openVocabularies = (reader: Db): Vocabularies => {
  const kept = new Map<string, Kept>()
  const load = async ({ name, rows }: Vocabulary, now: Date): Promise<VocabularyIndex> => {
    const known = kept.get(name)
    if (known && known.until > now.getTime()) return known.index
    const { rows: found } = await sql<Named>`${rows}`.execute(reader)
    const index = indexOf(name, found)
    kept.set(name, { index, until: now.getTime() + (found.length > LONG ? LONG_KEPT : KEPT) })
    return index
  }
  return {
    load: (asker, now) => Promise.all(vocabularies.filter((one) => allowed(one, asker)).map((vocabulary) => load(vocabulary, now))),
  }
}
