import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { QUESTION_LENGTH } from '../contract.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'

interface Props {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  isBusy: boolean
  error: string | null
  send: () => void
  /** The question that was asked last, to be asked in other words. */
  last: string | undefined
  /** The question that this one follows, if any. */
  followed: string | undefined
  startAnew: () => void
}

/** Where a question is typed: Enter asks, Shift+Enter begins a line, ArrowUp brings the last one back, Escape clears. */
export const QuestionBox = ({ box, text, setText, isBusy, error, send, last, followed, startAnew }: Props) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) send()
    else if (event.key === 'ArrowUp' && text === '' && last !== undefined) setText(last)
    else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
  }
  return (
    <form
      className="ask no-print"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {error !== null && (
        <Note tone="attention" alert>
          {error}
        </Note>
      )}
      {followed !== undefined && (
        <div className="ask-follows small">
          <span className="t3 clip">{t('Follows “{{question}}”', { question: followed })}</span>
          <Button size="compact-xs" variant="subtle" onClick={startAnew}>
            {t('New topic')}
          </Button>
        </div>
      )}
      <div className="ask-row">
        <Textarea
          ref={box}
          className="grow"
          aria-label={t('Your question')}
          placeholder={t('Ask in plain words')}
          data-autofocus
          autosize
          minRows={1}
          maxRows={6}
          maxLength={QUESTION_LENGTH}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          color="teal"
          size="var(--k-control)"
          aria-label={t('Ask')}
          disabled={isBusy || text.trim() === ''}
        >
          <IconSend size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <p className="small t3 not-phone">{t('Press Enter to ask. The assistant reads what you may see and changes nothing.')}</p>
    </form>
  )
}
