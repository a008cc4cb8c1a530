import { subjects } from '#features/assistant/catalogue.ts'
import type { Query } from '#features/assistant/query.ts'
import { readQuestion } from '#features/assistant/read/read-question.ts'
import { findClinic, knowledgeFor } from '#features/assistant/server/engine.ts'
import { openVocabularies } from '#features/assistant/server/vocabularies.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Subject } from '#platform/questions/subject.ts'
import { permissions } from '#shared/permissions.ts'

/** What is measured: how a question is read, and the subjects that it is read as. */
export interface Engine {
  subjects: ReadonlyMap<string, Subject>
  /** The question, after one that came to `before`; null where it is refused or asked back. */
  read: (question: string, before: Query | null) => Promise<Query | null>
}

/** How the assistant reads, without a model, what this person asks who has every right, on the day of `now`. */
export const openEngine = async (db: Db, asker: number, now: Date): Promise<Engine> => {
  const vocabularies = openVocabularies(db)
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'first_name', 'last_name'])
    .where('id', '=', asker)
    .executeTakeFirstOrThrow()
  const person = { ...user, patient_id: null, permissions: new Set<string>(permissions) }
  const clinic = await findClinic(db, now)
  return {
    subjects: new Map(subjects.map((subject) => [subject.name, subject])),
    read: async (question, before) => {
      const reading = await readQuestion(question, await knowledgeFor(person, before, clinic, { reader: db, vocabularies, now }))
      return reading.is === 'query' ? reading.query : null
    },
  }
}
