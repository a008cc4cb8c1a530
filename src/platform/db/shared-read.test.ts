import { expect, test } from 'vitest'
import type { Db } from './connect.ts'
import { sharedRead } from './shared-read.ts'

const openReads = () => {
  const db = { isTransaction: false } as Db
  const readings: PromiseWithResolvers<number>[] = []
  const ask = (key: string) =>
    sharedRead(db, key, () => {
      const reading = Promise.withResolvers<number>()
      readings.push(reading)
      return reading.promise
    })
  return { db, readings, ask }
}

test('who asks during a reading shares the next one, which begins when that has ended', async () => {
  const { readings, ask } = openReads()
  const first = ask('the board')
  const later = [ask('the board'), ask('the board')]
  expect(readings).toHaveLength(1)
  readings[0]!.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => readings.length).toBe(2)
  const last = ask('the board')
  readings[1]!.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
  await expect.poll(() => readings.length).toBe(3)
  readings[2]!.resolve(3)
  expect(await last).toBe(3)
  // Nothing is kept.
  void ask('the board')
  expect(readings).toHaveLength(4)
})

test('what differs is read beside each other, and a failure is told to those who shared it alone', async () => {
  const { readings, ask } = openReads()
  const [one, other] = [ask('room 1'), ask('room 2')]
  const next = ask('room 1')
  expect(readings).toHaveLength(2)
  readings[0]!.reject(new Error('The line is down.'))
  readings[1]!.resolve(2)
  await expect(one).rejects.toThrow('The line is down.')
  expect(await other).toBe(2)
  await expect.poll(() => readings.length).toBe(3)
  readings[2]!.resolve(3)
  expect(await next).toBe(3)
})

test('inside a transaction everybody reads for themselves', async () => {
  const db = { isTransaction: true } as Db
  let times = 0
  const read = () => Promise.resolve((times += 1))
  expect(await Promise.all([sharedRead(db, 'the board', read), sharedRead(db, 'the board', read)])).toEqual([1, 2])
})
