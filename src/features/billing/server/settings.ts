import { sql } from 'kysely'
import type { z } from 'zod'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { BillingSettings, updateBillingSettings } from '../contract-payments.ts'

type Settings = z.output<typeof BillingSettings>

/** How the clinic bills. */
export const getSettings = async (db: Db): Promise<Settings> => {
  const { rows } = await sql<Settings>`
    select s.fiscal_year_start_month, s.rounding_step, s.prices_include_tax, s.consultation_item_id as consultation_item, s.invoice_note, s.version,
      (select coalesce(json_agg(json_build_object('doctor', f.doctor_id, 'doctor_name', concat_ws(' ', u.first_name, u.last_name),
          'item', f.item_id, 'item_name', t.name) order by lower(u.first_name), lower(u.last_name), u.id), '[]')
        from doctor_fees f join users u on u.id = f.doctor_id join items t on t.id = f.item_id) as doctor_fees
    from billing_settings s`.execute(db)
  return rows[0]!
}

const requireItem = async (db: Db, field: string, id: number | null | undefined) => {
  if (id == null) return
  const item = await db.selectFrom('items').select('is_active').where('id', '=', id).executeTakeFirst()
  if (!item) throw fieldError(field, 'Item not found.')
  if (!item.is_active) throw fieldError(field, 'This item is inactive.')
}

const replaceFees = async (db: Db, fees: readonly { doctor: number; item: number }[]) => {
  for (const [index, { doctor, item }] of fees.entries()) {
    await requireItem(db, `doctor_fees.${index}.item`, item)
    const person = await db.selectFrom('users').select('role').where('id', '=', doctor).executeTakeFirst()
    if (person?.role !== 'doctor') throw fieldError(`doctor_fees.${index}.doctor`, 'Doctor not found.')
    if (fees.findIndex((fee) => fee.doctor === doctor) !== index) throw fieldError(`doctor_fees.${index}.doctor`, 'Enter each doctor once.')
  }
  await db.deleteFrom('doctor_fees').execute()
  if (fees.length > 0)
    await db
      .insertInto('doctor_fees')
      .values(fees.map(({ doctor, item }) => ({ doctor_id: doctor, item_id: item })))
      .execute()
}

/** Changes how the clinic bills from now on; answers the settings before and after. 412 for a stale version. */
export const changeSettings = async (db: Db, body: ParsedOf<typeof updateBillingSettings>['body'], seen: number | null) => {
  await sql`select from billing_settings for update`.execute(db)
  if (body.invoice_note !== undefined && seen === null)
    throw fieldError('version', 'Send the version, or If-Match, of the settings whose note you change.')
  const before = await requireUnchanged(await getSettings(db), seen)
  await requireItem(db, 'consultation_item', body.consultation_item)
  const next = { ...before, ...body }
  await sql`
    update billing_settings set fiscal_year_start_month = ${next.fiscal_year_start_month}, rounding_step = ${next.rounding_step},
      prices_include_tax = ${next.prices_include_tax}, consultation_item_id = ${next.consultation_item}, invoice_note = ${next.invoice_note},
      version = version + 1`.execute(db)
  if (body.doctor_fees) await replaceFees(db, body.doctor_fees)
  return { before, after: await getSettings(db) }
}
