import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { isOnFile, patientColumns, patientDimensions, patientJoin, patientLink, pregnancyOn } from '#features/patients/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Phrases, Subject, Topics } from '#platform/questions/subject.ts'

const today = clinicDay(askedAt)
const days = sql`(280 - (g.edd - ${today}))`
const gestation = sql`case when g.edd is not null then ${days} / 7 || 'w ' || ${days} % 7 || 'd' end`
const shown = (day: ReturnType<typeof sql>) => sql`to_char(${day}, 'FMDD Mon YYYY')`

const auxiliaries = 'is|are|was|does|have|has|had|any|currently|now|known|recorded|which|who|list|show'
const pregnancyWords: Phrases = [
  'pregnant',
  'pregnancy',
  `pregnant|pregnancy ${auxiliaries}`,
  'pregnant patient|woman|people|client',
  'patient|woman|people|client pregnant',
  `patient|woman|people|client pregnant ${auxiliaries}`,
  'expecting',
  'expectant mother',
]

const pregnancies: Subject = {
  name: 'pregnancies',
  title: 'Pregnancies',
  noun: ['pregnancy', 'pregnancies'],
  words: ['pregnant', 'pregnancy', 'gestation'],
  type: 'patient_record',
  access: ['patients.view'],
  own: true,
  from: sql`pregnancies g`,
  joins: { patient: patientJoin(sql`g.patient_id`) },
  where: sql`g.outcome is null and ${isOnFile(sql`g.patient_id`)}`,
  at: { sql: sql`g.noted_at`, kind: 'instant', phrase: 'when the pregnancy was recorded' },
  patient: sql`g.patient_id`,
  absent: (patient) => sql`(
    select case
      when y.state in ('pregnant', 'past due') then null
      when y.state = 'postpartum' then 'Not pregnant: ' || b.outcome || ' on ' || ${shown(sql`b.ended_on`)} || '.'
      when y.state = 'not pregnant' then 'Recorded today: not pregnant.'
      else 'Whether the patient is pregnant is not known.'
        || coalesce(' "Not pregnant" was last said on ' || ${shown(sql`y.said_on`)} || ', which holds for that day alone.', '') end
    from ${pregnancyOn(patient, today)} y left join pregnancies b on b.id = y.pregnancy)`,
  measures: {
    pregnancies: { title: 'Current pregnancies', words: pregnancyWords, kind: 'count', total: sql`count(*)` },
  },
  dimensions: {
    dated_by: {
      is: 'choice',
      title: 'Dating method',
      words: ['dated by', 'dating', 'dating method'],
      sql: sql`g.dated_by`,
      values: { 'last period': ['last period'], scan: ['by scan'], ivf: ['ivf'], stated: ['stated'] },
    },
    ...patientDimensions(null),
  },
  list: {
    columns: [
      ...patientColumns,
      {
        key: 'gestation',
        title: 'Gestation',
        kind: 'text',
        sql: gestation,
        words: ['gestation', 'gestational age', 'how far along', 'how many week pregnant', 'week pregnant|gestation|along'],
      },
      {
        key: 'due_date',
        title: 'Due date',
        kind: 'date',
        sql: sql`g.edd`,
        words: ['due date', 'edd', 'expected date of delivery', 'expected delivery date', 'delivery date', 'when due', 'due when', 'due'],
      },
      { key: 'dated_by', title: 'Dating method', kind: 'text', sql: sql`g.dated_by` },
      { key: 'last_period', title: 'Last period', kind: 'date', sql: sql`g.lmp`, words: ['last period', 'lmp', 'last menstrual period'] },
      { key: 'source', title: 'Source', kind: 'text', sql: sql`g.source` },
      { key: 'noted_at', title: 'Recorded', kind: 'instant', sql: sql`g.noted_at` },
    ],
    order: sql`g.edd nulls last, g.id desc`,
    link: patientLink(sql`g.patient_id`),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['How many patients are pregnant?', 'When is Wanjiku Kamau due?', 'List pregnant patients'],
}

/** What can be asked about current pregnancies. */
export const questions: Topics = { subjects: [pregnancies] }
