import { without } from '#shared/paging.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import { readPage } from '#platform/db/keyset.ts'
import {
  exportAuditLog,
  listAuditLog,
  listAuditWords,
  listFailedSignIns,
  getAuditSeals,
  verifyAuditLog,
  listEmergencies,
  reviewEmergency,
} from '../contract.ts'
import { findEmergencies, review } from './emergencies.ts'
import { auditTable } from './export.ts'
import { findAuditRows, findAuditWords, type Filters } from './log.ts'
import { findSeals, verifyLastDay } from './seals.ts'
import { findFailedSignIns } from './sign-ins.ts'

/** What the trail keeps of a look into itself: whose record it was about, and what was asked. */
const looked = (filters: Filters & Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  entity: 'audit log',
  id: null,
  patient: filters.patient ?? null,
  // The trail is for those who watch over records, restricted ones too.
  opensNothing: true as const,
  change: { ...filters, ...more },
})

/** The audit trail as a room: search, export, failed sign-ins, and whether anybody touched it. */
export const routes = ({ printPdf }: Services): Route[] => [
  handle(listAuditLog, ({ db, query, audit }) => {
    const filters = without(query, ['limit', 'cursor'])
    audit('read', looked(filters))
    return readPage(query, { find: (position) => findAuditRows(db, filters, position), by: ({ moment }) => moment })
  }),
  handle(listEmergencies, ({ db, query, audit }) => {
    const { state } = query
    audit('read', { entity: 'emergency accesses', id: null, change: { state } })
    return readPage(query, { find: (position) => findEmergencies(db, { state, ...position }) })
  }),
  handle(reviewEmergency, async ({ db, params: { id }, body, user, now, audit, publish }) => {
    const reviewed = await review(db, id, user.id, body.review, now)
    audit('review', { entity: 'emergency access', id, patient: reviewed.patient, opensNothing: true, change: body })
    publish('patients', reviewed.patient)
    return reviewed
  }),
  handlePrepared(
    exportAuditLog,
    async ({ db, query, now, type }) => {
      const { table, clinic } = await auditTable(db, query, now)
      const head = { clinic, printed: '' }
      const reply = fileOf(type) ? await tableFile(table, type, { name: 'audit-log', printPdf, head }) : table
      return { reply, rows: table.rows.length }
    },
    async ({ query, type, audit, prepared }) => {
      audit('export', looked(query, { rows: prepared.rows, as: type }))
      return prepared.reply
    },
  ),
  handle(listAuditWords, ({ db }) => findAuditWords(db)),
  handle(listFailedSignIns, ({ db, query, audit }) => {
    audit('read', { entity: 'failed sign-ins', id: null, change: without(query, ['limit', 'cursor']) })
    return readPage(query, { find: (position) => findFailedSignIns(db, query, position), by: ({ moment }) => moment })
  }),
  handle(getAuditSeals, ({ db }) => findSeals(db)),
  handlePrepared(
    verifyAuditLog,
    ({ db, now }) => verifyLastDay(db, now),
    async ({ prepared, audit }) => {
      const { finding, rows, since } = prepared
      const found = finding && { fault: finding.fault, seal: finding.seal, row: finding.id }
      audit('verify', { entity: 'audit log', id: null, change: { rows, since, found } })
      return prepared
    },
  ),
]
