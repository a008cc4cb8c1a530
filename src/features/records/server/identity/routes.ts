import { findLikelyPatients, keepRecordHere, moveRecord } from '#features/records/contract.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { conflict, forbidden } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { holdRecord } from '../entities/hold-record.ts'
import { findRecord, findVisible, lockRecord } from '../find-records.ts'
import { differences, findComparisons, findStatements } from './find-comparison.ts'
import { findLikely, MOST } from './find-likely.ts'
import { lockForMove, moveTo } from './move-record.ts'

const ENTITY = 'medical record'

/** Whose a document is: who it may be, moving it there, or keeping it where it is. */
export const identityRoutes: Route[] = [
  handle(findLikelyPatients, async (context) => {
    const { db, params, query, user, audit } = context
    const place = readPlace(query.cursor)
    if (!user.permissions.has('patients.view')) throw forbidden('patients.view')
    const { patient } = await findVisible(context, params.id)
    audit('read', { entity: ENTITY, id: params.id, patient })
    const statements = await findStatements(db, params.id)
    const { document_date: documentDate, created_at } = await db
      .selectFrom('medical_records')
      .select(['document_date', 'created_at'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    const likely = await findLikely(context, { patient, statements, documentDate, added: created_at.toISOString().slice(0, 10) })
    const page = pageAt(likely.slice(place), { limit: query.limit ?? MOST, place })
    for (const one of page.rows) audit('read', { entity: 'patient', id: one.patient, patient: one.patient })
    return page
  }),

  handle(moveRecord, async (context) => {
    const { params, body, ifMatch } = context
    const record = await lockForMove(context, params.id, body.patient)
    await requireUnchanged(record, requireVersion(body.version ?? ifMatch), () => findRecord(context, record.id))
    await moveTo(context, record, body.patient)
    return findRecord(context, record.id)
  }),

  handle(keepRecordHere, async (context) => {
    const { db, params, body, ifMatch, user, now, audit, publish } = context
    await holdRecord(context, params.id)
    const record = await lockRecord(context, params.id)
    await requireUnchanged(record, requireVersion(body.version ?? ifMatch), () => findRecord(context, record.id))
    const comparison = (await findComparisons(db, [record.id], true)).get(record.id)!
    if (comparison.state !== 'mismatch') throw conflict('This document names no other patient.', {}, 'no_mismatch')
    const differs = differences(comparison)
    await db
      .updateTable('medical_records')
      .set({
        kept_here_at: now,
        kept_here_by: user.id,
        kept_here_reason: body.reason,
        kept_here_against: JSON.stringify(differs),
        changed_at: now,
        changed_by: user.id,
        version: record.version + 1,
      })
      .where('id', '=', record.id)
      .execute()
    audit('keep here', {
      entity: ENTITY,
      id: record.id,
      patient: record.patient,
      change: { reason: body.reason, differs: differs.map(({ field }) => field) },
    })
    publish('records', record.id)
    return findRecord(context, record.id)
  }),
]
