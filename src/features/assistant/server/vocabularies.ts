import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Asker, Vocabulary } from '#platform/questions/subject.ts'
import { vocabularies } from '../catalogue.ts'
import { indexVocabulary, type Named, type VocabularyIndex } from '../read/vocabulary.ts'

// What is kept only decides whether a name is recognised; every figure comes from the database. A new name is known after so many milliseconds.
const KEPT = 5_000
/** A list as long as one of all diagnoses seldom changes, and takes its time: it is looked at again beside the questions. */
const LONG = 3_000
const LONG_KEPT = 120_000

interface Kept {
  index: VocabularyIndex
  /** Stands for all of its rows. */
  mark: string
  is_long: boolean
  until: number
}

/** The names that questions may use, as one process knows them. */
export interface Vocabularies {
  /** Those that somebody with these rights may name. */
  load(asker: Asker, now: Date): Promise<VocabularyIndex[]>
  /** Begins to load them for somebody who is about to ask, and does not wait. */
  prepare(asker: Asker, now: Date): void
}

const allowed = ({ access, own }: Vocabulary, { role, permissions }: Asker) =>
  access === undefined || (role === 'patient' ? own === true : access.some((right) => permissions.has(right)))

/** A mark of the rows of each: another one as soon as anything in them is another. */
const findMarks = async (reader: Db, wanted: readonly Vocabulary[]): Promise<ReadonlyMap<string, string>> => {
  const parts = wanted.map(
    ({ name, rows }) =>
      sql`select ${sql.lit(name)} as name, concat(count(*), ' ', sum(hashtextextended(x::text, 0))) as mark from (${rows}) x`,
  )
  const { rows } = await sql<{ name: string; mark: string }>`${sql.join(parts, sql` union all `)}`.execute(reader)
  return new Map(rows.map(({ name, mark }) => [name, mark]))
}

export const openVocabularies = (reader: Db): Vocabularies => {
  const kept = new Map<string, Kept>()
  /** Those that are being looked at. */
  const looking = new Map<string, Promise<void>>()

  const look = async (wanted: readonly Vocabulary[], now: number): Promise<void> => {
    const marks = await findMarks(reader, wanted)
    const renew = async ({ name, rows }: Vocabulary) => {
      const mark = marks.get(name) ?? ''
      let known = kept.get(name)
      if (known?.mark !== mark) {
        const { rows: found } = await sql<Named>`${rows}`.execute(reader)
        known = { index: await indexVocabulary(name, found), mark, is_long: found.length > LONG, until: 0 }
      }
      kept.set(name, { ...known, until: now + (known.is_long ? LONG_KEPT : KEPT) })
    }
    // One after the other: the longest would keep every connection of the readers.
    for (const one of wanted) await renew(one)
  }
  /** Looks at those that are old and that nobody looks at yet. */
  const lookAt = (old: readonly Vocabulary[], now: Date): Promise<void[]> => {
    const free = old.filter(({ name }) => !looking.has(name))
    if (free.length > 0) {
      const done = look(free, now.getTime()).finally(() => {
        for (const { name } of free) looking.delete(name)
      })
      for (const { name } of free) looking.set(name, done)
    }
    return Promise.all(old.flatMap(({ name }) => looking.get(name) ?? []))
  }
  const isOld = ({ name }: Vocabulary, now: Date) => (kept.get(name)?.until ?? 0) <= now.getTime()
  const load = async (asker: Asker, now: Date): Promise<VocabularyIndex[]> => {
    const wanted = vocabularies.filter((one) => allowed(one, asker))
    const old = wanted.filter((one) => isOld(one, now))
    const [later, first] = [old.filter(({ name }) => kept.get(name)?.is_long), old.filter(({ name }) => !kept.get(name)?.is_long)]
    // A list that could not be looked at again is the one that was known.
    if (later.length > 0) lookAt(later, now).catch(() => {})
    if (first.length > 0) await lookAt(first, now)
    return wanted.flatMap(({ name }) => kept.get(name)?.index ?? [])
  }
  return { load, prepare: (asker, now) => void load(asker, now).catch(() => {}) }
}
