import { type Act, type Direct } from '../server/direct.ts'
import { type HttpConnection, type HttpRequest, openConnection } from '../server/http-client.ts'
import { type Figures, measure } from './measure.ts'
import type { Sample } from '../acts/sample.ts'
import type { NextAct, Scenario } from '../acts/scenarios.ts'

export interface Comparison {
  name: string
  aim?: Scenario['aim']
  http: Figures
  /** The same without HTTP. */
  direct: Figures
  /** Milliseconds of processor time that one request costs: what stays the same on a busy machine. */
  processor: { server: number; database: number }
  /** How much of the database's own pace is left over HTTP. */
  ratio: number
}

export interface Bench {
  port: number
  /** Seconds of processor time so far. */
  used: () => { server: number; database: number }
  direct: Direct
  sample: Sample
  /** Fresh access tokens of people who are signed in, one session each. */
  tokens: () => readonly string[]
  lanes: number
  seconds: number
}

/** What a browser would send. */
export const requestOf = ({ endpoint, params = {}, query = {}, body, key }: Act, token: string | null): HttpRequest => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return {
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    ...(token !== null && { token }),
    ...(body && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  }
}

// Limits count by address; on Linux every lane has one of its own.
const addressOf = (lane: number) => (process.platform === 'linux' ? `127.0.1.${lane + 1}` : '127.0.0.1')

let complained = ''
const complain = (what: string) => {
  if (complained === what) return
  complained = what
  process.stderr.write(`    ${what}\n`)
}

/** Runs a scenario over HTTP and then without it, one after the other, each with as many lanes. */
export const compare = async ({ port, used, direct, sample, tokens, lanes, seconds }: Bench, scenario: Scenario): Promise<Comparison> => {
  const [viaHttp, viaPool] = await scenario.acts(sample, direct.db, seconds)
  const bearers = tokens()
  const bearerOf = (lane: number) => {
    let turn = lane
    return () => (scenario.isPublic ? null : (bearers[(turn += lanes) % bearers.length] as string))
  }

  const connections = await Promise.all(Array.from({ length: lanes }, (_, lane) => openConnection(port, addressOf(lane))))
  const httpLane = (connection: HttpConnection, lane: number, next: NextAct) => {
    const bearer = bearerOf(lane)
    return async () => {
      const act = next()
      if (!act) return null
      const { status, body } = await connection.send(requestOf(act, bearer()))
      const isRight = status === (act.endpoint.status ?? 200) && !(scenario.mustFind && body === '[]')
      if (!isRight) complain(`${scenario.name}: ${status} ${body.slice(0, 300)} for ${JSON.stringify(act.query ?? act.body ?? act.params)}`)
      return isRight
    }
  }
  const directLane = (lane: number) => {
    const bearer = bearerOf(lane)
    return async () => {
      const act = viaPool()
      if (!act) return null
      return direct.act(act, bearer()).catch((error: Error) => {
        complain(`${scenario.name}, without HTTP: ${error.message}`)
        return false
      })
    }
  }

  try {
    const httpLanes = connections.map((connection, lane) => httpLane(connection, lane, viaHttp))
    if (scenario.warmUp) await measure({ seconds: scenario.warmUp, lanes: httpLanes })
    const before = used()
    const http = await measure({ seconds, lanes: httpLanes })
    const after = used()
    const each = (name: 'server' | 'database') => Math.round(((after[name] - before[name]) / http.count) * 1e6) / 1000
    const directLanes = connections.map((_, lane) => directLane(lane))
    if (scenario.warmUp) await measure({ seconds: scenario.warmUp, lanes: directLanes })
    const without = await measure({ seconds, lanes: directLanes })
    return {
      name: scenario.name,
      ...(scenario.aim && { aim: scenario.aim }),
      http,
      direct: without,
      processor: { server: each('server'), database: each('database') },
      ratio: Math.round((http.per_second / without.per_second) * 100) / 100,
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}
