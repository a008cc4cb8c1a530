import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('questions asked during a batch share the next one, and each gets its own answer', async () => {
  const batches: number[][] = []
  const double = inBatches(async (keys: number[]) => {
    batches.push(keys)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map(keys.filter((key) => key > 0).map((key) => [key, key * 2]))
  })
  const first = double(1)
  await Promise.resolve()
  await Promise.resolve()
  expect(await Promise.all([first, double(2), double(3), double(2), double(-1)])).toEqual([2, 4, 6, 4, undefined])
  expect(batches).toEqual([[1], [2, 3, -1]])
})

test('an answer is never older than its question', async () => {
  let truth = 'before'
  const read = inBatches(async (keys: string[]) => {
    const seen = truth
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map(keys.map((key) => [key, seen]))
  })
  const early = read('a')
  await new Promise((resolve) => setTimeout(resolve, 1))
  truth = 'after'
  expect([await early, await read('a')]).toEqual(['before', 'after'])
})

test('a failed batch fails its own questions and no others', async () => {
  let isDown = true
  const read = inBatches(async (keys: string[]) => {
    if (isDown) throw new Error('down')
    return new Map(keys.map((key) => [key, key]))
  })
  await expect(read('a')).rejects.toThrow('down')
  isDown = false
  expect(await read('a')).toBe('a')
})
