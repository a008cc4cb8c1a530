import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { listNotifications } from '#features/notifications/contract.ts'
import { getPortalOverview, listOwnBills, listOwnResults } from '#features/portal/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { requestOf } from './figures/compare.ts'
import { type BenchServer, withBenchServer } from './server/bench-server.ts'
import { openConnection } from './server/http-client.ts'
import { type Figures, figuresOf } from './figures/measure.ts'
import { AROUND_ASSISTANT } from './areas/run-assistant.ts'

// What patients ask, by accounts of those with the longest records: `node quality/bench/portal.ts [--quick]`.
const ACCOUNTS = 50
const TIMES = 400
const AT_ONCE = 4
const asked: readonly Endpoint[] = [getPortalOverview, listOwnResults, listOwnBills, listNotifications]

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Gives the patients with the most visits an account each. */
const makeAccounts = ({ direct: { db } }: BenchServer) =>
  sql`
    with longest as (select patient_id, row_number() over (order by count(*) desc, patient_id) as n from visits group by 1 order by 2 limit ${ACCOUNTS}),
      made as (
        insert into users (email, first_name, last_name, role)
        select 'patient' || n || '@portal.example', 'Patient', n::text, 'patient' from longest returning id, last_name)
    update patients p set user_id = m.id from longest l join made m on m.last_name = l.n::text where p.id = l.patient_id`.execute(db)

const askAll = async (app: BenchServer, endpoint: Endpoint, tokens: readonly string[], lanes: number): Promise<Figures> => {
  const times: number[] = []
  let errors = 0
  let next = -ACCOUNTS
  const from = performance.now()
  const lane = async () => {
    const connection = await openConnection(app.port)
    try {
      for (let at = next++; at < TIMES; at = next++) {
        const begun = performance.now()
        const { status, body } = await connection.send(requestOf({ endpoint }, tokens[(at + ACCOUNTS) % tokens.length] as string))
        if (status >= 400) {
          errors += 1
          process.stderr.write(`    ${endpoint.path}: ${status} ${body.slice(0, 300)}\n`)
        }
        if (at >= 0) times.push(performance.now() - begun)
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return figuresOf(times, (performance.now() - from) / 1000, errors)
}

const measure = async (app: BenchServer) => {
  await makeAccounts(app)
  const tokens = (await app.signIn('patient%@portal.example', 'patient'))()
  const { rows } = await sql<{ visits: number }>`
    select count(*) as visits from visits v join patients p on p.id = v.patient_id where p.user_id is not null`.execute(app.direct.db)
  say(`${tokens.length} accounts with ${rows[0]?.visits} visits`)
  for (const endpoint of asked)
    for (const lanes of [1, AT_ONCE]) {
      const { p50, p95, max, errors } = await askAll(app, endpoint, tokens, lanes)
      say(`  ${endpoint.path}, ${lanes} at once: p50 ${p50}, p95 ${p95}, at most ${max} ms, ${errors} errors`)
    }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const size = values.quick ? AROUND_ASSISTANT.quick : AROUND_ASSISTANT.whole
await withBenchServer({ size, dir: undefined, lanes: AT_ONCE, seconds: 1, profile: false, say }, measure)
