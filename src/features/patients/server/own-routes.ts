import type { z } from 'zod'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import { qrRows } from '#platform/qr.ts'
import type { Services } from '#platform/services.ts'
import { askLinkCode, changeOwnKin, createOwnKin, endOwnKin, redeemLinkSlip, updateOwnProfile } from '../contract-own.ts'
import { LINK_MARK } from '../rules.ts'
import { insertKin, updateKin } from './change-kin.ts'
import { changing } from './changing.ts'
import { lockToChange } from './change-patient.ts'
import { brakeAsking, brakeCodes, replaceCode, slipHash } from './link-codes.ts'
import { linkBySlip } from './link-slips.ts'
import { endPart } from './parts.ts'
import { findProfile } from './queries.ts'

const MOST_KIN = 10

const requireUnlinked = ({ patient_id }: Context['user']) => {
  if (patient_id !== null) throw conflict('Your account is linked with your record already.', {}, 'linked')
}

const requireRoom = async (db: Db, patientId: number) => {
  const { count } = await db
    .selectFrom('next_of_kin')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MOST_KIN) throw conflict('Ten people are on your record already. Take one off first.')
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
    ({ user }) => brakeAsking(limiter, user.id),
    async ({ db, user, ids, now, audit }) => {
      requireUnlinked(user)
      const { code, seconds } = await replaceCode(db, codeKey, user.id, { ids, now })
      audit('ask for code', { entity: 'user', id: user.id })
      return { code, seconds, qr: qrRows(`${LINK_MARK}${code.replaceAll('-', '')}`) }
    },
  ),

  handlePrepared(
    redeemLinkSlip,
    (before) => brakeCodes(limiter, 'slip', before),
    async ({ db, user, body, now, audit, publish }) => {
      requireUnlinked(user)
      const used = await linkBySlip(db, { hash: slipHash(codeKey, body.code), born: body.date_of_birth, account: user.id, at: now })
      if (!used?.is_linked) {
        audit('try a slip', { entity: 'user', id: user.id, patient: used?.patient_id ?? null })
        // Answered, not thrown: the try counts.
        return fieldError(
          'code',
          'Code and date of birth do not fit, or the code is no longer valid. Ask the reception desk for a new one.',
        )
      }
      const { patient_id: id } = used
      audit('link account', { entity: 'patient', id, patient: id, change: { user: [null, user.id] } })
      publish('patients', id)
      return undefined
    },
  ),

  handle(updateOwnProfile, async ({ db, user, body, ifMatch, now, audit, publish }) => {
    const id = ownActivePatient(user)
    const before = await lockToChange(db, id)
    const { version = ifMatch, ...details } = body
    if (version === null) throw versionNeeded()
    if (version !== before.version) throw stale(await findProfile(db, user.id, now))
    await updateDetails(db, before, details)
    audit('update', { entity: 'patient', id, patient: id, change: changedFields(before, { ...before, ...details }) })
    publish('patients', id)
    return (await findProfile(db, user.id, now))!
  }),

  handle(createOwnKin, (context) => {
    const patientId = ownActivePatient(context.user)
    return changing(context, patientId, ['create', 'next of kin'], async () => {
      await requireRoom(context.db, patientId)
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
