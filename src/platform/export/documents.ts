import type { Client } from 'pg'
import type { ExportRules } from './rules.ts'

const BATCH = 500

const ending = `case type when 'application/pdf' then '.pdf' when 'image/png' then '.png' when 'image/jpeg' then '.jpg'
  when 'image/tiff' then '.tif' when 'image/webp' then '.webp' when 'text/plain' then '.txt' else '' end`

/** One row for each document's bytes, however many rows name them: where they lie in the archive, what they are, and a name. */
const listed = ({ documents }: ExportRules) =>
  `select distinct on (sha256 collate "C") 'documents/' || left(sha256, 2) || '/' || sha256 || ${ending} as path, sha256, type, name
   from (${documents}) d order by sha256 collate "C", type, name`

export interface DocumentRow {
  path: string
  sha256: string
  type: string
}

/** The documents that rows tell of, some at a time. */
export const eachDocument = async function* (client: Client, rules: ExportRules): AsyncGenerator<DocumentRow> {
  await client.query(`declare documents no scroll cursor for ${listed(rules)}`)
  for (;;) {
    const { rows } = await client.query<DocumentRow>(`fetch ${BATCH} from documents`)
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('close documents')
}

/** The statement that sends documents.csv. */
export const sendingDocuments = (rules: ExportRules) => `copy (${listed(rules)}) to stdout with (format csv, header)`

/** The SHA-256 that is the name of a document in the archive; undefined for other files. */
export const documentOf = (path: string): string | undefined => /^documents\/[0-9a-f]{2}\/([0-9a-f]{64})(\.[a-z]{3})?$/.exec(path)?.[1]
