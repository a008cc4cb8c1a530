import { limitOf, readCursor, writeCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { ownPatient } from '#platform/http/own-patient.ts'
import { listOwnAccess } from '#features/portal/contract.ts'
import { findAccess } from './find-access.ts'

export const accessRoutes: Route[] = [
  handle(listOwnAccess, async ({ db, user, query }) => {
    const { limit, cursor, ...filters } = query
    const owner = { patient: ownPatient(user), user: user.id }
    const { entries, last } = await findAccess(db, owner, filters, { cursor: readCursor(cursor), limit: limitOf(limit) })
    return { rows: entries, next: last === null ? null : writeCursor(...last) }
  }),
]
