import { conflict, notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import {
  checkAccount,
  confirmAccount,
  getPatientAccount,
  linkAccount,
  printLinkSlip,
  refuseAccount,
  revokeLinkSlip,
  unlinkAccount,
} from '../contract-account.ts'
import { confirmByColleague, lockRequest, refuseLink, requestLink, requireMayLink } from './account-requests.ts'
import { lockAny, lockToChange } from './change-patient.ts'
import { accountOfCode, endSlip, findAccount, takeCode, unlink } from './link-account.ts'
import { limitCodes, codeHash, makeSlipCode, slipHash } from './link-codes.ts'
import { insertSlip } from './link-slips.ts'
import { printSlip } from './print-slip.ts'

const readAccount = async ({ db, now }: Pick<Context, 'db' | 'now'>, patientId: number) => {
  return requireFound(await findAccount(db, patientId, now), 'Patient')
}

/** The request that the caller saw, locked under its patient: 409 when it has ended or another one waits. */
const lockSeen = async ({ db, now }: Pick<Context, 'db' | 'now'>, patient: number, seen: number) => {
  const request = await lockRequest(db, { patient }, now)
  if (request?.id !== seen) throw conflict('This request is closed. Check again what needs confirmation.', {}, 'request_over')
  return request
}

/** The desk links a patient with the account of the person who stands there, after it has seen whose it is. */
export const accountRoutes = ({ codeKey, limiter, printPdf, publicUrl }: Services) => [
  handle(getPatientAccount, async (context) => {
    const found = await readAccount(context, context.params.id)
    context.audit('read', { entity: 'user', id: found.account?.id ?? null, patient: context.params.id })
    return found
  }),

  handlePrepared(
    checkAccount,
    (before) => limitCodes(limiter, 'desk', before),
    async ({ db, params, body, now, user, audit }) => {
      const patient = await lockToChange(db, params.id)
      await requireMayLink({ db, user, now }, params.id)
      const account = await accountOfCode(db, patient, codeHash(codeKey, body.code), now)
      audit('look at account', { entity: 'user', id: account.id, patient: params.id })
      return account
    },
  ),

  handlePrepared(
    linkAccount,
    (before) => limitCodes(limiter, 'desk', before),
    async (context) => {
      const { db, params, body, ifMatch, now, user, audit, publish } = context
      const before = await lockToChange(db, params.id)
      await requireUnchanged(before, ifMatch, () => readAccount(context, params.id))
      await requireMayLink({ db, user, now }, params.id)
      const account = await takeCode(db, before, { hash: codeHash(codeKey, body.code), compared: body.account }, now)
      const request = await requestLink(context, before, { account, kind: 'code', by: user.id })
      audit('ask to link account', { entity: 'patient', id: params.id, patient: params.id, change: { request, user: account } })
      publish('portal', account)
      publish('patients', params.id)
      return readAccount(context, params.id)
    },
  ),

  handle(confirmAccount, async (context) => {
    const { db, params, body, audit, publish } = context
    const patient = await lockToChange(db, params.id)
    const request = await lockSeen(context, params.id, body.request)
    await confirmByColleague(context, patient, request, body.note ?? '')
    audit('link account', {
      entity: 'patient',
      id: params.id,
      patient: params.id,
      change: { user: [null, request.user_id], request: request.id, asked_by: request.requested_by, ...(body.note && { note: body.note }) },
    })
    publish('patients', params.id)
    publish('portal', request.user_id)
    return readAccount(context, params.id)
  }),

  handle(refuseAccount, async (context) => {
    const { db, params, body, now, user, audit, publish } = context
    await lockAny(db, params.id)
    const request = await lockSeen(context, params.id, body.request)
    await refuseLink(db, request, user.id, now, body.reason)
    audit('refuse account', {
      entity: 'patient',
      id: params.id,
      patient: params.id,
      change: { request: request.id, user: request.user_id, reason: body.reason },
    })
    publish('patients', params.id)
    publish('portal', request.user_id)
    return readAccount(context, params.id)
  }),

  handle(unlinkAccount, async (context) => {
    const { db, params, body, ifMatch, now, user, audit, publish } = context
    // Who was linked by mistake must not go on reading a record because it was put away.
    const before = await lockAny(db, params.id)
    await requireUnchanged(before, ifMatch, () => readAccount(context, params.id))
    const account = await unlink(db, before, body.reason, { at: now, by: user.id })
    audit('unlink account', {
      entity: 'patient',
      id: params.id,
      patient: params.id,
      change: { user: [account, null], reason: body.reason },
    })
    publish('patients', params.id)
    // By the trail nobody finds whose it was.
    publish('portal', account)
    return readAccount(context, params.id)
  }),

  handle(printLinkSlip, async ({ db, params, now, user, ids, request, audit, publish }) => {
    const patient = await lockToChange(db, params.id)
    await requireMayLink({ db, user, now }, params.id)
    const code = makeSlipCode(ids)
    const { id, expires_at } = await insertSlip(db, patient, slipHash(codeKey, code), { at: now, by: user.id })
    audit('print', { entity: 'account slip', id, patient: params.id })
    publish('patients', params.id)
    return printSlip(db, printPdf, patient, { code, expires_at, address: publicUrl ?? request.origin })
  }),

  handle(revokeLinkSlip, async ({ db, params, now, user, audit, publish }) => {
    await lockAny(db, params.id)
    const id = await endSlip(db, params.id, 'revoked', { at: now, by: user.id })
    if (id === undefined) throw notFound('Slip')
    audit('revoke', { entity: 'account slip', id, patient: params.id })
    publish('patients', params.id)
  }),
]
