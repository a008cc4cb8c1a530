import { Button } from '@mantine/core'
import { useEffect, useRef, useLayoutEffect, useState, type ReactNode } from 'react'
import { language, t } from '#web/i18n.ts'
import { Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import { Answer } from './answer.tsx'
import { Examples } from './examples.tsx'
import type { Chat } from './use-chat.ts'
import type { Message } from './chat-state.ts'
import chatStyles from './chat.module.css'
import answerStyles from './answer.module.css'
import askStyles from './ask.module.css'

/** A question, and beneath it its answer. */
const Exchange = ({ id, question, children }: { id?: number; question: string; children: ReactNode }) => (
  <article className="stack gap-4" data-part="exchange" data-id={id} aria-label={question}>
    <p className={`break-anywhere as-typed outlined pad-4-5 text-l round-l accent-soft ${chatStyles.asked}`}>{question}</p>
    {children}
  </article>
)

/** When the wait is worth a word, and when it is long. */
const STEPS_MS = [1000, 6000]

/** The answer is on its way; a wait of some length says what happens. */
const Answering = () => {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timers = STEPS_MS.map((after, at) => setTimeout(() => setStep(at + 1), after))
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className={`panel stack gap-5 max-w-full ${answerStyles.answer}`} data-part="answer" data-status="waiting">
      <div className="skeleton" style={{ height: 16, width: '46%' }} />
      <div className="skeleton" style={{ height: 16, width: '28%' }} />
      <p className="small t3" role="status">
        {step === 1 && t('Counting in the clinic’s records')}
        {step === 2 && t('Still working: some questions take a while')}
      </p>
    </div>
  )
}

const ABOVE_PX = 16
/** As much of an earlier question stays in sight that somebody sees it is there. */
const EARLIER_PX = 64

const topOf = (log: HTMLElement, part: Element | null | undefined) =>
  part ? part.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop : log.scrollHeight

/** Keeps the newest question and the beginning of its answer in sight; where earlier ones come in, what was read stays there. */
const useChatScroll = (messages: readonly Message[], isAsking: boolean) => {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef<{ first?: number | undefined; last?: number | undefined; isAsking: boolean }>({ isAsking: false })
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id]
  // Before it is painted: nothing jumps.
  useLayoutEffect(() => {
    const node = log.current
    const was = before.current
    before.current = { first, last, isAsking }
    if (!node) return
    if (was.last !== last || (isAsking && !was.isAsking))
      node.scrollTop = topOf(node, [...node.querySelectorAll('[data-part="exchange"]')].at(-1)) - ABOVE_PX
    else if (was.first !== first && was.first !== undefined)
      node.scrollTop = topOf(node, node.querySelector(`[data-id="${was.first}"]`)) - EARLIER_PX
  }, [first, last, isAsking])
  return log
}

interface Props {
  chat: Chat
  /** Without `follows` it follows the last answer; with null it begins anew. */
  ask: (text: string, follows?: null) => void
}

const Welcome = ({ chat: { welcomeMessage, examples, loading, greeting }, ask }: Props) => {
  if (greeting.data === undefined && greeting.error) return <Failed error={greeting.error} retry={() => void greeting.refetch()} />
  if (greeting.data === undefined) return <Loading rows={5} height={28} />
  return (
    <div className={`stack full-width gap-6 ${chatStyles.welcome}`}>
      <div>
        <h2>{t('What would you like to know?')}</h2>
        {/* It reads English alone: whoever has another language on the screen is told so, in that language. */}
        <p>
          {language() === 'en'
            ? welcomeMessage
            : t(
                'The assistant reads questions in English, like the examples below. It counts what is recorded, shows how, and says so when it cannot. It changes nothing, and sees no more than you do.',
              )}
        </p>
      </div>
      <Examples examples={examples} isBusy={loading} ask={(text) => ask(text, null)} />
    </div>
  )
}

/** Questions and answers from the earliest to the newest; before the first one, examples. */
export const Conversation = ({ chat, ask }: Props) => {
  const { messages, asking, kept, loading, removeOne } = chat
  const log = useChatScroll(messages, asking !== null)
  const before = useRef(messages.length)
  // The button that deletes an answer goes with it.
  useEffect(() => {
    if (messages.length < before.current && document.activeElement === document.body) log.current?.focus({ preventScroll: true })
    before.current = messages.length
  }, [messages.length, log])
  const isEmpty = messages.length === 0 && asking === null
  // What fails together is asked for again together: one press is enough.
  const retry = () => void Promise.all([kept.refetch(), ...(chat.greeting.error ? [chat.greeting.refetch()] : [])])
  return (
    <div
      className={`scroll fill pad-6 focus-inside print-block ${askStyles.chatLog}`}
      ref={log}
      role="region"
      tabIndex={-1}
      aria-label={t('Conversation')}
    >
      {isEmpty && kept.data === undefined && kept.error ? (
        <Failed error={kept.error} retry={retry} />
      ) : isEmpty && kept.data === undefined ? (
        <Loading rows={5} height={28} />
      ) : isEmpty ? (
        <Welcome chat={chat} ask={ask} />
      ) : (
        <div className={`stack full-width gap-7 ${chatStyles.chatColumn}`}>
          {kept.hasMore && (
            <Button className="self-centre" variant="subtle" loading={kept.isFetchingMore} onClick={kept.fetchMore}>
              {t('Earlier questions')}
            </Button>
          )}
          <Stale error={kept.error} from={kept.dataUpdatedAt} />
          {messages.map((message) => (
            <Exchange key={message.id} id={message.id} question={message.question}>
              <Answer message={message} ask={ask} isBusy={loading} remove={() => void removeOne(message.id)} />
            </Exchange>
          ))}
          {asking !== null && (
            <Exchange question={asking}>
              <Answering />
            </Exchange>
          )}
        </div>
      )}
    </div>
  )
}
