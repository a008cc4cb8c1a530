export interface NamedDisease {
  /** What it is called in a list, as the clinic reads it. */
  name: string
  /** ICD-10; undefined where one name covers several codes. */
  code?: string
  /** Other names, short forms and names in Swahili and French. */
  synonyms: readonly string[]
}

const listed = (text = '') =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Reads `name; ICD-10; other names, …; diseases of their own with the same code, …`, a line each. */
export const nameRows = (text: string): NamedDisease[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', code = '', synonyms, kin] = line.split(';').map((part) => part.trim())
      const coded = code === '' ? {} : { code }
      return [{ name, ...coded, synonyms: listed(synonyms) }, ...listed(kin).map((one) => ({ name: one, ...coded, synonyms: [] }))]
    })

/** Reads words, as many a line as there is room, parted by commas. */
export const wordList = (text: string): string[] => listed(text.replaceAll('\n', ','))
