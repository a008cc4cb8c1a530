import type { Permission } from '#shared/permissions.ts'
import type { Asker, Subject } from '#platform/questions/subject.ts'
import type { Query } from './query.ts'

/** The rights that an answer to this needs: those of the rows, of what they are grouped and limited by, and of what is shown of them. */
export const rightsFor = (query: Query, subject: Subject): Permission[] => {
  const named = [...query.groups, ...query.filters.map(({ dimension }) => dimension)]
  const dimensions = named.flatMap((name) => subject.dimensions[name]?.access ?? [])
  const column = subject.list?.columns.find(({ key }) => key === query.column)
  const patient: Permission[] = query.patient ? ['patients.view'] : []
  return [...new Set([...subject.access, ...dimensions, ...(column?.access ?? []), ...patient])]
}

/** Whether a person may ask about these rows at all. A patient asks about their own record, where it may be asked about. */
export const maySee = (asker: Asker, subject: Subject): boolean =>
  asker.role === 'patient' ? subject.own === true : subject.access.every((right) => asker.permissions.has(right))

/** Whether a person may have this answered. */
export const mayAsk = (asker: Asker, query: Query, subject: Subject): boolean => {
  const column = subject.list?.columns.find(({ key }) => key === query.column)
  if (asker.role === 'patient') return subject.own === true && query.patient !== null && !column?.staff
  return rightsFor(query, subject).every((right) => asker.permissions.has(right))
}

/**
 * Rights by which this person sees more rows than others who may ask the same: an answer with those rows is theirs as long as they hold
 * them.
 */
export const rightsToRows = (asker: Asker, { rows }: Subject): string[] => {
  if (!rows || rows(asker)) return []
  const sees = (held: Iterable<string>) => rows({ ...asker, permissions: new Set(held) }) === undefined
  const held = [...asker.permissions]
  return held.filter((right) => sees([right]) || !sees(held.filter((other) => other !== right)))
}
