import { expect, test } from 'vitest'
import { measureCorpus } from './corpus.ts'

const reported = ({ type, text }: { type: string; text: string }) => `${type} ${text}`

test('of the documents of our own, every type is read with an F1 of 0.85 and their surroundings nine times of ten', () => {
  const { ofType, missing, surplus, withContext, wrongContext } = measureCorpus()
  const low = ofType.filter(({ f1 }) => f1 < 0.85).map(({ type, f1 }) => `${type} ${f1}`)
  expect(low, `missing: ${missing.map(reported).join(', ')}; too much: ${surplus.map(reported).join(', ')}`).toEqual([])
  expect(withContext).toBeGreaterThan(150)
  const share = 1 - wrongContext.length / withContext
  expect(share, wrongContext.map(({ gold }) => reported(gold)).join(', ')).toBeGreaterThanOrEqual(0.9)
})
