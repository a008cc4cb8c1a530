import type { Expected } from './compare.ts'
import type { Asked } from './data.ts'
import { templates } from './templates.ts'
import { spokenIn } from './times.ts'
import { answerableHere, patientIn } from './unanswerable.ts'

/**
 * here: our schema answers it so. not here: it does not, for this reason. nobody: labelled unanswerable, and it is here. nevertheless:
 * labelled unanswerable, and our schema answers it so. unread: the measurement does not understand when it is of.
 */
export type Meant =
  | { is: 'here' | 'nevertheless'; expected: Expected; what: string }
  | { is: 'not here' | 'unread'; reason: string }
  | { is: 'nobody' }

const AMBIGUOUS = /\b(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}/

const ofTemplate = ({ question, template, values }: Asked): Meant => {
  const spoken = spokenIn(question, values, { grain: template!.includes('unit_average') })
  if (spoken.isElsewhere) return { is: 'not here', reason: 'intensive care, wards and readings by the second' }
  if (AMBIGUOUS.test(question)) return { is: 'not here', reason: 'a date with the month first, another day where it comes second' }
  const readings = templates[template!]?.({ values, spoken, question }) ?? 'an unknown template'
  if (typeof readings === 'string') return { is: 'not here', reason: readings }
  if (spoken.unread !== null) return { is: 'unread', reason: spoken.unread }
  const patient = readings.some(({ isOfAll }) => isOfAll) ? null : (values['patient_id'] ?? null)
  return { is: 'here', what: template!, expected: { readings, patient, spans: [spoken.span], visit: spoken.visit } }
}

/** What a question of EHRSQL has to come to with us. */
export const meantBy = (asked: Asked): Meant => {
  if (asked.template !== null) return ofTemplate(asked)
  const here = answerableHere(asked.question)
  if (!here) return { is: 'nobody' }
  const patient = here.doctor === undefined ? patientIn(asked.question) : null
  if (here.doctor === undefined && patient === null) return { is: 'nobody' }
  return { is: 'nevertheless', what: here.what, expected: { readings: here.readings, patient, spans: here.spans, visit: null } }
}
