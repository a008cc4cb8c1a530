import { sql } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import type { Subject, Topics, Vocabulary } from '#platform/questions/subject.ts'
import { fromEach } from '../each.ts'

const topics = [...(await fromEach<Topics>('questions.ts', 'questions')).values()]

/** Whatever has a patient can be told apart by patients. */
const withPatients = (subject: Subject): Subject => {
  if (!subject.patient || subject.name === 'patients') return subject
  return {
    ...subject,
    joins: {
      ...subject.joins,
      owner: sql`left join lateral (select ${patientName} as name from patients p where p.id = ${subject.patient}) owner on true`,
    },
    dimensions: {
      ...subject.dimensions,
      patient: {
        is: 'named',
        title: 'Patient',
        words: ['patient', 'client'],
        key: subject.patient,
        sql: sql`owner.name`,
        joins: ['owner'],
        vocabulary: '',
        access: ['patients.view'],
      },
    },
  }
}

/** Everything that questions can be about. */
export const subjects: readonly Subject[] = topics.flatMap((topic) => topic.subjects).map(withPatients)
/** The names that questions may use. */
export const vocabularies: readonly Vocabulary[] = topics.flatMap((topic) => topic.vocabularies ?? [])

const byName = new Map(subjects.map((subject) => [subject.name, subject]))
/** A subject by its name; throws for one that there is not. */
export const subjectOf = (name: string): Subject => {
  const subject = byName.get(name)
  if (!subject) throw new Error(`Nothing is called ${name}`)
  return subject
}
