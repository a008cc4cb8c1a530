import type { Aggregate, Query } from '#features/assistant/query.ts'
import { elsewhere } from './elsewhere.ts'
import type { Spoken } from './times.ts'

// What each template of EHRSQL comes to among our subjects, or why it comes to nothing there.

/** A filter that has to be there: rows by their names, a choice, or a number for which `holds` is true. */
export type Wanted =
  | { is: 'name'; names: readonly string[] }
  | { is: 'number'; holds: (value: number) => boolean }
  | { is: 'choice'; value: string }

/** A way in which the question can rightly be read; what is left out has to be left out, and any of a list is right. */
export interface Reading {
  subject: string
  ask: Query['ask']
  measure?: string
  aggregate?: Aggregate
  groups?: readonly string[]
  filters?: Readonly<Record<string, Wanted>>
  columns?: readonly string[]
  /** One of the columns has to be picked out. */
  isPicked?: true
  top?: Query['top']
  /** Nobody in particular: the question names no patient. */
  isOfAll?: true
}
interface Of {
  values: Readonly<Record<string, string>>
  spoken: Spoken
  question: string
}
/** Readings; a reason where this wording asks for what we do not keep. */
type Template = (of: Of) => readonly Reading[] | string

const name = (...names: (string | undefined)[]): Wanted => ({ is: 'name', names: names.filter((one) => one !== undefined) })
/** Of a list that runs from the first or from the last. */
const end = ({ ordinals }: Spoken): 'first' | 'last' | null => {
  const message = new Set(ordinals)
  return message.size === 1 && (message.has('first') || message.has('last')) ? (ordinals[0] as 'first' | 'last') : null
}
const NO_END = 'neither the first nor the last one is asked for'
const ofEnd =
  (readings: (which: 'first' | 'last', of: Of) => readonly Reading[] | string): Template =>
  (of) => {
    const which = end(of.spoken)
    return which ? readings(which, of) : NO_END
  }

const VITALS: Readonly<Record<string, string>> = {
  'heart rate': 'pulse',
  heartrate: 'pulse',
  sao2: 'spo2',
  respiration: 'respiration',
  'respiratory rate': 'respiration',
  'temperature c (calc)': 'temperature',
}
const ofVital =
  (readings: (vital: Wanted, of: Of) => readonly Reading[] | string): Template =>
  (of) => {
    const vital = VITALS[of.values['vital_name'] ?? '']
    return vital ? readings(name(vital), of) : 'pressure in an artery'
  }
const tests = (ask: Query['ask'], filters: Reading['filters'] = {}, columns?: string[]): Reading[] => [
  { subject: 'lab_tests', ask, filters, ...(columns && { columns }) },
  { subject: 'lab_results', ask, filters, ...(columns && { columns }) },
]
const prescribedOf = (ask: Query['ask'], filters: Reading['filters'] = {}, columns?: string[]): Reading[] => [
  { subject: 'prescribed', ask, filters, ...(columns && { columns }) },
]
/** Every visit of EHRSQL is an admission to its hospital; from a clinic a few are admitted elsewhere, and who asks for these says the same. */
const admissions = (ask: Query['ask'], question: string): Reading[] =>
  /admi(?:t|ss)/i.test(question) ? [{ subject: 'consultations', ask, measure: 'admissions' }] : []
const counted = (subject: string, measures: readonly string[], rest: Partial<Reading>): Reading[] =>
  measures.map((measure) => ({ subject, ask: 'measure', measure, ...rest }))
const mostOf = (subject: string, measure: string, group: string, { spoken }: Of, filters: Reading['filters'] = {}): Reading[] | string =>
  spoken.count === null
    ? 'how many is not said'
    : [{ subject, ask: 'measure', measure, groups: [group], filters, top: { count: spoken.count, order: 'most' }, isOfAll: true }]
const ofAge = (of: Of, readings: (filters: Record<string, Wanted>) => Reading[] | string): Reading[] | string => {
  const { ages } = of.spoken
  return ages ? readings({ age: { is: 'number', holds: (age) => age >= ages.from && age < ages.below } }) : 'the age is not understood'
}
const change = (subject: string, measure: string, { spoken: { ordinals } }: Of, filters: Reading['filters'] = {}): Reading[] | string => {
  const isWhole = ordinals.includes('first') && ordinals.includes('last') && !ordinals.some((one) => one.startsWith('second'))
  return isWhole ? [{ subject, ask: 'change', measure, filters }] : 'a change between others than the first and the last'
}

export const templates: Readonly<Record<string, Template>> = {
  'what was the [time_filter_exact1] length of hospital stay of patient {patient_id}?': () => [
    { subject: 'visits', ask: 'measure', measure: 'visit_length' },
    { subject: 'visits', ask: 'first', measure: 'visit_length' },
    { subject: 'visits', ask: 'last', measure: 'visit_length' },
  ],
  'what was the name of the drug that patient {patient_id} was [time_filter_exact1] prescribed [time_filter_global1]?': ofEnd(
    (which, { question }) => [
      ...prescribedOf(which, {}, ['drug', 'item']),
      ...(/prescri|order/i.test(question) ? [] : [{ subject: 'dispensed', ask: which }]),
    ],
  ),
  'what are_verb the top [n_rank] frequent diagnoses [time_filter_global1]?': (of) => mostOf('diagnoses', 'diagnoses', 'diagnosis', of),
  'what is the change in the weight of patient {patient_id} from the [time_filter_exact2] value measured [time_filter_global2] compared to the [time_filter_exact1] value measured [time_filter_global1]?':
    (of) => change('vitals', 'value', of, { vital: name('weight') }),
  'what is the change in the value of {lab_name} of patient {patient_id} from the [time_filter_exact2] value measured [time_filter_global2] compared to the [time_filter_exact1] value measured [time_filter_global1]?':
    (of) => change('lab_results', 'result_value', of, { test: name(of.values['lab_name']) }),
  'what are_verb the top [n_rank] frequently prescribed drugs of patients aged [age_group] [time_filter_global1]?': (of) =>
    ofAge(of, (filters) => mostOf('prescribed', 'drugs_prescribed', 'drug', of, filters)),
  'what are_verb the top [n_rank] frequent lab tests of patients aged [age_group] [time_filter_global1]?': (of) =>
    ofAge(of, (filters) => mostOf('lab_tests', 'tests', 'test', of, filters)),
  'when was the [time_filter_exact1] time that patient {patient_id} received a {lab_name} lab test [time_filter_global1]?': ofEnd(
    (which, { values }) => tests(`when ${which}`, { test: name(values['lab_name']) }),
  ),
  'what was the name of the lab test that patient {patient_id} [time_filter_exact1] received [time_filter_global1]?': ofEnd((which) =>
    tests(which, {}, ['test']),
  ),
  'when was the [time_filter_exact1] lab test of patient {patient_id} [time_filter_global1]?': ofEnd((which) => tests(`when ${which}`)),
  'has_verb patient {patient_id} been admitted to the hospital [time_filter_global1]?': ({ question }) => [
    { subject: 'visits', ask: 'exists' },
    ...admissions('exists', question),
  ],
  // Some wordings say received or given, which is more than prescribed.
  'has_verb patient {patient_id} been prescribed any medication [time_filter_global1]?': ({ question }) =>
    /prescri|order/i.test(question) ? prescribedOf('exists') : [...prescribedOf('exists'), { subject: 'dispensed', ask: 'exists' }],
  'has_verb patient {patient_id} received any lab test [time_filter_global1]?': () => tests('exists'),
  'has_verb patient {patient_id} had any microbiology test result [time_filter_global1]?': () =>
    tests('exists', { section: { is: 'choice', value: 'Bacteriology' } }),
  'count the number of patients who received a {lab_name} lab test [time_filter_global1].': ({ values }) => {
    const filters = { test: name(values['lab_name']) }
    return [
      ...counted('lab_tests', ['patients_tested'], { filters, isOfAll: true }),
      ...counted('lab_results', ['patients_with_results'], { filters, isOfAll: true }),
    ]
  },
  'has_verb patient {patient_id} received a {lab_name} lab test [time_filter_global1]?': ({ values }) =>
    tests('exists', { test: name(values['lab_name']) }),
  'what is the cost of a {lab_name} lab test?': ({ values }) => {
    const filters = { item: name(values['lab_name']) }
    return [...counted('prices', ['price'], { filters, isOfAll: true }), { subject: 'prices', ask: 'rows', filters, isOfAll: true }]
  },
  'when was the [time_filter_exact1] hospital discharge time of patient {patient_id} [time_filter_global1]?': ofEnd((which) => [
    { subject: 'visits', ask: which, columns: ['closed'] },
    { subject: 'visits', ask: `when ${which}`, columns: ['closed'], isPicked: true },
    // Visits that ended are dated by their end.
    { subject: 'visits', ask: which, measure: 'closed_visits' },
    { subject: 'visits', ask: `when ${which}`, measure: 'closed_visits' },
  ]),
  'count the number of times that patient {patient_id} were prescribed {drug_name} [time_filter_global1].': ({ values }) =>
    counted('prescribed', ['drugs_prescribed', 'prescriptions'], { filters: { drug: name(values['drug_name']) } }),
  'what was the [time_filter_exact1] measured height of patient {patient_id} [time_filter_global1]?': ofEnd((which) => [
    { subject: 'vitals', ask: which, filters: { vital: name('height') } },
  ]),
  'what was the [time_filter_exact1] measured weight of patient {patient_id} [time_filter_global1]?': ofEnd((which) => [
    { subject: 'vitals', ask: which, filters: { vital: name('weight') } },
  ]),
  'what was the [time_filter_exact1] measured {vital_name} of patient {patient_id} [time_filter_global1]?': ofVital((vital, { spoken }) => {
    const which = end(spoken)
    return which ? [{ subject: 'vitals', ask: which, filters: { vital } }] : NO_END
  }),
  'when was the [time_filter_exact1] time that patient {patient_id} had a {vital_name} measured [time_filter_global1]?': ofVital(
    (vital, { spoken }) => {
      const which = end(spoken)
      return which ? [{ subject: 'vitals', ask: `when ${which}`, filters: { vital } }] : NO_END
    },
  ),
  'has_verb the {vital_name} of patient {patient_id} been ever [comparison] than {vital_value} [time_filter_global1]?': ofVital(
    (vital, { values, question }) => {
      const limit = Number(values['vital_value'])
      const isAbove = /greater|higher|more|above|over|exceed/i.test(question)
      const holds = (value: number) => (isAbove ? value > limit : value < limit)
      return [{ subject: 'vitals', ask: 'exists', filters: { vital, value: { is: 'number', holds } } }]
    },
  ),
  'has_verb patient {patient_id} been prescribed {drug_name1}, {drug_name2}, or {drug_name3} [time_filter_global1]?': ({ values }) =>
    prescribedOf('exists', { drug: name(values['drug_name1'], values['drug_name2'], values['drug_name3']) }),
  'list the hospital admission time of patient {patient_id} [time_filter_global1].': ({ question }) =>
    /how many times/i.test(question)
      ? [{ subject: 'visits', ask: 'measure', measure: 'visits' }]
      : [{ subject: 'visits', ask: 'rows', columns: ['arrived'] }, ...admissions('rows', question)],
  'list the [unit_average] [agg_function] weight of patient {patient_id} [time_filter_global1].': ({ spoken: { grain, aggregate } }) =>
    grain && aggregate
      ? [{ subject: 'vitals', ask: 'measure', measure: 'value', aggregate, groups: [grain], filters: { vital: name('weight') } }]
      : 'day, month or year are not said',
  'count the number of drugs patient {patient_id} were prescribed [time_filter_global1].': () =>
    counted('prescribed', ['drugs_prescribed'], {}),
  'count the number of patients who were diagnosed with {diagnosis_name} [time_filter_global1].': ({ values }) =>
    counted('diagnoses', ['patients_diagnosed'], { filters: { diagnosis: name(values['diagnosis_name']) }, isOfAll: true }),
  'count the number of patients who were prescribed {drug_name} [time_filter_global1].': ({ values }) =>
    counted('prescribed', ['patients_prescribed'], { filters: { drug: name(values['drug_name']) }, isOfAll: true }),
  'count the number of {drug_name} prescription cases [time_filter_global1].': ({ values }) =>
    counted('prescribed', ['drugs_prescribed', 'prescriptions'], { filters: { drug: name(values['drug_name']) }, isOfAll: true }),
  'what is_verb the age of patient {patient_id} [time_filter_global1]?': ({ spoken }) =>
    spoken.visit || spoken.span ? 'the age at another time' : [{ subject: 'patients', ask: 'rows', columns: ['age'], isPicked: true }],
  'what is the [agg_function] [unit_average] number of patient records diagnosed with {diagnosis_name} [time_filter_global1]?': ({
    values,
    spoken,
  }) => {
    const { grain, aggregate } = spoken
    if (!grain || !aggregate) return 'day, month or year are not said'
    const rest = { filters: { diagnosis: name(values['diagnosis_name']) }, groups: [grain], isOfAll: true } as const
    const most = aggregate === 'most' || aggregate === 'least' ? ([{ top: { count: 1, order: aggregate } }] as const) : []
    return [{ aggregate }, ...most].flatMap((how) => counted('diagnoses', ['diagnoses', 'patients_diagnosed'], { ...rest, ...how }))
  },
  'what was the name of the allergy that patient {patient_id} had [time_filter_global1]?': ({ spoken }) =>
    spoken.visit ? 'allergies are of a patient, not of a visit' : [{ subject: 'allergies', ask: 'rows', columns: ['substance'] }],
  'has_verb patient {patient_id} had any allergy [time_filter_global1]?': ({ spoken }) =>
    spoken.visit ? 'allergies are of a patient, not of a visit' : [{ subject: 'allergies', ask: 'exists' }],
  'what is the date of birth of patient {patient_id}?': () => [
    { subject: 'patients', ask: 'rows', columns: ['date_of_birth'], isPicked: true },
  ],
  'what is_verb the name of insurance of patient {patient_id} [time_filter_global1]?': ({ spoken }) =>
    spoken.visit || spoken.span
      ? 'the insurance at another time'
      : [{ subject: 'patients', ask: 'rows', columns: ['insurance'], isPicked: true }],
  ...Object.fromEntries(Object.entries(elsewhere).map(([template, reason]) => [template, () => reason])),
}
