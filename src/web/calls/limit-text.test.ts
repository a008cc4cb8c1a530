import { expect, test } from 'vitest'
import { ApiError, messageOf } from './http.ts'

const refusal = (status: number, body: Record<string, unknown>, retryAfter: number | null = null) =>
  messageOf(new ApiError(status, body, retryAfter))

test('a refusal for a limit says what is reached and when to try again', () => {
  const quota = { code: 'upload_quota', detail: 'Limit: 30 files a day for each account. Used today: 30 files.' }
  expect([
    refusal(429, { ...quota, limit: 30, used: 30, unit: 'files' }),
    refusal(429, { ...quota, limit: 200, used: 190, unit: 'MB' }),
    refusal(429, { ...quota, limit: 5, used: 0, unit: 'MB' }),
    refusal(429, { code: 'too_many_at_once', detail: 'Limit: 20 uploads at once for each account.', limit: 20, used: 20 }),
    refusal(429, { code: 'queue_full', detail: 'Limit: 500 tasks waiting of all accounts.', limit: 500, used: 500 }),
    refusal(503, { code: 'busy', detail: 'The server is busy: 200 uploads are waiting. Try again in a moment.' }),
    refusal(429, { code: 'throttled', detail: 'Too many requests. Try again later.' }, 840),
    refusal(
      429,
      { code: 'throttled', detail: 'Limit: 1200 printed documents an hour for each account. All are used; try again later.' },
      61,
    ),
  ]).toEqual([
    'Today’s limit of 30 files is reached. Send the rest tomorrow.',
    'This file does not fit into today’s limit: 190 of 200 MB are used. Send a smaller one, or send it tomorrow.',
    'The file is too large: 5 MB at most.',
    '20 of your requests are under way already. Try again when some are done.',
    '500 tasks are waiting already. Try again when some are done.',
    'The server is busy. Try again in a moment.',
    'Too many requests. Try again in 14 minutes.',
    'Too many requests. Try again in 2 minutes.',
  ])
})

test('a wait that is not known is a minute, and a limit with words of its own keeps them', () => {
  expect(refusal(429, { code: 'throttled', detail: 'Too many requests. Try again later.' })).toBe(
    'Too many requests. Try again in 1 minute.',
  )
  const live = 'There are too many live views of this account. Close some tabs.'
  expect(refusal(429, { code: 'throttled', detail: live }, 20)).toBe(live)
})
