// `node quality/bench/audit.ts [--rows 10000000]`: how long sealing and verifying an audit trail of so many rows take (a million unless said), in a
// database of its own that is thrown away: sealed 10,000 rows at a time, as an old clinic is at first, then 100,000 of them 25 rows at a time, as
// each minute makes them. `--indexes` instead: what each index costs a row that is written.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { sealTrail } from '#platform/audit/seal.ts'
import { verifyTrail } from '#platform/audit/verify.ts'
import { asSuperuser } from '#platform/backup/database-files.ts'
import { connect, type Connection } from '#platform/db/connect.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { wholeOption } from '../../tools/options.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string' }, indexes: { type: 'boolean', default: false }, dir: { type: 'string' } },
})
const rows = wholeOption('rows', values.rows, 1_000_000, 1)
const LANES = Math.min(8, availableParallelism())
/** Rows of the trail that one minute of a busy clinic leaves. */
const A_MINUTE = 25
/** So many rows at most are sealed like that: each seal waits for the disk. */
const MOST_BY_MINUTES = 100_000
const WRITTEN = 30_000

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)
const timed = async <T>(name: string, count: number, work: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const answer = await work()
  const seconds = (performance.now() - from) / 1000
  say(`${name}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds).toLocaleString('en-GB')} rows a second`)
  return answer
}

const columns = 'audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)'
/** Nine readings to one change, as a clinic's trail has them; `n` is the row's number. */
const row = `timestamptz '2025-01-01' + n * interval '3 seconds', n % 60 + 1, case n % 10 when 0 then 'update' else 'read' end,
    (array['patient', 'visit', 'lab test request', 'prescription', 'invoice', 'triage'])[n % 6 + 1], n % 400000, (n % 100000 * 7919) % 100000 + 1,
    gen_random_uuid()::text, '10.0.0.' || n % 40,
    case n % 10 when 0 then jsonb_build_object('first_name', jsonb_build_array('Amina', 'Aminah'), 'phone', jsonb_build_array('0712 345 ' || n % 1000, null),
      'residence', jsonb_build_array('', 'Moi Avenue ' || n % 90), 'version', jsonb_build_array(3, 4)) end`

const indexesOf = async (client: Client) => {
  const { rows: found } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'audit_log'::regclass and not indisprimary order by 1`,
  )
  return found
}

/** Writes all rows, several connections at once. Without the indexes by which the log is searched: sealing and verifying use none. */
const fill = async (ownerUrl: string) => {
  await asOwner(ownerUrl, async (client) => {
    for (const { name } of await indexesOf(client)) await client.query(`drop index ${name}`)
  })
  const part = Math.ceil(rows / LANES)
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    asOwner(ownerUrl, async (client) => {
      await client.query('set synchronous_commit = off')
      await client.query(`insert into ${columns} select ${row} from generate_series($1::integer, $2::integer) n`, [
        lane * part + 1,
        Math.min(rows, (lane + 1) * part),
      ])
    }),
  )
  await Promise.all(lanes)
  await asOwner(ownerUrl, (client) => client.query('vacuum analyze audit_log'))
}

const verifyAll = async ({ db }: Connection, count: number) => {
  const { finding, seals } = await timed(`  verified, ${LANES} at once`, count, () => verifyTrail(db, { lanes: LANES }))
  say(`  in ${seals.toLocaleString('en-GB')} seals`)
  if (finding) throw new Error(`Something was found: ${finding.fault}`)
}

const measureSeals = async ({ ownerUrl, logins }: Embedded) => {
  await timed('Written', rows, () => fill(ownerUrl))
  const connection = connect(logins.kliniki_app, 'kliniki_app', { max: LANES })
  const now = new Date()
  say('Sealed 10,000 rows at a time:')
  await timed('  sealed', rows, () => sealTrail(connection.db, { now }))
  await verifyAll(connection, rows)
  const some = Math.min(rows, MOST_BY_MINUTES)
  await asOwner(ownerUrl, async (client) => {
    await client.query('truncate audit_seals')
    await client.query('delete from audit_log where id > $1', [some])
    await client.query('vacuum analyze audit_log')
  })
  say(`Sealed ${A_MINUTE} rows at a time:`)
  const left = await timed('  sealed', some, () => sealTrail(connection.db, { now, rowsPerSeal: A_MINUTE }))
  await verifyAll(connection, left)
  await connection.close()
}

/** Writes rows one by one, each as a request does, and answers microseconds and bytes of the write-ahead log for each. */
const writeOneByOne = async (client: Client, from: number) => {
  await client.query('checkpoint')
  const { rows: before } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  const begun = performance.now()
  await client.query(`do $$ begin for n in ${from}..${from + WRITTEN - 1} loop insert into ${columns} values (${row}); end loop; end $$`)
  const ms = performance.now() - begun
  const { rows: after } = await client.query<{ bytes: string }>('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::text as bytes', [
    before[0]?.lsn,
  ])
  return { micros: (ms * 1000) / WRITTEN, bytes: Number(after[0]?.bytes) / WRITTEN }
}

const measureIndexes = async () => {
  const client = await asSuperuser(dataDir)
  try {
    const known = await indexesOf(client)
    await client.query(`insert into ${columns} select ${row} from generate_series(1, ${rows}) n`)
    await client.query('vacuum analyze audit_log')
    const { rows: sizes } = await client.query<{ name: string; mb: number }>(
      `select indexrelid::regclass::text as name, round(pg_relation_size(indexrelid) / 1e6)::integer as mb from pg_index
       where indrelid = 'audit_log'::regclass order by 2 desc`,
    )
    say(`${rows.toLocaleString('en-GB')} rows; sizes: ${sizes.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')}`)
    let next = rows + 1
    const report = async (name: string) => {
      const { micros, bytes } = await writeOneByOne(client, next)
      next += WRITTEN
      say(`${name}: ${micros.toFixed(1)} µs and ${Math.round(bytes)} bytes of log for a row`)
    }
    await report('All indexes, warming up')
    await report('All indexes')
    for (const { name, definition } of known) {
      await client.query(`drop index ${name}`)
      await report(`Without ${name}`)
      await client.query(definition)
    }
    for (const { name } of known) await client.query(`drop index ${name}`)
    await report('With the primary key alone')
    await client.query('create index on audit_log (patient_id, id) where patient_id is not null')
    await client.query('create index on audit_log (actor_id, id)')
    await client.query('create index on audit_log using brin (at)')
    await report('With the indexes before migration 0038')
  } finally {
    await client.end()
  }
}

const dataDir = mkdtempSync(join(values.dir ?? tmpdir(), 'kliniki-bench-audit-'))
say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}; data in ${dataDir}`)
const server = await startEmbedded({ dataDir })
try {
  await prepareDatabase(server.ownerUrl, server.logins)
  await (values.indexes ? measureIndexes() : measureSeals(server))
  say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
