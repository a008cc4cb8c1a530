import type { Role } from '#shared/permissions.ts'
import { writeTrail } from '#platform/audit/audit.ts'
import type { Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { deviceHash, emailHash } from './keyed-hashes.ts'
import { findState } from './second-factors.ts'
import { endOldestSessions, rememberDevice, startSession } from './sessions.ts'
import { insertLoginAttempt } from './try-password.ts'

interface Person {
  id: number
  email: string
  role: Role
  first_name: string
}

/**
 * Opens the session of somebody who has proved who they are, and whose row is held, and answers its first pair of tokens. Of too many sessions
 * the oldest end.
 */
export const openSession = async (
  { codeKey, tokens }: Pick<Services, 'codeKey' | 'tokens'>,
  { db, now, trail, ids, request, reply, publish }: Pick<Context, 'db' | 'now' | 'trail' | 'ids' | 'request' | 'reply' | 'publish'>,
  { id: user_id, email, role, first_name }: Person,
  device: string,
) => {
  const { is_on, is_required } = await findState(db, user_id)
  const sid = ids.uuid()
  const token = ids.secret()
  const place = { device_hash: deviceHash(codeKey, device), ip: request.ip, user_agent: request.userAgent }
  await startSession(db, { id: sid, user_id, ...place, second_factor_due: is_required && !is_on }, token, now)
  await rememberDevice(db, user_id, place.device_hash)
  const ended = await endOldestSessions(db, user_id, sid, now)
  if (ended > 0) {
    const change = { reason: 'too many sessions', count: ended }
    await writeTrail(db, trail, [{ action: 'end session', entity: 'user', id: user_id, change }])
  }
  await insertLoginAttempt(db, trail, emailHash(codeKey, email), user_id, 'signed in')
  reply.setDevice(device)
  publish('rights', user_id)
  return { access: tokens.sign({ user_id, role, first_name, email, sid }), refresh: token }
}
