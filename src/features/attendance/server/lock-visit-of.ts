import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { refuseDead } from '#features/patients/public.ts'
import { lockOpenVisit } from './lock-open-visit.ts'

interface Named {
  attendance_process?: number | null | undefined
  patient?: number | null | undefined
}

const findNamed = async (db: Db, visit: number, patient: number | null | undefined) => {
  const found = await db.selectFrom('visits').select(['id', 'patient_id']).where('id', '=', visit).executeTakeFirst()
  if (!found) throw fieldError('attendance_process', 'Visit not found.')
  if (patient != null && patient !== found.patient_id) throw fieldError('patient', 'This visit belongs to another patient.')
  return found.id
}

const findOpenVisit = async (db: Db, patient: number) => {
  const open = await db
    .selectFrom('visits')
    .select('id')
    .where('patient_id', '=', patient)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (open) return open.id
  const known = await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst()
  if (!known) throw fieldError('patient', 'Patient not found.')
  await refuseDead(db, patient)
  throw conflict('This patient has no open visit.', {}, 'visit_closed')
}

/**
 * The visit that a body names, by itself or as its patient's open one, locked until the transaction ends. 400 when there is none such
 * or it is another patient's, 409 `visit_closed` when it is over or the patient has none open. At least one must be named.
 */
export const lockVisitOf = async (db: Db, { attendance_process: visit, patient }: Named) => {
  if (visit != null) return lockOpenVisit(db, await findNamed(db, visit, patient))
  if (patient != null) return lockOpenVisit(db, await findOpenVisit(db, patient))
  throw fieldError('attendance_process', 'Enter a visit or a patient.')
}
