import { describe, test } from 'vitest'
import { referenceData, referenceName } from './folders.ts'

/**
 * Repeats checks over reference data beside the repository, in addition to the same checks over `testdata/`. Where the data is missing,
 * one skipped test and one line of output name what is missing.
 */
export const describeReference = (path: string, title: string, tests: (place: string) => void): void => {
  const place = referenceData(path)
  if (place !== null) {
    describe(title, () => {
      tests(place)
    })
    return
  }
  const skipped = `${title} (skipped: ${referenceName(path)} is missing)`
  process.stdout.write(`SKIPPED: ${skipped}\n`)
  test.skip(skipped)
}
