import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** CPU seconds of the files that take some, as `npm test -- --record` last found them. */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'file-times.json'), 'utf8')) as Record<string, number>
const root = join(import.meta.dirname, '../..')

const secondsOf = ({ moduleId }: TestSpecification) => recorded[relative(root, moduleId).replaceAll('\\', '/')] ?? 0
const needsDocument = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')

/**
 * The longest files first, so that no worker is left with one while the others have nothing to do; the rest in Vitest's own order. The files of a
 * project that need a browser's document come before all others, together. A worker is kept only while the next file has the same environment:
 * each of them, wherever it stood, ended a worker and let the next one load the whole program again.
 */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(needsDocument), ...own.filter((file) => !needsDocument(file))]
    })
  }
}
