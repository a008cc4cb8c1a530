import { conflict } from '#platform/errors/problem.ts'
import type { User } from './handle.ts'

/** The patient whose record the account is linked with; 409 `not_linked` as long as the desk has linked none. */
export const ownPatient = ({ patient_id }: Pick<User, 'patient_id'>): number => {
  if (patient_id === null)
    throw conflict('Your account is not linked with your record yet. The reception desk does that.', {}, 'not_linked')
  return patient_id
}

/** The same for what a patient writes: 409 `deactivated` while the record is put away. Reading it stays open to them. */
export const ownActivePatient = ({ patient_id, patient_is_active }: Pick<User, 'patient_id' | 'patient_is_active'>): number => {
  const patient = ownPatient({ patient_id })
  if (!patient_is_active) throw conflict('This record was deactivated. Ask at the reception desk.', {}, 'deactivated')
  return patient
}
