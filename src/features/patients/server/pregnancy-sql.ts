import { sql, type RawBuilder } from 'kysely'
import { PAST_DUE_DAYS, PREGNANCY_AGES } from '../rules.ts'

const POSTPARTUM_DAYS = 42

/** Days of gestation of `g` on the day; null while it is not dated. */
const gestation = sql`280 - (g.edd - one.day)`

/**
 * What is known of a pregnancy of `patient` on `day` (a date): one row, for a lateral join or a subquery, with `state`, `pregnancy`, its
 * `gestation_days`, `edd` and when "not pregnant" was last said. What was recorded in error never counts.
 */
export const pregnancyOn = (patient: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  select case
      when g.id is not null and coalesce(${gestation}, one.day - g.noted_on) > ${sql.lit(PAST_DUE_DAYS)} then 'past due'
      when g.id is not null then 'pregnant'
      when b.id is not null then 'postpartum'
      when n.said_on = one.day or e.id is not null then 'not pregnant'
      else 'unknown' end as state,
    coalesce(g.id, b.id) as pregnancy, ${gestation} as gestation_days, g.edd, n.said_on, n.recorded_by as said_by
  from (select ${day}::date as day) one
    left join lateral (select x.* from pregnancies x
      where x.patient_id = ${patient} and x.outcome is distinct from 'not pregnant' and least(x.noted_on, x.edd - 280) <= one.day
        and (x.ended_on is null or x.ended_on > one.day)
      order by x.id desc limit 1) g on true
    left join lateral (select x.id from pregnancies x
      where x.patient_id = ${patient} and x.outcome in ('live birth', 'stillbirth')
        and x.ended_on <= one.day and one.day <= x.ended_on + ${sql.lit(POSTPARTUM_DAYS)} order by x.ended_on desc limit 1) b on true
    left join lateral (select x.id from pregnancies x where x.patient_id = ${patient} and x.ended_on = one.day limit 1) e on true
    left join lateral (select x.said_on, x.recorded_by from pregnancy_answers x
      where x.patient_id = ${patient} and x.withdrawn_at is null and x.said_on <= one.day order by x.said_on desc, x.id desc limit 1) n on true)`

/** What headers and lists show of it, as JSON for a statement; null for a man (`gender`) of whom no pregnancy is recorded. */
export const pregnancySummary = (patient: RawBuilder<unknown>, gender: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  select case when ${gender} <> 'male' or y.pregnancy is not null then
    json_build_object('state', y.state, 'gestation_days', y.gestation_days, 'edd', y.edd, 'said_on', y.said_on) end
  from ${pregnancyOn(patient, day)} y)`

/**
 * Whether it is warned of as of a pregnancy: one that is past due is, "not pregnant" of that day and the weeks after a birth are a no. Null: not
 * known, which is not no.
 */
export const warnsOfPregnancy = (patient: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql<boolean | null>`(
  select case when y.state in ('pregnant', 'past due') then true when y.state <> 'unknown' then false end from ${pregnancyOn(patient, day)} y)`

/** The same for reference ranges: a pregnancy that is past due has most likely ended, and says nothing. */
export const rangesOfPregnancy = (patient: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql<boolean | null>`(
  select case when y.state = 'pregnant' then true when y.state in ('not pregnant', 'postpartum') then false end from ${pregnancyOn(patient, day)} y)`

/** Whether a patient `p` is asked: not recorded as male, and from 12 to 55 years old on `day` or of unknown age. */
export const isAskedOfPregnancy = (day: RawBuilder<unknown>) => sql<boolean>`(p.gender <> 'male'
  and coalesce(extract(year from age(${day}, p.date_of_birth)) between ${sql.lit(PREGNANCY_AGES.from)} and ${sql.lit(PREGNANCY_AGES.to)}, true))`
