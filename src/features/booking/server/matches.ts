import { findDuplicates, type Reader } from '#features/patients/public.ts'
import type { BookingMatch, BookingRequest } from '../contract.ts'
import { differences } from '../rules.ts'

/** Who on file may have made the booking, most likely first, with what is the same and what is not. */
export const findMatches = async (reader: Reader, request: BookingRequest): Promise<BookingMatch[]> => {
  const { first_name, second_name, gender, date_of_birth, phone_number: phone, email } = request
  const found = await findDuplicates(reader, { first_name, second_name, gender, date_of_birth, phone }, { thorough: true })
  return found.map(({ patient, score, because }) => ({
    patient,
    score,
    because: email !== null && patient.email?.toLowerCase() === email ? [...because, 'e-mail'] : because,
    differs: differences({ gender, date_of_birth, phone, email }, patient, because.includes('name')),
  }))
}
