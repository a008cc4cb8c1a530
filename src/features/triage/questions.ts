import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import type { Sql, Subject, Topics } from '#platform/questions/subject.ts'
import { levelsOf, scaleLabel, type LevelColour } from './levels.ts'
import { measureKeys, measureOf, type MeasureKey } from './measures.ts'

const screen = { label: 'Triage', to: '/dashboard/nursing-interface' } as const

/** The same number has another colour on another scale. */
const colour = sql`case ${sql.join(
  Object.entries(levelsOf).flatMap(([scale, levels]) =>
    levels.map((one) => sql`when t.scale = ${sql.lit(scale)} and t.level = ${sql.lit(one.level)} then ${sql.lit(one.colour)}`),
  ),
  sql` `,
)} end`
const colours = {
  red: ['red'],
  orange: ['orange'],
  yellow: ['yellow'],
  green: ['green'],
  blue: ['blue'],
  white: ['white'],
} as const satisfies Record<LevelColour, readonly string[]>

/** Every visit opens with a triage; it is one once somebody chose a level or measured something. */
const triages: Subject = {
  name: 'triages',
  title: 'Triage',
  noun: ['triage', 'triages'],
  words: ['triage', 'patient triage'],
  type: 'clinical',
  access: ['triage.view'],
  from: sql`triages t join visits v on v.id = t.visit_id`,
  joins: {
    patient: patientJoin(sql`t.patient_id`),
    nurse: staffJoin('nurse', sql`t.level_by`),
    doctor: staffJoin('doctor', sql`v.doctor_id`),
  },
  where: sql`(t.level_at is not null or exists (select from vital_signs s where s.visit_id = t.visit_id and s.replaced_by is null))`,
  // The triage is opened together with its visit, at the same instant.
  at: { sql: sql`v.created_at`, kind: 'instant' },
  patient: sql`t.patient_id`,
  visit: sql`t.visit_id`,
  measures: {
    triages: { title: 'Triages', words: ['triage', 'patient|people triage'], kind: 'count', total: sql`count(*)` },
    critical_triages: {
      title: 'Triages with critical values',
      words: [
        'critical triage',
        'critical patient|people',
        'critical vital',
        'critical vital sign',
        'patient|people critical vital',
        'patient|people critical triage',
        'critically ill',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`(t.is_critical or t.critical_at is not null)`,
    },
    news2: {
      title: 'NEWS2',
      words: ['news2', 'news2 score', 'news score', 'early warning score', 'early warning'],
      kind: 'number',
      value: sql`t.news2`,
      usually: 'average',
      where: sql`t.news2 is not null`,
    },
  },
  dimensions: {
    level: {
      is: 'choice',
      title: 'Triage category',
      words: ['level', 'triage level', 'triage category', 'acuity', 'urgency'],
      sql: sql`t.level::text`,
      values: {
        1: ['level 1|one', 'category 1|one', 'resuscitation', 'immediate'],
        2: ['level 2|two', 'category 2|two', 'very urgent', 'emergent'],
        3: ['level 3|three', 'category 3|three', 'urgent'],
        4: ['level 4|four', 'category 4|four', 'standard'],
        5: ['level 5|five', 'category 5|five', 'non urgent', 'not urgent'],
      },
      labels: { 1: 'Level 1', 2: 'Level 2', 3: 'Level 3', 4: 'Level 4', 5: 'Level 5' },
    },
    colour: { is: 'choice', title: 'Colour', words: ['colour', 'color', 'triage colour|color'], sql: colour, values: colours },
    scale: {
      is: 'choice',
      title: 'Scale',
      words: ['scale', 'triage scale'],
      sql: sql`t.scale::text`,
      values: {
        esi: ['esi', 'emergency severity index'],
        manchester: ['manchester'],
        sats: ['south african', 'sats'],
        ctas: ['canadian', 'ctas'],
        ats: ['australasian', 'ats'],
      },
      labels: scaleLabel,
    },
    nurse: {
      is: 'named',
      title: 'Level chosen by',
      words: ['nurse', 'triaged by', 'who triaged'],
      joins: ['nurse'],
      key: sql`t.level_by`,
      sql: staffName('nurse'),
      vocabulary: 'person',
    },
    doctor: doctorDimension(sql`v.doctor_id`),
    score: { is: 'number', title: 'NEWS2', words: ['news2', 'score', 'early warning'], sql: sql`t.news2` },
    ...patientDimensions(sql`v.created_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'level', title: 'Triage category', kind: 'number', sql: sql`t.level` },
      { key: 'scale', title: 'Scale', kind: 'text', sql: sql`t.scale::text` },
      { key: 'news2', title: 'NEWS2', kind: 'number', sql: sql`t.news2`, words: ['news2', 'early warning score', 'news score'] },
      { key: 'critical', title: 'Critical values', kind: 'text', sql: sql`t.critical_text` },
      { key: 'nurse', title: 'Level chosen by', kind: 'text', sql: staffName('nurse'), joins: ['nurse'] },
      { key: 'arrived', title: 'Arrived', kind: 'instant', sql: sql`v.created_at` },
    ],
    order: sql`v.created_at desc, t.id desc`,
    link: patientLink(sql`t.patient_id`, 'triage'),
  },
  screen,
  examples: ['How many patients were triaged today?', 'Triages by level this month', 'How many critical triages were there this week?'],
}

/** What each vital sign is called, and what else people call it. */
const vitalNames: Record<MeasureKey, readonly [string, ...string[]]> = {
  temperature: ['Temperature', 'Body temperature', 'Temp'],
  pulse: ['Pulse', 'Pulse rate', 'Heart rate'],
  systolic: ['Systolic blood pressure', 'Blood pressure', 'Systolic pressure', 'Systolic BP', 'Blood pressure', 'BP', 'SBP'],
  diastolic: ['Diastolic blood pressure', 'Blood pressure', 'Diastolic pressure', 'Diastolic BP', 'Blood pressure', 'BP', 'DBP'],
  respiration: ['Respiration', 'Respiratory rate', 'Respiration rate', 'Breathing rate', 'Breaths'],
  spo2: ['SpO2', 'Oxygen saturation', 'O2 saturation', 'SaO2', 'Sats'],
  oxygen_flow: ['Oxygen flow', 'Oxygen flow rate'],
  pain: ['Pain score', 'Pain scale', 'Pain'],
  glucose: ['Glucose at triage', 'Capillary glucose', 'Bedside glucose', 'Blood sugar', 'Blood glucose'],
  weight: ['Weight', 'Body weight', 'Weigh'],
  height: ['Height', 'Body height', 'Tall', 'Stature'],
  muac: ['MUAC', 'Mid upper arm circumference', 'Upper arm circumference', 'Arm circumference'],
  head_circumference: ['Head circumference', 'OFC'],
}
const texts = (all: readonly string[]): Sql => sql`array[${sql.join(all.map((one) => sql.lit(one)))}]::text[]`
const idOf = (key: MeasureKey) => sql.lit(measureKeys.indexOf(key) + 1)
/** One row for each value of a set; each vital sign by itself, so that a question about one reads no other. */
const readings = sql.join(
  measureKeys.map(
    (key) => sql`select id, patient_id, visit_id, taken_at, taken_by, ${idOf(key)} as vital, ${sql.lit(vitalNames[key][0])} as name,
      ${sql.ref(key)}::numeric as value, ${sql.lit(measureOf(key).unit)} as unit
    from vital_signs where replaced_by is null and ${sql.ref(key)} is not null`,
  ),
  sql` union all `,
)

const vitals: Subject = {
  name: 'vitals',
  title: 'Vital signs',
  noun: ['reading', 'readings'],
  words: ['vital', 'vital sign', 'reading', 'measurement', 'measured', 'observation'],
  type: 'patient_record',
  access: ['triage.view'],
  from: sql`(${readings}) s`,
  joins: { patient: patientJoin(sql`s.patient_id`), taker: staffJoin('taker', sql`s.taken_by`) },
  at: { sql: sql`s.taken_at`, kind: 'instant' },
  patient: sql`s.patient_id`,
  visit: sql`s.visit_id`,
  measures: {
    readings: {
      title: 'Readings',
      words: [
        'reading',
        'measurement',
        'times measured|taken|checked|recorded',
        'vital taken|recorded',
        'vital sign taken|recorded',
        '* recorded|taken|measured|checked|reading',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_measured: {
      title: 'Patients measured',
      words: ['patient|people reading|measured|measurement', 'patient|people * above|below|over|under|high|low|least'],
      kind: 'count',
      total: sql`count(distinct s.patient_id)`,
      adds: false,
    },
    value: {
      title: 'Value',
      words: ['average|mean|median *', 'highest|lowest|maximum|minimum|max|min *', 'change|changed|trend|difference *', 'peak *', '*'],
      kind: 'number',
      value: sql`s.value`,
      usually: 'average',
    },
  },
  dimensions: {
    vital: {
      is: 'named',
      implies: true,
      title: 'Vital sign',
      words: ['vital', 'vital sign', 'measurement', 'kind of reading'],
      key: sql`s.vital`,
      sql: sql`s.name`,
      vocabulary: 'vital',
    },
    value: { is: 'number', title: 'Value', words: ['value', 'reading', 'measured'], sql: sql`s.value` },
    ...patientDimensions(sql`s.taken_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'vital', title: 'Vital sign', kind: 'text', sql: sql`s.name` },
      { key: 'value', title: 'Value', kind: 'number', sql: sql`s.value` },
      { key: 'unit', title: 'Unit', kind: 'text', sql: sql`s.unit` },
      { key: 'taken_at', title: 'Measured', kind: 'instant', sql: sql`s.taken_at` },
      { key: 'taken_by', title: 'Measured by', kind: 'text', sql: staffName('taker'), joins: ['taker'] },
    ],
    order: sql`s.taken_at desc, s.id desc, s.vital`,
    link: patientLink(sql`s.patient_id`, 'triage'),
  },
  screen,
  examples: [
    'What was the last weight of Wanjiku Kamau?',
    'Blood pressure of Wanjiku Kamau',
    'How many temperature readings were above 39 this week?',
  ],
}

/** What can be asked about triage and vital signs. */
export const questions: Topics = {
  subjects: [triages, vitals],
  vocabularies: [
    {
      name: 'vital',
      noun: 'vital sign',
      rows: sql`select v.id, v.name, v.also from (values ${sql.join(
        measureKeys.map((key) => sql`(${idOf(key)}, ${sql.lit(vitalNames[key][0])}, ${texts(vitalNames[key].slice(1))})`),
      )}) v (id, name, also)`,
      access: ['triage.view'],
    },
  ],
}
