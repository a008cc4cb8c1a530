import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { language, t } from '#web/i18n.ts'
import { Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import { Answer } from './answer.tsx'
import { Examples } from './examples.tsx'
import { Answering, Exchange } from './exchange.tsx'
import type { Chat } from './use-chat.ts'
import { useChatScroll } from './use-chat-scroll.ts'

interface Props {
  of: Chat
  /** Without `follows` it follows the last answer; with null it begins anew. */
  ask: (text: string, follows?: null) => void
}

const Welcome = ({ of: { welcomeMessage, examples, loading, greeting }, ask }: Props) => {
  if (greeting.data === undefined && greeting.error) return <Failed error={greeting.error} retry={() => void greeting.refetch()} />
  if (greeting.data === undefined) return <Loading rows={5} height={28} />
  return (
    <div className="welcome">
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
      <Examples of={examples} isBusy={loading} ask={(text) => ask(text, null)} />
    </div>
  )
}

/** Questions and answers from the earliest to the newest; before the first one, examples. */
export const Conversation = ({ of: chat, ask }: Props) => {
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
    <div className="chat-log" ref={log} role="region" tabIndex={-1} aria-label={t('Conversation')}>
      {isEmpty && kept.data === undefined && kept.error ? (
        <Failed error={kept.error} retry={retry} />
      ) : isEmpty && kept.data === undefined ? (
        <Loading rows={5} height={28} />
      ) : isEmpty ? (
        <Welcome of={chat} ask={ask} />
      ) : (
        <div className="chat-column">
          {kept.hasMore && (
            <Button className="chat-earlier" variant="subtle" loading={kept.isFetchingMore} onClick={kept.fetchMore}>
              {t('Earlier questions')}
            </Button>
          )}
          <Stale error={kept.error} from={kept.dataUpdatedAt} />
          {messages.map((message) => (
            <Exchange key={message.id} id={message.id} question={message.question}>
              <Answer of={message} ask={ask} isBusy={loading} remove={() => void removeOne(message.id)} />
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
