import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { roomyDir } from '../../src/testing/databases/roomy-dir.ts'
import { KEY_MS } from '../hands.ts'
import type { Journey, Step } from './journey.ts'

/** Milliseconds from one key to the next of somebody who types without hurry: three words in four seconds. */
export const UNHURRIED_MS = 250

/** The journeys that ran, by title. */
export const readJourneys = (dir: string): Journey[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Journey)
    .toSorted((one, other) => one.title.localeCompare(other.title))

/** What the steps took together; `unhurried` is what they would take somebody who types slower than the journeys do. */
export const sumOf = (steps: readonly Step[]) => {
  const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0)
  const [seconds, keys, clicks] = [sum((step) => step.seconds), sum((step) => step.keys), sum((step) => step.clicks)]
  return { seconds, keys, clicks, unhurried: seconds + (keys * (UNHURRIED_MS - KEY_MS)) / 1000 }
}

const asText = (journeys: readonly Journey[]) =>
  [
    'Journeys:  seconds    keys  clicks',
    ...journeys.map(({ title, steps }) => {
      const { seconds, keys, clicks } = sumOf(steps)
      return `${seconds.toFixed(1).padStart(18)}${String(keys).padStart(8)}${String(clicks).padStart(8)}  ${title}`
    }),
  ].join('\n')

/** Gathers what the journeys of a run took, and shows it as one table at its end. A run that names JOURNEYS keeps it there instead. */
export default function setup() {
  if (process.env['JOURNEYS']) return undefined
  const dir = mkdtempSync(join(roomyDir(), 'kliniki-journeys-'))
  process.env['JOURNEYS'] = dir
  return () => {
    const journeys = readJourneys(dir)
    if (journeys.length > 0) console.log(asText(journeys))
    rmSync(dir, { recursive: true, force: true })
  }
}
