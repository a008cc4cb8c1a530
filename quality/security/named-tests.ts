import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowserBuild } from '../../tools/setup.mjs'
import { namedTests } from './map.ts'
import { root, show, type Step } from './step.ts'

interface Report {
  testResults: { name: string; assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[]
}

/** As the titles of a table of cases come out: each place holds anything. */
const formOf = (name: string) => {
  const parts = name.replaceAll("\\'", "'").split(/%(?:[sdifjoO#]|\$\w+)|\$\{[^}]*\}|\$\w+/)
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's')
}

const findFailedTests = (report: Report) => {
  const ran = new Map(report.testResults.map(({ name, assertionResults }) => [relative(root, name), assertionResults]))
  return [...namedTests()].flatMap(([file, names]) =>
    [...names].flatMap((name) => {
      const form = formOf(name)
      const found = (ran.get(file) ?? []).filter(({ title, ancestorTitles }) => [title, ...ancestorTitles].some((one) => form.test(one)))
      const failed = found.filter(({ status }) => status !== 'passed')
      if (found.length === 0) return [`${file}: “${name}” did not run`]
      return failed.map(({ title, status }) => `${file}: “${title}” ${status}`)
    }),
  )
}

/** Runs every file with a test that a row names, and asks of each of those tests that it ran and passed. */
export const runNamedTests = async (): Promise<Step> => {
  const files = [...namedTests().keys()]
  const names = [...namedTests().values()].reduce((sum, one) => sum + one.size, 0)
  const into = join(root, '.cache/security/tests.json')
  mkdirSync(join(into, '..'), { recursive: true })
  rmSync(into, { force: true })
  await ensureBrowserBuild()
  const code = await show('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${into}`, ...files])
  const faults = existsSync(into) ? findFailedTests(JSON.parse(readFileSync(into, 'utf8')) as Report) : ['the tests left no report']
  // What goes wrong after the last test of a file is no test's.
  if (code !== 0 && faults.length === 0) faults.push(`all of them passed, but the run ended with ${code ?? 'a signal'}`)
  return {
    name: 'tests of the rows',
    passed: faults.length === 0,
    message: `${names} tests and tables of cases in ${files.length} files, for 38 weaknesses and 112 inputs`,
    faults,
  }
}
