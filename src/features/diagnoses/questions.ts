import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'

/** What brings people though they are not ill, and is called after what questions name themselves. */
const named = String.raw`\m(tests?|prescriptions?|allerg|check-?ups?|follow-?ups?)`

/**
 * Diagnoses by title, synonyms and code. What was typed without a code is in no list, so it has no name here: it is counted, and stands in
 * groups under its own words. Whoever writes AGE asks for an age, not for a gastroenteritis.
 */
export const questions: Topics = {
  subjects: [],
  vocabularies: [
    {
      name: 'diagnosis',
      noun: 'diagnosis',
      rows: sql`select c.id, c.title as name, array_remove(array_remove(c.synonyms, 'AGE') || c.code, null) as also from diagnosis_codes c
        where c.chapter is distinct from 21 or c.title !~* ${sql.lit(named)}`,
      access: ['consultations.view'],
    },
  ],
}
