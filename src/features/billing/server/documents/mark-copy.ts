import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { BillingDocument } from '#platform/db/tables.gen.ts'

interface Print {
  document: BillingDocument
  id: number
  at: Date
  by: number
}

/**
 * Counts one more print of a document and answers which it is: 1 is the original. Prints at the same time wait for each other until their
 * transactions end, so exactly one of them is the original.
 */
export const markCopy = async (db: Db, { document, id, at, by }: Print): Promise<number> => {
  for (;;) {
    const { rows } = await sql<{ copy: number }>`
      insert into document_prints (document, document_id, copy, printed_at, printed_by)
      select ${document}::billing_document, ${id}::integer, coalesce(max(copy), 0) + 1, ${at}, ${by}
      from document_prints where document = ${document} and document_id = ${id}
      on conflict do nothing returning copy`.execute(db)
    // None: another print took this number while we waited for it. The next look sees it.
    if (rows[0]) return rows[0].copy
  }
}

/** What is stamped on a print of an issued document. */
export const copyStamp = (copy: number): string[] => (copy === 1 ? [] : [`DUPLICATE - copy ${copy}`])
