import { useQuery } from '@tanstack/react-query'
import { StartVisitDialog } from '#features/attendance/web/start-visit-dialog.tsx'
import { getPatient } from '#features/patients/contract.ts'
import { query } from '#web/calls/api.ts'

type DialogProps = Parameters<typeof StartVisitDialog>[0]

/** The dialog that starts a visit, for the patient whom the address names, or for one that is asked for. */
export const StartFor = ({ patient, ...props }: Omit<DialogProps, 'patient'> & { patient: number | undefined }) => {
  const { data, error } = useQuery({ ...query(getPatient, { params: { id: patient ?? 0 } }), enabled: patient !== undefined })
  if (patient !== undefined && !data && !error) return null
  return <StartVisitDialog {...props} patient={data} />
}
