import { type Route, handle, type Context, handlePrepared } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { entityRoutes } from './entities/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { searchRoutes } from './search/routes.ts'
import {
  getRecordFile,
  getRecordImage,
  getRecordPage,
  getRecordThumbnail,
  addRecord,
  cancelReading,
  changeRecord,
  extractRecord,
  getRecord,
  listRecords,
  purgeRecord,
  withdrawRecord,
} from '../contract.ts'
import {
  findFile,
  findPage,
  findPageImage,
  findThumbnail,
  type KeptFile,
  countRecords,
  findHeads,
  findRecord,
  lockRecord,
  withFindings,
  type LockedRecord,
} from './find-records.ts'
import { sql } from 'kysely'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { addRecordOf } from './add-record.ts'
import { refuseOtherPatient } from './identity/find-comparison.ts'
import { keepSent, type KeptDocument } from './keep-sent.ts'
import { requireMayList, requireMayRead, requireMayWithdraw, visibleAmongAll } from './policy.ts'
import { cancelRecordReading, readAgain } from './reading-job.ts'
import { purgeContent } from './purge-record.ts'
import { refuseDay } from './refuse-day.ts'
import { ownerOf, requireActive } from './ownership.ts'

const ENTITY = 'medical record'

const refuseWithdrawn = ({ withdrawn_at }: LockedRecord) => {
  if (withdrawn_at) throw conflict('This document was withdrawn.', {}, 'withdrawn')
}
/** What came of a document stands in the way until it was ended in its own list or, of values, taken back. */
const refuseInUse = async ({ db }: Context, record: number) => {
  const { rows } = await sql`
    select from medical_record_entities e where e.record_id = ${record} and e.became is not null and not (
      (e.became = 'problem' and exists (select from problems b where b.id = e.became_id and b.status <> 'active'))
      or (e.became = 'allergy' and exists (select from allergies a where a.id = e.became_id and a.ended_at is not null))
      or (e.became = 'alert' and exists (select from patient_alerts t where t.id = e.became_id and t.ended_at is not null))
      or (e.became = 'medicine' and exists (select from patient_medicines m where m.id = e.became_id and m.stopped_on is not null)))
    limit 1`.execute(db)
  if (rows.length > 0) throw conflict('Entries in the record come from this document. Correct them first.', {}, 'in_use')
}

const readThatOne = async (context: Context, id: number) => {
  const { user, audit, publish } = context
  const record = await lockRecord(context, id)
  requireMayRead(user, record)
  if (user.role === 'patient') ownActivePatient(user)
  await readAgain(context, record)
  audit('read again', { entity: ENTITY, id: record.id, patient: record.patient })
  publish('records', record.id)
  return record.id
}

/** Documents: what is there, what comes in, and how their reading goes. */
const documentRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  handle(listRecords, async ({ db, user, query, now, audit }) => {
    requireMayList(user, query)
    const visible = visibleAmongAll(user, now, query.patient_id)
    const page = await readPage(query, {
      find: (position) => findHeads(db, query, visible, position),
      count: () => countRecords(db, query, visible),
    })
    auditReads(audit, 'medical records', page.rows, query.patient_id)
    return { ...page, rows: await withFindings({ db, user }, page.rows) }
  }),

  handle(getRecord, async (context) => {
    const record = await findRecord(context, context.params.id)
    context.audit('read', { entity: ENTITY, id: record.id, patient: record.patient })
    return record
  }),

  handlePrepared(
    addRecord,
    // The file is looked at and kept before the transaction begins, and only for those who may send it.
    async (input) => {
      await requireActive(input.db, ownerOf(input, input.body.patient).patient, 'look')
      return keepSent(files, input.body, input.files.file)
    },
    async (context) => {
      const { text: _text, ...about } = context.body
      return findRecord(context, await addRecordOf(context, about, context.prepared))
    },
  ),

  handlePrepared(
    extractRecord,
    async (input): Promise<KeptDocument | null> => {
      const { record_id, patient, text } = input.body
      const isSent = input.files.file !== undefined || text !== undefined
      if (record_id !== undefined) {
        if (isSent) throw fieldError('record_id', 'Send either a record or a document.')
        return null
      }
      await requireActive(input.db, ownerOf(input, patient).patient, 'look')
      if (!isSent) throw fieldError('record_id', 'Send a record or a document.')
      return keepSent(files, input.body, input.files.file)
    },
    async (context) => {
      const { record_id, text: _text, ...about } = context.body
      if (record_id !== undefined) return findRecord(context, await readThatOne(context, record_id))
      return findRecord(context, await addRecordOf(context, about, context.prepared))
    },
  ),

  handle(cancelReading, async (context) => {
    const { params, audit, publish } = context
    const record = await lockRecord(context, params.id)
    await cancelRecordReading(context, record)
    audit('cancel reading', { entity: ENTITY, id: record.id, patient: record.patient })
    publish('records', record.id)
    return findRecord(context, record.id)
  }),

  handle(changeRecord, async (context) => {
    const { db, params, body, ifMatch, user, now, audit, publish } = context
    const { version: seen = ifMatch, verified, ...change } = body
    const before = await lockRecord(context, params.id)
    await requireUnchanged(before, seen, () => findRecord(context, before.id))
    refuseWithdrawn(before)
    await refuseDay(db, change.document_date, now)
    if (change.note !== undefined && before.note !== '' && change.note !== before.note) requireVersion(seen)
    const isVerified = verified === true && before.is_from_patient && before.verified_at === null
    if (isVerified) await refuseOtherPatient(context, before.id)
    await db
      .updateTable('medical_records')
      .set({
        ...change,
        ...(isVerified && { verified_at: now, verified_by: user.id }),
        changed_at: now,
        changed_by: user.id,
        version: sql`version + 1`,
      })
      .where('id', '=', before.id)
      .execute()
    const changes = { ...changedFields({ ...before }, change), ...(isVerified && { verified: [false, true] }) }
    audit('change', { entity: ENTITY, id: before.id, patient: before.patient, change: changes })
    publish('records', before.id)
    return findRecord(context, before.id)
  }),

  handle(withdrawRecord, async (context) => {
    const { db, params, body, ifMatch, user, now, audit, publish } = context
    const { reason, version: seen = ifMatch } = body
    const before = await lockRecord(context, params.id)
    requireMayWithdraw(user, before)
    refuseWithdrawn(before)
    await requireUnchanged(before, seen, () => findRecord(context, before.id))
    await refuseInUse(context, before.id)
    await db
      .updateTable('medical_records')
      .set({
        withdrawn_at: now,
        withdrawn_by: user.id,
        withdraw_reason: reason,
        changed_at: now,
        changed_by: user.id,
        version: sql`version + 1`,
      })
      .where('id', '=', before.id)
      .execute()
    audit('withdraw', { entity: ENTITY, id: before.id, patient: before.patient, change: { reason } })
    publish('records', before.id)
    return findRecord(context, before.id)
  }),

  handle(purgeRecord, async (context) => {
    const { params, body, ifMatch, audit, publish } = context
    const { reason, version: seen = ifMatch } = body
    const before = await lockRecord(context, params.id)
    await requireUnchanged(before, seen, () => findRecord(context, before.id))
    const purged = await purgeContent(context, before, reason)
    audit('purge', { entity: ENTITY, id: before.id, patient: before.patient, change: { reason, ...purged } })
    publish('records', before.id)
    return findRecord(context, before.id)
  }),
]

/** Pages, their pictures and the file itself. */
const pageRoutes = ({ files }: Pick<Services, 'files'>): Route[] => {
  const picture = async ({ params, audit }: Pick<Context, 'audit'> & { params: { id: number } }, found: KeptFile) => {
    audit('read', { entity: 'medical record', id: params.id, patient: found.patient })
    return { body: await files.get(found.sha256), filename: found.name, inline: true, etag: found.sha256 }
  }
  return [
    handle(getRecordPage, async (context) => {
      const { params, audit } = context
      const { patient, ...page } = await findPage(context, params.id, params.page)
      audit('read', { entity: 'medical record', id: params.id, patient, change: { page: page.number } })
      return page
    }),
    handle(getRecordImage, async (context) => picture(context, await findPageImage(context, context.params.id, context.params.page))),
    handle(getRecordThumbnail, async (context) => picture(context, await findThumbnail(context, context.params.id))),
    handle(getRecordFile, async (context) => {
      const { params, audit } = context
      const { patient, sha256, name } = await findFile(context, params.id)
      audit('download', { entity: 'medical record', id: params.id, patient })
      // Read through and checked before the first byte goes out; what it is stays unsaid, so that no browser shows it.
      return { body: (await files.open(sha256)).stream(), filename: name }
    }),
  ]
}

/** Documents of patients: what comes in, what is read of it, and what people make of it. */
export const routes = (services: Services): Route[] => [
  ...documentRoutes(services),
  ...pageRoutes(services),
  ...identityRoutes,
  ...entityRoutes,
  ...searchRoutes,
]
