import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { invalidateNews, queryClient, takeUpNews } from './query-client.ts'

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
