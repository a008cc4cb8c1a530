import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { getAppointment } from '../calendar-calls.ts'
import { MoveAppointmentDialog } from '../move-appointment-dialog.tsx'

/** Moves the appointment in focus by choosing a free time, or typing day and time. */
export const MoveByTyping = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { data } = useQuery(query(getAppointment, { params: { id } }))
  return data ? <MoveAppointmentDialog appointment={data} onClose={onClose} onMoved={onClose} /> : null
}
