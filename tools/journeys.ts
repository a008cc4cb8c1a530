// The journeys of the clinic's day, in a real browser, with what each step took: written down as docs/journeys.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Journey } from '../e2e/day/journey.ts'
import { readJourneys, sumOf, UNHURRIED_MS } from '../e2e/day/journeys-reporter.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBrowserBuild, root } from './setup.mjs'

const files = ['e2e/day/', 'e2e/public-requests.test.ts', 'e2e/records.test.ts', 'e2e/roles.test.ts']
/** So many are told: a page with fewer of them is not written. */
const JOURNEYS = 9
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

const part = ({ title, steps }: Journey) => [
  `## ${title}`,
  '',
  row(['Who', 'What', 'Keys', 'Clicks', 'Seconds', 'Unhurried', 'Goal']),
  '|---|---|--:|--:|--:|--:|---|',
  ...steps.map((step) =>
    row([step.who, step.what, step.keys, step.clicks, step.seconds.toFixed(1), sumOf([step]).unhurried.toFixed(1), step.goal]),
  ),
  '',
]

const text = (journeys: readonly Journey[]) =>
  [
    '# Journeys',
    '',
    'What people do from beginning to end, as `npm test` does it in Chromium: every person at a screen of their own, signed in, over the program and its',
    'database. Nobody has to load a page again: where somebody does it on purpose, or types an address, it is said. Written by `npm run journeys`.',
    '',
    `*Keys* are presses, each letter one; *clicks* are those of the pointer or a finger; what a scanner types counts as neither. *Seconds* run from the first`,
    `key of the step until what came of it is seen, with twenty keys a second. *Unhurried* is the same with one key every ${UNHURRIED_MS} ms, which is how`,
    'people type who look at the patient; thinking and talking are not in it. *Goal* is what the step is held against: keys and clicks in every `npm test`,',
    'seconds here, where nothing else is at work.',
    '',
    `Measured on ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}).`,
    '',
    row(['Journey', 'People', 'Steps', 'Keys', 'Clicks', 'Seconds', 'Unhurried']),
    '|---|--:|--:|--:|--:|--:|--:|',
    ...journeys.map(({ title, steps }) => {
      const { keys, clicks, seconds, unhurried } = sumOf(steps)
      const people = new Set(steps.map(({ who }) => who)).size
      return row([title, people, steps.length, keys, clicks, seconds.toFixed(1), unhurried.toFixed(1)])
    }),
    '',
    ...journeys.flatMap(part),
  ].join('\n')

await ensureBrowserBuild()
const dir = mkdtempSync(join(tmpdir(), 'kliniki-journeys-'))
try {
  const chromium = ensureChromium()
  const env = { ...process.env, JOURNEYS: dir, ...(chromium && { CHROME: chromium }) }
  // One after the other: their seconds are of a quiet machine.
  execFileSync(join(root, 'node_modules/.bin/vitest'), ['run', '--no-file-parallelism', ...files], { cwd: root, stdio: 'inherit', env })
  const journeys = readJourneys(dir)
  const ran = journeys.map(({ title }) => title).join(', ')
  if (journeys.length !== JOURNEYS) throw new Error(`${journeys.length} of ${JOURNEYS} journeys were told: ${ran}.`)
  writeFileSync(join(root, 'docs/journeys.md'), `${text(journeys).trimEnd()}\n`)
  console.log(`docs/journeys.md: ${journeys.length} journeys`)
  const late = journeys.flatMap(({ title, steps }) => steps.filter((step) => step.isLate).map((step) => ({ title, ...step })))
  for (const { title, what, seconds, goal } of late) console.log(`LATE  ${title}: ${what}: ${seconds} s (${goal})`)
  if (late.length > 0) process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}
