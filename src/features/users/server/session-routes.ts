import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { endOneSession, listSessions } from '../contract.ts'
import { lockOver, requireOver } from './change-person.ts'
import { endSession, findSessionsOf } from './sessions.ts'

/** Where others are signed in, for whoever may change their account. */
export const sessionRoutes: Route[] = [
  handle(listSessions, async ({ db, params: { id }, user, now }) => {
    await requireOver(db, user, id)
    const sessions = await findSessionsOf(db, id, now)
    return sessions.map((session) => ({ ...session, is_current: session.id === user.session_id }))
  }),

  handle(endOneSession, async ({ db, params: { id, session }, user, now, audit, publish }) => {
    await lockOver({ db, user }, id)
    if (!(await endSession(db, id, session, 'ended by an administrator', now))) throw notFound('Session')
    audit('end session', { entity: 'user', id, change: { session } })
    publish('rights', id)
  }),
]
