// `npm test`: sets up what is missing, then everything that must hold. `npm test -- patients` runs the tests whose path has that word.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBrowserBuild, ensurePackages, nodePath, root } from './setup.mjs'

const filters = process.argv.slice(2)
const counts = { passed: 0, failed: 0, skipped: 0 }
/** What took how many seconds: the parts of the run, which go on side by side, and the files of tests. */
const parts = []
let files = []

const bin = (name) => join(root, 'node_modules', '.bin', name)

const timed = async (name, work) => {
  const from = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ name, seconds: (performance.now() - from) / 1000 })
  }
}

const run = (command, args, { quiet = false, env = {}, isPatient = false } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: `${dirname(nodePath())}${delimiter}${process.env.PATH}`, ...env },
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code, output }))
  })

const check = async (name, command, args, { isPatient = false } = {}) => {
  const { code, output } = await timed(name, () => run(command, args, { quiet: true, isPatient }))
  const passed = code === 0
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${parts.find((part) => part.name === name).seconds.toFixed(1)} s)`)
  if (!passed) console.log(output.trim())
}

const source = ['src', 'tools', 'bench', 'e2e', 'db']

const checkSource = async () => {
  await check('format', bin('oxfmt'), ['--check', ...source])
  await check('import rules', nodePath(), [join(root, 'tools/check-features.ts')])
  await check('no dead code', bin('knip'), [])
  await check('generated files', nodePath(), [join(root, 'tools/check-generated.ts')])
}

/** Takes over when each file of tests ran; a project is a part of the run, too. */
const noteTimes = (path) => {
  if (!existsSync(path)) return
  files = JSON.parse(readFileSync(path, 'utf8')).map((file) => ({ ...file, seconds: (file.to - file.from) / 1000 }))
  for (const project of new Set(files.map((file) => file.project))) {
    const own = files.filter((file) => file.project === project)
    const seconds = (Math.max(...own.map(({ to }) => to)) - Math.min(...own.map(({ from }) => from))) / 1000
    parts.push({ name: `tests of ${project}, ${own.length} files`, seconds })
  }
}

/** The ten slowest of each: where to look when the run takes too long. */
const showSlowest = (title, list) => {
  console.log(title)
  const slowest = list.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}

/** Seconds of processor that everything this run has started took, which other work on the machine does not change; Linux alone tells. */
const processorSeconds = () => {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

const runTests = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-report-'))
  const [report, times] = [join(dir, 'report.json'), join(dir, 'times.json')]
  const chromium = ensureChromium()
  try {
    const reporters = ['dot', 'json', join(root, 'tools/file-times.ts')].map((name) => `--reporter=${name}`)
    const args = ['run', ...filters, ...reporters, `--outputFile.json=${report}`]
    const env = { FILE_TIMES: times, ...(chromium && { CHROME: chromium }) }
    const { code } = await timed('all tests', () => run(bin('vitest'), args, { env }))
    noteTimes(times)
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    counts.passed += numPassedTests
    counts.failed += numFailedTests
    counts.skipped += numPendingTests
    // A file that breaks before its first test, or an error outside of all tests.
    if (code !== 0 && numFailedTests === 0) counts.failed += 1
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The checks of the source and of what is built from it, side by side. */
const checkAll = () =>
  Promise.all([
    checkSource(),
    timed('build of the browser part', ensureBrowserBuild).then(() =>
      check('size of the browser part', nodePath(), [join(root, 'tools/check-bundle.ts')]),
    ),
  ])

/**
 * Rules and types in one pass, which reads every file once and reports what tsc does. Beside the first journeys, which wait more than they
 * work, and only with the time that they leave.
 */
const lint = () =>
  check(
    'lint and types',
    bin('oxlint'),
    ['--type-aware', '--type-check', '--deny-warnings', ...source, 'vite.config.ts', 'vitest.config.ts'],
    { isPatient: true },
  )

await timed('packages', ensurePackages)
await (filters.length === 0 ? checkAll() : timed('build of the browser part', ensureBrowserBuild))
await Promise.all([filters.length === 0 && lint(), runTests()])
showSlowest('Slowest files:', files)
showSlowest('Slowest parts, side by side:', parts)
const processor = processorSeconds()
console.log(`${(performance.now() / 1000).toFixed(0)} s${processor === undefined ? '' : `, ${processor.toFixed(0)} s of processor`}`)
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exitCode = counts.failed > 0 ? 1 : 0
