import { z } from 'zod'
import { OutgoingFault, type OutgoingFaultKind } from '#platform/outgoing/destination.ts'
import { askOutside } from '#platform/outgoing/request.ts'
import type { ModelFault } from '#features/assistant/contract.ts'

/** Where a model is, and what opens it. */
export interface ModelSettings {
  /** Without its final slash: /chat/completions comes after it. */
  url: string
  model: string
  /** Empty where none is needed. */
  apiKey: string
  timeoutMs: number
  /** Private addresses that this setting may name beside those that the operator lists. */
  alsoAllowed?: string | undefined
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

const Completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()) })

const contentOf = (text: string): unknown => {
  try {
    const { choices } = Completion.parse(JSON.parse(text))
    return JSON.parse(choices[0].message.content)
  } catch {
    throw new ModelFailure('unreadable')
  }
}

const faultOfKind: Partial<Record<OutgoingFaultKind, ModelFault>> = { slow: 'slow', 'not allowed': 'not allowed', forbidden: 'not allowed' }

const failureOf = ({ kind }: OutgoingFault): ModelFailure => {
  const fault = faultOfKind[kind] ?? 'unreachable'
  return new ModelFailure(fault, fault === 'unreachable' && kind !== 'unreachable' ? kind : '')
}

/**
 * Asks once, and answers the JSON that the model wrote. Throws a ModelFailure when there is none in time; follows no redirect (it would
 * carry the key somewhere else), and reads no more than 64 KB. A caller who goes away ends it with the reason of `signal`.
 */
export const askServer = async (settings: ModelSettings, body: object, signal?: AbortSignal): Promise<unknown> => {
  const { url, model, apiKey, timeoutMs, alsoAllowed } = settings
  try {
    const { status, text, isWhole } = await askOutside({
      url: `${url}/chat/completions`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, temperature: 0, stream: false, ...body }),
      alsoAllowed,
      timeoutMs,
      maxBytes: MAX_REPLY_BYTES,
      signal,
    })
    if (status >= 300 && status < 400) throw new ModelFailure('elsewhere', String(status))
    if (status < 200 || status > 299) throw new ModelFailure('refused', String(status))
    if (!isWhole) throw new ModelFailure('too long')
    return contentOf(text)
  } catch (error) {
    throw error instanceof OutgoingFault ? failureOf(error) : error
  }
}
