import { noteTexts, type NoteText } from '../rules.ts'

/** What the boxes of a note hold: '' for nothing. */
export type NoteValues = Record<NoteText | 'disposition' | 'follow_up_on', string>

export const NOTHING_WRITTEN: NoteValues = {
  complaint: '',
  history: '',
  examination: '',
  note: '',
  plan: '',
  advice: '',
  return_advice: '',
  disposition: '',
  follow_up_on: '',
}

const names = Object.keys(NOTHING_WRITTEN) as (keyof NoteValues)[]

/** The boxes of a note as the server has it. */
export const valuesOf = (note: Record<NoteText, string> & { disposition: string | null; follow_up_on: string | null }): NoteValues => ({
  complaint: note.complaint,
  history: note.history,
  examination: note.examination,
  note: note.note,
  plan: note.plan,
  advice: note.advice,
  return_advice: note.return_advice,
  disposition: note.disposition ?? '',
  follow_up_on: note.follow_up_on ?? '',
})

/** The boxes that hold something else than what is saved. */
export const typedValues = (saved: NoteValues, typed: NoteValues): Partial<NoteValues> =>
  Object.fromEntries(names.filter((name) => saved[name] !== typed[name]).map((name) => [name, typed[name]]))

/**
 * True when both have changed one box since it was saved, each to something else. What was `sent` last is nobody else's: its answer may have
 * been lost on the way, and it is there under another version.
 */
export const isInBoth = (saved: NoteValues, mine: NoteValues, theirs: NoteValues, sent: NoteValues = saved): boolean =>
  names.some((name) => mine[name] !== saved[name] && ![saved[name], sent[name], mine[name]].includes(theirs[name]))

/** What differs, as a change that the server takes: an empty choice or day is null. */
export const changesOf = (saved: NoteValues, typed: NoteValues): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(typedValues(saved, typed)).map(([name, value]) => [
      name,
      value === '' && !noteTexts.includes(name as NoteText) ? null : value,
    ]),
  )

/** The texts that were typed and are nowhere else, one under the other: nothing of them may be lost. */
export const unsavedText = (saved: NoteValues, typed: NoteValues): string =>
  noteTexts
    .filter((name) => typed[name] !== saved[name] && typed[name].trim() !== '')
    .map((name) => typed[name].trim())
    .join('\n\n')
