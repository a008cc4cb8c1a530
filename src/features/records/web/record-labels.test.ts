// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#web/calls/api.ts'
import { adoptTokens, dropTokens } from '#web/session/tokens.ts'
import { addRecord, extractRecord } from '../contract.ts'
import { readingFailure, uploadFailure } from './record-labels.tsx'

const access = `x.${btoa(JSON.stringify({ user_id: 1, role: 'doctor', iat: 1_000_000, exp: 1_000_600 }))}.y`
const file = new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' })
let sent: RequestInit[] = []
/** Stands in for the server; answers how the sending of a file failed. */
const failed = async (endpoint: typeof addRecord | typeof extractRecord, answer: Response): Promise<unknown> => {
  adoptTokens({ access, refresh: 'one' })
  vi.stubGlobal('fetch', (_path: string, init: RequestInit = {}) => {
    sent.push(init)
    return Promise.resolve(answer)
  })
  return call(endpoint, { body: { patient: 7 } }, { files: { file } }).catch((error: unknown) => error)
}
const json = (body: unknown, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const silent = () => new Response('<html>It broke</html>', { status: 500 })

afterEach(() => {
  sent = []
  dropTokens()
  vi.unstubAllGlobals()
})

test('a document goes out as multipart form data, with what is said of it', async () => {
  await failed(addRecord, json({}, 201))
  const [{ body, headers } = {}] = sent
  expect(body).toBeInstanceOf(FormData)
  expect([...(body as FormData).keys()]).toEqual(['patient', 'file'])
  // The browser writes it, with the boundary.
  expect(new Headers(headers).get('content-type')).toBeNull()
})

test('a failed upload says what the server says, and else that it failed', async () => {
  expect(uploadFailure(await failed(addRecord, json({ detail: 'This file is damaged.', code: 'unreadable' }, 422)))).toBe(
    'This file is damaged.',
  )
  expect(uploadFailure(await failed(addRecord, json({ file: ['Send a PDF or a picture.'] }, 400)))).toBe('Send a PDF or a picture.')
  expect(uploadFailure(await failed(addRecord, silent()))).toBe('Failed to upload medical record')
})

test('a failed extraction says what the server says, and else that it failed', async () => {
  const busy = json({ detail: 'It is being read.', code: 'processing' }, 409)
  expect(readingFailure(await failed(extractRecord, busy))).toBe('It is being read.')
  expect(readingFailure(await failed(extractRecord, silent()))).toBe('Failed to process medical record')
})
