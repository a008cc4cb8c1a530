import type { PatientSummary } from '#features/patients/contract.ts'

/** A line of a list as everybody sees it: of a restricted record who it is, and nothing of how to reach them or who pays. */
export const coverLine = <T extends PatientSummary>(line: T): T =>
  line.is_restricted ? { ...line, phone: null, email: null, residence: null, insurances: [], last_visit_at: null } : line
