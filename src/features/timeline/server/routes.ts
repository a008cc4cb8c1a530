import { requirePatient } from '#features/patients/public.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { readPage } from '#platform/db/keyset.ts'
import { getTimeline } from '../contract.ts'
import { findEvents, readableKinds } from './find-events.ts'

export const routes = (): Route[] => [
  handle(getTimeline, ({ db, params: { id: patient }, query, user, audit }) => {
    audit('read', { entity: 'time line', id: null, patient })
    return readPage(query, {
      find: (position) => findEvents(db, patient, readableKinds(user.permissions, query.kind), position),
      by: ({ at }) => at.toISOString(),
      ifEmpty: () => requirePatient(db, patient),
    })
  }),
]
