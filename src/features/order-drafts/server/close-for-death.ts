import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

interface Draft {
  id: number
  kind: string
  orders: number
  author: string
}

/** Orders that were chosen for a patient and are not sent, whoever chose them. */
export const findDrafts = async (db: Db, patient: number): Promise<Draft[]> => {
  const { rows } = await sql<Draft>`
    select d.id, d.kind, d.orders, concat_ws(' ', u.first_name, u.last_name) as author from order_drafts d join users u on u.id = d.author_id
    where d.patient_id = ${patient} and d.orders > 0 order by d.id`.execute(db)
  return rows
}

/** Empties them; answers what was in each. */
export const emptyDrafts = async (db: Db, patient: number, now: Date) => {
  const { rows } = await sql<{ id: number; content: unknown; orders: number; version: number }>`
    update order_drafts d set content = null, orders = 0, changed_at = ${now}, version = d.version + 1
    from (select id, content, orders from order_drafts where patient_id = ${patient} and orders > 0 for update) was
    where d.id = was.id returning d.id, was.content, was.orders, d.version`.execute(db)
  return rows
}

/** Fills one again as it was; false where it was changed since. */
export const refillDraft = async (
  db: Db,
  { id, content, orders, version }: { id: number; content: unknown; orders: number; version: number },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    update order_drafts set content = ${JSON.stringify(content)}::jsonb, orders = ${orders}, changed_at = ${now}, version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
