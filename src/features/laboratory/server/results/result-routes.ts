import {
  amendResult as amendContract,
  approveResults as approveContract,
  enterResults as enterContract,
  withdrawResult as withdrawContract,
} from '#features/laboratory/contract-results.ts'
import { requireRegistration } from '#features/users/public.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { findPanel, findPanelsById } from '../requests/find-requests.ts'
import { approveResults } from './approve.ts'
import { amendResult, withdrawResult } from './correct.ts'
import { enterResults } from './enter-results.ts'
import { orStale, tell } from './tell.ts'

export const resultRoutes: Route[] = [
  handle(enterContract, async (context) => {
    const { db, user, body, now } = context
    const { ids, trail } = await orStale(context, () => enterResults({ db, now, by: user.id }, body.results))
    tell(context, trail)
    return findPanelsById(db, ids, user)
  }),

  handle(approveContract, async (context) => {
    const { db, user, body, now } = context
    await requireRegistration(db, user)
    const { trail, moves } = await orStale(context, () => approveResults({ db, now, by: user.id }, body.panels))
    tell(context, trail, moves)
    return findPanelsById(
      db,
      body.panels.map(({ id }) => id),
      user,
    )
  }),

  handle(amendContract, async (context) => {
    const { db, user, params, body, ifMatch, now } = context
    const seen = body.version ?? ifMatch
    await requireRegistration(db, user)
    const { trail } = await orStale(context, () => amendResult({ db, now, by: user.id }, params.id, body, seen), 'one')
    tell(context, trail)
    return (await findPanel(db, params.id, user))!
  }),

  handle(withdrawContract, async (context) => {
    const { db, user, params, body, ifMatch, now } = context
    const seen = body.version ?? ifMatch
    const { trail } = await orStale(context, () => withdrawResult({ db, now, by: user.id }, params.id, body.reason, seen), 'one')
    tell(context, trail)
    return (await findPanel(db, params.id, user))!
  }),
]
