import {
  createPublicLabRequest,
  getPublicLabFile,
  getPublicLabRequest,
  listPublicLabRequests,
  requestPublicLab,
  updatePublicLabRequest,
} from '#features/laboratory/contract-public.ts'
import { notifyPatient } from '#features/notifications/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { keepDocument } from '#platform/documents/take.ts'
import { handle, handlePrepared, type Route, type Context } from '#platform/http/handle.ts'
import { networkOf } from '#platform/http/network.ts'
import type { Services } from '#platform/services.ts'
import { findPanelsOf } from '../requests/find-requests.ts'
import { overrideOf } from '../requests/other-sex.ts'
import { answer } from './answer.ts'
import { insertWish, refuseWish } from './ask.ts'
import { countPublicRequests, findPublicFile, findPublicRequest, findPublicRequests, lockPublicRequest } from './find-public.ts'
import { makeRequest } from './make-request.ts'
import { findOwnPatient, requireVisible, visibleTo } from './ownership.ts'
import { sql } from 'kysely'
import { type Asker, notifyRequester } from '#features/messages/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'

/** Whom a request is told to: nobody for one that is on no record, or on one that was put away. */
const findAsker = async (db: Db, request: number) => {
  const { rows } = await sql<Asker>`
    select p.id as patient, p.first_name, p.phone, p.email, p.language, p.user_id is not null as has_account, q.date_created as sent_at,
      c.time_zone as zone
    from public_lab_requests q join patients p on p.id = q.patient_id cross join company c
    where q.id = ${request} and p.deactivated_at is null and died_on(p.id) is null`.execute(db)
  return rows[0]
}

/** Queues word for the patient, once, that what they asked for is ready. */
const notifyReady = async (context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>, request: number, publicUrl: string | undefined) => {
  const asker = await findAsker(context.db, request)
  const entity = { kind: 'laboratory request', id: request } as const
  if (asker) await notifyRequester(context, asker, { kind: 'ready', entity, once: 'ready', publicUrl })
}

// Many people share the address of a mobile network; hardly anybody asks for so much, with a paper each.
const ofAddress = { points: 60, seconds: 3_600 }

/** Laboratory services that people ask for before they come. */
export const publicRoutes = ({ files, limiter, publicUrl }: Pick<Services, 'files' | 'limiter' | 'publicUrl'>): Route[] => [
  handlePrepared(
    createPublicLabRequest,
    // The paper is read and fitted before the transaction begins, and only for what may be asked for.
    async (input) => {
      const { db, user, body, now, request } = input
      const patient = await findOwnPatient(input, body.patient)
      await refuseWish(db, body, patient, now)
      if (user.id === 0) await limiter.spend('laboratory request address hour', networkOf(request.ip), ofAddress)
      const { lab_request: upload } = input.files
      const { types } = createPublicLabRequest.files.lab_request
      return { patient, kept: upload ? await keepDocument(files, upload, 'lab_request', types) : null }
    },
    async ({ db, body, prepared: { patient, kept }, user, now, audit, publish }) => {
      const by = user.id || null
      const file =
        kept &&
        (await db
          .insertInto('files')
          .values({ ...kept, created_at: now, created_by: by })
          .returning('id')
          .executeTakeFirstOrThrow())
      const id = await insertWish(db, body, { patient, by, file: file?.id ?? null }, now)
      const { test_profile, appointment_date } = body
      audit('send', { entity: 'public lab request', id, patient, change: { test_profile, appointment_date, file: file?.id ?? null } })
      publish('laboratory')
      // Nobody learns from the reply who is on file, or how many ask.
      if (by === null) return { status: 'pending' as const }
      return (await findPublicRequest(db, id, user))!
    },
  ),

  handle(listPublicLabRequests, async (context) => {
    const { db, user, query, audit } = context
    const { status, patient_id, count } = query
    const visible = visibleTo(user)
    // Another's are not there for a patient.
    if (visible === 'none' || (visible !== 'all' && patient_id !== undefined && patient_id !== visible)) {
      audit('read', { entity: 'public lab requests', id: null })
      return { rows: [], next: null, ...(count && { total: 0 }) }
    }
    const filters = { status, patient_id: visible === 'all' ? patient_id : visible }
    const page = await readPage(query, {
      find: (position) => findPublicRequests(db, filters, user, position),
      count: () => countPublicRequests(db, filters),
    })
    auditReads(audit, 'public lab requests', page.rows, filters.patient_id)
    return page
  }),

  handle(getPublicLabRequest, async (context) => {
    const { db, user, params, audit } = context
    const request = requireVisible(user, await findPublicRequest(db, params.id, user))
    audit('read', { entity: 'public lab request', id: request.id, patient: request.patient })
    return request
  }),

  handle(updatePublicLabRequest, async (context) => {
    const { db, params, body, ifMatch, user, audit, publish } = context
    const before = await requireUnchanged(await lockPublicRequest(db, params.id, user), body.version ?? ifMatch)
    const { after, changed } = await answer(context, before, body)
    audit('answer', { entity: 'public lab request', id: before.id, patient: after.patient ?? before.patient, change: changed })
    // It was somebody else's: both hear that it is not any more.
    if (before.patient !== null && after.patient !== null && before.patient !== after.patient)
      audit('answer', { entity: 'public lab request', id: before.id, patient: before.patient })
    if (after.status === 'done' && before.status !== 'done') await notifyReady(context, before.id, publicUrl)
    if (after.status !== before.status || after.answer !== before.answer)
      await notifyPatient(context, { kind: 'lab_request_answered', entity: before.id, patient: after.patient })
    publish('laboratory')
    return (await findPublicRequest(db, before.id, user))!
  }),

  handle(requestPublicLab, async (context) => {
    const { db, params, body, ifMatch, user, audit, publish } = context
    const before = await requireUnchanged(await lockPublicRequest(db, params.id, user), body.version ?? ifMatch)
    const request = await makeRequest(context, before, body.sex_override ?? null)
    const asked = { public_request: before.id, process: before.process, profile: before.test_profile }
    const change = { ...asked, ...overrideOf(await findPanelsOf(db, [request], user)) }
    audit('request', { entity: 'lab test request', id: request, patient: before.patient, change })
    publish('laboratory', request)
    publish('billing')
    return (await findPublicRequest(db, before.id, user))!
  }),

  handle(getPublicLabFile, async (context) => {
    const { db, user, params, audit } = context
    const file = requireVisible(user, await findPublicFile(db, params.id))
    audit('read', { entity: 'public lab request', id: params.id, patient: file.patient })
    return { body: await files.get(file.sha256), filename: file.name, type: file.type }
  }),
]
