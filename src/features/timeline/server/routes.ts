import { requirePatient } from '#features/patients/public.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getTimeline } from '../contract.ts'
import { findEvents, readableKinds } from './find-events.ts'

export const routes = (): Route[] => [
  handle(getTimeline, async ({ db, params, query, user, audit }) => {
    const limit = limitOf(query.limit)
    const rows = await findEvents(db, params.id, readableKinds(user.permissions, query.kind), {
      cursor: readCursor(query.cursor),
      limit: limit + 1,
    })
    if (rows.length === 0) await requirePatient(db, params.id)
    audit('read', { entity: 'time line', id: null, patient: params.id })
    return pageOf(rows, limit, ({ at }) => at.toISOString())
  }),
]
