import type { z } from 'zod'
import type { ask, Greeting } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

/** A question and its answer, as they come over the wire. */
export type Message = ResponseOf<typeof ask>

/** What the screen of the assistant knows. */
export interface ChatState {
  /** Questions that this person may ask, by kind. */
  examples: z.output<typeof Greeting>['available_queries']
  /** Questions with their answers, the oldest first. */
  messages: readonly Message[]
  /** A question is under way. */
  loading: boolean
  /** Why the last question was not answered, as it is shown. */
  error: string | null
  welcomeMessage: string
}

export const noChat: ChatState = { examples: {}, messages: [], loading: false, error: null, welcomeMessage: '' }

export type ChatEvent =
  | { type: 'greeted'; greeting: z.output<typeof Greeting> }
  /** Messages that were kept: what is known of them already is as it is there. */
  | { type: 'read'; messages: readonly Message[] }
  | { type: 'asked' }
  | { type: 'answered'; reply: Message }
  | { type: 'failed'; error: string }
  | { type: 'deleted'; id: number }
  | { type: 'emptied' }

const merged = (known: readonly Message[], others: readonly Message[]) =>
  [...new Map([...known, ...others].map((message) => [message.id, message])).values()].sort((a, b) => a.id - b.id)

/** The state after an event. A question that failed leaves every message where it is. */
export const chatAfter = (state: ChatState, event: ChatEvent): ChatState => {
  switch (event.type) {
    case 'greeted':
      return { ...state, examples: event.greeting.available_queries, welcomeMessage: event.greeting.message }
    case 'read':
      return { ...state, messages: merged(state.messages, event.messages) }
    case 'asked':
      return { ...state, loading: true, error: null }
    case 'answered':
      return { ...state, loading: false, messages: merged(state.messages, [event.reply]) }
    case 'failed':
      return { ...state, loading: false, error: event.error }
    case 'deleted':
      return { ...state, messages: state.messages.filter(({ id }) => id !== event.id) }
    default:
      return { ...state, messages: [], error: null }
  }
}
