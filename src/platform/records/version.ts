import { notFound, stale } from '#platform/errors/problem.ts'

interface Kept {
  version: number
}

/**
 * The change that a body asks for, without its version, once the record is locked: 404 where there is none, 412 with the record as it is now
 * where the version that was read (in the body, else in `If-Match`) is another one. A change that names no version is made to what is there.
 */
export const changeFrom = <R extends Kept, B extends { version?: number | undefined }>(
  before: R | undefined,
  body: B,
  { ifMatch, what }: { ifMatch: number | null; what: string },
): { before: R; change: Omit<B, 'version'> } => {
  if (!before) throw notFound(what)
  const { version, ...change } = body
  const read = version ?? ifMatch
  if (read !== null && read !== before.version) throw stale(before)
  return { before, change }
}
