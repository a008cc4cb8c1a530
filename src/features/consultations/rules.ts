/** The texts of a note, in the order in which they are written. */
export const noteTexts = ['complaint', 'history', 'examination', 'note', 'plan', 'advice', 'return_advice'] as const
export type NoteText = (typeof noteTexts)[number]
/** Characters of one text. */
export const MAX_TEXT = 10_000

/** Where the patient goes from here. */
export const dispositions = ['discharged', 'admitted', 'referred', 'lab', 'pharmacy', 'follow up', 'died', 'left'] as const
export const certainties = ['confirmed', 'provisional', 'ruled out'] as const
export const problemStatuses = ['active', 'inactive', 'resolved'] as const

/** Whether there is something in a note to answer for: one of its texts, or a diagnosis. */
export const isWritten = (note: Readonly<Record<NoteText, string>> & { diagnoses: readonly unknown[] }) =>
  note.diagnoses.length > 0 || noteTexts.some((name) => /\S/.test(note[name]))
