import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, patchOf } from '#shared/paging.ts'

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
        .regex(/^[\x21-\x7E]*$/, 'A key has no spaces, and plain letters, digits and signs alone.')
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
