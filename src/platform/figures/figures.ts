import { Tally } from './tally.ts'

/** The statements of this process, by their text with places for values, of all its pools. */
export const statements = new Tally(2000)

/** The requests that this process answered, by method and pattern of the route, never by address. */
export const requests = new Tally(1000)
