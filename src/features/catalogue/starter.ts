import { starterItems } from './knowledge/shared.ts'

export { starterDrugs, starterItems } from './knowledge/shared.ts'

const codes = new Map(starterItems.flatMap(({ name, code }) => (code === undefined ? [] : [[name.toLowerCase(), code]])))
/** The code of the starter's item with this name, in whatever letter case; none for any other name. */
export const starterCode = (name: string): string | undefined => codes.get(name.toLowerCase())

/** The item that a visit with a doctor is charged, in a clinic that starts with it. */
export const CONSULTATION = 'Consultation'
