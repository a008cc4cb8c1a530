import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'

export interface Answer {
  status: number
  type: string
  text: string
  ms: number
}

/** Things that only the inside of the program says. */
const inside = [
  /\$argon2id\$/,
  /node_modules/,
  /\bat \S+ \(.*\.ts:\d+/,
  /kliniki_(app|portal|read|owner)\b/,
  /BEGIN (RSA |EC )?PRIVATE KEY/,
]
/** What a call that answers a file may answer: the same rows as a spreadsheet, too. */
const files = ['text/csv', 'application/', 'image/']
const SLOWEST_MS = 15_000

const isErrorForm = (text: string) => {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  if ('detail' in body && 'code' in body) return typeof body.detail === 'string' && typeof body.code === 'string'
  const lists = Object.values(body)
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.every((line) => typeof line === 'string'))
}

const hasErrorForm = (text: string) => {
  try {
    return isErrorForm(text)
  } catch {
    return false
  }
}

const fits = ({ response, produces, offers = [] }: Endpoint, { status, type, text }: Answer): string | null => {
  if (status === 204) return text === '' ? null : 'a 204 with a body'
  if (produces) return files.some((one) => type.startsWith(one)) ? null : `${type} instead of ${produces}`
  if (offers.some((one) => type.startsWith(one.split(';')[0]!))) return null
  if (!type.startsWith('application/json')) return `${type} instead of JSON`
  const read = z.safeParse(response, JSON.parse(text))
  return read.success ? null : `a reply beside its contract: ${z.prettifyError(read.error).slice(0, 300)}`
}

/** What is wrong with an answer; null when nothing is. `secrets` are texts that nobody may be shown. */
export const faultOf = (endpoint: Endpoint, answer: Answer, secrets: readonly string[]): string | null => {
  const { status, text, ms } = answer
  if (status >= 500 || status < 200) return `status ${status}`
  if (ms > SLOWEST_MS) return `${Math.round(ms)} ms`
  if (secrets.some((secret) => text.includes(secret)) || inside.some((form) => form.test(text))) return 'something of the inside'
  if (status >= 400) return hasErrorForm(text) ? null : 'a failure in another form'
  return status === 304 ? null : fits(endpoint, answer)
}
