/** What a template of letters may ask for; there is no other way to anything of a record. */
export const letterPlaceholders = [
  'patient.name',
  'patient.number',
  'patient.born',
  'patient.age',
  'patient.sex',
  'patient.phone',
  'visit.number',
  'visit.date',
  'doctor.name',
  'clinic.name',
  'clinic.phone',
  'today',
] as const
export type LetterPlaceholder = (typeof letterPlaceholders)[number]
export type LetterValues = Record<LetterPlaceholder, string>

const MARK = /\{\{([^{}]*)\}\}/g
const nameIn = (inside: string) => letterPlaceholders.find((one) => one === inside.trim())

/** Why a text with placeholders is refused, or null: one that is not of the list, by name. */
export const placeholderProblem = (text: string): string | null => {
  for (const [whole, inside = ''] of text.matchAll(MARK)) if (!nameIn(inside)) return `Unknown placeholder ${whole}.`
  return /\{\{|\}\}/.test(text.replaceAll(MARK, '')) ? 'Unmatched brace: placeholders need two on each side.' : null
}

/** Whether something is still to be filled in. */
export const hasPlaceholders = (text: string): boolean => /\{\{|\}\}/.test(text)

/** The blanks (___) that nobody has filled in, each with the two words before it. */
export const blanksIn = (text: string): string[] =>
  text.split(/\r\n?|\n/).flatMap((line) => {
    const words = line.split(/\s+/)
    return words.flatMap((word, place) => (word.includes('___') ? [words.slice(Math.max(0, place - 2), place + 1).join(' ')] : []))
  })

/** The text with the values in place, each once: what a value says is never read as a placeholder. */
export const fillIn = (text: string, values: LetterValues): string =>
  text.replaceAll(MARK, (whole, inside: string) => {
    const name = nameIn(inside)
    return name ? values[name].replaceAll(/[{}]/g, '') : whole
  })

/** A letter about nobody, for looking at a template. */
export const sampleValues: LetterValues = {
  'patient.name': 'Sample Patient',
  'patient.number': 'SAMPLE-0001',
  'patient.born': '4 May 1990',
  'patient.age': '36 years',
  'patient.sex': 'Female',
  'patient.phone': '+254700000001',
  'visit.number': 'SAMPLE-V1',
  'visit.date': '2 Mar 2026',
  'doctor.name': 'Sample Doctor',
  'clinic.name': 'Sample Clinic',
  'clinic.phone': '+254700000002',
  today: '2 Mar 2026',
}
