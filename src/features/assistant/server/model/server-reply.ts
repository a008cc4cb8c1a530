import { z } from 'zod'
import type { ModelFault } from '#features/assistant/contract-settings.ts'

/** Where a model is, and what opens it. */
export interface ModelSettings {
  /** Without its final slash: /chat/completions comes after it. */
  url: string
  model: string
  /** Empty where none is needed. */
  apiKey: string
  timeoutMs: number
}

/** A model was of no help; `detail` is what there is to say of it, in a few characters that hold nothing of its reply. */
export class ModelFailure extends Error {
  fault: ModelFault
  detail: string

  constructor(fault: ModelFault, detail = '') {
    super(`The model is of no help: ${fault} ${detail}`.trim())
    this.fault = fault
    this.detail = detail
  }
}

const MAX_REPLY_BYTES = 65_536

const readReply = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > MAX_REPLY_BYTES) throw new ModelFailure('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const Completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()) })

const contentOf = (text: string): unknown => {
  try {
    const { choices } = Completion.parse(JSON.parse(text))
    return JSON.parse(choices[0].message.content)
  } catch {
    throw new ModelFailure('unreadable')
  }
}

const failureOf = (error: unknown): ModelFailure => {
  if (error instanceof ModelFailure) return error
  if (error instanceof Error && error.name === 'TimeoutError') return new ModelFailure('slow')
  const { cause } = error as Error
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined
  return new ModelFailure('unreachable', code ?? '')
}

/**
 * Asks once, and answers the JSON that the model wrote. Throws a ModelFailure when there is none in time; follows no redirect (it would
 * carry the key somewhere else), and reads no more than 64 KB. A caller who goes away ends it with the reason of `signal`.
 */
export const askServer = async ({ url, model, apiKey, timeoutMs }: ModelSettings, body: object, signal?: AbortSignal): Promise<unknown> => {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, temperature: 0, stream: false, ...body }),
      redirect: 'manual',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (response.status >= 300 && response.status < 400) throw new ModelFailure('elsewhere', String(response.status))
    if (!response.ok) throw new ModelFailure('refused', String(response.status))
    return contentOf(await readReply(response))
  } catch (error) {
    signal?.throwIfAborted()
    throw failureOf(error)
  }
}
