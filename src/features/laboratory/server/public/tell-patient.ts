import { sql } from 'kysely'
import { queueMessage } from '#features/messages/index.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'

interface Recipient {
  patient: number
  first_name: string
  phone: string | null
  email: string | null
  language: string | null
  has_account: boolean
  sent_at: Date
  zone: string
}
/** Whom a request is told to: nobody for one that is on no record, or on one that was put away. */
const findRecipient = async (db: Db, request: number) => {
  const { rows } = await sql<Recipient>`
    select p.id as patient, p.first_name, p.phone, p.email, p.language, p.user_id is not null as has_account, q.date_created as sent_at,
      c.time_zone as zone
    from public_lab_requests q join patients p on p.id = q.patient_id cross join company c
    where q.id = ${request} and p.deactivated_at is null`.execute(db)
  return rows[0]
}

/** Queues word for the patient, once, that what they asked for is ready; never what it is. */
export const tellReady = async (
  { db, user, now, publish }: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  request: number,
  publicUrl: string | undefined,
) => {
  const to = await findRecipient(db, request)
  if (!to) return
  const { patient, first_name, phone, email, language, has_account, sent_at, zone } = to
  const link = has_account && publicUrl !== undefined ? `${publicUrl}/patient-overview` : null
  const queued = await queueMessage(db, {
    kind: 'ready',
    recipient: { patient, phone, email, language },
    values: { first_name, ...wallTimeOf(sent_at, zone), number: '', link },
    entity: { kind: 'laboratory request', id: request },
    onceKey: `laboratory request:${request}:ready`,
    now,
    by: user.id,
  })
  if (queued > 0) publish('messages')
}
