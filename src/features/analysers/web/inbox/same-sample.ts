import type { InboxResult } from '../analyser-types.ts'

/** Results of a message in groups of those that name the same sample and patient: each group is given to one sample. */
export const groupsOf = (rows: readonly InboxResult[]): InboxResult[][] => [
  ...Map.groupBy(rows, ({ message, accession, patient_ref }) => `${message} ${accession} ${patient_ref}`).values(),
]
