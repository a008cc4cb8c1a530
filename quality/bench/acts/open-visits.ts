import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export interface OpenedVisit {
  id: number
  patient: number
  triage: number
}

/** A statement has seconds, not minutes. */
const AT_ONCE = 1000

const openSome = async (db: Db, count: number): Promise<OpenedVisit[]> => {
  const { rows } = await sql<OpenedVisit>`
    with free as (
      select p.id from patients p where p.deactivated_at is null and p.date_of_birth < '1990-01-01'
        and not exists (select from visits v where v.patient_id = p.id and v.closed_at is null)
        and not exists (select from allergies a where a.patient_id = p.id)
        and not exists (select from patient_medicines m where m.patient_id = p.id)
      order by p.id desc limit ${count}
    ), opened as (
      insert into visits (track_number, patient_id, reason, track, track_since, created_at)
      select 'BENCH-' || id, id, 'Fever since yesterday', 'doctor', now(), now() from free returning id, patient_id, created_at
    ), billed as (
      insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from opened
    ), prescribed as (
      insert into prescriptions (visit_id, patient_id, created_at) select id, patient_id, created_at from opened
    ), tested as (
      insert into process_test_requests (visit_id) select id from opened
    )
    insert into triages (visit_id, patient_id, created_at) select id, patient_id, created_at from opened
    returning visit_id as id, patient_id as patient, id as triage`.execute(db)
  return rows
}

/** What has not been done yet on a visit. */
const untouched = {
  triage: sql`not exists (select from vital_signs s where s.visit_id = v.id)`,
  note: sql`not exists (select from consultations c where c.visit_id = v.id)`,
  prescription: sql`s.status is null`,
  nothing: sql`true`,
} as const

/** Those that were opened for an earlier measurement, as far as this has not been done on them. */
const openedBefore = async (db: Db, count: number, without: keyof typeof untouched) => {
  const { rows } = await sql<OpenedVisit>`
    select v.id, v.patient_id as patient, t.id as triage
    from visits v join triages t on t.visit_id = v.id join prescriptions s on s.visit_id = v.id
    where v.closed_at is null and v.track_number like 'BENCH-%' and ${untouched[without]} order by v.id limit ${count}`.execute(db)
  return rows
}

/** So many visits of grown patients without allergies or medicines from elsewhere who wait for the doctor; fewer where there are no more. */
export const openVisits = async (db: Db, count: number, without: keyof typeof untouched): Promise<OpenedVisit[]> => {
  const all = await openedBefore(db, count, without)
  while (all.length < count) {
    const some = await openSome(db, Math.min(AT_ONCE, count - all.length))
    if (some.length === 0) break
    all.push(...some)
  }
  return all
}
