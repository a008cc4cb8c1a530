import { requireFound, stale, versionNeeded } from '#platform/errors/problem.ts'

interface Versioned {
  version: number
}

/** The version that the caller has read, of a change that must name one. 400 `version`. */
export const requireVersion = (seen: number | null): number => {
  if (seen === null) throw versionNeeded()
  return seen
}

/**
 * Answers a locked record if it is still the version that the caller has read (`seen`: from the body, else from `If-Match`). 412 if it is another
 * one, with the record as it is now: `current` reads it where callers do not read the locked row itself. A change that names no version (null) is
 * made to what is there. `patient` owns a record that does not name its patient: where their record is restricted, nothing of it is answered.
 */
export const requireUnchanged = async <R extends Versioned>(
  record: R,
  seen: number | null,
  current: () => unknown = () => record,
  patient: number | null = null,
): Promise<R> => {
  if (seen !== null && seen !== record.version) throw stale(await current(), patient)
  return record
}

/** The same for several records that a body names, each with the version that was read; `current` is given those that have changed. */
export const requireAllUnchanged = async <R extends Versioned & { id: number }>(
  records: Iterable<R>,
  named: readonly { id: number; version?: number | undefined }[],
  current: (changed: R[]) => unknown,
): Promise<void> => {
  const byId = new Map(Array.from(records, (record) => [record.id, record]))
  const changed = named.flatMap(({ id, version }) => {
    const record = byId.get(id)
    return record && version !== undefined && version !== record.version ? [record] : []
  })
  if (changed.length > 0) throw stale(await current(changed))
}

/**
 * The locked record and the change that a body asks for, without its version: 404 where there is no record, 412 as `requireUnchanged`.
 * `what` is the record's name in the refusal.
 */
export const changeFrom = async <R extends Versioned, B extends { version?: number | undefined }>(
  record: R | undefined,
  body: B,
  { ifMatch, what, current }: { ifMatch: number | null; what: string; current?: (record: R) => unknown },
): Promise<{ before: R; change: Omit<B, 'version'> }> => {
  const before = requireFound(record, what)
  const { version = ifMatch, ...change } = body
  await requireUnchanged(before, version, current && (() => current(before)))
  return { before, change }
}
