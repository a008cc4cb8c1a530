import type { PatientSummary } from '#features/patients/contract.ts'
import { redactRestricted, type Reader } from './is-restricted.ts'

/** A patient of a list whose record is shut: number and name. */
export const redactSummary = <T extends PatientSummary>(line: T): T => ({
  ...line,
  gender: 'unknown',
  date_of_birth: null,
  is_birth_date_estimated: false,
  age: null,
  phone: null,
  email: null,
  residence: null,
  user: null,
  death: null,
  insurances: [],
  last_visit_at: null,
})

/** Patients of a list as the reader may see them. */
export const redactSummaries = <T extends PatientSummary>(reader: Reader, lines: readonly T[]): Promise<T[]> =>
  redactRestricted(reader, lines, { patientOf: ({ id }) => id, redact: redactSummary })
