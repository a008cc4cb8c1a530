import { expect, test } from 'vitest'
import { goldTexts, measure } from './gold/measure.ts'

const texts = goldTexts()
if (!texts) process.stdout.write('SKIPPED: the 250 typed directions are not beside this project (../shared/data/sig/parserx)\n')

test.skipIf(!texts)('of 250 typed directions at least 95 % are read and none wrongly', () => {
  const { wrong, omitted, stated, found, lines } = measure(texts ?? [])
  expect({ lines, wrong, omitted }).toEqual({ lines: 250, wrong: [], omitted: [] })
  expect(stated.both).toBeGreaterThan(200)
  expect(found.dose / stated.dose).toBeGreaterThanOrEqual(0.95)
  expect(found.frequency / stated.frequency).toBeGreaterThanOrEqual(0.95)
})
