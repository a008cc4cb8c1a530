import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './http.ts'
import { own } from './news-pace.ts'
import { catchUp, invalidateNews, pollAfter, queryClient, takeUpNews } from './query-client.ts'

const holding = (name: string, meta: object) => {
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey: [name], meta: { ...meta } })
    .setData([])
}
const staleAfter = async (news: { topic: string; id?: number }[]) => {
  holding('patient 1', { live: ['patients'], record: 1 })
  holding('patient 2', { live: ['patients'], record: 2 })
  holding('all patients', { live: ['patients'] })
  holding('the board', { live: ['attendance', 'patients'] })
  holding('the clinic', { live: ['company'] })
  await invalidateNews(news)
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0])
}
afterEach(() => queryClient.clear())

test('news of one record leaves the other records alone', async () => {
  expect(await staleAfter([{ topic: 'patients', id: 1 }])).toEqual(['patient 1', 'all patients', 'the board'])
})
test('news without a record is about all of them', async () => {
  expect(await staleAfter([{ topic: 'patients' }])).toEqual(['patient 1', 'patient 2', 'all patients', 'the board'])
  queryClient.clear()
  expect(await staleAfter([{ topic: 'company', id: 7 }])).toEqual(['the clinic'])
})

const aboutOnly = (name: string, meta: object, news: { topic: string; id?: number }) => {
  holding(name, meta)
  return invalidateNews([news]).then(() => queryClient.getQueryState([name])?.isInvalidated)
}
test('ids of another topic are ids of other records', async () => {
  const medicines = { live: ['prescriptions'], record: 1, recordTopic: 'patients' }
  expect(await aboutOnly('medicines of patient 1', medicines, { topic: 'prescriptions', id: 9 })).toBe(true)
  expect(await aboutOnly('visit 4', { live: ['attendance', 'patients'], record: 4 }, { topic: 'patients', id: 1 })).toBe(true)
})
test('a reply of several records says itself what is about them', async () => {
  const workspace = { live: ['attendance'], record: 1, isAbout: ({ id }: { id?: number }) => id === 7 }
  expect(await aboutOnly('visit 7', workspace, { topic: 'attendance', id: 7 })).toBe(true)
  expect(await aboutOnly('not visit 1', workspace, { topic: 'attendance', id: 1 })).toBe(false)
})
test('news of a patient’s own record carries the account, and is about all that they are shown', async () => {
  expect(await aboutOnly('one of my results', { live: ['portal'], record: 1 }, { topic: 'portal', id: 9 })).toBe(true)
})
const isStale = () => queryClient.getQueryState(['my bills'])?.isInvalidated
test('news to all patients is taken up within seconds, each screen at a moment of its own, and that of one at once', async () => {
  vi.useFakeTimers()
  try {
    holding('my bills', { live: ['portal'] })
    await takeUpNews([{ topic: 'portal' }, { topic: 'portal' }])
    expect([isStale(), vi.getTimerCount()]).toEqual([false, 1])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isStale()).toBe(true)
    holding('my bills', { live: ['portal'] })
    await takeUpNews([{ topic: 'portal', id: 9 }])
    expect(isStale()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
test('a list waits for a moment with news of others; a record, and what one did oneself, are shown at once', async () => {
  vi.useFakeTimers()
  let asked = 0
  const watch = (name: string, meta: Record<string, unknown>) =>
    new QueryObserver(queryClient, { queryKey: [name], queryFn: () => Promise.resolve((asked += 1)), meta }).subscribe(() => {})
  const askedBy = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return asked
  }
  const stops = [watch('the queue', { live: ['attendance'] })]
  try {
    expect(await askedBy(0)).toBe(1)
    void takeUpNews([{ topic: 'attendance', id: 7 }])
    void takeUpNews([{ topic: 'attendance', id: 8 }])
    expect([await askedBy(5_900), queryClient.getQueryState(['the queue'])?.isInvalidated]).toEqual([1, true])
    expect(await askedBy(2_100)).toBe(2)
    expect(await askedBy(6_000)).toBe(2)
    // It has been there for long: asked for within two seconds.
    void takeUpNews([{ topic: 'attendance', id: 9 }])
    expect(await askedBy(2_000)).toBe(3)
    await own.while(() => Promise.resolve())
    await askedBy(1)
    void takeUpNews([{ topic: 'attendance', id: 9 }])
    expect(await askedBy(0)).toBe(4)
    // What was asked for since then knows of it.
    void takeUpNews([{ topic: 'attendance', id: 9 }])
    expect(await askedBy(5_900)).toBe(4)
    expect(await askedBy(2_100)).toBe(5)
    await askedBy(7_000)
    stops.push(watch('visit 7', { live: ['attendance'], record: 7 }))
    expect(await askedBy(3_000)).toBe(6)
    void takeUpNews([{ topic: 'attendance', id: 7 }])
    expect(await askedBy(0)).toBe(7)
    expect(await askedBy(2_000)).toBe(8)
    // A burst of news of the record is one question.
    for (let times = 0; times < 5; times += 1) void takeUpNews([{ topic: 'attendance', id: 7 }])
    expect(await askedBy(0)).toBe(8)
    expect(await askedBy(1_000)).toBe(9)
  } finally {
    for (const stop of stops) stop()
    vi.useRealTimers()
  }
})

test('screens that were answered together ask again at moments of their own', async () => {
  // Long after what was changed here last.
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  const askedAt: number[] = []
  const stops = Array.from({ length: 40 }, (_, n) =>
    new QueryObserver(queryClient, {
      queryKey: ['together', n],
      queryFn: () => Promise.resolve(askedAt.push(Date.now())),
      meta: { live: ['attendance'] },
    }).subscribe(() => {}),
  )
  try {
    await vi.advanceTimersByTimeAsync(0)
    expect([askedAt.length, new Set(askedAt).size]).toEqual([40, 1])
    // Before the pause is over.
    void takeUpNews([{ topic: 'attendance', id: 7 }])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(askedAt).toHaveLength(80)
    const again = askedAt.slice(40)
    expect(Math.max(...again) - Math.min(...again)).toBeGreaterThan(1_000)
  } finally {
    for (const stop of stops) stop()
    vi.useRealTimers()
  }
})
test('after a break what is on the screen is asked for once, each at a moment of its own, however many say so', async () => {
  vi.useFakeTimers({ now: Date.now() + 7_200_000 })
  const askedAt: number[] = []
  const stops = Array.from({ length: 12 }, (_, n) =>
    new QueryObserver(queryClient, { queryKey: ['shown', n], queryFn: () => Promise.resolve(askedAt.push(Date.now())) }).subscribe(
      () => {},
    ),
  )
  try {
    await vi.advanceTimersByTimeAsync(0)
    holding('left', {})
    // The probe, and the stream that does not remember that long.
    catchUp()
    catchUp()
    expect([askedAt.length, queryClient.getQueryState(['left'])?.isInvalidated]).toEqual([12, true])
    await vi.advanceTimersByTimeAsync(20_000)
    const again = askedAt.slice(12)
    expect(again).toHaveLength(12)
    expect(Math.max(...again) - Math.min(...again)).toBeGreaterThan(500)
  } finally {
    for (const stop of stops) stop()
    vi.useRealTimers()
  }
})
test('news does not multiply a question that fails', async () => {
  vi.useFakeTimers({ now: Date.now() + 10_800_000 })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  let asked = 0
  const stop = new QueryObserver(queryClient, {
    queryKey: ['failing'],
    queryFn: () => Promise.reject(new ApiError(504, { detail: String((asked += 1)) })),
    meta: { live: ['patients'] },
  }).subscribe(() => {})
  try {
    await vi.advanceTimersByTimeAsync(0)
    for (let second = 0; second < 20; second += 1) {
      void takeUpNews([{ topic: 'patients', id: second }])
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked).toBe(2)
  } finally {
    stop()
    logged.mockRestore()
    vi.useRealTimers()
  }
})
test('a question that failed in a break is asked again once the break is over, though news has it rest', async () => {
  vi.useFakeTimers({ now: Date.now() + 14_400_000 })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  let asked = 0
  const stop = new QueryObserver(queryClient, {
    queryKey: ['the board'],
    queryFn: () => ((asked += 1) === 1 ? Promise.reject(new ApiError(503, { code: 'unavailable' })) : Promise.resolve([])),
    meta: { live: ['attendance'] },
  }).subscribe(() => {})
  try {
    await vi.advanceTimersByTimeAsync(0)
    void takeUpNews([{ topic: 'attendance', id: 1 }])
    catchUp()
    await vi.advanceTimersByTimeAsync(3_000)
    expect([asked, queryClient.getQueryState(['the board'])?.status]).toEqual([2, 'success'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(2)
  } finally {
    stop()
    logged.mockRestore()
    vi.useRealTimers()
  }
})
test('what is asked at intervals rests after a failure', () => {
  expect([pollAfter(3_000, { status: 'success' }), pollAfter(3_000, { status: 'error' }), pollAfter(60_000, { status: 'error' })]).toEqual([
    3_000, 30_000, 60_000,
  ])
})
test('news that comes while the first reply is under way asks again', async () => {
  const replies: ((rows: string[]) => void)[] = []
  const queue = {
    queryKey: ['the queue'],
    queryFn: () => new Promise<string[]>((resolve) => void replies.push(resolve)),
    meta: { live: ['billing'] },
  }
  const stop = new QueryObserver(queryClient, queue).subscribe(() => {})
  await expect.poll(() => replies.length).toBe(1)
  void invalidateNews([{ topic: 'billing' }])
  replies[0]?.(['before the payment'])
  await expect.poll(() => replies.length).toBe(2)
  replies[1]?.([])
  await expect.poll(() => queryClient.getQueryData(['the queue'])).toEqual([])
  stop()
})

test('a failed fetch is logged without what was asked for, and leaves what is shown as it was', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const queryKey = ['/patients/patients/', { q: 'Wanjiku' }]
    queryClient.setQueryData(queryKey, [{ id: 1 }])
    const refused = new ApiError(403, { detail: 'Wanjiku is not yours.', code: 'forbidden' }, null)
    const failing = queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(refused), staleTime: 0 })
    await expect(failing).rejects.toBe(refused)
    expect(queryClient.getQueryData(queryKey)).toEqual([{ id: 1 }])
    expect(logged.mock.calls).toEqual([['Could not fetch /patients/patients/: 403 forbidden']])
  } finally {
    logged.mockRestore()
  }
})
