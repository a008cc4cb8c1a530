import { controlStatistics, evaluateRun, zScore, type WestgardVerdict } from '#features/lab-catalogue/rules.ts'

/** One measurement of a control, with what it is held against. */
export interface Measured {
  id: number
  control: number
  level: string
  measured_at: Date
  value: string
  mean: string
  sd: string
}

export interface Evaluated {
  z: string
  outcome: WestgardVerdict['outcome']
  broken: WestgardVerdict['broken'][number]['rule'][]
}

/** Levels that are measured within half an hour belong to one run. */
const RUN_MS = 30 * 60_000
/** The rule that looks furthest back asks for ten. */
const LOOKS_BACK = 12

/** Measurements of one test on one instrument, all levels, oldest first, each with the run that it belongs to. */
const withRuns = (points: readonly Measured[]) => {
  let start = -Infinity
  let run = 0
  return points.map((point) => {
    const at = point.measured_at.getTime()
    if (at - start > RUN_MS) {
      start = at
      run += 1
    }
    return { ...point, run: String(run) }
  })
}

const rank = { accepted: 0, warning: 1, rejected: 2 } as const

/**
 * Judges measurements of one test on one instrument by Westgard's rules: all its levels, oldest first. Answers those of one control by
 * their ids: each is judged by what was known when it came.
 */
export const evaluatePoints = (points: readonly Measured[], control: number): Map<number, Evaluated> => {
  const all = withRuns(points)
  const evaluated = new Map<number, Evaluated>()
  for (const [at, point] of all.entries()) {
    if (point.control !== control) continue
    const { outcome, broken } = evaluateRun(all.slice(Math.max(0, at + 1 - LOOKS_BACK * 3), at + 1))
    const own = broken.filter(({ level }) => level === null || level === point.level)
    const worst = own.some(({ rule }) => rule !== '1-2s') ? 'rejected' : own.length > 0 ? 'warning' : 'accepted'
    evaluated.set(point.id, {
      z: zScore(point),
      outcome: rank[worst] < rank[outcome] ? worst : outcome,
      broken: [...new Set(own.map(({ rule }) => rule))],
    })
  }
  return evaluated
}

/** Mean and spread of the measurements themselves, so many decimals; null for fewer than two. */
export const ownStatistics = (points: readonly Measured[], decimals: number) => {
  const own = controlStatistics(
    points.map(({ value }) => value),
    decimals,
  )
  return own && { count: points.length, ...own }
}
