import type { Piece } from './pieces.ts'

/** Of which material results are, where it is not said with each: urine, another fluid than blood, or blood. */
export type Section = 'urine' | 'fluid' | 'blood'

const URINE = /^(urine|urinalysis|dipstick|dipsticks|urinary)$/
const FLUID = /^(csf|cerebrospinal|pleural|ascitic|peritoneal|synovial|aspirate)$/
const BLOOD =
  /^(serum|plasma|haematology|hematology|biochemistry|chemistry|fbc|cbc|fhg|haemogram|hemogram|uec|uecs|lft|lfts|rft|serology|lipid|lipids|stool|thyroid|coagulation|electrolytes|bp|renal|liver)$/

/** The section that a word begins, at its place in a line. */
export const sectionAt = (pieces: readonly Piece[], at: number): Section | undefined => {
  const { text } = pieces[at]!
  if (URINE.test(text)) return 'urine'
  const isUA = text === 'u' && pieces[at + 1]?.raw === '/' && pieces[at + 2]?.text === 'a'
  if (isUA) return 'urine'
  if (FLUID.test(text)) return 'fluid'
  return BLOOD.test(text) ? 'blood' : undefined
}
