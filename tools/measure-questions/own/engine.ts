import type { Db } from '#platform/db/connect.ts'
import type { Query } from '#features/assistant/query.ts'
import type { Subject } from '#platform/questions/subject.ts'

/** What is measured: how a question is read, and the subjects that it is read as. */
export interface Engine {
  subjects: ReadonlyMap<string, Subject>
  /** The question, after one that came to `before`; null where it is refused or asked back. */
  read: (question: string, before: Query | null) => Promise<Query | null>
}

/** How the assistant reads what this person asks on the day of the questions; undefined while it reads nothing. */
export const openEngine = async (_db: Db, _asker: number, _now: Date): Promise<Engine | undefined> => undefined
