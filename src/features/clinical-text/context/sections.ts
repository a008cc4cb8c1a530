import type { Token } from '../text/tokens.ts'
import type { Meaning } from './triggers.ts'
import { rowsOf } from './rows.ts'

/** From where a heading holds, and what it says of everything below it until the next heading. */
export interface Section {
  start: number
  means: Meaning | undefined
}

// "meaning: headings"; a heading of the row "none" ends what the one above it said.
const ROWS = `
historical: past medical history, past history, pmh, pmhx, pmhx., previous medical history, prior medical history, medical history, past
  medical and surgical history, past surgical history, surgical history, psh, pshx, past ocular history, past obstetric history, obstetric
  history, past gynaecological history, previous illnesses, previous admissions, previous operations, past illnesses, social history, past
  psychiatric history, antecedents, antecedents medicaux, atcd, historia ya zamani
family: family history, family hx, family medical history, fh, fhx, family and social history, antecedents familiaux, historia ya familia
possible: differential diagnosis, differential diagnoses, differential, differentials, ddx, dd, provisional diagnosis, provisional
  diagnoses, query
hypothetical: danger signs, warning signs, return precautions, when to return, return if, return immediately if, advice, health education,
  side effects to watch for, red flags
none: history, hpi, history of present illness, history of presenting illness, history of presenting complaint, presenting complaint,
  presenting complaints, present complaint, chief complaint, chief complaints, complaint, complaints, c/o, p/c, pc, cc, clinical history,
  patient history, brief history, clinical summary, summary, reason for referral, reason for admission, reason for visit, indication,
  clinical details, clinical information, allergies, allergy, drug allergies, known allergies, medication, medications, current
  medication, current medications, drug history, dh, drugs, drugs on discharge, discharge medication, discharge medications, medications
  on discharge, medications on admission, treatment, treatment given, rx, tx, prescription, examination, on examination, o/e, physical
  examination, physical exam, general examination, systemic examination, exam, vitals, vital signs, review of systems, ros, systems
  review, general, cns, cvs, rs, resp, chest, abdomen, p/a, heent, extremities, skin, neck, heart, lungs, neurological, investigations,
  investigation, laboratory, labs, lab results, laboratory results, results, imaging, x-ray, chest x-ray, ultrasound, findings,
  impression, impressions, assessment, diagnosis, diagnoses, final diagnosis, discharge diagnosis, diagnosis on discharge, admission
  diagnosis, admitting diagnosis, working diagnosis, dx, problem list, problems, plan, assessment and plan, management, management plan,
  course, hospital course, course in hospital, ed course, progress, condition on discharge, follow up, follow-up, recommendation,
  recommendations, conclusion, comment, comments, disposition, procedures, procedure, operation, operative findings, immunisation,
  immunization, immunisations, development, nutrition, birth history, menstrual history, sexual history, date, name, age, sex, facility,
  signed, doctor, yours sincerely, dear, instructions, discharge instructions, discharge plan
`

const headings = new Map(
  rowsOf(ROWS).flatMap((row) => {
    const [means, names] = row.split(': ') as [string, string]
    return names.split(',').map((name) => [name.trim().replaceAll(' ', ''), means === 'none' ? undefined : (means as Meaning)] as const)
  }),
)

const OWNERS = new Set(['his', 'her', 'their', 'the'])
const MOST_WORDS = 6
const isBreak = (between: string) => between.includes('\n') || between.includes('\t') || between.length > 1

const opens = (text: string, tokens: Token[], at: number) => {
  if (at === 0) return true
  const before = tokens[at - 1]!
  const between = text.slice(before.end, tokens[at]!.start)
  return isBreak(between) || (/^[.;]$/.test(before.text) && between !== '')
}

// A colon after the name, or the name alone on its line.
const isHeadingEnd = (text: string, tokens: Token[], at: number) => {
  const next = tokens[at + 1]
  if (!next || next.text === ':') return true
  const after = text.slice(tokens[at]!.end, next.start)
  return after.includes('\n') || (/^[-–=]$/.test(next.text) && after !== '')
}

const headingAt = (text: string, tokens: Token[], at: number): Section | undefined => {
  let name = ''
  for (let last = at; last < Math.min(at + MOST_WORDS, tokens.length); last++) {
    const token = tokens[last]!
    if (token.text === ':' || (last > at && text.slice(tokens[last - 1]!.end, token.start).includes('\n'))) return undefined
    if (!(last === at && OWNERS.has(token.text))) name += token.text
    if (!isHeadingEnd(text, tokens, last)) continue
    if (headings.has(name)) return { start: token.end, means: headings.get(name) }
    // An unknown heading in capitals ends a section too; one in small letters is taken for a part of it: "Heart: infarction".
    const words = text.slice(tokens[at]!.start, token.end)
    return tokens[last + 1]?.text === ':' && /\p{Lu}{3}/u.test(words) && words === words.toUpperCase()
      ? { start: token.end, means: undefined }
      : undefined
  }
  return undefined
}

/** The headings of a text in order: known names before a colon, a dash or a line end, and unknown ones in capitals before a colon. */
export const sectionsOf = (text: string, tokens: Token[]): Section[] => {
  const found: Section[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.kind === 'word' && opens(text, tokens, at)) {
      const section = headingAt(text, tokens, at)
      if (section) found.push(section)
    }
  }
  return found
}
