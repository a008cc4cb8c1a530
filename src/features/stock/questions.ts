import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'
import { batches } from './questions-batches.ts'
import { stock } from './questions-levels.ts'
import { movements } from './questions-movements.ts'

/** What lies in which store, until when, and what moved it. */
export const questions: Topics = {
  subjects: [stock, batches, movements],
  vocabularies: [
    {
      name: 'store',
      noun: 'store',
      rows: sql`select s.id, s.name, '{}'::text[] as also from stores s`,
      access: ['stock.view', 'purchasing.view', 'prescriptions.view'],
    },
  ],
}
