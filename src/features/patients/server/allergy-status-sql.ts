import { sql, type RawBuilder } from 'kysely'
import { bySeverity } from './worst-first.ts'

/** The active allergies of a patient, worst first, as JSON for a statement: what a list shows of each. */
export const listedAllergies = (patient: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('substance', a.substance, 'severity', a.severity, 'is_intolerance', a.is_intolerance)
    order by ${bySeverity(sql`a.severity`, sql`a.substance`)}), '[]')
  from allergies a where a.patient_id = ${patient} and a.ended_at is null)`

/** What is known of a patient's allergies, as JSON for a statement; the times are ISO 8601. */
export const allergyStatus = (patient: RawBuilder<unknown>) => sql`(
  select json_build_object(
    'state', case when c.active > 0 then 'recorded' when n.id is not null then 'none known' else 'not asked' end,
    'recorded_at', to_char(n.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'recorded_by_name', (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = n.recorded_by),
    'version', 1 + c.changes + (select count(*) + count(o.ended_at) from no_known_allergies o where o.patient_id = ${patient}))
  from (select count(*) filter (where a.ended_at is null) as active, count(*) + count(a.ended_at) as changes
    from allergies a where a.patient_id = ${patient}) c
  left join no_known_allergies n on n.patient_id = ${patient} and n.ended_at is null and c.active = 0)`
