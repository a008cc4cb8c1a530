import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { Reasoned } from '../safety.ts'
import { unpaidLines } from './require-paid.ts'
import { resolveStore } from './settings.ts'

interface Row {
  store: number
  is_active: boolean
  pay_first: boolean
  valid_days: number
  day: string
  own: string[]
  others: string[]
  unpaid: { line: number; name: string }[]
  stocked: number[]
}
/** What a dispensing has to know besides the patient. */
export interface DispensingFacts extends Omit<Row, 'own' | 'others' | 'stocked' | 'is_active'> {
  /** What was gone ahead against on this prescription before, by key: by who hands out now, and by others. */
  reasoned: Reasoned
  /** Which of the items are kept in stock; the others are handed out without it. */
  stocked: ReadonlySet<number>
}

/** The keys of what was gone ahead against on a prescription: `own` of who hands out, given when handing out, and `others`. */
export const reasonsGiven = (prescription: RawBuilder<unknown>, by: number) => sql`
  select coalesce(json_agg(distinct k.warning_key) filter (where k.stage = 'dispensing' and k.overridden_by = ${by}::integer), '[]') as own,
    coalesce(json_agg(distinct k.warning_key), '[]') as others
  from safety_overrides k join prescribed_drugs d on d.id = k.prescribed_drug_id
  where d.prescription_id = ${prescription} and d.cancelled_at is null`

interface Asking {
  prescription: number
  lines: readonly number[]
  items: readonly number[]
  store: number | undefined
  /** Who hands out. */
  by: number
  now: Date
}

/** In one statement; the store stays in use until the transaction ends: 400 on `store` when there is no such one, or it is out of use. */
export const findDispensingFacts = async (db: Db, { prescription, lines, items, store, by, now }: Asking): Promise<DispensingFacts> => {
  const { rows } = await sql<Row>`
    select o.id as store, o.is_active, f.pay_first, f.valid_days, ${clinicDay(now)}::text as day,
      r.own, r.others,
      case when f.pay_first then (select coalesce(json_agg(json_build_object('line', u.line, 'name', u.name) order by u.line), '[]')
        from (${unpaidLines(sql`${lines}::integer[]`)}) u) else '[]' end as unpaid,
      (select coalesce(json_agg(t.item_id), '[]') from stocked_items t where t.item_id = any(${items}::integer[]) and t.is_active) as stocked
    from pharmacy_settings f join stores o on o.id = ${resolveStore(store)} cross join lateral (${reasonsGiven(sql`${prescription}::integer`, by)}) r
    for share of o`.execute(db)
  const [found] = rows
  if (!found) throw fieldError('store', 'Store not found.')
  const { is_active, own, others, stocked, ...facts } = found
  if (!is_active) throw fieldError('store', 'This store is inactive.')
  return { ...facts, reasoned: { own: new Set(own), others: new Set(others) }, stocked: new Set(stocked) }
}

/**
 * Where the clinic hands out only what is paid: 409 `unpaid` with the lines, unless somebody who may says why it cannot wait. True when it
 * is handed out although it is not paid.
 */
export const requirePaid = ({ unpaid }: Pick<DispensingFacts, 'unpaid'>, reason: string, user: Pick<User, 'permissions'>): boolean => {
  if (unpaid.length === 0) return false
  if (reason === '') throw conflict('Not paid yet.', { lines: unpaid }, 'unpaid')
  if (!user.permissions.has('pharmacy.before_payment')) throw forbidden('pharmacy.before_payment')
  return true
}
