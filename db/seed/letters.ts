import { dateOf, dayOf } from './calendar.ts'
import type { Random } from './random.ts'

/** Of whom a letter of another house speaks. */
export interface Subject {
  name: string
  number: string
  sex: string
  age: number
  problems: string[]
  medicines: { name: string; directions: string | null }[]
}
export interface Letter {
  title: string
  kind: 'discharge summary' | 'laboratory report' | 'referral letter' | 'prescription'
  facility: string
  town: string
  /** The day it bears. */
  on: string
  parts: { heading: string; lines: string[] }[]
}

const facilities = [
  ['Lakeside County Referral Hospital', 'Kisumu'],
  ['Hillview Mission Hospital', 'Nyeri'],
  ['Baobab Medical Centre', 'Homa Bay'],
  ['Harbour General Hospital', 'Mombasa'],
] as const
const reactions = ['penicillin (rash)', 'co-trimoxazole (itching and swelling)', 'aspirin (wheezing)'] as const
const usual = [
  'Amoxicillin 500 mg TDS for 7 days',
  'Paracetamol 1 g PO QID PRN',
  'Omeprazole 20 mg OD for 14 days',
  'Ferrous sulphate 200 mg BD for 30 days',
]
const complaints = [
  'Presented with cough, fever and chest pain for 4 days. No haemoptysis, no weight loss.',
  'Presented with headache and blurred vision. Denied chest pain and palpitations.',
  'Presented with vomiting and diarrhoea for 2 days. No blood in stool.',
  'Presented with swelling of both legs and shortness of breath on exertion. No fever.',
] as const

const patientLine = ({ name, sex, age }: Subject) => `${name}, ${sex}, ${age} years`
const vitalsOf = (rng: Random) =>
  `BP ${rng.integer(118, 168)}/${rng.integer(70, 102)} mmHg, pulse ${rng.integer(62, 108)}/min, temp ${rng.integer(361, 388) / 10} °C, SpO2 ${rng.integer(93, 99)} % on air, weight ${rng.integer(48, 92)} kg`
const bloods = (rng: Random) => {
  const haemoglobin = rng.integer(74, 156) / 10
  const potassium = rng.integer(34, 56) / 10
  return [
    `Haemoglobin   ${haemoglobin}   g/dL   12.0 - 16.0${haemoglobin < 12 ? '   L' : ''}`,
    `WBC   ${rng.integer(42, 138) / 10}   10*9/L   4.0 - 11.0`,
    `Platelets   ${rng.integer(140, 410)}   10*9/L   150 - 400`,
    `Creatinine   ${rng.integer(58, 190)}   umol/L   45 - 110`,
    `Potassium   ${potassium}   mmol/L   3.5 - 5.1${potassium > 5.1 ? '   H' : ''}`,
  ]
}

const before = (today: string, days: number) => dateOf(dayOf(today) - days)

const discharge = (rng: Random, subject: Subject): Letter['parts'] => [
  { heading: 'Patient', lines: [patientLine(subject)] },
  {
    heading: 'Past medical history',
    lines: [`Known ${subject.problems.join(' and ').toLowerCase()}.`, 'Appendicectomy in 2014. No history of tuberculosis.'],
  },
  { heading: 'Family history', lines: ['Mother had a stroke. Father died of diabetes.'] },
  { heading: 'Allergies', lines: [rng.chance(0.6) ? `Allergic to ${rng.pick(reactions)}.` : 'No known drug allergies.'] },
  {
    heading: 'Course',
    lines: [rng.pick(complaints), `On examination: ${vitalsOf(rng)}.`, 'Chest X-ray: no pneumonia. Malaria test negative.'],
  },
  { heading: 'Laboratory', lines: bloods(rng).slice(0, 3) },
  {
    heading: 'Discharge medication',
    lines: [...subject.medicines.slice(0, 3).map(({ name, directions }) => [name, directions].filter(Boolean).join(' ')), rng.pick(usual)],
  },
  { heading: 'Plan', lines: ['Review in the clinic in 2 weeks. Return if fever or bleeding occurs.'] },
]
const report = (rng: Random, subject: Subject): Letter['parts'] => [
  { heading: 'Patient', lines: [patientLine(subject)] },
  { heading: 'Test   Result   Unit   Reference   Flag', lines: bloods(rng) },
  { heading: 'Serology', lines: ['HIV 1/2: non-reactive', 'HBsAg: negative'] },
]
const prescriptionParts = (rng: Random, subject: Subject): Letter['parts'] => [
  { heading: 'Patient', lines: [patientLine(subject)] },
  {
    heading: 'Rx',
    lines: [rng.pick(usual), ...subject.medicines.slice(0, 2).map(({ name, directions }) => [name, directions].filter(Boolean).join(' '))],
  },
  { heading: 'Allergies', lines: [`Allergic to ${rng.pick(reactions)}`] },
]

/** A letter that somebody brings along from elsewhere; the same for the same random numbers. */
export const letterOf = (rng: Random, subject: Subject, today: string): Letter => {
  const [facility, town] = rng.pick(facilities)
  const on = before(today, rng.integer(20, 400))
  const frame = { facility, town, on }
  const which = rng.integer(0, 5)
  if (which < 3) return { ...frame, kind: 'discharge summary', title: 'Discharge summary', parts: discharge(rng, subject) }
  if (which < 5) return { ...frame, kind: 'laboratory report', title: 'Laboratory report', parts: report(rng, subject) }
  return { ...frame, kind: 'prescription', title: 'Prescription', parts: prescriptionParts(rng, subject) }
}

/** The same letter as somebody would type it. */
export const typed = ({ facility, town, title, on, parts }: Letter) =>
  [`${facility}, ${town}`, title, `Date: ${on}`, ...parts.flatMap(({ heading, lines }) => ['', `${heading}:`, ...lines])].join('\n')
