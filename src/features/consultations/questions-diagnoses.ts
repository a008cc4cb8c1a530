import { sql } from 'kysely'
import { isOnFile, patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import type { NamedDimension, Subject } from '#platform/questions/subject.ts'

const screen = { label: 'All patients', to: '/dashboard/patients' } as const
const codeJoin = sql`left join diagnosis_codes k on k.id = d.diagnosis_code_id`
/** What was typed without a code is known by a number made of its words, below those of the list. */
const named = {
  is: 'named',
  title: 'Diagnosis',
  words: ['diagnosis', 'disease', 'condition', 'illness', 'ailment', 'sickness'],
  joins: ['code'],
  key: sql`coalesce(d.diagnosis_code_id, (-abs(hashtext(lower(d.title))::bigint))::integer)`,
  sql: sql`coalesce(k.title, d.title)`,
  vocabulary: 'diagnosis',
} as const satisfies NamedDimension
const chapters = [
  'Certain infectious and parasitic diseases',
  'Neoplasms',
  'Diseases of the blood and the immune mechanism',
  'Endocrine, nutritional and metabolic diseases',
  'Mental and behavioural disorders',
  'Diseases of the nervous system',
  'Diseases of the eye',
  'Diseases of the ear',
  'Diseases of the circulatory system',
  'Diseases of the respiratory system',
  'Diseases of the digestive system',
  'Diseases of the skin',
  'Diseases of the musculoskeletal system',
  'Diseases of the genitourinary system',
  'Pregnancy, childbirth and the puerperium',
  'Conditions of the perinatal period',
  'Congenital malformations',
  'Symptoms, signs and abnormal findings',
  'Injury and poisoning',
  'External causes',
  'Factors influencing health status',
  'Codes for special purposes',
] as const

/** The diagnoses of signed notes, as a patient's record lists them; what was ruled out or taken off is none. */
export const diagnoses: Subject = {
  name: 'diagnoses',
  title: 'Diagnoses',
  noun: ['diagnosis', 'diagnoses'],
  words: ['diagnosis', 'diagnosed', 'case', 'disease', 'illness', 'suffered'],
  type: 'clinical',
  access: ['consultations.view'],
  from: sql`diagnoses d join consultations c on c.id = d.consultation_id`,
  joins: { patient: patientJoin(sql`d.patient_id`), doctor: staffJoin('doctor', sql`c.doctor_id`), code: codeJoin },
  where: sql`d.removed_at is null and d.certainty <> 'ruled out' and c.signed_at is not null`,
  at: { sql: sql`d.recorded_at`, kind: 'instant' },
  patient: sql`d.patient_id`,
  visit: sql`d.visit_id`,
  measures: {
    diagnoses: {
      title: 'Diagnoses',
      words: [
        'diagnosis',
        'diagnosis made|recorded|=given|wrote|written',
        'case',
        'case recorded|reported|diagnosed',
        'times diagnosed',
        'disease',
        '* had|have|has|got|suffer|suffering',
        '* treated for',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_diagnosed: {
      title: 'Patients diagnosed',
      words: [
        'patient|people diagnosed',
        'patient|people diagnosis',
        'patient|people suffering|suffered',
        'patient|people disease|illness|condition',
        'patient|people treated|seen|attended for *',
        'patient|people *',
        'patient|people * had|have|has|got|suffer|suffering',
        'diagnosed people',
      ],
      kind: 'count',
      total: sql`count(distinct d.patient_id)`,
      adds: false,
    },
  },
  dimensions: {
    diagnosis: { ...named, implies: true },
    certainty: {
      is: 'choice',
      title: 'Certainty',
      words: ['certainty', 'how certain', 'confirmed or provisional'],
      sql: sql`d.certainty::text`,
      values: {
        confirmed: ['confirmed', 'definite', 'proven'],
        provisional: ['provisional', 'suspected', 'presumptive', 'probable', 'presumed'],
      },
    },
    doctor: doctorDimension(sql`c.doctor_id`),
    rank: {
      is: 'choice',
      title: 'Primary or further',
      words: ['primary or secondary'],
      sql: sql`case when d.is_primary then 'primary' else 'further' end`,
      values: { primary: ['primary', 'principal', 'main'], further: ['secondary', 'further', 'comorbid'] },
      labels: { primary: 'Primary', further: 'Further' },
    },
    chapter: {
      is: 'choice',
      title: 'Chapter of ICD-10',
      words: ['chapter', 'icd chapter', 'disease group|category', 'diagnosis category|group'],
      joins: ['code'],
      sql: sql`k.chapter::text`,
      values: {},
      labels: Object.fromEntries(chapters.map((title, index) => [index + 1, title])),
    },
    ...patientDimensions(sql`d.recorded_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'diagnosis', title: 'Diagnosis', kind: 'text', sql: sql`d.title` },
      { key: 'code', title: 'Code', kind: 'text', sql: sql`d.code`, words: ['icd code', 'diagnosis code'] },
      { key: 'certainty', title: 'Certainty', kind: 'text', sql: sql`d.certainty::text` },
      { key: 'doctor', title: 'Doctor', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] },
      { key: 'recorded_at', title: 'Recorded', kind: 'instant', sql: sql`d.recorded_at` },
    ],
    order: sql`d.recorded_at desc, d.id desc`,
    link: patientLink(sql`d.patient_id`, 'consultations'),
  },
  screen,
  examples: [
    'What were the most common diagnoses last month?',
    'How many malaria cases were there this month?',
    'Malaria cases by age group this year',
  ],
}

/** What patients have for longer than a visit, the active ones first. */
export const problems: Subject = {
  name: 'problems',
  title: 'Problems',
  noun: ['problem', 'problems'],
  words: ['problem', 'problem list', 'chronic condition|disease|illness', 'long term condition|disease', 'comorbidity'],
  type: 'patient_record',
  access: ['consultations.view'],
  from: sql`problems d`,
  joins: { patient: patientJoin(sql`d.patient_id`), code: codeJoin, recorder: staffJoin('recorder', sql`d.recorded_by`) },
  where: isOnFile(sql`d.patient_id`),
  at: { sql: sql`d.recorded_at`, kind: 'instant' },
  patient: sql`d.patient_id`,
  measures: {
    problems: {
      title: 'Problems',
      words: ['problem', 'problem list', 'chronic condition|disease|illness', 'long term condition|disease'],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_with_problem: {
      title: 'Patients with an active problem',
      words: [
        'patient|people living',
        'patient|people living *',
        'patient|people problem',
        'patient|people chronic',
        'patient|people chronic condition|disease|illness',
        'patient|people problem list',
      ],
      kind: 'count',
      total: sql`count(distinct d.patient_id)`,
      adds: false,
      where: sql`d.status = 'active'`,
    },
  },
  dimensions: {
    diagnosis: { ...named, title: 'Problem', words: ['problem', 'diagnosis', 'condition', 'disease'] },
    status: {
      is: 'choice',
      title: 'Status',
      words: ['status', 'state'],
      sql: sql`d.status::text`,
      values: {
        active: ['active', 'current', 'ongoing'],
        inactive: ['inactive', 'dormant'],
        resolved: ['resolved', 'past', 'healed', 'former'],
      },
    },
    ...patientDimensions(null),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'problem', title: 'Problem', kind: 'text', sql: sql`d.title` },
      { key: 'code', title: 'Code', kind: 'text', sql: sql`d.code` },
      { key: 'status', title: 'Status', kind: 'text', sql: sql`d.status::text` },
      { key: 'onset', title: 'Since', kind: 'date', sql: sql`d.onset_on` },
      { key: 'resolved', title: 'Resolved', kind: 'date', sql: sql`d.resolved_on` },
      { key: 'note', title: 'Note', kind: 'text', sql: sql`d.note` },
      { key: 'recorded_at', title: 'Recorded', kind: 'instant', sql: sql`d.recorded_at` },
    ],
    order: sql`d.status <> 'active', d.id desc`,
    link: patientLink(sql`d.patient_id`, 'consultations'),
  },
  screen,
  examples: ['What are the active problems of Wanjiku Kamau?', 'Problems by diagnosis'],
}
