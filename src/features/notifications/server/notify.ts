import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { patientKinds, type PatientKind } from '../rules.ts'

interface PatientNews {
  kind: PatientKind
  /** Of what it is about: a request, an appointment. Newer news of the same takes the place of older. */
  entity: number
  patient: number | null
}

/**
 * Tells a patient, in the transaction that makes it so: nothing for a record that no account is on, that was put away, or of a patient who died. Neither names nor
 * findings go into it.
 */
export const notifyPatient = async (
  { db, now, publish }: { db: Db; now: Date; publish: Context['publish'] },
  { kind, entity, patient }: PatientNews,
): Promise<void> => {
  if (patient === null) return
  const { rows } = await sql<{ user_id: number }>`
    with account as (
      select p.user_id from patients p where p.id = ${patient} and p.user_id is not null and p.deactivated_at is null and died_on(p.id) is null
    ),
    over as (
      update notifications n set resolved_at = ${now} from account a
      where n.kind = ${kind} and n.entity_id = ${entity} and n.user_id = a.user_id and n.resolved_at is null returning n.id
    )
    insert into notifications (kind, entity_id, user_id, created_at)
    select ${kind}, ${entity}::integer, a.user_id, ${now}::timestamptz from account a where (select count(*) from over) >= 0
    on conflict do nothing returning user_id`.execute(db)
  const [reported] = rows
  if (reported) publish('portal', reported.user_id)
}

/**
 * Takes out of an account's inbox what it was told of the record that it was on, so that none of it, ended or not, is shown to whoever is
 * not that patient.
 */
export const forgetPatientNews = async (db: Db, account: number): Promise<void> => {
  await db.deleteFrom('notifications').where('user_id', '=', account).where('kind', 'in', Object.keys(patientKinds)).execute()
}
