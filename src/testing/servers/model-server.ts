import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Body = z.strictObject({
  model: z.string(),
  temperature: z.number(),
  stream: z.literal(false),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
})

export interface ModelCall {
  headers: IncomingMessage['headers']
  /** All of the body, as it was sent. */
  text: string
  body: z.output<typeof Body>
}
export type ModelReply = (response: ServerResponse) => void

export interface ModelServer {
  url: string
  calls: ModelCall[]
  /** Replies to the calls to come, in their order; then each is answered with no choice. */
  replies: ModelReply[]
  close(): Promise<void>
}

/** A reply of this status and content. */
export const modelReply =
  (status: number, body: unknown, headers: Record<string, string> = {}): ModelReply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** What a model writes: a text, or anything else as JSON. */
export const writing = (content: unknown): ModelReply =>
  modelReply(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content), refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  })

/** The same, so much later. */
export const slowly =
  (ms: number, reply: ModelReply): ModelReply =>
  (response) =>
    void setTimeout(() => reply(response), ms)
/** Begins, and says no more. */
export const stalling: ModelReply = (response) => void response.writeHead(200).write('{')
/** Never ends. */
export const pouring: ModelReply = (response) => {
  const line = { isOpen: true }
  response.on('close', () => (line.isOpen = false))
  const pour = () => {
    while (line.isOpen && response.write(' '.repeat(65_536)));
    if (line.isOpen) response.once('drain', pour)
  }
  pour()
}
/** Promises more than it sends, and hangs up. */
export const brokenOff: ModelReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"choices":[{"message":{"cont', () => response.destroy())
}

interface Schema {
  type?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
}
const KEYWORDS = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum'])
/** What servers of the protocol take with `strict`: closed objects with every field required, and no other keyword than these. */
const isStrict = (schema: Schema): boolean => {
  const properties = Object.entries(schema.properties ?? {})
  const isClosed =
    schema.type !== 'object' ||
    (schema.additionalProperties === false && properties.every(([name]) => schema.required?.includes(name)) && properties.length > 0)
  const inside = [...properties.map(([, one]) => one), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]
  const isNamed = schema.anyOf !== undefined || typeof schema.type === 'string'
  return isClosed && isNamed && schema.enum?.length !== 0 && Object.keys(schema).every((key) => KEYWORDS.has(key)) && inside.every(isStrict)
}

/** A server of the chat completions protocol that really listens on this machine, and refuses what such servers refuse. */
export const openModelServer = async ({ apiKey = '' } = {}): Promise<ModelServer> => {
  const calls: ModelCall[] = []
  const replies: ModelReply[] = []
  const answer = ({ method, url, headers }: IncomingMessage, text: string): ModelReply => {
    if (method !== 'POST' || url !== '/v1/chat/completions') return modelReply(404, { error: { message: 'Not found' } })
    if (apiKey && headers.authorization !== `Bearer ${apiKey}`) return modelReply(401, { error: { message: 'Incorrect API key' } })
    const { data: body } = Body.safeParse(JSON.parse(text))
    if (!body || !isStrict(body.response_format.json_schema.schema)) return modelReply(400, { error: { message: 'Invalid schema' } })
    calls.push({ headers, text, body })
    return replies.shift() ?? writing(noChoice)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, Buffer.concat(chunks).toString('utf8'))(response))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    replies,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

/** What a model answers when the catalogue has no answer. */
export const noChoice = { answerable: false, subject: 'visits', ask: 'measure', measure: null, groups: [], filters: [], top: null }
