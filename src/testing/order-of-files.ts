import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const needsDocument = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')

/**
 * Vitest's own order, but the files of a project that need a browser's document come first, together. A worker is kept only while the next
 * file has the same environment: each of them, wherever it stood, ended a worker and let the next one load the whole program again.
 */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(needsDocument), ...own.filter((file) => !needsDocument(file))]
    })
  }
}
