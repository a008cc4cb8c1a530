import { conflict } from '#platform/errors/problem.ts'
import type { User } from './handle.ts'

/** The patient whose record the account is linked with; 409 `not_linked` as long as the desk has linked none. */
export const ownPatient = ({ patient_id }: Pick<User, 'patient_id'>): number => {
  if (patient_id === null)
    throw conflict('Your account is not linked with your record yet. The reception desk does that.', {}, 'not_linked')
  return patient_id
}
