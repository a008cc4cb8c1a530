import { requestOf } from '../figures/compare.ts'
import type { BenchServer } from '../server/bench-server.ts'
import { openConnection } from '../server/http-client.ts'
import { type Figures, figuresOf } from '../figures/measure.ts'
import type { Scenario } from '../acts/scenarios.ts'

/** One person, one request after the other: what an answer takes when nobody else asks. */
export interface Alone extends Figures {
  name: string
  /** Milliseconds at p95; none where nothing is wished for. */
  aim: number | null
}

const USUAL_TIMES = 200
const aimOf = ({ name, aim }: Scenario, aims: Readonly<Record<string, number>>) =>
  Object.entries(aims).find(([start]) => name.startsWith(start))?.[1] ?? aim?.p95 ?? null

/** Asks for each thing so many times, each when the last was answered. `aims`: milliseconds at p95, by how a name begins. */
export const measureAlone = async (app: BenchServer, scenario: Scenario, aims: Readonly<Record<string, number>>): Promise<Alone> => {
  const [next] = await scenario.acts(app.sample, app.direct.db, 0.1)
  const tokens = app.tokens()
  const connection = await openConnection(app.port)
  const times: number[] = []
  const { times: many = USUAL_TIMES } = scenario
  let errors = 0
  try {
    for (let i = -many / 10; i < many; i++) {
      const act = next()
      if (!act) break
      const request = requestOf(act, tokens[Math.abs(i) % tokens.length] as string)
      const from = performance.now()
      const { status, body } = await connection.send(request)
      if (i >= 0) times.push(performance.now() - from)
      if (status < 400) continue
      errors += 1
      process.stderr.write(`    ${scenario.name}: ${status} ${body.slice(0, 300)}\n`)
    }
  } finally {
    connection.close()
  }
  return { name: scenario.name, aim: aimOf(scenario, aims), ...figuresOf(times, times.reduce((sum, time) => sum + time, 0) / 1000, errors) }
}
