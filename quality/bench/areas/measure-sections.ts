import { type Alone, measureAlone } from './alone.ts'
import type { Comparison } from '../figures/compare.ts'
import type { BenchServer } from '../server/bench-server.ts'
import type { Scenario } from '../acts/scenarios.ts'

export type RunAll = (app: BenchServer, scenarios: readonly Scenario[]) => Promise<Comparison[]>
export interface PartFigures {
  alone: Alone[]
  comparisons: Comparison[]
}

/** Measures one part after the other, what only reads before what writes: first one person alone, then many at once. */
export const measureParts = async (
  app: BenchServer,
  parts: readonly (readonly Scenario[])[],
  wanted: (name: string) => boolean,
  runAll: RunAll,
  say: (line: string) => void,
): Promise<PartFigures> => {
  const alone: Alone[] = []
  const comparisons: Comparison[] = []
  for (const part of parts) {
    const chosen = part.filter(({ name }) => wanted(name))
    for (const scenario of chosen) {
      const figures = await measureAlone(app, scenario, {})
      say(`  ${figures.name}, alone: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.errors} errors`)
      alone.push(figures)
    }
    const compared = chosen.filter(({ isPrinted }) => !isPrinted)
    comparisons.push(...(await runAll(app, compared)))
  }
  return { alone, comparisons }
}
