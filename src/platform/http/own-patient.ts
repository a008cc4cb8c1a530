import { conflict } from '#platform/errors/problem.ts'
import type { User } from './handle.ts'

/** The patient whose record the account is linked with; 409 `not_linked` as long as the desk has linked none. */
export const ownPatient = ({ patient_id }: Pick<User, 'patient_id'>): number => {
  if (patient_id === null) throw conflict('Your account is not linked to your record yet. Ask at the reception desk.', {}, 'not_linked')
  return patient_id
}

/** The same for what a patient writes: 409 `deactivated` while the record is put away. Reading it stays open to them. */
export const ownActivePatient = ({ patient_id, patient_is_active }: Pick<User, 'patient_id' | 'patient_is_active'>): number => {
  const patient = ownPatient({ patient_id })
  if (!patient_is_active) throw conflict('This record is deactivated. Ask at the reception desk.', {}, 'deactivated')
  return patient
}
