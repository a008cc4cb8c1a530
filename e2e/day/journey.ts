import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { type ScreenOptions, signIn } from '../browser.ts'
import { type Hands, handsOn } from '../hands.ts'
import type { Credentials } from '../test-server.ts'
import { openScreen, type Screen } from '../screen.ts'

/** What somebody did on the way, and what it took them. */
export interface Step {
  who: string
  what: string
  seconds: number
  keys: number
  clicks: number
  /** Keys and clicks that every run of it is held to, and seconds that `npm run journeys` is. */
  goal: string
  /** Took longer than its goal. */
  isLate: boolean
}
export interface Journey {
  title: string
  steps: Step[]
}

/** Somebody at a screen of their own, with hands that count. */
export interface Person extends Screen {
  who: string
  hands: Hands
  /** How often a page was loaded since they came. */
  loads: () => number
}

/** A screen that is open, in somebody's hands. */
export const inHands = (who: string, screen: Screen): Person => {
  let loads = 0
  screen.page.on('load', () => (loads += 1))
  return { ...screen, who, hands: handsOn(screen.page), loads: () => loads }
}

/** A telephone that is not open yet: what is tapped and typed there counts by itself. */
export const inTouch = async (who: string, screen: Screen): Promise<Person> => {
  const counts = { taps: 0, keys: 0 }
  await screen.page.exposeBinding('counted', (_, kind: keyof typeof counts, times: number) => (counts[kind] += times))
  await screen.page.addInitScript(() => {
    const { counted } = globalThis as unknown as { counted: (kind: string, times: number) => void }
    addEventListener('click', ({ isTrusted }) => isTrusted && counted('taps', 1), true)
    addEventListener('input', (event) => counted('keys', event.data?.length ?? 0), true)
  })
  const person = inHands(who, screen)
  return { ...person, hands: { ...person.hands, presses: () => counts.keys, clicks: () => counts.taps } }
}

interface Came extends ScreenOptions {
  at?: string | undefined
}
/** Somebody comes to their screen, signed in: what they do from then on counts. */
export const come = async (
  browser: Browser,
  url: string,
  who: string,
  person: Credentials,
  { at, ...options }: Came = {},
): Promise<Person> => {
  const screen = await openScreen(browser, options)
  await signIn(screen.page, url, person, at)
  return inHands(who, screen)
}

/** What a step is held against: at most these presses and clicks; less than these seconds where they are measured, on a machine that does nothing else. */
interface Goal {
  seconds?: number
  keys?: number
  clicks?: number
}
const atMost = (most: number | undefined, unit: string) =>
  most === undefined ? [] : [most === 0 ? `no ${unit}s` : `${most} ${unit}${most === 1 ? '' : 's'}`]

/** A journey through the house: its steps are timed, their keys and clicks counted. */
export const beginJourney = (title: string) => {
  const steps: Step[] = []
  const people = new Set<Person>()
  /** What one person does, from the first key until they see what came of it; held against its goals. */
  const step = async (person: Person, what: string, work: () => Promise<unknown>, most: Goal = {}) => {
    people.add(person)
    const { hands, who } = person
    const [from, presses, clicks] = [performance.now(), hands.presses(), hands.clicks()]
    await work()
    const seconds = Math.round((performance.now() - from) / 100) / 10
    const keys = hands.presses() - presses
    const made = { seconds, keys, clicks: hands.clicks() - clicks }
    const inTime = most.seconds === undefined ? [] : [`${most.seconds} s`]
    const goal = [...inTime, ...atMost(most.keys, 'key'), ...atMost(most.clicks, 'click')].join(', ')
    steps.push({ who, what, ...made, goal, isLate: seconds >= (most.seconds ?? Infinity) })
    expect(made.keys, what).toBeLessThanOrEqual(most.keys ?? Infinity)
    expect(made.clicks, what).toBeLessThanOrEqual(most.clicks ?? Infinity)
  }
  /**
   * Nobody had to load a page again, and no screen complained; the steps are kept for the table. `loaded` says how often somebody did it on
   * purpose: by an address that they typed, or to see that nothing is lost.
   */
  const end = ({ expected, loaded }: { expected?: RegExp; loaded?: ReadonlyMap<Person, number> } = {}) => {
    for (const person of people) {
      person.check(expected)
      expect(person.loads(), `${person.who} loaded a page again`).toBeLessThanOrEqual(loaded?.get(person) ?? 0)
    }
    const dir = process.env['JOURNEYS']
    const journey: Journey = { title, steps }
    if (dir) writeFileSync(join(dir, `${title.toLowerCase().replaceAll(/\W+/g, '-')}.json`), JSON.stringify(journey))
  }
  return { step, end }
}
