import type { PatientSummary } from '#features/patients/contract.ts'
import { patientFields } from '#features/patients/record.ts'
import { fieldNames, having } from '#shared/record.ts'
import { redactRestricted, type Reader } from './is-restricted.ts'

/** Every listed field that is no part of the name, as if it were not recorded. */
const blanks = Object.fromEntries(
  fieldNames(having(patientFields, 'listed', true))
    .filter((name) => patientFields[name].merge !== 'names')
    .map((name) => [name, patientFields[name].type === 'yes' ? false : name === 'gender' ? 'unknown' : null]),
)

/** A patient of a list whose record is restricted to others: number and name. */
export const redactSummary = <T extends PatientSummary>(line: T): T => ({
  ...line,
  ...blanks,
  age: null,
  user: null,
  death: null,
  insurances: [],
  last_visit_at: null,
})

/** Patients of a list as the reader may see them. */
export const redactSummaries = <T extends PatientSummary>(reader: Reader, lines: readonly T[]): Promise<T[]> =>
  redactRestricted(reader, lines, { patientOf: ({ id }) => id, redact: redactSummary })
