import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'

/** The departments by name. */
export const questions: Topics = {
  subjects: [],
  vocabularies: [
    {
      name: 'department',
      noun: 'department',
      rows: sql`select d.id, d.name, '{}'::text[] as also from departments d`,
      access: ['company.view'],
    },
  ],
}
