import { sql } from 'kysely'
import { cancelMessages, queueMessage } from '#features/messages/index.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'

const entityOf = (id: number) => ({ kind: 'prescription request' as const, id })

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
/** Whom a request is told to: nobody for a record that was put away. */
const findRecipient = async (db: Db, request: number) => {
  const { rows } = await sql<Recipient>`
    select p.id as patient, p.first_name, p.phone, p.email, p.language, p.user_id is not null as has_account, q.date_created as sent_at,
      c.time_zone as zone
    from public_prescription_requests q join patients p on p.id = q.patient_id cross join company c
    where q.id = ${request} and p.deactivated_at is null`.execute(db)
  return rows[0]
}

interface Telling {
  request: number
  kind: 'question' | 'ready'
  /** The same news is queued once. */
  once: string
  /** Where the patient reads it; nothing without an address of the clinic. */
  publicUrl: string | undefined
}

/** Queues word for the patient that there is a question, or that something is ready; never what it is about. */
export const tellPatient = async (
  { db, user, now, publish }: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  { request, kind, once, publicUrl }: Telling,
) => {
  const to = await findRecipient(db, request)
  if (!to) return
  const { patient, first_name, phone, email, language, has_account, sent_at, zone } = to
  const queued = await queueMessage(db, {
    kind,
    recipient: { patient, phone, email, language },
    values: {
      first_name,
      ...wallTimeOf(sent_at, zone),
      number: '',
      link: has_account && publicUrl !== undefined ? `${publicUrl}/patient-overview` : null,
    },
    entity: entityOf(request),
    onceKey: `prescription request:${request}:${once}`,
    now,
    by: user.id,
  })
  if (queued > 0) publish('messages')
}

/** Takes back what still waits to be sent and is no longer true. */
export const takeBack = async (
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  request: number,
  kinds: readonly ('question' | 'ready')[],
) => {
  if ((await cancelMessages(db, entityOf(request), kinds)) > 0) publish('messages')
}
