import type { Context } from '#platform/http/handle.ts'
import { lockToChange } from './change-patient.ts'

interface Changed<T> {
  id: number
  row: T
  /** What the trail keeps; the row itself when absent. */
  note?: unknown
}

/**
 * Locks the patient whose record is about to change, lets `change` do it, and tells the trail and the screens. 404 and 409 as `lockToChange`.
 */
export const changing = async <T>(
  { db, audit, publish }: Pick<Context, 'db' | 'audit' | 'publish'>,
  patientId: number,
  [action, entity]: [string, string],
  change: () => Promise<Changed<T>>,
): Promise<T> => {
  await lockToChange(db, patientId)
  const { id, row, note } = await change()
  audit(action, { entity, id, patient: patientId, change: note ?? row })
  publish('patients', patientId)
  return row
}
