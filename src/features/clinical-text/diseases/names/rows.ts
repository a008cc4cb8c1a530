export interface NamedDisease {
  /** What it is called in a list, as the clinic reads it. */
  name: string
  /** ICD-10; undefined where one name covers several codes. */
  code?: string
  /** Other names, short forms and names in Swahili and French. */
  synonyms: readonly string[]
}

/** Reads `name; ICD-10; other names, …`, a line each. */
export const nameRows = (text: string): NamedDisease[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', code = '', synonyms = ''] = line.split(';').map((part) => part.trim())
      return {
        name,
        ...(code === '' ? {} : { code }),
        synonyms: synonyms
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      }
    })

/** Reads words or phrases, as many a line as there is room, parted by commas. */
export const wordList = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
