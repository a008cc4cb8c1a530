/** A diagnosis as a file of a classification names it, cell by cell, checked like the cells of any other file. */
export interface FileTerm {
  /** The line of the file, the first being 1; of a file without lines the place of the entry. */
  row: number
  cells: { system: string; code: string; title: string }
}

/** What WHO says the ICD-11 code of an ICD-10 code is. */
export interface MappedCode {
  row: number
  icd10: string
  icd11: string
}

/** A file of a classification: terms, or the map from one classification to the other. */
export type Classification = { terms: FileTerm[] } | { map: MappedCode[] }

/** More than any classification has. */
export const MAX_ROWS = 100_000
export const TOO_MANY_ROWS = 'The file has more than 100,000 rows. Split it.'
