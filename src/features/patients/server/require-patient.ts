import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'

/** 404 when there is no such patient: asked by lists of a patient that found nothing. */
export const requirePatient = async (db: Db, id: number) => {
  const patient = await db.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()
  if (!patient) throw notFound('Patient')
}
