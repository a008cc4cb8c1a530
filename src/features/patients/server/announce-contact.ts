import { queueMessage } from '#features/messages/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { readMoment } from './account-requests.ts'

interface Contact {
  phone?: string | null | undefined
  email?: string | null | undefined
}

/**
 * Tells the telephone and the e-mail that a record had until now that they are its contact no more, where messages are configured: the patient
 * notices who replaces them unasked. It names nobody, because the contact may never have been the patient's. `once` names the change.
 */
export const announceReplaced = async (
  { db, now, publish, user, afterwards }: Pick<Context, 'db' | 'now' | 'publish' | 'user' | 'afterwards'>,
  before: Contact & { id: number; language: string | null },
  after: Contact,
  once: string,
) => {
  const gone = (field: keyof Contact) => (before[field] === after[field] ? null : (before[field] ?? null))
  const recipient = { phone: gone('phone'), email: gone('email'), language: before.language, patient: before.id }
  if (!recipient.phone && !recipient.email) return
  const queue = async (clinic: Db) => {
    const queued = await queueMessage(clinic, {
      kind: 'contact_replaced',
      recipient,
      values: { first_name: '', number: '', ...(await readMoment(clinic, now)) },
      entity: { kind: 'account link', id: before.id },
      onceKey: `contact replaced:${before.id}:${once}`,
      now,
      by: user.id,
    })
    if (queued > 0) publish('messages')
  }
  // A patient's own session does not see how messages go out.
  if (user.role === 'patient') afterwards(queue)
  else await queue(db)
}
