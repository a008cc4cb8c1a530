import { functionWords } from '../language/words.ts'
import type { AskedPatient } from '../query.ts'
import type { Knowledge } from './read-question.ts'
import type { PatientMatch, Sentence } from './sentence.ts'

/** Patients whose names hold all these words, or whose number this is: exactly, in any order; a few at most. */
export type FindPatients = (words: readonly string[]) => Promise<readonly AskedPatient[]>

/** The longest name, in words, and how many stretches of one question are looked up. */
const LONGEST = 5
const LOOK_UPS = 8

const OWN = new Set(['i', 'me', 'my', 'mine', 'am'])
/** What stands before a name and says nothing more. */
export const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'madam', 'mama', 'baba', 'mzee', 'sister', 'brother'])
const PATIENT = new Set([...TITLES, 'patient', 'patients', 'client'])

const ofOneself = ({ tokens }: Sentence, own: AskedPatient | null): PatientMatch | null => {
  const at = tokens.findIndex(({ text }) => OWN.has(text))
  // Whatever a patient asks is asked about their own record; another name stays unexplained.
  return own ? { from: Math.max(0, at), to: at + 1, patients: [own] } : null
}

/** Stretches that could be a name or a number of somebody: nothing in them is a word of the catalogue. */
const stretches = ({ tokens, timed, names }: Sentence, { lexicon }: Knowledge) => {
  const whole = names.filter(({ is_whole }) => is_whole)
  const isFree = (index: number) => {
    const token = tokens[index]
    if (!token || timed.has(index)) return false
    if (token.kind === 'code') return true
    if (token.kind === 'number') return PATIENT.has(tokens[index - 1]?.text ?? '') || tokens[index - 1]?.text === 'number'
    if (functionWords.has(token.text) || token.text.length < 2) return false
    if (PATIENT.has(tokens[index - 1]?.text ?? '') && !lexicon.stems.has(token.stem)) return true
    return !lexicon.stems.has(token.stem) && !whole.some(({ from, to }) => from <= index && index < to)
  }
  const found: { from: number; to: number }[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    if (!isFree(from)) continue
    let to = from + 1
    while (to < tokens.length && isFree(to)) to += 1
    found.push({ from, to })
    from = to
  }
  return found
}

const parts = ({ from, to }: { from: number; to: number }) => {
  const all: { from: number; to: number }[] = []
  for (let length = Math.min(LONGEST, to - from); length >= 1; length -= 1)
    for (let start = from; start + length <= to; start += 1) all.push({ from: start, to: start + length })
  return all
}

/** Whom a question is about: the person with the longest name in it, whoever is meant by 'she', or a patient who asks. */
export const namedPatients = async (sentence: Sentence, knowledge: Knowledge): Promise<PatientMatch | null> => {
  const { tokens, marks } = sentence
  const { asker, own, before, findPatients } = knowledge
  if (asker.role === 'patient') return ofOneself(sentence, own)
  if (!asker.permissions.has('patients.view')) return null
  const looked = stretches(sentence, knowledge)
    .flatMap(parts)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
  for (const { from, to } of looked.slice(0, LOOK_UPS)) {
    const patients = await findPatients(tokens.slice(from, to).map(({ text }) => text))
    if (patients.length > 0) return { from, to, patients }
  }
  const [pronoun] = marks.pronoun?.at ?? []
  if (pronoun !== undefined && before?.patient) return { from: pronoun, to: pronoun + 1, patients: [before.patient] }
  return null
}
