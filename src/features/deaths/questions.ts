import { sql } from 'kysely'
import { isOnFile, patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'

const deaths: Subject = {
  name: 'deaths',
  title: 'Deaths',
  noun: ['death', 'deaths'],
  words: ['death', 'died', 'deceased', 'mortality'],
  type: 'patient_record',
  access: ['patients.view'],
  from: sql`deaths d`,
  joins: { patient: patientJoin(sql`d.patient_id`) },
  where: sql`d.withdrawn_at is null and ${isOnFile(sql`d.patient_id`)}`,
  at: { sql: sql`d.died_on`, kind: 'day', phrase: 'the day of death' },
  patient: sql`d.patient_id`,
  measures: {
    deaths: {
      title: 'Deaths',
      words: [
        'death',
        'died',
        'death recorded|registered',
        'patient|people|client died',
        'deceased',
        'deceased patient|people|client',
        'patient|people|client deceased',
        'mortality',
        'dead',
        'patient|people dead',
        'lost patient',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    place: {
      is: 'choice',
      title: 'Place of death',
      words: ['place of death', 'death place', 'where died'],
      sql: sql`d.place`,
      values: {
        here: ['in the clinic'],
        'brought in dead': ['brought in dead', 'dead on arrival'],
        home: ['at home'],
        'other facility': ['other facility'],
        other: ['other place'],
      },
    },
    ...patientDimensions(null),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'died_on', title: 'Died', kind: 'date', sql: sql`d.died_on`, words: ['date of death', 'death date', 'when died'] },
      { key: 'place', title: 'Place of death', kind: 'text', sql: sql`d.place` },
      { key: 'cause', title: 'Cause of death', kind: 'text', sql: sql`d.cause`, words: ['cause of death', 'death cause'] },
      { key: 'noted_at', title: 'Recorded', kind: 'instant', sql: sql`d.noted_at` },
    ],
    order: sql`d.died_on desc, d.id desc`,
    link: patientLink(sql`d.patient_id`),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['How many patients died this month?', 'List deaths this year'],
}

/** What can be asked about deaths. */
export const questions: Topics = { subjects: [deaths] }
