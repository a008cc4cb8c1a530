import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes when each file of tests ran, with its imports and its set-up, and its CPU seconds, to the file that FILE_TIMES names. */
export default class FileTimes implements Reporter {
  readonly #times: { name: string; project: string; from: number; to: number; cpu: number | undefined }[] = []

  onTestModuleEnd(file: TestModule) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = file.diagnostic()
    const to = Date.now()
    const from = to - environmentSetupDuration - prepareDuration - collectDuration - setupDuration - duration
    this.#times.push({ name: file.relativeModuleId, project: file.project.name, from, to, cpu: file.meta().cpu })
  }

  onTestRunEnd() {
    const path = process.env['FILE_TIMES']
    if (path) writeFileSync(path, JSON.stringify(this.#times))
  }
}
