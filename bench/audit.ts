import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealTrail } from '#platform/audit/seal.ts'
import { verifyTrail } from '#platform/audit/verify.ts'
import { connect } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'

// How long sealing and verifying the audit trail take: `node bench/audit.ts [rows]`, in a database of its own that is thrown away.
const rows = Number(process.argv[2] ?? 1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-bench-audit-'))

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const answer = await work()
  const seconds = (performance.now() - from) / 1000
  say(`${name}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en-GB')} rows a second`)
  return answer
}

/** Nine readings to one change, as a clinic's trail has them. */
const fill = `
  insert into audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)
  select timestamptz '2025-01-01' + n * interval '3 seconds', n % 60 + 1, case n % 10 when 0 then 'update' else 'read' end,
    (array['patient', 'visit', 'lab test request', 'prescription', 'invoice', 'triage'])[n % 6 + 1], n % 400000, n % 100000 + 1,
    gen_random_uuid()::text, '10.0.0.' || n % 40,
    case n % 10 when 0 then jsonb_build_object('first_name', jsonb_build_array('Amina', 'Aminah'), 'phone', jsonb_build_array('0712 345 ' || n % 1000, null),
      'residence', jsonb_build_array('', 'Moi Avenue ' || n % 90), 'version', jsonb_build_array(3, 4)) end
  from generate_series(1, $1::integer) n`

const server = await startEmbedded({ dataDir })
try {
  await prepareDatabase(server.ownerUrl)
  const lanes = Math.min(8, availableParallelism())
  const connection = connect(server.ownerUrl, 'kliniki_app', { max: lanes })
  await timed('write', () => asOwner(server.ownerUrl, (client) => client.query(fill, [rows])))
  await asOwner(server.ownerUrl, (client) => client.query('vacuum analyze audit_log'))
  await timed('seal', () => sealTrail(connection.db, { now: new Date() }))
  for (const many of new Set([1, lanes])) {
    const { finding, seals } = await timed(`verify, ${many} at once`, () => verifyTrail(connection.db, { lanes: many }))
    if (finding) throw new Error(`Something was found in ${seals} seals: ${finding.fault}`)
  }
  await connection.close()
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
