import { notFound, stale } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { checkAccount, getPatientAccount, linkAccount, printLinkSlip, revokeLinkSlip, unlinkAccount } from '../contract-account.ts'
import { lockAny, lockToChange } from './change-patient.ts'
import { accountOfCode, endSlip, findAccount, linkByCode, unlink } from './link-account.ts'
import { brakeCodes, codeHash, makeSlipCode, slipHash } from './link-codes.ts'
import { insertSlip } from './link-slips.ts'
import { printSlip } from './print-slip.ts'

const readAccount = async ({ db, now }: Pick<Context, 'db' | 'now'>, patientId: number) => {
  const account = await findAccount(db, patientId, now)
  if (!account) throw notFound('Patient')
  return account
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
    (before) => brakeCodes(limiter, 'desk', before),
    async ({ db, params, body, now, audit }) => {
      const patient = await lockToChange(db, params.id)
      const account = await accountOfCode(db, patient, codeHash(codeKey, body.code), now)
      audit('look at account', { entity: 'user', id: account.id, patient: params.id })
      return account
    },
  ),

  handlePrepared(
    linkAccount,
    (before) => brakeCodes(limiter, 'desk', before),
    async (context) => {
      const { db, params, body, ifMatch, now, user, audit, publish } = context
      const before = await lockToChange(db, params.id)
      if (ifMatch !== null && ifMatch !== before.version) throw stale(await readAccount(context, params.id))
      const account = await linkByCode(db, before, { hash: codeHash(codeKey, body.code), compared: body.account }, { at: now, by: user.id })
      audit('link account', { entity: 'patient', id: params.id, patient: params.id, change: { user: [null, account] } })
      publish('patients', params.id)
      return readAccount(context, params.id)
    },
  ),

  handle(unlinkAccount, async (context) => {
    const { db, params, body, ifMatch, now, user, audit, publish } = context
    // Who was linked by mistake must not go on reading a record because it was put away.
    const before = await lockAny(db, params.id)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(await readAccount(context, params.id))
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
