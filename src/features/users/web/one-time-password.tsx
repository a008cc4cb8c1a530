import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { CopyBox } from './copy-box.tsx'

interface Props {
  name: string
  email: string
  password: string
  /** What else has to be known, first. */
  note?: ReactNode
  onClose: () => void
}

/** Shows a one-time password: here and now, and never again. */
export const OneTimePassword = ({ name, email, password, note, onClose }: Props) => {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('One-time password for {name}', { name })}
    >
      <div className="form-stack">
        {note && <Note tone="attention">{note}</Note>}
        <div>{t('Give it to the user in person. They sign in with {email} and this password, then choose their own.', { email })}</div>
        <CopyBox text={password} isFirst />
        <Note tone="attention">{t('The password is shown only now. It works once, for seven days. If it is lost, create a new one.')}</Note>
        <div className="form-foot">
          <span className="grow" />
          <Button variant="filled" onClick={onClose}>
            {t('Password delivered')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
