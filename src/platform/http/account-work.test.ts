import { expect, test } from 'vitest'
import { fairQueue } from './account-work.ts'
import type { WorkRule } from './work-rules.ts'

const rule: WorkRule = { name: 'uploads', slots: 1, running: 1, inside: 5, all: 8, perHour: null }

const staff = (key: string) => ({ key, isFromOutside: false })
const outside = (key: string) => ({ key, isFromOutside: true })

/** Lets work in, and writes down in which order it begins; `end` ends what began first. */
const play = (queue: ReturnType<typeof fairQueue>) => {
  const begun: string[] = []
  const running: (() => void)[] = []
  return {
    begun,
    enter: (owner: string) => {
      const ticket = queue.enter(staff(owner))
      void ticket.turn().then(() => {
        begun.push(owner)
        running.push(ticket.leave)
      })
      return ticket
    },
    end: async () => {
      running.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('one file of an account waits for one of another account that has five, not for all', async () => {
  const { begun, enter, end } = play(fairQueue(rule))
  for (let i = 0; i < 5; i++) enter('user 1')
  enter('user 2')
  enter('user 3')
  for (let i = 0; i < 8; i++) await end()
  expect(begun).toEqual(['user 1', 'user 2', 'user 3', 'user 1', 'user 1', 'user 1', 'user 1'])
})

test('who sends one after the other takes turns with who has many waiting', async () => {
  const { begun, enter, end } = play(fairQueue(rule))
  for (let i = 0; i < 4; i++) enter('user 1')
  for (let i = 0; i < 4; i++) {
    enter('user 2')
    await end()
    await end()
  }
  expect(begun).toEqual(['user 1', 'user 2', 'user 1', 'user 2', 'user 1', 'user 2', 'user 1', 'user 2'])
})

test('an account leaves slots to the others', async () => {
  const { begun, enter, end } = play(fairQueue({ ...rule, slots: 3, running: 2 }))
  for (let i = 0; i < 4; i++) enter('user 1')
  enter('user 2')
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['user 1', 'user 1', 'user 2'])
  for (let i = 0; i < 5; i++) await end()
  expect(begun).toHaveLength(5)
})

test('the sixth of an account and the ninth of all are refused before anything of them is done', () => {
  const queue = fairQueue(rule)
  const first = Array.from({ length: 5 }, () => queue.enter(staff('user 1')))
  expect(() => queue.enter(staff('user 1'))).toThrow(
    expect.objectContaining({
      status: 429,
      code: 'too_many_at_once',
      message: 'Limit: 5 uploads at once for each account. 5 of yours are under way.',
      extra: { limit: 5, used: 5 },
    }),
  )
  for (const owner of ['user 2', 'user 3', 'user 4']) queue.enter(staff(owner))
  expect(() => queue.enter(staff('user 5'))).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  first[0]!.leave()
  first[0]!.leave()
  expect(queue.enter(staff('user 1'))).toBeDefined()
  expect(() => queue.enter(staff('user 1'))).toThrow(expect.objectContaining({ status: 429 }))
})

test('who leaves while waiting takes nobody’s turn', async () => {
  const { begun, enter, end } = play(fairQueue(rule))
  enter('user 1')
  enter('user 2').leave()
  enter('user 3')
  for (let i = 0; i < 3; i++) await end()
  expect(begun).toEqual(['user 1', 'user 3'])
})

test('what only arrives, from however many outside, leaves staff their half; what has arrived does as well', async () => {
  const queue = fairQueue(rule)
  // Bodies that never end.
  const endless = Array.from({ length: 4 }, (_, number) => queue.enter(outside(`user ${number}`)))
  expect(() => queue.enter(outside('user 9'))).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  const begun: string[] = []
  const ticket = queue.enter(staff('nurse'))
  await ticket.turn()
  begun.push('nurse')
  expect(begun).toEqual(['nurse'])
  // When all of them have arrived at last, the nurse's next file still has its place.
  for (const one of endless) void one.turn()
  const late = Array.from({ length: 3 }, () => queue.enter(staff('nurse')))
  expect(() => queue.enter(outside('user 9'))).toThrow(expect.objectContaining({ status: 503 }))
  for (const one of late) void one.turn()
  expect(() => queue.enter(staff('doctor'))).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  for (const one of [ticket, ...endless, ...late]) one.leave()
})

test('what leaves while it arrives, waits or is at work makes room, once', async () => {
  const queue = fairQueue(rule)
  for (let round = 0; round < 20; round++) {
    const [first, second, third] = [queue.enter(outside('a')), queue.enter(outside('b')), queue.enter(outside('c'))]
    await first.turn()
    void second.turn()
    for (const one of [third, second, first, first]) one.leave()
  }
  const again = Array.from({ length: 4 }, (_, number) => queue.enter(outside(`user ${number}`)))
  expect(() => queue.enter(outside('user 9'))).toThrow(expect.objectContaining({ status: 503 }))
  for (const one of again) one.leave()
})
