import { sql } from 'kysely'
import { type Asker, cancelMessages, notifyRequester } from '#features/messages/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'

const entityOf = (id: number) => ({ kind: 'prescription request' as const, id })

/** Whom a request is told to: nobody for a record that was put away. */
const findAsker = async (db: Db, request: number) => {
  const { rows } = await sql<Asker>`
    select p.id as patient, p.first_name, p.phone, p.email, p.language, p.user_id is not null as has_account, q.date_created as sent_at,
      c.time_zone as zone
    from public_prescription_requests q join patients p on p.id = q.patient_id cross join company c
    where q.id = ${request} and p.deactivated_at is null and died_on(p.id) is null`.execute(db)
  return rows[0]
}

type News = Omit<Parameters<typeof notifyRequester>[2], 'entity'> & { request: number }

/** Queues word for the patient that there is a question, or that something is ready. */
export const notifyAboutRequest = async (context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>, { request, ...news }: News) => {
  const asker = await findAsker(context.db, request)
  if (asker) await notifyRequester(context, asker, { ...news, entity: entityOf(request) })
}

/** Takes back what still waits to be sent and is no longer true. */
export const retractNotices = async (
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  request: number,
  kinds: readonly ('question' | 'ready')[],
) => {
  if ((await cancelMessages(db, entityOf(request), kinds)) > 0) publish('messages')
}
