import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { type DbRole, loginsOf } from '#platform/db/logins.ts'
import { connect } from '#platform/db/connect.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type Act, openDirect } from '../server/direct.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** Hears every statement with parameters that goes over the pool's one connection. */
const overhear = async (pool: Pool, heard: (statement: Statement) => void) => {
  const client = await pool.connect()
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...more: unknown[]) => {
    if (typeof text === 'string' && Array.isArray(values)) heard({ text, values })
    return ask(text, values, ...more)
  }) as typeof client.query
  client.release()
}

/** Reads only, and no session: those are the same for everything. */
const isQuery = ({ text }: Statement) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update \w+ \w* ?set|for update|nextval|from "?sessions)\b/i.test(text)

const explain = async (login: string, { text, values }: Statement): Promise<string> => {
  const client = new Client({ connectionString: login })
  await client.connect()
  await client.query(`set timezone = 'UTC'; set jit = off; set work_mem = '32MB'`)
  try {
    await client.query('begin read only')
    const run = () => client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, values)
    // Twice: the second finds the pages in memory, as a clinic's day does.
    await run()
    return (await run()).rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}

/** Does each act once without HTTP and writes the plans of its queries, as they ran, into `plans.txt` in the folder `into`. */
export const writePlans = async (
  url: string,
  dataDir: string,
  secrets: Secrets,
  token: string,
  acts: readonly { name: string; act: Act }[],
  into: string,
): Promise<string> => {
  const logins = loginsOf(dataDir, url)
  const app = connect(logins.kliniki_app, 'kliniki_app', { max: 1 })
  const reader = connect(logins.kliniki_read, 'kliniki_read', { max: 1 })
  const direct = openDirect(url, dataDir, secrets, 1, { app, reader })
  const parts: string[] = []
  try {
    let statements: [DbRole, Statement][] = []
    await overhear(app.pool, (statement) => statements.push(['kliniki_app', statement]))
    await overhear(reader.pool, (statement) => statements.push(['kliniki_read', statement]))
    for (const { name, act } of acts) {
      statements = []
      await direct.act(act, token)
      for (const [role, statement] of statements.filter(([, one]) => isQuery(one))) {
        const text = statement.text.replace(/\s+/g, ' ').trim()
        parts.push(`## ${name}\n${text}\n-- ${JSON.stringify(statement.values)}\n\n${await explain(logins[role], statement)}\n`)
      }
    }
  } finally {
    await direct.close()
    await reader.close()
  }
  mkdirSync(into, { recursive: true })
  const path = join(into, 'plans.txt')
  writeFileSync(path, parts.join('\n'))
  return path
}
