import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Documents that were written in this transaction and have no number yet. */
export interface Unnumbered {
  invoice?: number
  receipt?: number
  creditNote?: number
}
export interface Numbers {
  invoice: string | null
  receipt: string | null
  credit_note: string | null
}

/**
 * Gives documents the next number of their series and fiscal year. From here until the transaction ends nobody else gets one, so it is the
 * last thing that is done: no statement but the trail comes after it. The database lets no transaction end with an unnumbered document.
 */
export const numberDocuments = async (db: Db, { invoice, receipt, creditNote }: Unnumbered): Promise<Numbers> => {
  const parts = [
    ...(invoice === undefined
      ? []
      : [
          sql`bill as (update invoices set number = next_document_number('invoice', issued_on) where id = ${invoice} and number is null returning number)`,
        ]),
    ...(receipt === undefined
      ? []
      : [sql`paper as (update receipts set number = next_document_number('receipt', received_on) where id = ${receipt} returning number)`]),
    ...(creditNote === undefined
      ? []
      : [
          sql`note as (update credit_notes set number = next_document_number('credit note', issued_on) where id = ${creditNote} returning number)`,
        ]),
  ]
  const { rows } = await sql<Numbers>`
    with ${sql.join(parts)}
    select ${invoice === undefined ? sql`null` : sql`(select number from bill)`} as invoice,
      ${receipt === undefined ? sql`null` : sql`(select number from paper)`} as receipt,
      ${creditNote === undefined ? sql`null` : sql`(select number from note)`} as credit_note`.execute(db)
  return rows[0]!
}
