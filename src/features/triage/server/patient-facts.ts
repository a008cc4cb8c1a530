import { sql, type RawBuilder } from 'kysely'

/** The last weight of a patient in kg that was taken within half a year, as a scalar subquery; null when there is none. */
export const lastWeight = (patient: RawBuilder<unknown>, now: Date) => sql<number | null>`(
  select w.weight::double precision from vital_signs w
  where w.patient_id = ${patient} and w.replaced_by is null and w.weight is not null
    and w.taken_at between ${now}::timestamptz - interval '180 days' and ${now}::timestamptz
  order by w.taken_at desc, w.id desc limit 1)`

/** Whether a patient was last said to be pregnant, within the time that a pregnancy takes; null when nobody has said. */
export const lastPregnancy = (patient: RawBuilder<unknown>, now: Date) => sql<boolean | null>`(
  select g.is_pregnant from triages g
  where g.patient_id = ${patient} and g.is_pregnant is not null and g.created_at > ${now}::timestamptz - interval '280 days'
  order by g.id desc limit 1)`
