import type { z } from 'zod'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import { qrRows } from '#platform/barcodes.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import {
  askLinkCode,
  changeOwnKin,
  confirmOwnLink,
  createOwnKin,
  endOwnKin,
  getOwnLink,
  redeemLinkSlip,
  sendOwnLinkCode,
  updateOwnProfile,
} from '../contract-account.ts'
import { announceReplaced } from './announce-contact.ts'
import { confirmByCode, lockRequest, sendCodeAgain } from './account-requests.ts'
import { LINK_MARK } from '../rules.ts'
import { insertKin, updateKin } from './change-kin.ts'
import { changing } from './changing.ts'
import { lockToChange } from './change-patient.ts'
import { limitAsking, limitCodes, limitSending, replaceCode, slipHash } from './link-codes.ts'
import { useSlip } from './link-slips.ts'
import { endPart } from './record-sections.ts'
import { findProfile } from './queries.ts'

const MOST_KIN = 10

const requireUnlinked = ({ patient_id }: Context['user']) => {
  if (patient_id !== null) throw conflict('Your account is already linked to your record.', {}, 'linked')
}

const codeProblems = {
  wrong: 'Wrong code. Check the message and try again.',
  ended: 'Too many wrong codes. Ask the reception desk to start again.',
  over: 'This code has expired. Send a new one.',
} as const

const noRequest = () => conflict('No account is waiting for confirmation. Ask at the reception desk.', {}, 'no_request')

/** The request of the caller's account, locked under its patient: 409 `no_request` where none waits. */
const lockOwnRequest = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>) => {
  requireUnlinked(user)
  const found = await db
    .selectFrom('account_link_requests')
    .select('patient_id')
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw noRequest()
  const patient = await lockToChange(db, found.patient_id)
  const request = await lockRequest(db, { account: user.id }, now)
  if (request?.patient_id !== patient.id) throw noRequest()
  return { patient, request }
}

const requireBelowLimit = async (db: Db, patientId: number) => {
  const { count } = await db
    .selectFrom('next_of_kin')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MOST_KIN) throw conflict('Your record already lists ten people. Remove one first.')
}

type Details = Omit<z.output<typeof updateOwnProfile.body>, 'version'>

const updateDetails = (db: Db, { id, version }: { id: number; version: number }, details: Details) =>
  db
    .updateTable('patients')
    .set({ ...details, version: version + 1 })
    .where('id', '=', id)
    .execute()

/** What patients do themselves: link their account with their record, and keep their details and next of kin up to date. */
export const ownRoutes = ({ codeKey, limiter }: Services) => [
  handlePrepared(
    askLinkCode,
    ({ user }) => limitAsking(limiter, user.id),
    async ({ db, user, ids, now, audit }) => {
      requireUnlinked(user)
      const { code, seconds } = await replaceCode(db, codeKey, user.id, { ids, now })
      audit('ask for code', { entity: 'user', id: user.id })
      return { code, seconds, qr: qrRows(`${LINK_MARK}${code.replaceAll('-', '')}`) }
    },
  ),

  handlePrepared(
    redeemLinkSlip,
    (before) => limitCodes(limiter, 'slip', before),
    async (context) => {
      const { user, body, audit, publish } = context
      requireUnlinked(user)
      const used = await useSlip(context, { hash: slipHash(codeKey, body.code), born: body.date_of_birth, account: user.id })
      if (!used || used.request === null) {
        audit('try a slip', { entity: 'user', id: user.id, patient: used?.patient_id ?? null })
        // Answered, not thrown: the try counts.
        return fieldError(
          'code',
          'Code and date of birth do not match, or the code is no longer valid. Ask the reception desk for a new one.',
        )
      }
      const { patient_id: id, request } = used
      audit('ask to link account', { entity: 'patient', id, patient: id, change: { request, user: user.id } })
      publish('patients', id)
      return undefined
    },
  ),

  handle(getOwnLink, async ({ db, user, now }) => {
    const request = await db
      .selectFrom('account_link_requests')
      .select(['way', 'contacts', 'expires_at'])
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return { request: request ?? null }
  }),

  handlePrepared(
    confirmOwnLink,
    (before) => limitCodes(limiter, 'slip', before),
    async (context) => {
      const { user, body, audit, publish } = context
      const { patient, request } = await lockOwnRequest(context)
      const outcome = await confirmByCode(context, codeKey, patient, request, body.code)
      if (outcome !== 'linked') {
        audit('try a code', { entity: 'user', id: user.id, patient: patient.id })
        publish('patients', patient.id)
        // Answered, not thrown: the try counts.
        return fieldError('code', codeProblems[outcome])
      }
      audit('link account', {
        entity: 'patient',
        id: patient.id,
        patient: patient.id,
        change: { user: [null, user.id], request: request.id, asked_by: request.requested_by },
      })
      publish('patients', patient.id)
      return undefined
    },
  ),

  handlePrepared(
    sendOwnLinkCode,
    ({ user }) => limitSending(limiter, user.id),
    async (context) => {
      const { patient, request } = await lockOwnRequest(context)
      await sendCodeAgain(context, patient, request)
      context.audit('send a code', { entity: 'user', id: context.user.id, patient: patient.id })
      return undefined
    },
  ),

  handle(updateOwnProfile, async (context) => {
    const { db, user, body, ifMatch, now, audit, publish } = context
    const id = ownActivePatient(user)
    const before = await lockToChange(db, id)
    const { version = ifMatch, ...details } = body
    await requireUnchanged(before, requireVersion(version), () => findProfile(db, user.id, now))
    await updateDetails(db, before, details)
    audit('update', { entity: 'patient', id, patient: id, change: changedFields(before, { ...before, ...details }) })
    await announceReplaced(context, before, { ...before, ...details }, `version ${before.version}`)
    publish('patients', id)
    return (await findProfile(db, user.id, now))!
  }),

  handle(createOwnKin, (context) => {
    const patientId = ownActivePatient(context.user)
    return changing(context, patientId, ['create', 'next of kin'], async () => {
      await requireBelowLimit(context.db, patientId)
      return insertKin(context, patientId, context.body, context.body.contact)
    })
  }),

  handle(changeOwnKin, (context) => {
    const part = { patientId: ownActivePatient(context.user), id: context.params.id }
    return changing(context, part.patientId, ['update', 'next of kin'], () => updateKin(context, part, context.body))
  }),

  handle(endOwnKin, (context) => {
    const part = { patientId: ownActivePatient(context.user), id: context.params.id }
    return changing(context, part.patientId, ['end', 'next of kin'], () => endPart(context, 'next_of_kin', 'Next of kin', part))
  }),
]
