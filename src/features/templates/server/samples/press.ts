import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

/** What a sample is printed with. */
export interface SamplePress {
  db: Db
  files: FileStore
  printPdf: PrintPdf
  now: Date
  user: { first_name: string; last_name: string }
  /** Where everybody reaches the clinic, such as https://clinic.example. */
  address: string
}

/** Nobody: every sample is about this patient, and says that it is one. */
export const samplePatient = { name: 'Sample Patient', number: 'SAMPLE-0001', born: '1990-05-04' }
export const SAMPLE_STAMP = 'SAMPLE'
/** Leads to nothing that was ever printed. */
export const SAMPLE_CODE = '0000-0000-0000-0000-0000-0000-0000-0000'

export const printedBy = ({ user }: SamplePress, when: string): string =>
  `Printed ${when} by ${user.first_name} ${user.last_name}`.trimEnd()
