import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The path of a test input that is the project's own work: `testdata/<path>`, there in every clone. */
export const ownData = (path: string): string => join(root, 'testdata', path)

/** How a missing piece of the reference data is named to whoever runs the tests. */
export const referenceName = (path: string): string => `../shared/data/${path}`

/** The path of reference data beside the repository, which others wrote; null where it is missing. */
export const referenceData = (path: string): string | null => {
  const place = join(root, referenceName(path))
  return existsSync(place) ? place : null
}
