/** What becomes of a sign-in that fails: a wrong password, an account closed to guesses for a while, a server with too much to do. */
export const outcomes = ['wrong', 'locked', 'busy'] as const
export type Outcome = (typeof outcomes)[number]

/** What verifying can find. */
export const faults = ['changed', 'removed', 'added', 'moved', 'seal missing', 'seal changed', 'seal replaced'] as const
export type Fault = (typeof faults)[number]

/** Rows of the log that go into one file. */
export const EXPORT_ROWS = 20_000
