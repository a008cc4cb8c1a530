import { searchRecords } from '#features/records/contract.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireMaySearch, visibleAmongAll } from '../policy.ts'
import { searchPages } from './search-records.ts'

export const searchRoutes: Route[] = [
  handle(searchRecords, async ({ db, user, query, now, audit }) => {
    const { q, patient_id, kind, cursor } = query
    requireMaySearch(user, patient_id)
    const limit = limitOf(query.limit)
    const visible = visibleAmongAll(user, now, patient_id)
    const asked = { q, visible, patient: patient_id, kind, cursor: readCursor(cursor), limit: limit + 1 }
    const page = pageOf(await searchPages(db, asked), limit, ({ id }) => id)
    const rows = page.rows.map(({ id: _id, ...hit }) => hit)
    auditReads(
      audit,
      'document search',
      rows.map(({ patient }) => patient),
      patient_id,
    )
    return { ...page, rows }
  }),
]
