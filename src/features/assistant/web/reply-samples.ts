import type { Message } from './chat-state.ts'

/** An answer with nothing in it but what a test is about. */
export const replyOf = (part: Partial<Message>): Message => ({
  id: 1,
  asked_at: '2026-11-22T09:00:00.000Z',
  question: 'How many visits were there today?',
  status: 'answered',
  response: '12 visits today.',
  structured_data: [],
  visualization: null,
  query_type: 'patient_flow',
  columns: [],
  row_links: [],
  filter: [],
  links: [],
  suggestions: [],
  is_cut: false,
  is_chosen_by_model: false,
  ...part,
})
