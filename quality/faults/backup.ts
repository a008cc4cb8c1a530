import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { openArchive } from '#platform/backup/read-archive.ts'
import { freePort } from '#platform/free-port.ts'
import type { Acknowledged } from '../bench/day/people/journal.ts'
import { onSignal } from '../../tools/on-signal.ts'
import { checkClinic } from './checks/index.ts'
import { checkJournal } from './checks/journal.ts'
import { sentenceOf } from './log.ts'
import { findingsOf, type TestServer, withDatabase } from './rounds.ts'
import { openService } from './kept-running.ts'

const run = promisify(execFile)
const SAMPLE_MS = 50
const tool = async (name: string, args: readonly string[], env: Record<string, string>) => {
  const running = run(process.execPath, [join(import.meta.dirname, `../../tools/${name}.ts`), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    maxBuffer: 1e7,
  })
  const forget = onSignal(() => void running.child.kill())
  try {
    await running
  } finally {
    forget()
  }
}

interface Sample {
  /** When it was asked for: what was acknowledged by then is not behind it. */
  at: string
  lsn: string
}

/** How far the log of the database had come, again and again while `work` goes on. */
const sampleLog = async (faultRun: TestServer, work: () => Promise<void>): Promise<Sample[]> => {
  const samples: Sample[] = []
  const asked = { isOver: false }
  const sampling = withDatabase(faultRun, async (db) => {
    while (!asked.isOver) {
      const at = new Date().toISOString()
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(db)
      if (rows[0]) samples.push({ at, lsn: rows[0].lsn })
      await sleep(SAMPLE_MS)
    }
  })
  await Promise.all([sampling, work().finally(() => (asked.isOver = true))])
  return samples
}

const lastBefore = async (faultRun: TestServer, samples: readonly Sample[], stop: string): Promise<string> => {
  const lsns = samples.map(({ lsn }) => lsn)
  const times = samples.map(({ at }) => at)
  const { rows } = await withDatabase(faultRun, (db) =>
    sql<{
      at: string | null
    }>`select max(s.at) as at from unnest(${times}::text[], ${lsns}::pg_lsn[]) s (at, lsn) where s.lsn <= ${stop}::pg_lsn`.execute(db),
  )
  return rows[0]?.at ?? ''
}

/** Brings the archive into a folder of its own, starts the program over it, and looks at everything; answers what is wrong. */
const lookAtRestored = async (file: string, dataDir: string, into: string, due: readonly Acknowledged[]): Promise<string[]> => {
  await tool('restore', [file, '--into', into], { KLINIKI_DATA: dataDir })
  const service = await openService({ dataDir: into, port: await freePort() })
  const findings: string[] = []
  try {
    const checked = await withDatabase({ service }, async (db) => [await checkJournal(db, due), ...(await checkClinic(db))])
    findings.push(...findingsOf(checked))
  } finally {
    await service.close()
  }
  return [...findings, ...service.troubles.map(sentenceOf)]
}

export interface BackupResult {
  seconds: number
  /** Writes that were acknowledged before the backup's end, all of them and those while it was made. */
  due: number
  meanwhile: number
  findings: string[]
}

/** Saves the clinic while people work, restores it beside, and looks whether everything that was acknowledged before its end is there. */
export const backUpUnderLoad = async ({
  faultRun,
  dataDir,
  into,
}: {
  faultRun: TestServer
  dataDir: string
  into: string
}): Promise<BackupResult> => {
  const begun = new Date().toISOString()
  const from = performance.now()
  const samples = await sampleLog(faultRun, () => tool('backup', [], { KLINIKI_DATA: dataDir }))
  const seconds = (performance.now() - from) / 1000
  const name = readdirSync(join(dataDir, 'backups')).toSorted().at(-1) ?? ''
  const archive = await openArchive(join(dataDir, 'backups', name), { dataDir })
  const { database } = archive.manifest
  await archive.close()
  if (!database || !('stop_lsn' in database)) throw new Error('The backup does not say where it ends.')
  const until = await lastBefore(faultRun, samples, database.stop_lsn)
  const due = faultRun.day.journal.entries.filter(({ at }) => at <= until)
  const meanwhile = due.filter(({ at }) => at > begun).length
  const wrong = await lookAtRestored(join(dataDir, 'backups', name), dataDir, into, due)
  const findings = wrong.map((finding) => `Restored: ${finding}`)
  // One that nobody worked beside, or whose end is before everything, says nothing.
  if (meanwhile === 0) findings.push(`Nothing was written while the backup was made: ${due.length} writes before its end.`)
  return { seconds, due: due.length, meanwhile, findings }
}
