import { expect, test } from 'vitest'
import type { ChosenTest } from './chosen-tests.ts'
import { countedOnce, type AskedOften } from './favourite-tests.ts'

const panel = (id: number, name = `test ${id}`): ChosenTest => ({ kind: 'panel', id, name, item: id, panels: [{ id, name }] })
const asked = (...rounds: ChosenTest[][]) => rounds.reduce<AskedOften[]>(countedOnce, [])

test('what is asked for most comes first, of equals the newest, as it is called now', () => {
  const list = asked([panel(1), panel(2)], [panel(2, 'renamed')], [{ ...panel(3), isRepeat: true }])
  expect(list.map(({ test: { name }, times }) => [name, times])).toEqual([
    ['renamed', 2],
    ['test 3', 1],
    ['test 1', 1],
  ])
  expect(list.some((one) => 'isRepeat' in one.test)).toBe(false)
})

test('a profile is counted apart from a test with its number, and the list does not grow without end', () => {
  expect(asked([panel(1)], [{ ...panel(1), kind: 'profile' }]).map(({ times }) => times)).toEqual([1, 1])
  const many = asked(...Array.from({ length: 60 }, (_, id) => [panel(id)]))
  expect(many).toHaveLength(40)
  expect(many[0]?.test.id).toBe(59)
})
