import type { Reading } from './templates.ts'
import { TODAY, type Span } from './times.ts'

// Questions that EHRSQL labels unanswerable because its tables lack what they ask for, and that our schema has an answer to.

export interface AnswerableHere {
  what: string
  readings: readonly Reading[]
  spans: readonly (Span | null)[]
  /** Beside the patient: whom it names. */
  doctor?: string
}
const ever = [null]
const ahead: readonly (Span | null)[] = [null, { from: TODAY, to: null, isNear: true }]
const today: readonly (Span | null)[] = [{ from: TODAY, to: TODAY, isNear: false }]
const column = (key: string): Reading[] => [{ subject: 'patients', ask: 'rows', columns: [key], isPicked: true }]

const bloodGroup: Reading[] = (['last', 'rows', 'first', 'exists'] as const).map((ask) => {
  return { subject: 'lab_results', ask, filters: { test: { is: 'name', names: ['abo blood group'] } } }
})
const firstVisit: Reading[] = [
  { subject: 'visits', ask: 'when first' },
  { subject: 'visits', ask: 'first' },
]
const tests: Reading[] = [{ subject: 'lab_tests', ask: 'rows' }]
const nextAppointment: Reading[] = (['when first', 'first', 'rows', 'exists'] as const).map((ask) => ({ subject: 'appointments', ask }))

const kinds: readonly [RegExp, Omit<AnswerableHere, 'doctor'>][] = [
  [/\baddress\b/i, { what: 'the address of a patient', readings: column('residence'), spans: ever }],
  [/\bguardian\b/i, { what: 'the guardian of a patient', readings: column('next_of_kin'), spans: ever }],
  [/\b(?:tele)?phone\b/i, { what: 'the telephone of a patient', readings: column('phone'), spans: ever }],
  [/\bblood type\b|\btype of blood\b/i, { what: 'the blood group of a patient', readings: bloodGroup, spans: ever }],
  [/(?:what|which) tests? (?:will|is) patient/i, { what: 'the tests of a patient today', readings: tests, spans: today }],
  [/earliest (?:hospital visit for|date patient)/i, { what: 'the first visit of a patient', readings: firstVisit, spans: ever }],
  [
    /remaining appointments|earliest scheduled|next hospital visit|next (?:go to|seen by) the hospital|going to come/i,
    { what: 'the next appointment of a patient', readings: nextAppointment, spans: ahead },
  ],
]

/** Asks for more, or of somebody else whom nobody keeps. */
const MORE = /doctor|physician|companion|reason|why|how many/i
const SCHEDULE = /outpatient schedule/i
const DOCTOR = /\bDr\. ([A-Z][a-z]+)/
/** The doctors whom questions name. */
export const doctorIn = (question: string): string | null => DOCTOR.exec(question)?.[1]?.toLowerCase() ?? null

/** What a question that is labelled unanswerable comes to here; null for what we cannot answer either. */
export const answerableHere = (question: string): AnswerableHere | null => {
  const doctor = doctorIn(question)
  if (SCHEDULE.test(question) && doctor)
    return {
      what: 'the appointments of a doctor today',
      readings: [{ subject: 'appointments', ask: 'rows', filters: { doctor: { is: 'name', names: [doctor] } }, isOfAll: true }],
      spans: today,
      doctor,
    }
  if (MORE.test(question)) return null
  return kinds.find(([pattern]) => pattern.test(question))?.[1] ?? null
}
const NUMBER = /\bpatient(?: id)? (\d[\d-]*)/i
/** The number of the patient whom a question names. */
export const patientIn = (question: string): string | null => NUMBER.exec(question)?.[1] ?? null
