import { Modal } from '@mantine/core'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { announceRegistration } from './announce-registration.ts'
import { RegisterForm } from './register-form.tsx'

/** Registers a patient over the page (the board, the list): the page stays where it is. */
export const RegisterDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <Modal opened onClose={onClose} size={880} title={t('Register patient')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <RegisterForm
        onCancel={onClose}
        onDone={(done) => {
          announceRegistration(done, (id) => void navigate(`/dashboard/patients/${id}`))
          onClose()
        }}
      />
    </Modal>
  )
}
