import { expect, test } from 'vitest'
import type { Entity } from '../record-types.ts'
import { afterDecision, namedDays, shownFindings, type Filter } from './findings.ts'

const entity = (id: number, type: Entity['type'], text: string, state: Entity['state'] = 'suggested') =>
  ({ id, type, text, state, value: null, code: null }) as Entity
const day = (value: string, state: Entity['state'] = 'suggested') => ({ ...entity(9, 'date', value, state), value })
const all = [
  entity(1, 'drug', 'amoxicillin', 'confirmed'),
  entity(2, 'diagnosis', 'malaria'),
  entity(3, 'drug', 'metformin', 'rejected'),
  entity(4, 'diagnosis', 'diabetes'),
]
const open: Filter = { type: null, state: 'open', text: '' }
const idsOf = (filter: Filter) => [...shownFindings(all, filter).values()].flat().map(({ id }) => id)

test('shows by type in the usual order, without the rejected unless asked', () => {
  expect(idsOf(open)).toEqual([2, 4, 1])
  expect(idsOf({ ...open, state: 'rejected' })).toEqual([3])
  expect(idsOf({ ...open, type: 'drug' })).toEqual([1])
  expect(idsOf({ ...open, text: ' MAL ' })).toEqual([2])
})

test('names the days of a document once, without rejected ones, months alone and what is still to come', () => {
  const dated = [day('2026-11-07'), day('2026-11-02', 'rejected'), day('2026-11'), day('2026-11-07'), day('2026-11-03'), day('2026-12-01')]
  expect(namedDays([...all, ...dated], '2026-11-22')).toEqual(['2026-11-07', '2026-11-03'])
})

test('goes on to the next suggestion, from the top again, or to whatever is left', () => {
  const shown = [all[1]!, all[3]!, all[0]!]
  expect(afterDecision(shown, 2)).toBe(4)
  expect(afterDecision(shown, 4)).toBe(2)
  expect(afterDecision([all[0]!], 1)).toBeUndefined()
})
