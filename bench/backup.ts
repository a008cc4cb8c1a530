// `node bench/backup.ts [megabytes]`: how fast a database of about that size (2000 unless said) is saved, verified and restored, and how much
// memory it takes. Everything is made for it and removed afterwards.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseBytes } from '#platform/backup/database-files.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { checkBackup } from '#platform/backup/scratch.ts'
import { takeBackup } from '#platform/backup/take-backup.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { backupSums as sums } from '../src/backup-sums.ts'

const MB = 1e6
const say = (line: string) => process.stdout.write(`${line}\n`)
const wanted = Number(process.argv[2] ?? 2000) * MB
const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-bench-backup-'))

const timed = async <T>(name: string, bytes: number, work: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const before = process.cpuUsage()
  const done = await work()
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(before)
  say(
    `${name}: ${seconds.toFixed(1)} s, ${Math.round(bytes / MB / seconds)} MB/s; ${((user + system) / 1e6).toFixed(1)} s of processor here`,
  )
  return done
}

// Rows as a trail of changes has them: ids, times and short texts, a third of it indexes.
const fill = async (ownerUrl: string) => {
  const portion = 500_000
  await asOwner(ownerUrl, async (client) => {
    for (let size = 0; size < wanted; size = databaseBytes(dataDir))
      await client.query(
        `insert into audit_log (at, action, entity, entity_id, request_id, change)
         select now() - i * interval '1 second', 'change', 'visit', i, gen_random_uuid()::text,
           jsonb_build_object('status', array['waiting', 'with the doctor'], 'note', md5(random()::text))
         from generate_series(1, ${portion}) i`,
      )
  })
}

const server = await startEmbedded({ dataDir })
try {
  await prepareDatabase(server.ownerUrl)
  await fill(server.ownerUrl)
  const bytes = databaseBytes(dataDir)
  say(`A database of ${Math.round(bytes / MB)} MB`)
  const place = { dataDir, backupsDir: join(dataDir, 'backups'), isEmbedded: true }
  const { name } = await timed('Saved', bytes, () => takeBackup({ ...place, sums }))
  const file = join(place.backupsDir, name)
  say(`The archive has ${Math.round(statSync(file).size / MB)} MB`)
  await timed('Verified by restoring it beside', bytes, () => checkBackup(file, { dataDir, sums }))
  await server.stop()
  await timed('Restored', bytes, () => restoreBackup({ file, dataDir, sums }))
  say(`At most ${Math.round(process.resourceUsage().maxRSS / 1000)} MB of memory in this process`)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
