import { Modal } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { FoundPatient } from '#web/patient-search.ts'
import { t } from '#web/i18n.ts'
import type { createAppointment } from '../contract.ts'

export type BookedAppointment = ResponseOf<typeof createAppointment>

interface Props {
  /** The patient to start with, already on file. */
  patient?: FoundPatient | undefined
  /** Ids to start with; a doctor of null is any doctor. */
  doctor?: number | null | undefined
  room?: number | null | undefined
  item?: number | null | undefined
  /** An instant (ISO with offset): the free place that was pressed. */
  start?: string | undefined
  onClose: () => void
  onBooked: (appointment: BookedAppointment) => void
}

/** Books an appointment: who, what for, with whom, when. */
export const BookAppointmentDialog = ({ onClose }: Props) => (
  <Modal opened onClose={onClose} size={640} title={t('Book appointment')} closeButtonProps={{ 'aria-label': t('Close') }} />
)
