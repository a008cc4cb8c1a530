import { Button, Modal } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import './users.css'

/** Copies the text of an element; a page without TLS has no clipboard of its own and copies the old way. */
const copyTextOf = async (node: HTMLElement): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(node.textContent).then(
      () => true,
      () => false,
    )
  getSelection()?.selectAllChildren(node)
  return document.execCommand('copy')
}

interface Props {
  name: string
  email: string
  password: string
  onClose: () => void
}

/** Shows a one-time password: here and now, and never again. */
export const OneTimePassword = ({ name, email, password, onClose }: Props) => {
  const box = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(box.current ? await copyTextOf(box.current) : false)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('One-time password for {{name}}', { name })}
    >
      <div className="form-stack">
        <div>{t('Give it to them yourself. They sign in with {{email}} and this password, and then choose their own.', { email })}</div>
        <div className="row one-time">
          <code ref={box} className="grow num">
            {password}
          </code>
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? t('Copied') : t('Copy')}
          </Button>
        </div>
        <Note tone="attention">{t('It is shown only now, works once and for seven days. If it gets lost, give a new one.')}</Note>
        <div className="form-foot">
          <span className="grow" />
          <Button variant="filled" onClick={onClose}>
            {t('I have passed it on')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
