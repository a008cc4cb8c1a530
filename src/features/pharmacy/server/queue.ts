import { sql, type RawBuilder } from 'kysely'
import { isLeftOpenAt } from '#features/attendance/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { ageDay, patientName, searchedPatients, type Seeker } from '#features/patients/public.ts'
import { isOwed } from '#features/prescriptions/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, limitLiteral, type Position } from '#platform/db/keyset.ts'
import type { QueueEntry, QueueState } from '../contract-counter.ts'

/** What the queue is asked for: `ids` are the prescriptions that the words of a search stand for, of whatever age. */
export interface QueueFilters {
  /** Whose shelf counts. */
  store: number
  state?: QueueState | undefined
  ids?: readonly number[] | undefined
}

/** What is still to be handed out of the prescription `s`, and whether there is enough of it and it is paid: one row. */
const openLines = (store: number) => sql`
  select json_agg(json_build_object('id', d.id, 'item', d.item_id, 'item_name', d.name, 'unit', d.unit, 'left', d.rest::text,
      'is_short', d.is_short, 'is_against_warning', exists (select from safety_overrides o where o.prescribed_drug_id = d.id))
      order by d.id) as lines,
    bool_or(d.is_short) as is_short, bool_or(d.is_unpaid) as is_unpaid, bool_or(d.is_till_request) as is_from_till
  from (
    select d.id, d.item_id, d.is_till_request, t.name, t.unit, trim_scale(d.quantity - d.quantity_dispensed) as rest,
      k.item_id is not null and coalesce(l.usable, 0) < d.quantity - d.quantity_dispensed as is_short,
      exists (select from charges c join invoices i on i.id = c.invoice_id
        where c.order_kind = 'prescription' and c.order_id = d.id and ${isOwed}) as is_unpaid
    from prescribed_drugs d join items t on t.id = d.item_id
    left join stocked_items k on k.item_id = d.item_id and k.is_active
    left join stock_levels l on l.item_id = d.item_id and l.store_id = ${sql.lit(store)}
    where d.prescription_id = s.id and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external
  ) d`

/** What `s` and its open lines `w` wait for. */
export const waitsFor: Record<QueueState, RawBuilder<boolean>> = {
  all: sql`true`,
  waiting: sql`not w.is_short and not (w.is_unpaid and (select pay_first from pharmacy_settings))`,
  part: sql`s.status = 'partially dispensed'`,
  payment: sql`w.is_unpaid`,
  short: sql`w.is_short`,
}

/** Prescriptions `s` of the days that stay in the queue, with their open lines `w`. */
export const waiting = (store: number, now: Date) => sql`
  prescriptions s cross join lateral (${openLines(store)}) w
  where s.waiting_since >= ${now}::timestamptz - (select queue_days from pharmacy_settings) * interval '1 day'`

const found = ({ store, ids }: QueueFilters, now: Date) =>
  ids === undefined
    ? waiting(store, now)
    : sql`prescriptions s cross join lateral (${openLines(store)}) w where s.id = any(${ids}::integer[]) and s.waiting_since is not null`

export interface QueueRow extends QueueEntry {
  /** To the microsecond, for the cursor. */
  since: string
}

/** Prescriptions with something to hand out, who waits longest first, after the cursor. */
export const findQueue = async (db: Db, filters: QueueFilters, now: Date, { cursor, limit }: Position): Promise<QueueRow[]> => {
  const { rows } = await sql<QueueRow>`
    with page as materialized (
      select s.id, s.visit_id, s.patient_id, s.waiting_since, s.status, s.version, w.lines, w.is_unpaid, w.is_from_till
      from ${found(filters, now)} and ${waitsFor[filters.state ?? 'all']}
        and ${after(sql`s.waiting_since`, sql`s.id`, sql`timestamptz`, cursor)}
      order by s.waiting_since, s.id limit ${limitLiteral(limit)}
    )
    select s.id, s.visit_id as visit, v.track_number, s.patient_id as patient, ${patientName} as patient_name,
      p.unique_id as patient_number, extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, p.date_of_birth))::integer as age, p.gender, s.waiting_since,
      s.waiting_since::text as since, coalesce((
        select string_agg(distinct coalesce(d.written_by, ${nameOf(sql`d.prescribed_by`)}), ', ') from prescribed_drugs d
        where d.prescription_id = s.id and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_till_request
          and not d.is_external), '') as prescribed_by_name,
      s.status, s.lines, s.is_unpaid, s.is_from_till, v.track = 'pharmacy' and not ${isLeftOpenAt(now)} as is_here, v.priority, s.version
    from page s join visits v on v.id = s.visit_id join patients p on p.id = s.patient_id
    order by s.waiting_since, s.id`.execute(db)
  return rows
}

export const countQueue = async (db: Db, filters: QueueFilters, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${found(filters, now)} and ${waitsFor[filters.state ?? 'all']}`.execute(db)
  return rows[0]?.total ?? 0
}

const NAMED = 200
/** What a scanner reads from a printed prescription. */
const SCANNED = /^rx(\d{1,9})$/i

/**
 * The waiting prescriptions that words stand for: the one that was scanned, that of a visit, or those of whom a name, number or telephone
 * stands for. Found first, read afterwards: planned once.
 */
export const findQueueIds = async (db: Db, q: string, seeker: Seeker): Promise<number[]> => {
  const words = q.trim()
  const scanned = SCANNED.exec(words)
  if (scanned) return [Number(scanned[1])]
  const { rows } = await sql<{ id: number }>`
    select s.id from visits v join prescriptions s on s.visit_id = v.id where v.track_number = upper(${words}) and s.waiting_since is not null
    union select s.id from ${searchedPatients(words, 25, seeker)} f join lateral (
      select s.id from prescriptions s where s.patient_id = f.patient_id and s.waiting_since is not null
    ) s on true limit ${sql.lit(NAMED)}`.execute(db)
  return rows.map(({ id }) => id)
}
