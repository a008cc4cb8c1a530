import { Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { lockToChange } from './change-patient.ts'

interface Changed<T> {
  id: number
  row: T
  /** What the trail keeps; the row itself when absent. */
  note?: unknown
}

/** Does it; why it was refused is told to those alone who may open the record, because a refusal says what is in it. */
const refusedAsShut = async <T>(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  patientId: number,
  entity: string,
  change: () => Promise<T>,
): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Problem && user.role !== 'patient') await requireOpenRecord(db, user, now, patientId, entity)
    throw error
  }
}

/**
 * Locks the patient whose record is about to change, lets `change` do it, and tells the trail and the screens. 404 and 409 as `lockToChange`.
 */
export const changing = async <T>(
  { db, audit, publish, user, now }: Pick<Context, 'db' | 'audit' | 'publish' | 'user' | 'now'>,
  patientId: number,
  [action, entity]: [string, string],
  change: () => Promise<Changed<T>>,
): Promise<T> => {
  const { id, row, note } = await refusedAsShut({ db, user, now }, patientId, entity, async () => {
    await lockToChange(db, patientId)
    return change()
  })
  audit(action, { entity, id, patient: patientId, change: note ?? row })
  publish('patients', patientId)
  return row
}
