import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { patientDied } from '#platform/errors/problem.ts'

/** The death of `patient` that counts, as JSON for a statement; null for the living. */
export const deathSummary = (patient: RawBuilder<unknown>) => sql`(
  select json_build_object('died_on', d.died_on, 'died_at', to_char(d.died_at, 'HH24:MI'))
  from deaths d where d.patient_id = ${patient} and d.withdrawn_at is null)`

/** The day on which a patient died, as a subquery, which costs less than the function of the same name where there are many rows; null for the living. */
export const diedOn = (patient: RawBuilder<unknown>) =>
  sql<string | null>`(select d.died_on from deaths d where d.patient_id = ${patient} and d.withdrawn_at is null)`

/** The day on which an age is counted: that of the death, else `day`. */
export const ageDay = (patient: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`coalesce(${diedOn(patient)}, ${day})`

/** 409 `patient_died`, with the day, where the patient has died: no work begins for them. The database refuses it as well. */
export const refuseDead = async (db: Db, patient: number | null | undefined) => {
  if (patient == null) return
  const { rows } = await sql<{ died_on: string | null }>`select died_on(${patient}::integer) as died_on`.execute(db)
  const died = rows[0]?.died_on
  if (died) throw patientDied(patient, died)
}
