import type { Db } from '#platform/db/connect.ts'
import { requireFound } from '#platform/errors/problem.ts'

/** 404 when there is no such patient: asked by lists of a patient that found nothing. */
export const requirePatient = async (db: Db, id: number) => {
  requireFound(await db.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst(), 'Patient')
}
