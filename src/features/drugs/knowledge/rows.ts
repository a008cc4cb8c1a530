export interface Substance {
  /** The international nonproprietary name, in lower case. */
  name: string
  /** WHO ATC codes, the systemic ones first; some old substances have none. */
  atc: readonly string[]
  /** Other names: other spellings, national names, short forms and brands that everybody writes. */
  synonyms: readonly string[]
}

const parts = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Reads `name; ATC codes; synonyms`, a line each. */
export const substanceRows = (text: string): Substance[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', codes, synonyms] = line.split(';')
      return { name: name.trim(), atc: parts(codes), synonyms: parts(synonyms) }
    })
