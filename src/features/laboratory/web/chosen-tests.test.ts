import { expect, test } from 'vitest'
import { alreadyIn, chosenAfter, doubles, mergeChosen, nothingChosen, requestOf, type Chosen, type ChosenTest } from './chosen-tests.ts'

const panel = (id: number, name: string): ChosenTest => ({ kind: 'panel', id, name, item: id, panels: [{ id, name }] })
const profile = (id: number, name: string, ...panels: number[]): ChosenTest => ({
  kind: 'profile',
  id,
  name,
  item: null,
  panels: panels.map((one) => ({ id: one, name: `test ${one}` })),
})
const put = (chosen: Chosen, ...tests: ChosenTest[]) => tests.reduce((all, one) => chosenAfter(all, { kind: 'put', test: one }), chosen)
const names = ({ tests }: Chosen) => tests.map(({ name }) => name)

test('a test stands once, in its place, and is replaced by its key', () => {
  const two = put(nothingChosen, panel(1, 'Sodium'), panel(2, 'Potassium'))
  const again = put(two, { ...panel(1, 'Sodium'), isRepeat: true })
  expect(names(again)).toEqual(['Sodium', 'Potassium'])
  expect(again.tests[0]?.isRepeat).toBe(true)
  // A profile with the number of a test is something else.
  expect(names(put(two, profile(2, 'Renal', 7)))).toEqual(['Sodium', 'Potassium', 'Renal'])
})

test('a profile takes the tests with it that it contains', () => {
  const chosen = put(nothingChosen, panel(1, 'Sodium'), panel(9, 'Malaria'), profile(5, 'Electrolytes', 1, 2))
  expect(names(chosen)).toEqual(['Malaria', 'Electrolytes'])
})

test('one is removed by its key, all are cleared, and the rest stays', () => {
  const chosen = chosenAfter(put(nothingChosen, panel(1, 'Sodium'), profile(1, 'Renal', 3)), { kind: 'set', values: { note: 'x' } })
  expect(names(chosenAfter(chosen, { kind: 'remove', key: 'panel 1' }))).toEqual(['Renal'])
  expect(chosenAfter(chosen, { kind: 'remove', key: 'panel 8' }).tests).toHaveLength(2)
  expect(chosenAfter(chosen, { kind: 'remove', key: 'panel 1' }).note).toBe('x')
  expect(chosenAfter(chosen, { kind: 'clear' })).toEqual(nothingChosen)
})

test('says where a test is asked for already', () => {
  const renal = profile(5, 'Renal', 1, 2)
  const { tests } = put(nothingChosen, renal)
  expect(alreadyIn(renal, tests, new Set())).toBe('chosen')
  expect(alreadyIn(panel(2, 'Potassium'), tests, new Set())).toBe('profile')
  expect(alreadyIn(panel(3, 'Malaria'), tests, new Set([3]))).toBe('visit')
  expect(alreadyIn(profile(6, 'Half', 3, 4), tests, new Set([3]))).toBeNull()
  expect(doubles(profile(6, 'Half', 3, 4), new Set([3]))).toEqual(['test 3'])
})

test('asks for profiles and tests apart, and says only what was said', () => {
  expect(requestOf(8, nothingChosen)).toBeNull()
  const chosen = put(nothingChosen, panel(1, 'Sodium'), { ...profile(5, 'Renal', 2), isRepeat: true })
  expect(requestOf(8, chosen)).toEqual({
    process: 8,
    priority: 'routine',
    profiles: [{ profile: 5, repeat: true }],
    panels: [{ test_panel: 1 }],
  })
  const message = chosenAfter(chosen, { kind: 'set', values: { priority: 'stat', isFasting: true, isPregnant: true, note: ' now ' } })
  expect(requestOf(8, message)).toMatchObject({ priority: 'stat', is_fasting: true, is_pregnant: true, note: 'now' })
  expect(requestOf(8, chosenAfter(chosen, { kind: 'set', values: { isPregnant: false } }))).toMatchObject({ is_pregnant: false })
})

test('two copies of a choice become one: each test once, the request as it was changed here', () => {
  const base: Chosen = { ...nothingChosen, tests: [panel(1, 'Sodium'), panel(2, 'Potassium')], note: 'Before' }
  const mine: Chosen = { ...base, tests: [...base.tests, panel(3, 'Urea')], priority: 'urgent' }
  // As the server answers it: the names of a test in another order.
  const { panels, item, ...rest } = panel(2, 'Potassium')
  const theirs: Chosen = { ...base, tests: [{ panels, item, ...rest }, panel(4, 'Malaria')], note: 'After' }
  const merged = mergeChosen({ base, mine, theirs })
  expect([merged.tests.map(({ id }) => id), merged.priority, merged.note]).toEqual([[2, 3, 4], 'urgent', 'After'])
  expect(mergeChosen({ base, mine: base, theirs: nothingChosen })).toEqual(nothingChosen)
})
