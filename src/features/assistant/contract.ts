import { z } from 'zod'
import { queryTypes } from '#shared/query-types.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, pageQuery, patchOf } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { line } from '#shared/text.ts'

/** The longest question, in characters. */
export const QUESTION_LENGTH = 1000

/** What a cell holds: minutes and days are lengths of time, days YYYY-MM-DD, instants ISO 8601, money decimal text. */
export const cellKinds = ['text', 'date', 'instant', 'count', 'quantity', 'number', 'money', 'percent', 'minutes', 'days'] as const
const Cell = z.union([z.string(), z.number(), z.null()])
export const ReplyColumn = z.object({ key: z.string(), title: z.string(), kind: z.enum(cellKinds) })
export type ReplyColumn = z.output<typeof ReplyColumn>

const keyed = { title: z.string() }
/** How the rows are best looked at; every key is a column of theirs. */
export const Visualization = z.discriminatedUnion('type', [
  z.object({ type: z.literal('number'), value: z.string(), ...keyed }),
  z.object({ type: z.literal('bar'), x: z.string(), y: z.string(), against: z.string().optional(), ...keyed }),
  z.object({ type: z.literal('line'), x: z.string(), y: z.string(), against: z.string().optional(), ...keyed }),
  z.object({ type: z.literal('pie'), labels: z.string(), values: z.string(), ...keyed }),
  z.object({ type: z.literal('table'), ...keyed }),
])
export type Visualization = z.output<typeof Visualization>

const Link = z.object({ label: z.string(), to: z.string() })

/**
 * An answer. answered: `structured_data` are its rows. refused: it could not be answered, `response` says why. unclear: it could mean several
 * things, `suggestions` are they. withheld: the person has lost a right that it needed.
 */
export const ChatReply = z
  .object({
    id: z.int(),
    asked_at: Instant,
    question: z.string(),
    status: z.enum(['answered', 'refused', 'unclear', 'withheld']),
    response: z.string(),
    structured_data: z.array(z.record(z.string(), Cell)),
    visualization: Visualization.nullable(),
    query_type: z.enum([...queryTypes, 'unknown']),
    columns: z.array(ReplyColumn),
    /** For each row the screen behind it. */
    row_links: z.array(z.string().nullable()),
    /** What was counted, in words: the period, each filter, what is left out. */
    filter: z.array(z.string()),
    /** The screens and reports behind it. */
    links: z.array(Link),
    /** Questions that would be answered. */
    suggestions: z.array(z.string()),
    /** There are more rows than these. */
    is_cut: z.boolean(),
    /** A language model chose what to count; every figure is the clinic's own all the same. */
    is_chosen_by_model: z.boolean(),
  })
  .meta({ id: 'ChatReply' })
export type ChatReply = z.output<typeof ChatReply>

export const Greeting = z
  .object({ available_queries: z.record(z.string(), z.array(z.string())), message: z.string() })
  .meta({ id: 'ChatGreeting' })

export const getGreeting = endpoint({
  method: 'GET',
  path: '/chatbot/chat/',
  also: ['/chatbot/examples/'],
  summary: 'A greeting, and questions that this person may ask, by kind',
  access: 'signed-in',
  live: ['rights'],
  response: Greeting,
})

export const ask = endpoint({
  method: 'POST',
  path: '/chatbot/chat/',
  summary: 'Ask a question in plain words. It changes nothing, and sees what the person may see',
  access: 'signed-in',
  work: 'question',
  perMinute: 240,
  body: fields({
    question: line(QUESTION_LENGTH),
    /** The answer that this follows ("and last month?"): null begins anew; left out, the last one of the past half hour. */
    follows: Id.nullable().optional(),
  }),
  response: ChatReply,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/chatbot/messages/',
  summary: "One's own questions and their answers, the newest first",
  access: 'signed-in',
  live: ['rights'],
  paged: true,
  query: fields(pageQuery),
  response: z.array(ChatReply),
})

const params = fields({ id: Id })
export const getMessageTable = endpoint({
  method: 'GET',
  path: '/chatbot/messages/{id}/',
  summary: 'The rows of an answer, as JSON, CSV, spreadsheet or PDF',
  access: 'signed-in',
  audit: 'read',
  params,
  offers: Object.values(tableTypes),
  response: Table,
})
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/chatbot/messages/{id}/',
  summary: 'Delete one question and its answer',
  access: 'signed-in',
  status: 204,
  params,
  response: z.void(),
})
export const deleteMessages = endpoint({
  method: 'DELETE',
  path: '/chatbot/messages/',
  summary: 'Delete all of one’s own questions and answers',
  access: 'signed-in',
  status: 204,
  response: z.void(),
})

const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Use one line of plain text.')
    .trim()

export const AssistantSettings = z
  .object({
    /** Questions that the program cannot read itself are shown to the model, without names and numbers. */
    is_on: z.boolean(),
    /** The beginning of the address, before /chat/completions. */
    url: z.string(),
    model: z.string(),
    has_api_key: z.boolean(),
    /** A later reply is not waited for. */
    timeout_ms: z.int(),
    version: z.int(),
  })
  .meta({ id: 'AssistantSettings' })
export type AssistantSettings = z.output<typeof AssistantSettings>

export const getAssistantSettings = endpoint({
  method: 'GET',
  path: '/chatbot/settings/',
  summary: 'Whether a language model helps the assistant, and which; its key is never answered',
  access: 'assistant.settings',
  response: AssistantSettings,
})

export const updateAssistantSettings = endpoint({
  method: 'PATCH',
  path: '/chatbot/settings/',
  summary: 'Change which language model helps the assistant. The key: null keeps it, an empty text removes it',
  access: 'assistant.settings',
  idempotent: false,
  body: patchOf(
    fields({
      is_on: z.boolean(),
      url: oneLine(500).nullable(),
      model: oneLine(200).nullable(),
      api_key: oneLine(1000)
        .regex(/^[\x21-\x7E]*$/, 'A key may contain only unaccented letters, digits and symbols, without spaces.')
        .nullable(),
      timeout_ms: z.int('Enter a whole number.').min(200, 'Enter at least 200.').max(10_000, 'Enter at most 10,000.'),
    }),
  ),
  response: AssistantSettings,
})

/** Why a model was of no help. wrong: it chose something else than a simple question asked for. */
export const modelFaults = [
  'slow',
  'unreachable',
  'not allowed',
  'refused',
  'elsewhere',
  'too long',
  'unreadable',
  'outside the catalogue',
  'wrong',
] as const
export type ModelFault = (typeof modelFaults)[number]

export const tryAssistantSettings = endpoint({
  method: 'POST',
  path: '/chatbot/settings/try/',
  summary: 'Ask the model a question of the program, as set up, whether it is on or not',
  access: 'assistant.settings',
  idempotent: false,
  perMinute: 10,
  response: z.object({
    /** It chose what the question asked for. */
    is_right: z.boolean(),
    /** How long it took, in milliseconds. */
    took_ms: z.int(),
    fault: z.enum(modelFaults).nullable(),
    /** What the other side said: the status of its reply, or why there is none; may be empty. */
    detail: z.string(),
  }),
})
