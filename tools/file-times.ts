import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes how long each file of tests took, with its imports and its set-up, and when, to the file that FILE_TIMES names. */
export default class FileTimes implements Reporter {
  readonly #times: { name: string; project: string; from: number; to: number }[] = []

  onTestModuleEnd(file: TestModule) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = file.diagnostic()
    const to = Date.now()
    const from = to - environmentSetupDuration - prepareDuration - collectDuration - setupDuration - duration
    this.#times.push({ name: file.relativeModuleId, project: file.project.name, from, to })
  }

  onTestRunEnd() {
    const path = process.env['FILE_TIMES']
    if (path) writeFileSync(path, JSON.stringify(this.#times))
  }
}
