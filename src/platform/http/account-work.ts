import { Problem, tooMany } from '#platform/errors/problem.ts'
import type { Limiter } from './limits.ts'
import { workRules, type WorkKind, type WorkRule } from './work-rules.ts'

/** One piece of expensive work, from its arrival to its end. */
export interface Ticket {
  /**
   * Waits until it may begin: accounts take turns, whoever was served longest ago first.
   * @throws Problem 503 when too much that has arrived is waiting.
   */
  turn: () => Promise<void>
  /** More than once is harmless. */
  leave: () => void
}

export interface AccountWork {
  /**
   * Lets a piece of work of an account in, before anything of it is done.
   * @throws Problem 429 with the limit and what is used when the account has too many under way or too many in this hour; 503 when the
   * server has too many of all accounts.
   */
  enter: (kind: WorkKind, owner: WorkOwner) => Promise<Ticket>
}

/** Whose work it is. */
export interface WorkOwner {
  /** An account, or a network where nobody is signed in. */
  key: string
  /** A patient or a stranger, of whom there may be any number: together they never take more than half of the room. */
  isFromOutside: boolean
}

interface Waiting {
  turn: number
  begin: () => void
}

interface Account {
  inside: number
  running: number
  /** The turn of the last that came. */
  last: number
  waiting: Waiting[]
}

const HOUR = 3_600
const RETRY_SECONDS = 10

const tooManyAtOnce = ({ name, inside }: WorkRule) =>
  new Problem(429, 'too_many_at_once', `Limit: ${inside} ${name} at once for each account. ${inside} of yours are under way.`, {
    extra: { limit: inside, used: inside },
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })

const queueFull = ({ name, all }: WorkRule) =>
  new Problem(503, 'busy', `The server is busy: ${all} ${name} are waiting. Try again in a moment.`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })

/**
 * The queue of one kind of work: a lane for each account, served in turn. What only arrives is counted apart from what waits or is at work, so that
 * bodies which never end take no place in the queue; of each, half is kept for staff.
 */
export const fairQueue = (rule: WorkRule): { enter: (owner: WorkOwner) => Ticket } => {
  const { slots, running: mostOfOne, inside: mostInside, all } = rule
  const accounts = new Map<string, Account>()
  let [running, inside] = [0, 0]
  /** How much arrives, and how much has arrived: of all, and of these from outside. */
  const arriving = { all: 0, outside: 0 }
  const arrived = { all: 0, outside: 0 }
  const count = (room: typeof arriving, isFromOutside: boolean, one: 1 | -1) => {
    room.all += one
    if (isFromOutside) room.outside += one
  }
  const isFull = (room: typeof arriving, isFromOutside: boolean) => room.all >= all || (isFromOutside && room.outside >= all / 2)
  // The turn that is served. An account's next piece of work has the turn behind its last one, and no earlier one than this: accounts alternate.
  let now = 0

  const start = () => {
    while (running < slots) {
      let next: Account | undefined
      for (const account of accounts.values()) {
        if (account.running >= mostOfOne || !account.waiting[0]) continue
        if (!next || account.waiting[0].turn < next.waiting[0]!.turn) next = account
      }
      if (!next) return
      const { turn, begin } = next.waiting.shift()!
      now = turn
      running += 1
      next.running += 1
      begin()
    }
  }
  /** An account is forgotten when nothing of it is here and its turn has passed. */
  const forgetPassed = () => {
    for (const [owner, account] of accounts) if (account.inside === 0 && (inside === 0 || account.last < now)) accounts.delete(owner)
  }

  return {
    enter: ({ key: owner, isFromOutside }) => {
      const account = accounts.get(owner) ?? { inside: 0, running: 0, last: now - 1, waiting: [] }
      if (account.inside >= mostInside) throw tooManyAtOnce(rule)
      if (isFull(arriving, isFromOutside) || isFull(arrived, isFromOutside)) throw queueFull(rule)
      accounts.set(owner, account)
      account.inside += 1
      inside += 1
      count(arriving, isFromOutside, 1)
      let state: 'arriving' | 'waiting' | 'running' | 'left' = 'arriving'
      let mine: Waiting | undefined
      return {
        turn: async () => {
          if (state !== 'arriving') return
          if (isFull(arrived, isFromOutside)) throw queueFull(rule)
          state = 'waiting'
          count(arriving, isFromOutside, -1)
          count(arrived, isFromOutside, 1)
          const begun = new Promise<void>((resolve) => {
            account.last = Math.max(now, account.last + 1)
            mine = {
              turn: account.last,
              begin: () => {
                state = 'running'
                resolve()
              },
            }
            account.waiting.push(mine)
          })
          start()
          await begun
        },
        leave: () => {
          if (state === 'left') return
          if (state === 'running') {
            running -= 1
            account.running -= 1
          } else account.waiting = account.waiting.filter((one) => one !== mine)
          count(state === 'arriving' ? arriving : arrived, isFromOutside, -1)
          state = 'left'
          account.inside -= 1
          inside -= 1
          start()
          forgetPassed()
        },
      }
    },
  }
}

/** The limits of expensive work by account: how much at once in this process, and how much an hour in all processes together. */
export const accountWork = (limiter: Limiter): AccountWork => {
  const queues = new Map<WorkKind, ReturnType<typeof fairQueue>>()
  const queueOf = (kind: WorkKind) => {
    const queue = queues.get(kind) ?? fairQueue(workRules[kind])
    queues.set(kind, queue)
    return queue
  }
  return {
    enter: async (kind, owner) => {
      const ticket = queueOf(kind).enter(owner)
      const { perHour, name } = workRules[kind]
      if (perHour === null) return ticket
      try {
        await limiter.spend(`work ${kind}`, owner.key, { points: perHour, seconds: HOUR })
        return ticket
      } catch (error) {
        ticket.leave()
        if (!(error instanceof Problem) || error.status !== 429) throw error
        const wait = Number(error.headers['retry-after'] ?? HOUR)
        throw Object.assign(tooMany(wait, `Limit: ${perHour} ${name} an hour for each account. All are used; try again later.`), {
          extra: { limit: perHour, used: perHour },
        })
      }
    },
  }
}
