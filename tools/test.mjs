// `npm test`: sets up what is missing, then everything that must hold. `npm test -- patients` runs the tests whose path has that word.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBrowserBuild, ensurePackages, nodePath, root } from './setup.mjs'

const filters = process.argv.slice(2)
const counts = { passed: 0, failed: 0, skipped: 0 }

const bin = (name) => join(root, 'node_modules', '.bin', name)

const run = (command, args, { quiet = false, env = {}, isPatient = false } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: `${dirname(nodePath())}${delimiter}${process.env.PATH}`, ...env },
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code, output }))
  })

const check = async (name, command, args, { isPatient = false } = {}) => {
  const from = performance.now()
  const { code, output } = await run(command, args, { quiet: true, isPatient })
  const passed = code === 0
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  if (!passed) console.log(output.trim())
}

const source = ['src', 'tools', 'bench', 'e2e', 'db']

const checkSource = async () => {
  await check('format', bin('oxfmt'), ['--check', ...source])
  await check('import rules', nodePath(), [join(root, 'tools/check-features.ts')])
  await check('no dead code', bin('knip'), [])
  await check('generated files', nodePath(), [join(root, 'tools/check-generated.ts')])
}

const runTests = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-report-'))
  const report = join(dir, 'report.json')
  const chromium = ensureChromium()
  try {
    const args = ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run(bin('vitest'), args, { env: chromium ? { CHROME: chromium } : {} })
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
    ensureBrowserBuild().then(() => check('size of the browser part', nodePath(), [join(root, 'tools/check-bundle.ts')])),
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

await ensurePackages()
await (filters.length === 0 ? checkAll() : ensureBrowserBuild())
await Promise.all([filters.length === 0 && lint(), runTests()])
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exitCode = counts.failed > 0 ? 1 : 0
