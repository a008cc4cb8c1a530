import { sql } from 'kysely'
import type { Phrases, Subject, Topics } from '#platform/questions/subject.ts'
import {
  ageInYears,
  birthInWords,
  birthWords,
  isOnFile,
  patientColumns,
  patientDimensions,
  patientJoin,
  patientLink,
} from './questions-columns.ts'
import { patientFields, type PatientFieldName, plainNames } from './record.ts'
import { diedOn } from './server/death.ts'
import { patientName } from './server/patient-name.ts'
import { bySeverity } from './server/worst-first.ts'

const insurers = sql`(select string_agg(c.name, ', ' order by c.name) from patient_insurances i
  join insurance_companies c on c.id = i.insurance_company_id where i.patient_id = p.id)`
const kin = sql`(select string_agg(concat_ws(' ', k.first_name, k.second_name) || ' (' || concat_ws(', ', k.relationship, nullif(c.tel_no, '')) || ')', '; '
    order by k.id)
  from next_of_kin k left join contact_details c on c.id = k.contacts where k.patient_id = p.id and k.ended_at is null)`
const alerts = sql`(select string_agg(t.text, '; ' order by t.is_critical desc, t.id) from patient_alerts t where t.patient_id = p.id and t.ended_at is null)`
const identifiers = sql`(select string_agg(d.kind || ' ' || d.value, ', ' order by d.id) from patient_identifiers d where d.patient_id = p.id)`

/** How people ask for a field, besides by its label. */
const asked: { readonly [K in PatientFieldName]?: readonly string[] } = {
  phone: [
    'telephone',
    'mobile',
    'cell',
    'phone number',
    'telephone number',
    'contact',
    'contact number',
    'telephone|phone|mobile number patient',
    'telephone|phone|mobile number of',
    'call',
    'reach',
  ],
  email: ['email', 'mail address'],
  residence: ['address', 'reside', 'live', 'home', 'where live', 'where come from'],
  occupation: ['profession', 'job', 'work do'],
}
/** The plain facts of a patient, each asked for by its label too. */
const declared = plainNames.map((name) => ({
  key: name,
  title: patientFields[name].label,
  kind: 'text' as const,
  sql: sql.raw(`p.${name}`),
  words: [patientFields[name].label.toLowerCase(), ...(asked[name] ?? [])],
}))

const patients: Subject = {
  name: 'patients',
  title: 'Patients',
  noun: ['patient', 'patients'],
  words: ['patient', 'client', 'people on file|record|register'],
  type: 'patient_flow',
  access: ['patients.view'],
  own: true,
  from: sql`patients p`,
  where: sql`p.deactivated_at is null`,
  at: { sql: sql`p.created_at`, kind: 'instant' },
  patient: sql`p.id`,
  measures: {
    patients: {
      title: 'Patients',
      words: [
        'patient',
        'patient registered|register|registration',
        'patient by|per|each|across',
        'new patient|client|people|person',
        'patient new registered|registration',
        'new registered|registration',
        'registered people|person|client',
        'registration',
        'patient enrolled|enrolment|added|opened',
        'patient on file|record',
        'patient file',
        'patient base|population',
        'client',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    age: {
      title: 'Age',
      words: ['average|mean|median age', 'patient average|mean|median age', 'average|mean|median old'],
      kind: 'number',
      value: ageInYears(null),
      usually: 'average',
      where: sql`p.date_of_birth is not null`,
    },
  },
  dimensions: patientDimensions(null, []),
  list: {
    columns: [
      { key: 'name', title: 'Name', kind: 'text', sql: patientName },
      {
        key: 'number',
        title: 'Number',
        kind: 'text',
        sql: sql`p.unique_id`,
        words: [
          'patient number',
          'file number',
          'record number',
          'registration number',
          'hospital number',
          'clinic number',
          'unique id',
          'patient id',
        ],
      },
      // Of an estimated one the year alone, as everywhere.
      { key: 'date_of_birth', title: 'Date of birth', kind: 'text', sql: birthInWords, words: birthWords },
      { key: 'died_on', title: 'Died', kind: 'date', sql: diedOn(sql`p.id`) },
      { key: 'age', title: 'Age', kind: 'number', sql: ageInYears(null), words: ['age', 'old', 'how old', 'age of', 'what age'] },
      { key: 'gender', title: 'Gender', kind: 'text', sql: sql`p.gender::text`, words: ['gender', 'sex', 'male or female'] },
      ...declared,
      {
        key: 'insurance',
        title: 'Insurance',
        kind: 'text',
        sql: insurers,
        words: ['insurance', 'insurer', 'payer', 'insured with|by', 'insurance company', 'medical cover', 'scheme'],
      },
      {
        key: 'next_of_kin',
        title: 'Next of kin',
        kind: 'text',
        sql: kin,
        words: ['next of kin', 'kin', 'guardian', 'emergency contact', 'relative', 'family contact'],
      },
      { key: 'alerts', title: 'Alerts', kind: 'text', sql: alerts, words: ['alert', 'warning'], staff: true },
      {
        key: 'identifiers',
        title: 'Identifiers',
        kind: 'text',
        sql: identifiers,
        words: [
          'national id',
          'id number',
          'identity number',
          'identity card',
          'passport',
          'identifier',
          'birth certificate',
          'driving licence',
        ],
      },
      {
        key: 'registered_at',
        title: 'Registered',
        kind: 'instant',
        sql: sql`p.created_at`,
        words: ['registered when', 'registration date', 'date registered', 'when registered|register'],
      },
    ],
    order: sql`p.created_at desc, p.id desc`,
    link: patientLink(sql`p.id`),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['How many new patients were registered this month?', 'Patients by age group', 'What is the phone number of Wanjiku Kamau?'],
}

const auxiliaries = 'have|has|had|does|any|anything|to|is|are|of|by|list|which|what|known|recorded'
/** Allergies are diagnoses as well, in the list of diagnoses: the words around say that those of the record are meant. */
const allergyWords: Phrases = [
  'allergy|allergic',
  `allergy|allergic ${auxiliaries}`,
  'allergy|allergic has|have|does|is|are any|anything|something|to|known|which|what',
  'allergic is to',
  'allergy have to',
  'allergy does have',
  'allergen',
  'allergies',
]

const allergies: Subject = {
  name: 'allergies',
  title: 'Allergies',
  noun: ['allergy', 'allergies'],
  words: [...allergyWords, 'intolerance'],
  type: 'patient_record',
  access: ['patients.view'],
  own: true,
  from: sql`allergies a`,
  joins: { patient: patientJoin(sql`a.patient_id`) },
  where: sql`a.ended_at is null and ${isOnFile(sql`a.patient_id`)}`,
  at: { sql: sql`a.recorded_at`, kind: 'instant' },
  patient: sql`a.patient_id`,
  absent: (patient) => sql`case
    when exists (select from allergies x where x.patient_id = ${patient} and x.ended_at is null) then null
    else coalesce((select 'No known allergies: recorded ' || to_char(n.recorded_at, 'FMDD Mon YYYY')
        || coalesce(' by ' || (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = n.recorded_by), '') || '.'
      from no_known_allergies n where n.patient_id = ${patient} and n.ended_at is null),
      'Allergies were not asked yet: unknown is not none.') end`,
  measures: {
    allergies: { title: 'Allergies', words: allergyWords, kind: 'count', total: sql`count(*)` },
    patients_allergic: {
      title: 'Patients with an allergy',
      words: [
        'patient|people allergy|allergic',
        `patient|people allergy|allergic ${auxiliaries}`,
        'patient|people are allergic to',
        'patient|people have allergy to',
      ],
      kind: 'count',
      total: sql`count(distinct a.patient_id) filter (where not a.is_intolerance)`,
      adds: false,
    },
  },
  dimensions: {
    substance: {
      is: 'named',
      title: 'Substance',
      words: ['substance', 'allergen', 'allergy', 'what allergic', 'allergy to what', 'which allergy'],
      key: sql`hashtext(lower(a.substance))`,
      sql: sql`a.substance`,
      vocabulary: 'substance',
    },
    category: {
      is: 'choice',
      title: 'Category',
      words: ['category', 'kind of allergy', 'type of allergy', 'allergy category|kind|type'],
      sql: sql`a.category::text`,
      values: {
        drug: ['drug', 'medicine', 'medication'],
        food: ['food'],
        environment: ['environment', 'environmental', 'pollen dust'],
        other: ['other category|kind|type'],
      },
    },
    severity: {
      is: 'choice',
      title: 'Severity',
      words: ['severity', 'how severe', 'how serious'],
      sql: sql`a.severity::text`,
      values: {
        mild: ['mild'],
        moderate: ['moderate'],
        severe: ['severe', 'serious', 'bad'],
        'life threatening': ['life threatening', 'anaphylaxis', 'anaphylactic', 'fatal'],
        unknown: ['unknown severity'],
      },
    },
    ...patientDimensions(null),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'substance', title: 'Substance', kind: 'text', sql: sql`a.substance` },
      { key: 'category', title: 'Category', kind: 'text', sql: sql`a.category::text` },
      {
        key: 'kind',
        title: 'Type',
        kind: 'text',
        sql: sql`case when a.is_intolerance then 'intolerance' else 'allergy' end`,
        words: ['allergy or intolerance', 'intolerance'],
      },
      { key: 'severity', title: 'Severity', kind: 'text', sql: sql`a.severity::text`, words: ['severity', 'how severe', 'how serious'] },
      { key: 'reaction', title: 'Reaction', kind: 'text', sql: sql`a.reaction`, words: ['reaction', 'react'] },
      { key: 'recorded_at', title: 'Recorded', kind: 'instant', sql: sql`a.recorded_at` },
    ],
    order: sql`${bySeverity(sql`a.severity`, sql`a.substance`)}, a.id desc`,
    link: patientLink(sql`a.patient_id`, 'allergies'),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['Is Wanjiku Kamau allergic to penicillin?', 'How many patients are allergic to penicillin?'],
  ownExamples: ['What allergies do I have?'],
}

/** What can be asked about patients and their allergies. A substance is known by its name alone: its id is a number made of it. */
export const questions: Topics = {
  subjects: [patients, allergies],
  vocabularies: [
    {
      name: 'substance',
      noun: 'substance',
      rows: sql`select hashtext(lower(substance)) as id, min(substance) as name, '{}'::text[] as also
        from allergies where ended_at is null group by lower(substance)`,
    },
  ],
}
