import { expect, test } from 'vitest'
import { describeReference } from '../../testing/inputs/reference.ts'
import { measure, ownGold, PARSERX, parserxGold } from './gold/measure.ts'

test('of directions as typed, nineteen of twenty are read, none is read wrongly and nothing stated is left out', () => {
  const { wrong, omitted, abstained, stated, found, lines } = measure(ownGold())
  expect({ lines, wrong, omitted }).toEqual({ lines: 56, wrong: [], omitted: [] })
  expect(abstained.length).toBeGreaterThan(4)
  expect(stated.both).toBeGreaterThan(40)
  expect(found.dose / stated.dose).toBeGreaterThanOrEqual(0.95)
  expect(found.frequency / stated.frequency).toBeGreaterThanOrEqual(0.95)
})

describeReference(PARSERX, '250 directions that other prescribers typed', () => {
  test('at least 95 % are read and none wrongly', () => {
    const { wrong, omitted, stated, found, lines } = measure(parserxGold() ?? [])
    expect({ lines, wrong, omitted }).toEqual({ lines: 250, wrong: [], omitted: [] })
    expect(stated.both).toBeGreaterThan(200)
    expect(found.dose / stated.dose).toBeGreaterThanOrEqual(0.95)
    expect(found.frequency / stated.frequency).toBeGreaterThanOrEqual(0.95)
  })
})
