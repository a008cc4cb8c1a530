import { sql, type RawBuilder } from 'kysely'

/** What a row says of where it comes from when a person made it of a finding in a document. */
export const documentSource = (record: number, finding: number) => `medical record ${record}, finding ${finding}`

/** The id of the document that a row comes from, read from its column `source`; null for every other origin. */
export const documentIn = (source: RawBuilder<unknown>) =>
  sql<number | null>`substring(${source} from '^medical record ([0-9]+), ')::integer`
