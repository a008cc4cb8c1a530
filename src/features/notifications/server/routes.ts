import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { handle, type Context, type User } from '#platform/http/handle.ts'
import { readPage } from '#platform/db/keyset.ts'
import {
  countNotifications,
  countWaiting,
  getNotificationPreferences,
  listNotifications,
  readNotifications,
  updateNotificationPreferences,
} from '../contract.ts'
import { isCritical, levelOf, type Kind } from '../rules.ts'
import type { Routes } from '#features/feature.ts'
import { kindsFor } from './policy.ts'
import {
  countNotifications as count,
  countUnread,
  findNotifications,
  findOff,
  isCriticalFirst,
  markRead,
  findReader,
  savePreferences,
} from './queries.ts'
import { findWaiting } from './waiting.ts'

/** A list that is longer says that it has so many. */
const MOST_TOTAL = 1_000

const findPreferences = async (db: Db, user: User) => {
  const off = await findOff(db, user.id)
  return kindsFor(user).map((kind) => ({
    kind,
    level: levelOf(kind),
    is_off: off.has(kind) && !isCritical(kind),
    may_be_off: !isCritical(kind),
  }))
}

/** 400 for what somebody may not switch off: what cannot wait, and what they would not be told of anyway. */
const refuseOff = (user: User, off: readonly Kind[]) => {
  const own = new Set(kindsFor(user))
  if (off.some((kind) => !own.has(kind))) throw fieldError('off', 'You do not receive this notification.')
  if (off.some(isCritical)) throw fieldError('off', 'Critical notifications cannot be turned off.')
}

/** The person's other screens; nobody else has read or switched off anything. */
const notifyOwn = ({ id, role }: User, publish: Context['publish']) => publish(role === 'patient' ? 'portal' : 'notifications', id)

/** One inbox per person: everybody reads and marks their own. */
export const routes: Routes = ({ waiting }) => [
  handle(listNotifications, async ({ db, user, query }) => {
    const reader = await findReader(db, user, query)
    return readPage(query, {
      find: (position) => findNotifications(db, reader, query, position),
      by: ({ kind }) => String(isCriticalFirst(query) && isCritical(kind)),
      count: () => count(db, reader, query, MOST_TOTAL),
    })
  }),

  handle(countNotifications, async ({ db, user }) => countUnread(db, await findReader(db, user))),

  handle(countWaiting, ({ db, user, now }) => findWaiting(db, user, waiting, now)),

  handle(readNotifications, async ({ db, user, body: { ids, up_to, all }, now, publish }) => {
    const reader = await findReader(db, user)
    await markRead(db, reader, ids ? { ids } : { up_to: up_to!, all }, now)
    notifyOwn(user, publish)
    return countUnread(db, reader)
  }),

  handle(getNotificationPreferences, ({ db, user }) => findPreferences(db, user)),

  handle(updateNotificationPreferences, async ({ db, user, body, publish }) => {
    refuseOff(user, body.off)
    await savePreferences(db, user.id, body.off)
    notifyOwn(user, publish)
    return findPreferences(db, user)
  }),
]
