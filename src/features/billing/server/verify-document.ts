import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { verifyDocument } from '../contract-papers.ts'

type Proof = ReplyOf<typeof verifyDocument>

/** The document that bears a code, and what it is worth now; undefined when none does. Nobody's name, nothing that was done. */
export const findDocument = async (db: Db, code: string): Promise<Proof | undefined> => {
  const { rows } = await sql<Proof>`
    select c.name as clinic, c.currency, d.document, d.number, d.date, d.total, d.state
    from company c, (
      select 'invoice' as document, number, issued_on::text as date, total::text,
        case status when 'issued' then 'valid' else status::text end as state
      from invoices where verification = ${code}
      union all
      select case kind when 'payment' then 'receipt' else kind::text end, number, received_on::text, abs(total)::text,
        case when exists (select from receipts o where o.reverses_id = r.id) then 'reversed' else 'valid' end
      from receipts r where verification = ${code}
      union all
      select 'credit note', number, issued_on::text, total::text, 'valid' from credit_notes where verification = ${code}
    ) d`.execute(db)
  return rows[0]
}
