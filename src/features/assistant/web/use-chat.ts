import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import * as contract from '../contract.ts'
import { call, isOffline, messageOf, pages, query, type RowPage } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { randomId } from '#web/calls/random-id.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { chatAfter, noChat, type Message } from './chat-state.ts'

const PAGE = 20

interface Question {
  text: string
  /** The answer that it follows; null begins anew. */
  follows: number | null
}

/** A question that finds no line fails at once, unlike a change, which waits for it: somebody sits before the screen. */
const send = ({ text, follows }: Question, idempotencyKey: string) =>
  call(contract.ask, { body: { question: text, follows } }, { idempotencyKey, waits: false })
const failureOf = (error: unknown) =>
  isOffline(error) ? t('No connection to the clinic’s server. Your question is kept: ask it again.') : messageOf(error)

// The newest come first, and always anew: another window may have deleted some.
const listed = { ...pages(contract.listMessages, { query: { limit: PAGE } }), staleTime: 0 }

/** Changes what is known of the messages after a change on the server; what was on its way from before it is not taken. */
const changeKept = async (change: (page: RowPage<Message>, at: number) => Message[]) => {
  const { queryKey } = listed
  await queryClient.cancelQueries({ queryKey })
  const known = queryClient.getQueryData(queryKey)
  if (!known) return queryClient.invalidateQueries({ queryKey })
  return queryClient.setQueryData(queryKey, { ...known, pages: known.pages.map((page, at) => ({ ...page, rows: change(page, at) })) })
}

const remove = async (action: () => Promise<unknown>, announcement: string, isLeft: (message: Message) => boolean) => {
  try {
    await action()
    await changeKept(({ rows }) => rows.filter(isLeft))
    toast.done(announcement)
  } catch (error) {
    toast.failed(error)
  }
}
const removeOne = (id: number) =>
  remove(
    () => call(contract.deleteMessage, { params: { id } }),
    t('Question and answer deleted.'),
    (message) => message.id !== id,
  )
const removeAll = async () => {
  const isMeant = await confirm({
    title: t('Delete all questions?'),
    text: t('All your questions and their answers are permanently deleted, including earlier ones. The clinic’s records are not changed.'),
    action: t('Delete all'),
    isGrave: true,
  })
  if (!isMeant) return
  await remove(
    () => call(contract.deleteMessages),
    t('All questions deleted.'),
    () => false,
  )
}

/** The conversation of the person with the assistant. */
export const useChat = () => {
  const [state, dispatch] = useReducer(chatAfter, noChat)
  /** The question that is under way. */
  const [asking, setAsking] = useState<string | null>(null)
  const greeting = useQuery(query(contract.getGreeting))
  const kept = usePages(listed)
  /** The key of a question that failed goes with it when it is asked again. */
  const unanswered = useRef<Question & { key: string }>(null)

  useEffect(() => {
    if (greeting.data) dispatch({ type: 'greeted', greeting: greeting.data })
  }, [greeting.data])
  useEffect(() => {
    if (kept.data) dispatch({ type: 'read', messages: kept.data })
  }, [kept.data])

  /** Answers the reply; null for a question that failed, which is told in `error`. */
  const ask = async (question: Question): Promise<Message | null> => {
    const { text, follows } = question
    const before = unanswered.current
    const key = before?.text === text && before.follows === follows ? before.key : randomId()
    unanswered.current = { ...question, key }
    dispatch({ type: 'asked' })
    setAsking(text)
    try {
      const reply = await send(question, key)
      unanswered.current = null
      dispatch({ type: 'answered', reply })
      void changeKept(({ rows }, at) => (at === 0 ? [reply, ...rows] : rows))
      return reply
    } catch (error) {
      dispatch({ type: 'failed', error: failureOf(error) })
      return null
    } finally {
      setAsking(null)
    }
  }

  return { ...state, asking, greeting, kept, ask, removeOne, removeAll }
}
export type Chat = ReturnType<typeof useChat>
