import { sql } from 'kysely'
import { type Asker, tellAsker } from '#features/messages/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'

/** Whom a request is told to: nobody for one that is on no record, or on one that was put away. */
const findAsker = async (db: Db, request: number) => {
  const { rows } = await sql<Asker>`
    select p.id as patient, p.first_name, p.phone, p.email, p.language, p.user_id is not null as has_account, q.date_created as sent_at,
      c.time_zone as zone
    from public_lab_requests q join patients p on p.id = q.patient_id cross join company c
    where q.id = ${request} and p.deactivated_at is null and died_on(p.id) is null`.execute(db)
  return rows[0]
}

/** Queues word for the patient, once, that what they asked for is ready. */
export const tellReady = async (
  context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  request: number,
  publicUrl: string | undefined,
) => {
  const asker = await findAsker(context.db, request)
  const entity = { kind: 'laboratory request', id: request } as const
  if (asker) await tellAsker(context, asker, { kind: 'ready', entity, once: 'ready', publicUrl })
}
