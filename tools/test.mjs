// `npm test`: sets up what is missing, then everything that must hold. `npm test -- patients` runs the tests whose path has that word;
// `--whole` runs the property tests in full instead of a tenth of them; `--record` keeps what each file of tests took, by which later runs order them.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { passedChecks } from './passed-checks.mjs'
import { ensureBrowserBuild, ensurePackages, nodePath, root } from './setup.mjs'

const options = ['--whole', '--record']
const filters = process.argv.slice(2).filter((argument) => !options.includes(argument))
if (process.argv.includes('--whole')) process.env.TEST_WHOLE = '1'
const counts = { passed: 0, failed: 0, skipped: 0 }
/** What took how many seconds: the parts of the run, which go on side by side, and the files of tests. */
const parts = []
const files = []
/** What failed, told once more at the end, where it is looked for. */
const failures = []

const bin = (name) => join(root, 'node_modules', '.bin', name)

const timed = async (name, work) => {
  const from = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ name, seconds: (performance.now() - from) / 1000 })
  }
}

const run = (command, args, { quiet = false, env = {} } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: `${dirname(nodePath())}${delimiter}${process.env.PATH}`, ...env },
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code, output }))
  })

let passed
const check = async (name, command, args, options) => {
  passed ??= passedChecks()
  if (passed.has(name)) {
    counts.passed += 1
    console.log(`ok   ${name} (passed before with the same content)`)
    return
  }
  const { code, output } = await timed(name, () => run(command, args, { quiet: true, ...options }))
  const isPassed = code === 0
  counts[isPassed ? 'passed' : 'failed'] += 1
  console.log(`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${parts.find((part) => part.name === name).seconds.toFixed(1)} s)`)
  if (isPassed) passed.add(name)
  else {
    failures.push(name)
    console.log(output.trim())
  }
}

const source = ['src', 'tools', 'quality', 'e2e', 'db']
/** More than this of the processor in one file makes the whole run wait for it. */
const MOST_CPU_SECONDS = 60

const checkSource = async () => {
  await check('format', bin('oxfmt'), ['--check', ...source])
  await check('import rules', nodePath(), [join(root, 'tools/check-features.ts')])
  await check('vocabulary', nodePath(), [join(root, 'tools/check-words.ts')])
  await check('formats', nodePath(), [join(root, 'tools/check-formats.ts')])
  await check('no dead code', bin('knip'), [])
  await check('generated files', nodePath(), [join(root, 'tools/check-generated.ts')])
}

/** Takes over when each file of tests ran; a project is a part of the run, too. */
const noteTimes = (path) => {
  if (!existsSync(path)) return
  const read = JSON.parse(readFileSync(path, 'utf8')).map((file) => ({ ...file, seconds: (file.to - file.from) / 1000 }))
  files.push(...read)
  for (const project of new Set(read.map((file) => file.project))) {
    const own = read.filter((file) => file.project === project)
    const seconds = (Math.max(...own.map(({ to }) => to)) - Math.min(...own.map(({ from }) => from))) / 1000
    parts.push({ name: `tests of ${project}, ${own.length} files`, seconds })
  }
}

const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(8)} s`

/** The slowest parts of the run: where to look when it takes too long. */
const showParts = () => {
  console.log('Parts of the run:')
  for (const { name, seconds } of parts.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
    console.log(`${inSeconds(seconds)}  ${name}`)
}

const weight = ({ cpu, seconds }) => cpu ?? seconds

/** The twenty files of tests that took most of the processor; where the system does not say, most time. */
const showFiles = () => {
  console.log('Slowest files, in CPU seconds (with what they start, and their share of the database server) and seconds:')
  for (const { name, cpu, seconds } of files.toSorted((one, other) => weight(other) - weight(one)).slice(0, 20))
    console.log(
      `${cpu === undefined ? '' : inSeconds(cpu)}${inSeconds(seconds)}  ${name}${cpu > MOST_CPU_SECONDS ? `  MORE THAN ${MOST_CPU_SECONDS}` : ''}`,
    )
}

const recordedTimes = join(root, 'src/testing/file-times.json')
/** Files that take less than this are not recorded: when they run does not matter. */
const LEAST_RECORDED_SECONDS = 5

/** Keeps the CPU seconds of the files that ran; what is known of the others stays while they exist. */
const recordTimes = () => {
  const known = Object.entries(JSON.parse(readFileSync(recordedTimes, 'utf8'))).filter(([name]) => existsSync(join(root, name)))
  const read = files.map((file) => [file.name, Math.round(weight(file))])
  const times = [...new Map([...known, ...read])].filter(([, seconds]) => seconds >= LEAST_RECORDED_SECONDS)
  writeFileSync(
    recordedTimes,
    `${JSON.stringify(Object.fromEntries(times.toSorted(([one], [other]) => one.localeCompare(other))), null, 2)}\n`,
  )
}

/** Seconds of processor that everything this run has started took, which other work on the machine does not change; Linux alone tells. */
const processorSeconds = () => {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** The first lines of what a test or a file of tests said when it failed. */
const firstLines = (message = '') => message.split('\n').slice(0, 6).join('\n    ')

/** Adds what one run of Vitest found to the counts. */
const count = (path, code) => {
  const nothing = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults: [] }
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : nothing
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report
  for (const file of testResults.filter(({ status }) => status === 'failed')) {
    const name = relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) failures.push(`${name}\n    ${firstLines(file.message)}`)
    for (const { fullName, failureMessages } of failed) failures.push(`${name}: ${fullName}\n    ${firstLines(failureMessages[0])}`)
  }
  counts.passed += numPassedTests
  counts.failed += numFailedTests
  counts.skipped += numPendingTests
  // A file that breaks before its first test, or an error outside of all tests.
  if (code !== 0 && numFailedTests === 0) counts.failed += 1
}

let browser
const runVitest = async (dir, name) => {
  const [report, times] = [join(dir, `${name}.json`), join(dir, `${name}-times.json`)]
  const reporters = ['dot', 'json', join(root, 'tools/file-times.ts')].map((reporter) => `--reporter=${reporter}`)
  const args = ['run', '--project', name, ...filters, ...reporters, `--outputFile.json=${report}`]
  const env = { FILE_TIMES: times, ...(browser && { CHROME: browser }) }
  const { code } = await run(bin('vitest'), args, { env })
  noteTimes(times)
  count(report, code)
}

/** Rules and types in one pass, which reads every file once and reports what tsc does. */
const lint = () =>
  check(
    'lint and types',
    bin('oxlint'),
    ['--type-aware', '--type-check', '--deny-warnings', ...source, 'vite.config.ts', 'vitest.config.ts'],
    // To collect garbage a quarter as often costs a fifth less of the processor and a tenth more memory.
    { env: { GOGC: '400' } },
  )

/** The projects of vitest.config.ts, by what a path begins with or holds. */
const projectOf = (path) => {
  if (path.startsWith('e2e/')) return 'journeys'
  return /^src\/(?:web|features\/[^/]+\/web)\//.test(path) ? 'screens' : 'program'
}

/** The projects that have a test of the chosen paths; this runs in whatever Node starts `npm test`, which may lack the newest calls. */
const projects = new Set(
  source
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .map(projectOf),
)

/**
 * One project after the other, each with all of the processor: three browsers at once keep two cores busy, and whatever ran beside them would only
 * make what a page waits for late (tried: no second was won, and three tests failed). The projects are runs of their own, because a worker that
 * has loaded Vite cannot go on without it.
 */
const runTests = async () => {
  browser = ensureChromium()
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-report-'))
  try {
    for (const name of ['journeys', 'program', 'screens']) if (projects.has(name)) await runVitest(dir, name)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The checks of the source and of what is built from it, side by side: they end before the tests begin, which are many and have timers. */
const checkAll = () =>
  Promise.all([
    lint(),
    checkSource(),
    timed('build of the browser part', ensureBrowserBuild).then(() =>
      check('size of the browser part', nodePath(), [join(root, 'tools/check-bundle.ts')]),
    ),
  ])

await timed('packages', () => ensurePackages({ withTests: true }))
if (filters.length === 0) await checkAll()
else if (projects.has('journeys')) await timed('build of the browser part', ensureBrowserBuild)
if (projects.size === 0) console.log(`No test has ${filters.join(' or ')} in its path.`)
await timed('all tests', () => runTests())
showFiles()
showParts()
if (process.argv.includes('--record')) recordTimes()
for (const failure of failures) console.log(`FAIL ${failure}`)
const processor = processorSeconds()
console.log(`${(performance.now() / 1000).toFixed(0)} s${processor === undefined ? '' : `, ${processor.toFixed(0)} s of processor`}`)
if (counts.skipped > 0) console.log(`${counts.skipped} skipped: they run with --whole, or where the machine has what they need`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || projects.size === 0 ? 1 : 0
