import { parseArgs } from 'node:util'
import { ConfigurationError } from '#platform/config.ts'
import { wholeOption } from '../tools/options.ts'
import { searchBuiltFiles } from './security/built-files.ts'
import { fuzz, type FuzzResult } from './security/fuzz/run.ts'
import { runNamedTests } from './security/named-tests.ts'
import { auditPackages, listPackages } from './security/packages.ts'
import { writePages } from './security/pages.ts'
import type { Step } from './security/step.ts'

const USAGE = `Tries what security.md in docs lists, and tells what did not hold.

  npm run security -- [options]

  --only PART     tests, fuzz or packages; all of them unless said
  --requests N    requests by chance (100000)
  --seed N        which ones; the same seed asks the same again on the same day
  --from N        the first of them, for one request again: --only fuzz --seed S --from N --requests 1
  --pages         only writes docs/security.md and docs/permissions.md anew

It ends with 0 when everything held.`

const say = (line: string) => void process.stdout.write(`${line}\n`)
const parts = ['tests', 'fuzz', 'packages']

const readArguments = () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { only: text, requests: text, seed: text, from: text, pages: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.only !== undefined && !parts.includes(values.only)) throw new ConfigurationError(`--only is one of ${parts.join(', ')}.`)
  return {
    only: values.only,
    isPages: values.pages === true,
    isHelp: values.help === true,
    requests: wholeOption('requests', values.requests, 100_000, 1),
    seed: wholeOption('seed', values.seed, Date.now() % 1_000_000, 0),
    from: wholeOption('from', values.from, 0, 0),
  }
}

const stepOf = (
  { requests, endpoints, perSecond, p50, p99, slowest, statuses, dearest, never, shares, faults }: FuzzResult,
  seed: number,
): Step => {
  say(`  ${perSecond} a second; half took ${p50} ms, 99 of 100 ${p99} ms, the slowest ${slowest} ms`)
  say(
    `  answers: ${Object.entries(statuses)
      .map(([status, many]) => `${many} × ${status}`)
      .join(', ')}`,
  )
  say(`  with success: ${shares.join(', ')}`)
  say(`  most of the time went to ${dearest.join(', ')}`)
  say(`  without any success: ${never.length} calls${never.length > 0 ? `, ${never.join(', ')}` : ''}`)
  const message = `${requests} requests to ${endpoints} endpoints, seed ${seed}: no 5xx, all within the contract, books, stock and trail whole`
  return { name: 'requests by chance', passed: faults.length === 0, message, faults }
}

const run = async () => {
  const { only, isPages, isHelp, ...options } = readArguments()
  if (isHelp) return say(USAGE)
  if (isPages) return writePages()
  const isAsked = (part: string) => only === undefined || only === part
  const steps: Step[] = []
  if (isAsked('packages')) steps.push(await listPackages(), ...(await auditPackages()))
  if (isAsked('tests')) steps.push(await runNamedTests(), searchBuiltFiles())
  if (isAsked('fuzz')) steps.push(stepOf(await fuzz({ ...options, say }), options.seed))
  say('')
  for (const { name, passed, message, faults } of steps) {
    say(`${passed === null ? 'n/a ' : passed ? 'ok  ' : 'FAIL'} ${name}: ${passed === false ? `${faults.length} faults` : message}`)
    if (name !== 'requests by chance' || faults.length <= 20) for (const fault of faults) say(`       ${fault}`)
  }
  process.exitCode = steps.some(({ passed }) => passed === false) ? 1 : 0
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
