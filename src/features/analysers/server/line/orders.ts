import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { AnalyserOrder } from '../protocol.ts'
import { newControlId } from './conversation.ts'

/** What is to be done on one sample, and by which tests of ours. */
export interface SampleOrder {
  order: AnalyserOrder
  panels: number[]
}

interface Row {
  accession: string
  number: string
  family_name: string
  given_name: string
  birth_date: string | null
  gender: string | null
  is_urgent: boolean
  specimen: string
  specimen_name: string
  collected_at: Date | null
  ordered_by: string
  time_zone: string
  tests: { id: number; code: string; name: string }[]
}

const sexes: Record<string, string> = { female: 'F', male: 'M', other: 'O' }

const orderOf = (row: Row, now: Date): SampleOrder => ({
  panels: row.tests.map(({ id }) => id),
  order: {
    controlId: newControlId(),
    accession: row.accession,
    patient: {
      number: row.number,
      familyName: row.family_name,
      givenName: row.given_name,
      birthDate: row.birth_date,
      sex: sexes[row.gender ?? ''] ?? 'U',
    },
    tests: row.tests.map(({ code, name }) => ({ code, name })),
    priority: row.is_urgent ? 'urgent' : 'routine',
    specimen: { code: row.specimen, name: row.specimen_name },
    collectedAt: row.collected_at,
    orderedBy: row.ordered_by,
    now,
    timeZone: row.time_zone,
    sendingApplication: 'KLINIKI',
    receivingApplication: '',
    testMode: false,
  },
})

/** Tests without a result on collected samples that the instrument has a code for, a sample each; `where` is on `n` and `s`. */
const findOrders = async (db: Db, equipment: number, where: RawBuilder<unknown>, now: Date): Promise<SampleOrder[]> => {
  const { rows } = await sql<Row>`
    select s.code as accession, p.unique_id as number, p.second_name as family_name, concat_ws(' ', p.first_name, p.other_names) as given_name,
      case when not p.is_birth_date_estimated then p.date_of_birth::text end as birth_date, p.gender, bool_or(n.priority <> 'routine') as is_urgent,
      m.code as specimen, m.name as specimen_name, s.collected_at, coalesce(min(concat_ws(' ', u.first_name, u.last_name)), '') as ordered_by,
      (select time_zone from company) as time_zone, json_agg(json_build_object('id', n.id, 'code', c.code, 'name', t.name) order by t.position, t.id) as tests
    from lab_test_request_panels n join lab_samples s on s.id = n.sample_id join lab_specimens m on m.id = s.specimen_id
    join patients p on p.id = n.patient_id join lab_panels t on t.id = n.panel_id
    join lab_test_requests q on q.id = n.lab_test_request_id left join users u on u.id = q.requested_by
    join lateral (select k.code from lab_equipment_codes k where k.equipment_id = ${equipment} and k.panel_id = n.panel_id order by k.id limit 1) c on true
    where s.state in ('collected', 'received') and n.state in ('requested', 'entered') and ${where}
    group by s.id, p.id, m.id order by s.id`.execute(db)
  return rows.map((row) => orderOf(row, now))
}

const mostAtOnce = 50

/** What an instrument is to do on a sample when it asks; 'ALL': on every sample that was sent to it and that it has not taken. */
export const ordersAsked = (db: Db, equipment: number, accession: string, now: Date): Promise<SampleOrder[]> => {
  const isSent = sql`s.id in (
    select o.sample_id from lab_equipment_jobs j join lab_test_request_panels o on o.id = j.request_panel_id
    where j.equipment_id = ${equipment} and j.state in ('queued', 'sent') order by j.id limit ${sql.lit(mostAtOnce)})`
  const where = accession === 'ALL' ? isSent : sql`s.code = ${accession.trim().toUpperCase()}`
  return findOrders(db, equipment, sql`n.state = 'requested' and ${where}`, now)
}

/** The orders for these tests. */
export const ordersFor = (db: Db, equipment: number, panels: readonly number[], now: Date): Promise<SampleOrder[]> =>
  findOrders(db, equipment, sql`n.id = any(${panels}::integer[])`, now)
