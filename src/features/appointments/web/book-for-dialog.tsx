import { useQuery } from '@tanstack/react-query'
import { getPatient } from '#features/patients/contract.ts'
import { query } from '#web/calls/api.ts'
import { BookAppointmentDialog } from './booking/book-appointment-dialog.tsx'

type Props = Omit<Parameters<typeof BookAppointmentDialog>[0], 'patient'>

/** The dialog that books, for a patient of whom the id is known. */
export const BookForDialog = ({ patientId, ...props }: Props & { patientId: number }) => {
  const { data, error } = useQuery(query(getPatient, { params: { id: patientId } }))
  if (!data && !error) return null
  return <BookAppointmentDialog {...props} patient={data} />
}
