import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { createPaymentMode, PaymentMode, updatePaymentMode } from '../contract-payments.ts'

const columns = sql`id, name as payment_mode, category as payment_category, insurance_company_id as insurance, requires_reference, is_default,
  is_active, version`

/** The payment modes, the default first, insurers last. */
export const findPaymentModes = async (db: Db, active: boolean | undefined): Promise<PaymentMode[]> => {
  const { rows } = await sql<PaymentMode>`select ${columns} from payment_modes
    where ${active === undefined ? sql`true` : sql`is_active = ${active}`}
    order by is_default desc, category = 'insurer', category, lower(name)`.execute(db)
  return rows
}
const lockMode = async (db: Db, id: number) => {
  const { rows } = await sql<PaymentMode>`select ${columns} from payment_modes where id = ${id} for update`.execute(db)
  return requireFound(rows[0], 'Payment mode')
}
/** There is one default: a new one takes the place of the old. Two who name one take turns at the settings. */
const dropDefault = async (db: Db) => {
  await sql`select from billing_settings for no key update`.execute(db)
  await sql`update payment_modes set is_default = false, version = version + 1 where is_default`.execute(db)
}
/** 400 when another mode bears the name; insurers' modes bear those of their insurers. */
const refuseSameName = async (db: Db, name: string | undefined, but = 0) => {
  if (name === undefined) return
  const { rows } = await sql`
    select from payment_modes where lower(name) = lower(${name}) and insurance_company_id is null and id <> ${but}`.execute(db)
  if (rows.length > 0) throw fieldError('payment_mode', 'This value is already in use.')
}

export const addPaymentMode = async (db: Db, body: ParsedOf<typeof createPaymentMode>['body']): Promise<PaymentMode> => {
  await refuseSameName(db, body.payment_mode)
  if (body.is_default) await dropDefault(db)
  const { rows } = await sql<PaymentMode>`
    insert into payment_modes (name, category, requires_reference, is_default)
    values (${body.payment_mode}, ${body.payment_category}, ${body.requires_reference ?? false}, ${body.is_default ?? false})
    returning ${columns}`.execute(db)
  return rows[0]!
}

type Change = ParsedOf<typeof updatePaymentMode>['body']
const refuse = async (db: Db, mode: PaymentMode, body: Change) => {
  if (
    mode.payment_category === 'insurer' &&
    (body.payment_mode ?? body.payment_category ?? body.is_default ?? body.is_active) !== undefined
  )
    throw conflict('This mode follows its insurance company: change it there.', {}, 'insurer')
  const isActive = body.is_active ?? mode.is_active
  if (!isActive && (body.is_default ?? mode.is_default)) throw fieldError('is_active', 'Make another mode the default first.')
  if (mode.is_default && body.is_default === false) throw fieldError('is_default', 'Make another mode the default instead.')
  if (body.payment_category === undefined || body.payment_category === mode.payment_category) return
  const used = await db.selectFrom('payments').select('id').where('payment_mode_id', '=', mode.id).limit(1).executeTakeFirst()
  if (used) throw fieldError('payment_category', 'This mode has payments: its category cannot be changed.')
}
/** Changes a payment mode; answers it before and after. */
export const changePaymentMode = async (db: Db, id: number, { version: _version, ...body }: Change, seen: number | null) => {
  const before = await requireUnchanged(await lockMode(db, id), seen)
  await refuse(db, before, body)
  await refuseSameName(db, body.payment_mode, id)
  if (body.is_default && !before.is_default) await dropDefault(db)
  const next = { ...before, ...body }
  const { rows } = await sql<PaymentMode>`
    update payment_modes set name = ${next.payment_mode}, category = ${next.payment_category}, requires_reference = ${next.requires_reference},
      is_default = ${next.is_default}, is_active = ${next.is_active}, version = version + 1
    where id = ${id} returning ${columns}`.execute(db)
  return { before, after: rows[0]! }
}
