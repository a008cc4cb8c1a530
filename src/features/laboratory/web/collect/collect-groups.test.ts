import { expect, test } from 'vitest'
import type { SampleRow } from '../lab-types.ts'
import { drawsOf, sampleOfCode, toggledAll, toggledIn, urgencyOf } from './collect-groups.ts'

const sample = (id: number, process: number, specimen: number, priority: SampleRow['priority'] = 'routine') =>
  ({ id, process, specimen, priority, patient_sample_code: `S-${id}` }) as SampleRow

test('keeps the order of the visits, and fills the tubes of each in the order of draw', () => {
  const samples = [sample(1, 7, 30, 'stat'), sample(2, 8, 30), sample(3, 7, 10), sample(4, 7, 99), sample(5, 8, 20, 'urgent')]
  const draws = drawsOf(samples, [10, 20, 30])
  expect(draws.map(({ process, samples: own }) => [process, own.map(({ id }) => id)])).toEqual([
    [7, [3, 1, 4]],
    [8, [5, 2]],
  ])
  expect(draws.map(({ samples: own }) => urgencyOf(own))).toEqual(['stat', 'urgent'])
})

test('selects one, all of a patient, and none again', () => {
  const one = toggledIn(new Set([1]), 2)
  expect([...one]).toEqual([1, 2])
  expect([...toggledIn(one, 1)]).toEqual([2])
  const all = toggledAll(new Set([1, 9]), [1, 2, 3])
  expect([...all]).toEqual([1, 9, 2, 3])
  expect([...toggledAll(all, [1, 2, 3])]).toEqual([9])
})

test('finds a sample by its label in any case', () => {
  expect(sampleOfCode([sample(4, 1, 1)], ' s-4 ')?.id).toBe(4)
  expect(sampleOfCode([sample(4, 1, 1)], 'S-44')).toBeUndefined()
})
