import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'

/**
 * Diagnoses by title, synonyms and code. What was typed without a code is in no list, so it has no name here: it is counted, and stands in
 * groups under its own words. Whoever writes AGE asks for an age, not for a gastroenteritis.
 */
export const diagnosisQuestions: Topics = {
  subjects: [],
  vocabularies: [
    {
      name: 'diagnosis',
      noun: 'diagnosis',
      rows: sql`select c.id, c.title as name, array_remove(array_remove(c.synonyms, 'AGE') || c.code, null) as also from diagnosis_codes c`,
      access: ['consultations.view'],
    },
  ],
}
