import { expect, test } from 'vitest'
import { readError } from './http.ts'
import { limitText } from './limit-text.ts'

const refusal = async (status: number, body: Record<string, unknown>, seconds = 10) =>
  limitText(await readError(Response.json(body, { status, headers: { 'retry-after': String(seconds) } })))

test('a refusal for a limit says what is reached and when to try again', async () => {
  const quota = { code: 'upload_quota', detail: 'Limit: 30 files a day for each account. Used today: 30 files.' }
  const shown = await Promise.all([
    refusal(429, { ...quota, limit: 30, used: 30, unit: 'files' }),
    refusal(429, { ...quota, limit: 200, used: 190, unit: 'MB' }),
    refusal(429, { ...quota, limit: 5, used: 0, unit: 'MB' }),
    refusal(429, { code: 'too_many_at_once', detail: 'Limit: 20 uploads at once for each account.', limit: 20, used: 20 }),
    refusal(429, { code: 'queue_full', detail: 'Limit: 500 tasks waiting of all accounts.', limit: 500, used: 500 }),
    refusal(503, { code: 'busy', detail: 'The server is busy: 200 uploads are waiting. Try again in a moment.' }),
    refusal(
      429,
      { code: 'throttled', detail: 'Limit: 1200 printed documents an hour for each account. All are used; try again later.' },
      61,
    ),
  ])
  expect(shown).toEqual([
    'Today’s limit of 30 files is reached. Send the rest tomorrow.',
    '190 of today’s 200 MB are used. Send a smaller file, or this one tomorrow.',
    '0 of today’s 5 MB are used. Send a smaller file, or this one tomorrow.',
    '20 tasks are already queued. Try again when some are finished.',
    '500 tasks are already queued. Try again when some are finished.',
    'The server is busy. Try again in a moment.',
    'Too many requests. Try again in 2 min.',
  ])
})

test('a refusal of another kind has no sentence of a limit', async () => {
  const live = { code: 'throttled', detail: 'Too many open tabs with this account. Close some.' }
  expect(await refusal(429, live)).toBeNull()
  expect(await refusal(429, { code: 'throttled', detail: 'Too many requests. Try again later.' })).toBeNull()
  expect(await refusal(403, { code: 'forbidden', detail: 'Limit: of one’s own.' })).toBeNull()
})
