import { Button, VisuallyHidden, ActionIcon, Textarea } from '@mantine/core'
import { IconBulb, IconTrash, IconSend } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useStore } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'
import { Page } from '#web/ui/page.tsx'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { Conversation } from './conversation.tsx'
import { ExamplesDialog } from './examples.tsx'
import { followedBy } from './followed.ts'
import { useChat } from './use-chat.ts'
import { QUESTION_LENGTH } from '../contract.ts'
import { Note } from '#web/ui/status.tsx'
import styles from './ask.module.css'

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
const QuestionBox = ({ box, text, setText, isBusy, error, send, last, followed, startAnew }: Props) => {
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
      className={`flex rigid line-top surface gap-4 pad-5-6 column ${styles.ask} no-print`}
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
        <div className="flex gap-4 items-centre small">
          <span className="t3 clip">{t('Follows “{question}”', { question: followed })}</span>
          <Button size="compact-xs" variant="subtle" onClick={startAnew}>
            {t('New topic')}
          </Button>
        </div>
      )}
      <div className="flex items-end gap-4">
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

/** The question that another screen sent here, which is asked once: it leaves the history first, so that no reload asks it again. */
const useGivenQuestion = (ask: (question: string) => void) => {
  const { state, pathname } = useLocation() as { state: { question?: unknown } | null; pathname: string }
  const go = useNavigate()
  const given = state?.question
  const take = useEffectEvent((question: string) => {
    void go(pathname, { replace: true, state: null })
    ask(question)
  })
  useEffect(() => {
    if (typeof given === 'string' && given.trim() !== '') take(given)
  }, [given])
}

/** Questions in plain words about the clinic, or about one's own record, and their answers. */
export const AssistantPanel = () => {
  const isPatient = useStore(session).user?.role === 'patient'
  const chat = useChat()
  const { messages, loading, error } = chat
  const [text, setText] = useState('')
  const [isNewTopic, setNewTopic] = useState(false)
  const [isShowingExamples, setShowingExamples] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const toBox = () => focusNext(() => box.current)
  // After the frame, which goes to the top of a page that opens.
  useEffect(() => focusNext(() => box.current), [])

  const followed = isNewTopic ? null : followedBy(messages)
  const ask = async (question: string, follows = followed?.id ?? null) => {
    if (question.trim() === '') return
    toBox()
    if (loading) return setText(question)
    setText('')
    const reply = await chat.ask({ text: question.trim(), follows })
    if (reply) {
      setNewTopic(false)
      setAnnouncement(reply.response)
    } else setText((typed) => typed || question)
  }
  useGivenQuestion((question) => void ask(question, null))

  useKeys([{ keys: '/', label: t('Ask a question'), run: () => box.current?.focus() }])

  const startAnew = () => {
    setNewTopic(true)
    toBox()
  }
  const hasExamples = Object.keys(chat.examples).length > 0
  return (
    <Page
      title={isPatient ? t('Ask about my record') : t('Assistant')}
      actions={
        messages.length > 0 && (
          <>
            {hasExamples && (
              <Button leftSection={<IconBulb size={18} aria-hidden />} onClick={() => setShowingExamples(true)}>
                {t('Examples')}
              </Button>
            )}
            <Button leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void chat.removeAll()}>
              {t('Delete all')}
            </Button>
          </>
        )
      }
    >
      <div className={`stack fill line-top print-block ${styles.chat}`}>
        <Conversation chat={chat} ask={(question, follows) => void ask(question, follows)} />
        <QuestionBox
          box={box}
          text={text}
          setText={setText}
          isBusy={loading}
          error={error}
          send={() => void ask(text)}
          last={messages.at(-1)?.question}
          followed={followed?.question}
          startAnew={startAnew}
        />
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {announcement}
      </VisuallyHidden>
      {isShowingExamples && (
        <ExamplesDialog
          examples={chat.examples}
          isBusy={loading}
          ask={(question) => void ask(question, null)}
          close={() => setShowingExamples(false)}
        />
      )}
    </Page>
  )
}
