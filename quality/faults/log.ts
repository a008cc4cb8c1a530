/** Something that the program said, or did, that it should not have. */
export interface Trouble {
  /** When it was heard, as `performance.now()` has it. */
  at: number
  msg: string
  what: string
  /** It is never a strike's own doing. */
  isNeverOfStrike: boolean
}

interface LogLine {
  level?: number
  msg?: string
  job?: string
  error?: string
  err?: { message?: string; stack?: string }
}

const FAULT_LEVEL = 50

/** A line of the log; two processes that write at once may cut each other's. */
const parsed = (line: string): LogLine | null => {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return null
  }
}

/** The trouble that a line of the program tells of: an error in the log, or the end of a process that answers; null for every other line. */
export const troubleIn = (line: string, at: number): Trouble | null => {
  const [, how] = /^A web worker ended \((\w+)\)/.exec(line) ?? []
  if (how) return { at, msg: 'A web worker ended', what: how, isNeverOfStrike: how !== 'SIGKILL' }
  const message = parsed(line)
  if (!message) return null
  const { level = FAULT_LEVEL, msg = '', job = '', error, err } = message
  if (level < FAULT_LEVEL) return null
  return { at, msg: [msg, job].filter(Boolean).join(' '), what: err?.stack ?? err?.message ?? error ?? line, isNeverOfStrike: false }
}

const SHOWN = 600
export const sentenceOf = ({ msg, what }: Trouble): string => `The log: ${msg}: ${what.slice(0, SHOWN)}`

/** What was struck may be heard of for so long after everything answers again: a statement takes no longer. */
const LATE_MS = 15_000

export interface LogWatch {
  /** From now on errors like these are the strike's; of null, none. */
  struck: (forgives: RegExp | null) => void
  /** The clinic answers again: soon nothing is the strike's any more. */
  recovered: () => void
  /** What was heard since this was asked last and no strike explains, in sentences. */
  findings: () => string[]
}

/** Listens to everything that the program says, from its first word: an error is forgiven to the strike it looks like, in its time, and to no other. */
export const watchLog = (troubles: readonly Trouble[]): LogWatch => {
  const strikes: { forgives: RegExp | null; from: number; until: number }[] = []
  let read = 0
  const end = () => {
    const last = strikes.at(-1)
    if (last) last.until = Math.min(last.until, performance.now() + LATE_MS)
  }
  const isOfStrike = ({ at, what, isNeverOfStrike }: Trouble) =>
    !isNeverOfStrike && strikes.some(({ forgives, from, until }) => at >= from && at <= until && forgives?.test(what))
  return {
    struck: (forgives) => {
      end()
      strikes.push({ forgives, from: performance.now(), until: Number.POSITIVE_INFINITY })
    },
    recovered: end,
    findings: () => {
      const heard = troubles.slice(read)
      read = troubles.length
      return heard.filter((trouble) => !isOfStrike(trouble)).map(sentenceOf)
    },
  }
}
