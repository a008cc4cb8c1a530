import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { MergePreview } from '#features/patients/contract-merge.ts'

type Same = MergePreview['same'][number]
type Stop = MergePreview['stops'][number]

/** Work of a record that no work may be open in once the patient has died, as an id and words. */
const openWork = (patient: RawBuilder<unknown>, now: Date) => sql`
  select v.id, v.track_number as text from visits v where v.patient_id = ${patient} and v.closed_at is null
  union all select a.id, a.number from appointments a where a.patient_id = ${patient} and a.status in ('pending', 'confirmed', 'arrived') and a.ends_at > ${now}
  union all select l.id, l.note from waiting_list l where l.patient_id = ${patient} and l.status = 'waiting'
  union all select d.id, (select i.name from items i where i.id = d.item_id) from prescribed_drugs d
    where d.patient_id = ${patient} and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external
  union all select n.id, (select p.name from lab_panels p where p.id = n.panel_id) from lab_test_request_panels n
    join lab_samples s on s.id = n.sample_id where n.patient_id = ${patient} and n.cancelled_at is null and s.state = 'to collect'
  union all select r.id, coalesce(r.provider, r.service, '') from referrals r where r.patient_id = ${patient} and r.status in ('pending', 'accepted')
  union all select m.id, m.name from patient_medicines m where m.patient_id = ${patient} and m.stopped_on is null`

/**
 * What both records have: allergies, problems and cover that say the same stay with the one that is put away; those that contradict each
 * other, and whatever else a patient can have but once, stop the merge until somebody has decided.
 */
export const findBoth = async (db: Db, from: number, into: number, now: Date): Promise<{ same: Same[]; stops: Stop[] }> => {
  const { rows } = await sql<{ reason: Stop['reason'] | null; kind: Same['kind'] | null; id: number; text: string }>`
    select case when a.severity = b.severity and a.category = b.category and (a.reaction is null or lower(a.reaction) = lower(b.reaction))
        then null else 'allergy' end as reason, 'allergies' as kind, a.id, a.substance as text
      from allergies a join allergies b on lower(a.substance) = lower(b.substance) and a.is_intolerance = b.is_intolerance
      where a.patient_id = ${from} and b.patient_id = ${into} and a.ended_at is null and b.ended_at is null
    union all
    select case when coalesce(a.member_number, b.member_number) is not distinct from b.member_number
        and coalesce(a.valid_until, b.valid_until) is not distinct from b.valid_until then null else 'insurance' end,
        'patient_insurances', a.id, c.name
      from patient_insurances a join patient_insurances b using (insurance_company_id)
      join insurance_companies c on c.id = a.insurance_company_id where a.patient_id = ${from} and b.patient_id = ${into}
    union all
    select null, 'problems', a.id, a.title from problems a join problems b on lower(a.title) = lower(b.title)
      where a.patient_id = ${from} and b.patient_id = ${into} and a.status = 'active' and b.status = 'active'
    union all
    select 'appointments', null, a.id, a.number || ' · ' || b.number from appointments a
      join appointments b on tstzrange(a.appointment_date_time, a.ends_at) && tstzrange(b.appointment_date_time, b.ends_at)
      where a.patient_id = ${from} and b.patient_id = ${into}
        and a.status not in ('cancelled', 'no-show') and b.status not in ('cancelled', 'no-show')
    union all
    select 'waiting', null, a.id, a.note from waiting_list a
      join waiting_list b on (a.doctor_id, a.item_id) is not distinct from (b.doctor_id, b.item_id)
      where a.patient_id = ${from} and b.patient_id = ${into} and a.status = 'waiting' and b.status = 'waiting'
    union all
    select 'pregnancy', null, a.id, '' from pregnancies a
      join pregnancies b on b.outcome is null and b.patient_id = ${into} where a.patient_id = ${from} and a.outcome is null
    union all
    select case when (a.died_on, a.died_at, a.place) is not distinct from (b.died_on, b.died_at, b.place)
        and coalesce(a.cause, b.cause, '') is not distinct from coalesce(b.cause, '') then null else 'two deaths' end, 'deaths', a.id,
        a.died_on || ' · ' || b.died_on
      from deaths a join deaths b on b.withdrawn_at is null and b.patient_id = ${into} where a.patient_id = ${from} and a.withdrawn_at is null
    union all
    select 'work after death', null, w.id, w.text
      from (values (${from}::integer, ${into}::integer), (${into}::integer, ${from}::integer)) x(dead, alive)
      cross join lateral (${openWork(sql`x.alive`, now)} order by 1 limit 5) w
      where died_on(x.dead) is not null and died_on(x.alive) is null
    union all
    select 'two visits', null, a.id, a.track_number || ' · ' || b.track_number from visits a
      join visits b on b.closed_at is null and b.patient_id = ${into} where a.patient_id = ${from} and a.closed_at is null`.execute(db)
  return {
    same: rows.flatMap(({ reason, kind, id, text }) => (reason === null && kind ? [{ kind, id, text }] : [])),
    stops: rows.flatMap(({ reason, text }) => (reason === null ? [] : [{ reason, text }])),
  }
}
