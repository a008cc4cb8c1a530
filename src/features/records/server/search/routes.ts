import { searchRecords } from '#features/records/contract.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { readPage } from '#platform/db/keyset.ts'
import { requireMaySearch, visibleAmongAll } from '../policy.ts'
import { searchPages } from './search-records.ts'

export const searchRoutes: Route[] = [
  handle(searchRecords, async ({ db, user, query, now, audit }) => {
    const { q, patient_id: patient, kind } = query
    requireMaySearch(user, patient)
    const visible = visibleAmongAll(user, now, patient)
    const page = await readPage(query, { find: (position) => searchPages(db, { q, visible, patient, kind, ...position }) })
    auditReads(audit, 'document search', page.rows, patient)
    return { ...page, rows: page.rows.map(({ id: _id, ...hit }) => hit) }
  }),
]
