import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { question, type Question } from '../messages/dialogs.ts'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'

const LONGEST_REASON = 200

const Ask = ({ asked }: { asked: Question }) => {
  const [reason, setReason] = useState('')
  const { instead } = asked
  const needsReason = asked.kind === 'reason'
  // What cannot be undone is never a single key away.
  const startsOnAction = !needsReason && !asked.isGrave
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!needsReason || reason.trim() !== '') asked.answer(reason.trim())
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  return (
    <Modal
      opened
      onClose={() => asked.answer(null)}
      // Three buttons stand side by side.
      {...(instead && { size: 560 })}
      title={asked.title}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} className="form-stack">
        {asked.text && <div className="as-typed">{asked.text}</div>}
        {needsReason && (
          <Textarea
            data-autofocus
            required
            label={asked.label ?? t('Reason')}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={onKey}
          />
        )}
        <div className="form-foot">
          <span className="grow" />
          <Button data-autofocus={(asked.isGrave && !needsReason) || undefined} onClick={() => asked.answer(null)}>
            {asked.back ?? t('Cancel')}
          </Button>
          {instead && (
            <Button
              onClick={() => {
                asked.answer(null)
                instead.run()
              }}
            >
              {instead.action}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            color={asked.isGrave ? 'var(--k-critical)' : undefined}
            data-autofocus={startsOnAction || undefined}
            disabled={needsReason && reason.trim() === ''}
          >
            {asked.action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Shows the question that `confirm` or `askReason` put. */
export const Dialogs = () => {
  const asked = useStore(question)
  return asked && <Ask asked={asked} />
}
