import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { MergePreview } from '#features/patients/contract-merge.ts'

/** So many of each kind are shown; the count says how many there are. */
const SHOWN = 20

/** When and what a row of these tables is, of `t`; rows of other tables go along with one of them and are counted alone. */
const titles: Record<string, { at: RawBuilder<unknown>; text: RawBuilder<unknown> }> = {
  visits: { at: sql`t.created_at`, text: sql`t.track_number || ' · ' || t.reason` },
  appointments: { at: sql`t.appointment_date_time`, text: sql`concat_ws(' · ', t.number, nullif(t.reason, ''))` },
  waiting_list: { at: sql`t.created_at`, text: sql`t.note` },
  consultations: { at: sql`t.created_at`, text: sql`t.complaint` },
  diagnoses: { at: sql`t.recorded_at`, text: sql`t.title` },
  referrals: { at: sql`t.referred_at`, text: sql`coalesce(t.provider, t.service, '')` },
  letters: { at: sql`t.signed_at`, text: sql`t.number || ' · ' || t.title` },
  prescribed_drugs: { at: sql`t.prescribed_at`, text: sql`(select i.name from items i where i.id = t.item_id)` },
  lab_test_request_panels: {
    at: sql`(select q.requested_at from lab_test_requests q where q.id = t.lab_test_request_id)`,
    text: sql`(select l.name from lab_panels l where l.id = t.panel_id)`,
  },
  lab_results: { at: sql`t.observed_at`, text: sql`(select l.name from lab_panels l where l.id = t.panel_id)` },
  invoices: { at: sql`coalesce(t.issued_at, t.created_at)`, text: sql`concat_ws(' · ', t.number, t.total)` },
  receipts: { at: sql`t.received_at`, text: sql`t.number || ' · ' || t.total` },
  dispenses: { at: sql`t.dispensed_at`, text: sql`t.number` },
  medical_records: { at: sql`t.created_at`, text: sql`t.title` },
  allergies: { at: sql`t.recorded_at`, text: sql`t.substance` },
  patient_alerts: { at: sql`t.recorded_at`, text: sql`t.text` },
  pregnancies: { at: sql`t.noted_at`, text: sql`concat_ws(' · ', t.source, t.edd::text, t.outcome)` },
  pregnancy_answers: { at: sql`t.recorded_at`, text: sql`t.said_on::text` },
  deaths: { at: sql`t.noted_at`, text: sql`t.died_on::text` },
  problems: { at: sql`t.recorded_at`, text: sql`t.title` },
  patient_medicines: { at: sql`t.recorded_at`, text: sql`t.name` },
  patient_identifiers: { at: sql`null::timestamptz`, text: sql`t.kind || ' · ' || t.value` },
  patient_insurances: {
    at: sql`null::timestamptz`,
    text: sql`(select c.name from insurance_companies c where c.id = t.insurance_company_id)`,
  },
  next_of_kin: { at: sql`null::timestamptz`, text: sql`concat_ws(' ', t.first_name, t.second_name)` },
  public_prescription_requests: { at: sql`t.date_created`, text: sql`coalesce(t.note, '')` },
  public_lab_requests: { at: sql`t.date_created`, text: sql`t.note` },
}

interface Counted {
  name: string
  count: number
  newest: number
}

/** How many rows of each table are of a patient, and the newest of each. */
export const countRows = async (db: Db, patient: number): Promise<Counted[]> =>
  (await sql<Counted>`select name, count, newest from count_patient_rows(${patient})`.execute(db)).rows

/** The rows of a patient, by table: the newest of each that has a title. */
export const findMoving = async (db: Db, patient: number, counted: readonly Counted[]): Promise<MergePreview['kinds']> => {
  const asked = counted.flatMap(({ name }) => {
    const title = titles[name]
    if (!title) return []
    return [
      sql`(select ${name}::text as kind, t.id::bigint as id, ${title.at} as at, left(${title.text}, 200) as text
        from ${sql.table(name)} t where t.patient_id = ${patient} order by 3 desc nulls last, 2 desc limit ${SHOWN})`,
    ]
  })
  const { rows } =
    asked.length > 0
      ? await sql<{ kind: string; id: number; at: Date | null; text: string | null }>`${sql.join(asked, sql` union all `)}`.execute(db)
      : { rows: [] }
  return counted.map(({ name, count }) => ({
    kind: name,
    count,
    rows: rows.flatMap(({ kind, id, at, text }) => (kind === name ? [{ id, at, text: text ?? '' }] : [])),
  }))
}
