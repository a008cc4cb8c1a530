import { expect, test } from 'vitest'
import { chatAfter, noChat, type ChatEvent, type ChatState } from './chat-state.ts'
import { replyOf } from './reply-samples.ts'

const after = (...events: ChatEvent[]): ChatState => events.reduce(chatAfter, noChat)
const ids = ({ messages }: ChatState) => messages.map(({ id }) => id)

test('the state is what the specification names', () => {
  expect(Object.keys(noChat).sort()).toEqual(['error', 'examples', 'loading', 'messages', 'welcomeMessage'])
})

test('a greeting brings the examples and the words of welcome', () => {
  const { examples, welcomeMessage } = after({
    type: 'greeted',
    greeting: { available_queries: { patient_flow: ['Who waits?'] }, message: 'Ask me.' },
  })
  expect([examples, welcomeMessage]).toEqual([{ patient_flow: ['Who waits?'] }, 'Ask me.'])
})

test('a question that fails keeps the messages, and the next one takes the error away', () => {
  const failed = after({ type: 'answered', reply: replyOf({ id: 1 }) }, { type: 'asked' }, { type: 'failed', error: 'No line.' })
  expect([ids(failed), failed.loading, failed.error]).toEqual([[1], false, 'No line.'])
  const again = chatAfter(failed, { type: 'asked' })
  expect([ids(again), again.loading, again.error]).toEqual([[1], true, null])
  const answered = chatAfter(again, { type: 'answered', reply: replyOf({ id: 2 }) })
  expect([ids(answered), answered.loading, answered.error]).toEqual([[1, 2], false, null])
})

test('messages that are read stand in order, once, as they are now; those that were deleted are gone', () => {
  const state = after(
    { type: 'answered', reply: replyOf({ id: 7 }) },
    { type: 'answered', reply: replyOf({ id: 7 }) },
    { type: 'answered', reply: replyOf({ id: 8 }) },
  )
  expect(ids(state)).toEqual([7, 8])
  const read = chatAfter(state, {
    type: 'read',
    messages: [replyOf({ id: 7, status: 'withheld' }), replyOf({ id: 3 }), replyOf({ id: 5 })],
  })
  expect(read.messages.map(({ id, status }) => [id, status])).toEqual([
    [3, 'answered'],
    [5, 'answered'],
    [7, 'withheld'],
  ])
  expect(ids(chatAfter(read, { type: 'read', messages: [] }))).toEqual([])
})
