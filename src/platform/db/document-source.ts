import { sql, type RawBuilder } from 'kysely'

/**
 * What a row says of where it comes from when a person made it of a finding in a document. `version` is the finding's: what was taken
 * back may be made again.
 */
export const documentSource = (record: number, finding: number, version: number) =>
  `medical record ${record}, finding ${finding}, version ${version}`

/** The id of the document that a row comes from, read from its column `source`; null for every other origin. */
export const documentIn = (source: RawBuilder<unknown>) =>
  sql<number | null>`substring(${source} from '^medical record ([0-9]+), ')::integer`
