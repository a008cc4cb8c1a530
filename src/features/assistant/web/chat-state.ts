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
  /** The messages that are kept, as they are now. */
  | { type: 'read'; messages: readonly Message[] }
  | { type: 'asked' }
  | { type: 'answered'; reply: Message }
  | { type: 'failed'; error: string }

/** Each once, the oldest first. */
const inOrder = (messages: readonly Message[]) =>
  [...new Map(messages.map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)

/** The state after an event. A question that failed leaves every message where it is. */
export const chatAfter = (state: ChatState, event: ChatEvent): ChatState => {
  switch (event.type) {
    case 'greeted':
      return { ...state, examples: event.greeting.available_queries, welcomeMessage: event.greeting.message }
    case 'read':
      return { ...state, messages: inOrder(event.messages) }
    case 'asked':
      return { ...state, loading: true, error: null }
    case 'answered':
      return { ...state, loading: false, messages: inOrder([...state.messages, event.reply]) }
    default:
      return { ...state, loading: false, error: event.error }
  }
}
