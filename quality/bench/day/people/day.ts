import { setTimeout as sleep } from 'node:timers/promises'
import { generatePatients } from '../../../../db/seed/people.ts'
import { random } from '../../../../db/seed/random.ts'
import type { Cast } from './cast.ts'
import { readFacts } from './facts.ts'
import { type Floor, openFloor } from './floor.ts'
import type { Day } from './facility.ts'
import { jobs } from './jobs.ts'
import { type Journal, openJournal } from './journal.ts'
import { openLine } from './line.ts'
import { type Meter, openMeter } from './meter.ts'
import { countFailure, makePerson, type Person } from './person.ts'
import { openSession } from './session.ts'
import { holdStream } from './stream.ts'

const NEWCOMERS = 500_000
/** Nobody signs in at the same moment: a clinic opens over half a minute. */
const OPENING_MS = 30_000

export interface DayOptions {
  /** On 127.0.0.1: one server, a balancer, or several servers of which any will do. */
  ports: readonly number[]
  cast: Cast
  /** The same people say and do the same for the same seed, as far as the answers are the same. */
  seed: string
  /** 1: as people work; 10: each rests a tenth as long. */
  pace: number
  /** How many patients may be in the house at once; most of the staff have one unless said. */
  most?: number
  openingMs?: number
}
export interface RunningDay {
  meter: Meter
  /** Every acknowledged write so far. */
  journal: Journal
  floor: Floor
  /** Seconds since the first person began. */
  seconds: () => number
  /** Lets everybody finish what they have sent, and ends. */
  stop: () => Promise<void>
}

class Stopped extends Error {
  override name = 'Stopped'
}

// Limits count by address; on Linux everybody has one of their own.
const addressOf = (number: number) =>
  process.platform === 'linux' ? `127.0.${2 + Math.floor(number / 250)}.${1 + (number % 250)}` : '127.0.0.1'

const newcomersOf = (seed: string, today: string) => {
  const people = generatePatients({ seed: `${seed} newcomers`, count: NEWCOMERS, today })
  return () => {
    const { value } = people.next()
    if (!value) throw new Error('Everybody has come already.')
    return value
  }
}

/** Works until the day is stopped; what goes wrong is counted, and the next round begins. */
const workOn = async (person: Person, day: Day, work: (person: Person, day: Day) => Promise<void>) => {
  for (;;) {
    try {
      await work(person, day)
    } catch (error) {
      if (error instanceof Stopped) return
      day.floor.lose(person.number)
      countFailure(day.meter, person.name, error)
      await sleep(1000)
    }
  }
}

/** Opens the clinic's day: everybody of the cast signs in and works, each with a session and a stream of their own, until `stop`. */
export const openDay = async ({ ports, cast, seed, pace, most, openingMs = OPENING_MS }: DayOptions): Promise<RunningDay> => {
  const meter = openMeter()
  const journal = openJournal()
  const floor = openFloor()
  const ending = new AbortController()
  const { signal } = ending
  const from = performance.now()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: cast.time_zone }).format(new Date())

  const rest = async (seconds: number) => {
    if (signal.aborted) throw new Stopped()
    await sleep((seconds * 1000) / pace, undefined, { signal }).catch(() => {
      throw new Stopped()
    })
  }
  const people = cast.members.map(({ name, role, account }, number) => {
    const address = addressOf(number)
    const line = openLine({ ports, address, onCut: meter.cut })
    const onReply = (path: string, ms: number) => meter.replied(`POST ${path}`, 'sign in', ms)
    const session = account && openSession({ line, account, onReply, onCut: meter.cut })
    const dice = random(`${seed} ${name}`)
    const person = makePerson({ name, role, email: account?.email ?? null, number, line, session, dice, meter, journal, rest })
    return { person, session, address }
  })
  const keeper = people.find(({ person }) => person.role === 'sysadmin')
  if (!keeper) throw new Error('Nobody of the cast may see everything.')
  const day: Day = {
    floor,
    meter,
    facts: await readFacts(keeper.person),
    known: cast.known,
    newcomer: newcomersOf(seed, today),
    most: most ?? Math.max(4, Math.round(people.length * 0.75)),
    booked: cast.booked_until ?? today,
    drafts: [],
  }
  const shifts = people.map(async ({ person, session, address }, at) => {
    const member = cast.members[at]
    if (!member) return
    try {
      await sleep((openingMs * at) / people.length, undefined, { signal })
    } catch {
      return
    }
    if (session) holdStream({ ports, address, session, onNews: person.hear, onCut: meter.cut, signal })
    await workOn(person, day, jobs[member.job].work)
    person.leave()
  })
  return {
    meter,
    journal,
    floor,
    seconds: () => (performance.now() - from) / 1000,
    stop: async () => {
      ending.abort()
      await Promise.all(shifts)
    },
  }
}
