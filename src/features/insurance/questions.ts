import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'

/** The insurers by name, those that are out of use too. */
export const questions: Topics = {
  subjects: [],
  vocabularies: [
    {
      name: 'payer',
      noun: 'insurer',
      rows: sql`select c.id, c.name, '{}'::text[] as also from insurance_companies c`,
      access: ['insurance.view', 'billing.view', 'reports.sales'],
    },
  ],
}
