export interface NamedDisease {
  /** What it is called in a list, as the clinic reads it. */
  name: string
  /** ICD-10; undefined where one name covers several codes. */
  code?: string
  /** Other names, short forms and names in Swahili and French. */
  synonyms: readonly string[]
  /** Stands in the line of a near disease; a line of its own elsewhere says more. */
  isRelative?: boolean
}

const listed = (text = '') =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const relative = (text: string): NamedDisease => {
  const [, name = text, code] = /^([^[]*) \[([^\]]*)\]$/.exec(text) ?? []
  return { name, ...(code === undefined ? {} : { code }), synonyms: [], isRelative: true }
}

/** Reads `name; ICD-10; other names, …; near diseases [their ICD-10], …`, a line each. */
export const nameRows = (text: string): NamedDisease[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', code = '', synonyms, near] = line.split(';').map((part) => part.trim())
      return [{ name, ...(code === '' ? {} : { code }), synonyms: listed(synonyms) }, ...listed(near).map(relative)]
    })

/** Reads words, as many a line as there is room, parted by commas. */
export const wordList = (text: string): string[] => listed(text.replaceAll('\n', ','))
