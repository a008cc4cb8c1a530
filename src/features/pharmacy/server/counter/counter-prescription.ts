import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { ageDay, allergyStatus, pregnancySummary, warnsOfPregnancy, bySeverity } from '#features/patients/public.ts'
import {
  assessPortions,
  findPrescription,
  findPrices,
  findActiveLines,
  isOpen,
  isTooOld,
  mayPrice,
  resolveStore,
  reasonsGiven,
  unpaidLines,
  wholePortion,
} from '#features/prescriptions/public.ts'
import { findDoseWeight } from '#features/triage/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { CounterPrescription } from '#features/pharmacy/contract.ts'
import { leftToDispense } from './plan-portions.ts'
import { asShelfBatch, courseEnd, emptyShelf, findShelves } from './shelves.ts'

type Line = CounterPrescription['prescribed_drugs'][number]
type Given = Omit<Line['given'][number], 'at'> & { at: string }
interface Facts extends Pick<
  CounterPrescription,
  | 'track_number'
  | 'track'
  | 'is_visit_open'
  | 'age'
  | 'gender'
  | 'date_of_birth'
  | 'is_pregnant'
  | 'pregnancy'
  | 'language'
  | 'allergies'
  | 'allergy_status'
> {
  payer_name: string | null
  due: string
  pay_first: boolean
  valid_days: number
  store: number | null
  store_name: string | null
  day: string
  unpaid: number[]
  given: (Given & { line: number })[]
  settled: string[]
}

/** Charges of the prescription that stand: of its lines, and of what was handed out of them by itself. Each looks its own up by order. */
const charges = (id: number) => sql`
  select c.*, i.issued_at, i.patient_balance from (
    select 'prescription'::charge_order as kind, d.id from prescribed_drugs d where d.prescription_id = ${id}
    union all
    select 'dispense', p.id from prescribed_drugs d join dispense_items p on p.prescribed_drug_id = d.id where d.prescription_id = ${id}
  ) o join charges c on c.order_kind = o.kind and c.order_id = o.id join invoices i on i.id = c.invoice_id
  where c.cancelled_at is null`

/** What is said of a prescription besides its lines, in one statement; undefined when there is none. */
const findFacts = async (db: Db, id: number, named: number | undefined, by: number, now: Date): Promise<Facts | undefined> => {
  const { rows } = await sql<Facts>`
    select v.track_number, v.track, v.closed_at is null as is_visit_open, extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, p.date_of_birth))::integer as age,
      p.gender, p.date_of_birth, ${warnsOfPregnancy(sql`p.id`, clinicDay(now))} as is_pregnant,
      ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(now))} as pregnancy, p.language,
      (select coalesce(json_agg(json_build_object('substance', a.substance, 'severity', a.severity, 'reaction', a.reaction,
          'is_intolerance', a.is_intolerance)
        order by ${bySeverity(sql`a.severity`, sql`a.substance`)}), '[]')
        from allergies a where a.patient_id = p.id and a.ended_at is null) as allergies, ${allergyStatus(sql`p.id`)} as allergy_status,
      (select n.name from insurance_companies n where n.id = (
        select i.insurance_company_id from invoices i where i.visit_id = s.visit_id order by i.id desc limit 1)) as payer_name,
      (select coalesce(sum(b.due), 0)::numeric(14, 2)::text from (
        select case when c.issued_at is null then sum(c.patient_amount)
          else greatest(0, least(max(c.patient_balance), sum(c.patient_amount - c.credited_patient))) end as due
        from (${charges(id)}) c group by c.invoice_id, c.issued_at) b) as due,
      f.pay_first, f.valid_days, o.id as store, o.name as store_name, ${clinicDay(now)}::text as day,
      (select coalesce(json_agg(u.line), '[]') from (${unpaidLines(sql`array(select d.id from prescribed_drugs d where d.prescription_id = ${id})`)}) u) as unpaid,
      (select coalesce(json_agg(json_build_object('line', g.prescribed_drug_id, 'dispense', w.id, 'number', w.number, 'item_name', t.name,
          'units', g.units, 'returned', g.returned, 'at', w.dispensed_at, 'by_name', concat_ws(' ', u.first_name, u.last_name)) order by g.id), '[]')
        from dispenses w join dispense_items g on g.dispense_id = w.id join items t on t.id = g.item_id join users u on u.id = w.dispensed_by
        where w.prescription_id = s.id) as given,
      (select r.own from (${reasonsGiven(sql`s.id`, by)}) r) as settled
    from prescriptions s join visits v on v.id = s.visit_id join patients p on p.id = s.patient_id cross join pharmacy_settings f
    left join stores o on o.id = ${resolveStore(named)}
    where s.id = ${id}`.execute(db)
  return rows[0]
}

interface Asking {
  store: number | undefined
  user: Pick<User, 'id' | 'permissions'>
  now: Date
}

/** All that the counter has to know of a prescription, read in two goes; undefined when there is none. 400 on `store` when there is no such one. */
export const readCounterPrescription = async (
  db: Db,
  id: number,
  { store: named, user, now }: Asking,
): Promise<CounterPrescription | undefined> => {
  const isPriced = mayPrice(user)
  const [prescription, facts, active] = await Promise.all([
    findPrescription(db, id, isPriced),
    findFacts(db, id, named, user.id, now),
    findActiveLines(db, id),
  ])
  if (!prescription || !facts) return undefined
  const { store, store_name, day, unpaid, given, valid_days, due, ...shown } = facts
  if (store === null || store_name === null) throw fieldError('store', 'Store not found.')
  const open = active.filter(isOpen)
  const items = [...new Set(active.filter((line) => !line.is_external).map(({ item }) => item))]
  const [shelves, { weight }, prices, warnings] = await Promise.all([
    findShelves(db, { items, store, day }),
    findDoseWeight(db, prescription.patient, now),
    isPriced && items.length > 0
      ? findPrices(
          db,
          items.map((item) => ({ item, quantity: null })),
          { visit: prescription.visit },
          now,
        )
      : null,
    open.length > 0
      ? assessPortions(
          db,
          { id, visit: prescription.visit, patient: prescription.patient },
          open.map((line) => wholePortion(line, leftToDispense(line))),
          now,
        )
      : [],
  ])
  const expired = new Set(open.filter((line) => isTooOld(line, day, valid_days)).map((line) => line.id))
  return {
    ...prescription,
    ...shown,
    due: isPriced ? due : null,
    weight: weight === null ? null : String(weight),
    store,
    store_name,
    is_expired: open.length > 0 && expired.size === open.length,
    prescribed_drugs: prescription.prescribed_drugs.map((line): Line => {
      const { on_hand, batches, is_controlled } = shelves.get(line.item) ?? emptyShelf
      const end = courseEnd(line, day)
      return {
        ...line,
        on_hand,
        batches: batches.map((batch) => asShelfBatch(batch, end)),
        unit_price: prices?.get(line.item)?.unit_price ?? null,
        units_left: line.cancelled_at || line.refused_at || line.is_external ? 0 : Math.ceil(leftToDispense(line) / 1000),
        is_paid: !unpaid.includes(line.id),
        is_controlled,
        is_expired: expired.has(line.id),
        given: given.filter((one) => one.line === line.id).map(({ line: _line, ...one }) => ({ ...one, at: new Date(one.at) })),
      }
    }),
    warnings,
  }
}
