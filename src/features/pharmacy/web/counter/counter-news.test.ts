import { expect, test } from 'vitest'
import { newsSince } from './counter-news.ts'
import type { AtCounter, CounterLine } from './counter-types.ts'

const line = (id: number, change: Partial<CounterLine> = {}) =>
  ({
    id,
    item_name: `Drug ${id}`,
    cancelled_at: null,
    cancelled_by_name: null,
    refused_at: null,
    refused_by_name: null,
    prescribed_by_name: 'Amina Hassan',
    written_by: null,
    given: [],
    ...change,
  }) as unknown as CounterLine
const prescriptionWith = (...prescribed_drugs: CounterLine[]) => ({ prescribed_drugs }) as AtCounter
const at = '2026-05-14T10:00:00Z'
const given = (dispense: number, by_name: string) => ({
  given: [{ dispense, number: `D-${dispense}`, item_name: 'Amoxicillin', units: 15, returned: 0, at, by_name }],
})
const me = { me: 'Peter Mutua', mine: [8] }

test('what others did meanwhile is told once, a sentence each; what this screen or person did is no news', () => {
  const opened = prescriptionWith(
    line(1, given(5, 'Peter Mutua')),
    line(2),
    line(3),
    line(4, { refused_at: at, refused_by_name: 'Caroline Simiyu' }),
  )
  expect(newsSince(opened, opened, me)).toEqual([])
  const now = prescriptionWith(
    line(1, { given: [...given(5, 'Peter Mutua').given, ...given(9, 'Caroline Simiyu').given] }),
    line(2, { refused_at: at, refused_by_name: 'Caroline Simiyu', ...given(8, 'Peter Mutua') }),
    line(3, { cancelled_at: at, cancelled_by_name: 'Amina Hassan' }),
    line(4),
    line(6),
  )
  expect(newsSince(opened, now, me)).toEqual([
    'Caroline Simiyu dispensed 15 Amoxicillin meanwhile: D-9.',
    'Caroline Simiyu refused Drug 2 meanwhile.',
    'Amina Hassan cancelled Drug 3 meanwhile.',
    'Drug 4 is waiting again: the refusal was undone.',
    'Amina Hassan prescribed Drug 6 meanwhile.',
  ])
  const own = prescriptionWith(
    line(1, given(5, 'Peter Mutua')),
    line(2, { refused_at: at, refused_by_name: 'Peter Mutua' }),
    line(3),
    line(4),
  )
  expect(newsSince(opened, own, me)).toEqual(['Drug 4 is waiting again: the refusal was undone.'])
})
