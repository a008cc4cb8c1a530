const YEAR = 365
/** Days of age, of which the next row begins: a child of two months is another one a week later. */
const valid: readonly (readonly [under: number, days: number])[] = [
  [YEAR, 7],
  [5 * YEAR + 1, 30],
  [16 * YEAR + 4, 90],
]
const ADULT = 180

/**
 * For how many days a weight may give a dose for each kilogram, by age in days: 7 under a year, 30 under five, 90 under sixteen, then 180. Of
 * an age that is not known it is the shortest of these.
 * Proposed by the project for the paediatric doses of WHO, to be confirmed by the clinical lead.
 */
export const weightValidDays = (ageDays: number | null): number =>
  valid.find(([under]) => ageDays === null || ageDays < under)?.[1] ?? ADULT
