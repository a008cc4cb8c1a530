import { Button, Modal, Textarea } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { t } from '#web/i18n.ts'
import styles from './appointments.module.css'

interface Props {
  /** Whose appointment, and when. */
  what: string
  onCancel: (reason: string) => void
  onClose: () => void
}

/** Asks why an appointment is cancelled: one of the usual reasons, or words of one's own. */
export const CancelDialog = ({ what, onCancel, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const text = useRef<HTMLTextAreaElement>(null)
  const usual = [t('Patient’s request'), t('The doctor is away'), t('Booked by mistake'), t('The patient is too unwell')]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onCancel(reason.trim())
  }
  return (
    <Modal opened onClose={onClose} title={t('Cancel appointment')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} className="form-stack">
        <div>{what}</div>
        <div>
          <Textarea
            ref={text}
            data-autofocus
            required
            label={t('Reason')}
            autosize
            minRows={1}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              submit(event)
            }}
          />
          <div className="flow gap-2 mt-4" role="group" aria-label={t('Common reasons')}>
            {usual.map((one) => (
              <button
                key={one}
                type="button"
                className={`plain inline-row surface round-m gap-2 pad-0-4 hovers outlined-strong relative justify-centre ${styles.slot}`}
                onClick={() => {
                  setReason(one)
                  text.current?.focus()
                }}
              >
                {one}
              </button>
            ))}
          </div>
        </div>
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Back')}</Button>
          <Button type="submit" variant="filled" color="var(--k-critical)" disabled={reason.trim() === ''}>
            {t('Cancel appointment')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
