import { wallTimeOf } from '#shared/zoned.ts'
import type { Context } from '#platform/http/handle.ts'
import { queueMessage, type Subject } from './queue-message.ts'

/** Whom something is told that they asked for, and when they asked. */
export interface Asker {
  patient: number
  first_name: string
  phone: string | null
  email: string | null
  language: string | null
  has_account: boolean
  sent_at: Date
  zone: string
}

interface News {
  kind: 'question' | 'ready'
  entity: Subject
  /** The same news is queued once. */
  once: string
  /** Where it is read; nothing without an address of the clinic. */
  publicUrl: string | undefined
}

/** Queues word for a patient that there is a question, or that something is ready; never what it is about. */
export const notifyRequester = async (
  { db, user, now, publish }: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  { patient, first_name, phone, email, language, has_account, sent_at, zone }: Asker,
  { kind, entity, once, publicUrl }: News,
) => {
  const queued = await queueMessage(db, {
    kind,
    recipient: { patient, phone, email, language },
    values: {
      first_name,
      ...wallTimeOf(sent_at, zone),
      number: '',
      link: has_account && publicUrl !== undefined ? `${publicUrl}/patient-overview` : null,
    },
    entity,
    onceKey: `${entity.kind}:${entity.id}:${once}`,
    now,
    by: user.id,
  })
  if (queued > 0) publish('messages')
}
