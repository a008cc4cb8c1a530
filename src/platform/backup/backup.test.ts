import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { roomyDir } from '../../testing/databases/roomy-dir.ts'
import { sealSome } from '../../testing/databases/sealed-trail.ts'
import { asSuperuser } from './database-files.ts'
import { decideRestore, finishRestore } from './finish-restore.ts'
import { addKey, currentKey, keyFrom } from './keys.ts'
import type { Copied, Manifest } from './manifest.ts'
import { openArchive, readArchiveHeader } from './read-archive.ts'
import { restoreBackup } from './restore.ts'
import { checkBackup } from './scratch.ts'
import { takeBackup } from './take-backup.ts'
import { writeArchive } from './write-archive.ts'

const sums = { 'pairs written': { tables: ['pairs'], select: 'select sum(n) from pairs' } }
const passphrase = 'seven goats under one mango'
let root: string
let dataDir: string
let clinic: Embedded
let file: string
let database: Copied
/** Numbers that were written, each in two rows of one transaction, with the place of the log after it was acknowledged. */
const acknowledged: { n: number; lsn: string }[] = []

const ask = async <T>(url: string, sql: string, values: unknown[] = []): Promise<T[]> => {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as T[]
  } finally {
    await client.end()
  }
}

const write = async (url: string, lane: number, isOver: () => boolean) => {
  const client = new Client(url)
  await client.connect()
  for (let n = lane; !isOver(); n += 3) {
    await client.query('begin')
    await client.query(`insert into pairs values ($1, 'first')`, [n])
    await client.query(`insert into pairs values ($1, 'second')`, [n])
    await client.query('commit')
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
    acknowledged.push({ n, lsn: rows[0]!.lsn })
  }
  await client.end()
}

const numbersIn = async (url: string) =>
  (await ask<{ n: number; rows: number }>(url, 'select n, count(*)::integer as rows from pairs group by n')).map(({ n, rows }) => ({
    n,
    rows,
  }))

/** Restores in a process of its own, and kills it a little after it has said that. */
const killedWhile = async (words: string, into: string) => {
  const code = `
    import { restoreBackup } from ${JSON.stringify(new URL('restore.ts', import.meta.url).href)}
    await restoreBackup({ ...${JSON.stringify({ file, dataDir: into, passphrase, sums })}, say: (line) => console.log(line) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) if (String(chunk).includes(words)) break
  await sleep(100)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

beforeAll(async () => {
  root = mkdtempSync(join(roomyDir(), 'kliniki-backup-'))
  dataDir = join(root, 'data')
  clinic = await startEmbedded({ dataDir, fast: true })
  await ask(
    clinic.ownerUrl,
    `create table pairs (n integer, half text, primary key (n, half)); grant select, insert on pairs to kliniki_app;
     create table filler as select i, repeat(md5(i::text), 8) as words from generate_series(1, 20000) i`,
  )
  await sealSome(clinic)
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'ab', 'abcdef'), randomBytes(2_500_000))
  writeFileSync(join(dataDir, 'files', 'ab', 'empty'), '')
  addKey(dataDir, await keyFrom(passphrase))
  let isOver = false
  const writers = [0, 1, 2].map((lane) => write(clinic.ownerUrl, lane, () => isOver))
  while (acknowledged.length < 50) await sleep(5)
  const taken = await takeBackup({ dataDir, backupsDir: join(root, 'backups'), databaseUrl: undefined, sums })
  isOver = true
  await Promise.all(writers)
  file = join(root, 'backups', taken.name)
  const archive = await openArchive(file, { dataDir })
  database = archive.manifest.database as Copied
  await archive.close()
})
afterAll(async () => {
  await clinic.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('a backup that was taken while people wrote', () => {
  test('is restored elsewhere with its passphrase: whatever was acknowledged before its end is there, and nothing is half', async () => {
    const into = join(root, 'elsewhere')
    mkdirSync(join(into, 'postgres'), { recursive: true })
    writeFileSync(join(into, 'postgres', 'old'), 'old')
    // Interrupted before it was decided, the old state stays, and the next one clears away what is left.
    await killedWhile('Unpacking', into)
    expect(finishRestore(into)).toBeUndefined()
    expect(readFileSync(join(into, 'postgres', 'old'), 'utf8')).toBe('old')
    expect(readdirSync(into).filter((name) => name.startsWith('restore-'))).toHaveLength(1)
    const { keptAs } = await restoreBackup({ file, dataDir: into, passphrase, sums })
    expect(readdirSync(into).sort()).toEqual([keptAs, 'files', 'postgres', 'secrets'])
    expect(readFileSync(join(into, keptAs!, 'postgres', 'old'), 'utf8')).toBe('old')
    const before = readFileSync(join(dataDir, 'files', 'ab', 'abcdef'))
    expect(readFileSync(join(into, 'files', 'ab', 'abcdef')).equals(before)).toBe(true)
    expect(readFileSync(join(into, 'files', 'ab', 'empty'), 'utf8')).toBe('')
    const restored = await startEmbedded({ dataDir: into, fast: true })
    try {
      const rows = await numbersIn(restored.ownerUrl)
      expect(rows.filter(({ rows }) => rows !== 2)).toEqual([])
      const there = new Set(rows.map(({ n }) => n))
      const stop = database.stop_lsn
      const due = await ask<{ n: number }>(
        restored.ownerUrl,
        'select a.n from unnest($1::integer[], $2::pg_lsn[]) a (n, lsn) where a.lsn <= $3::pg_lsn',
        [acknowledged.map(({ n }) => n), acknowledged.map(({ lsn }) => lsn), stop],
      )
      expect(due.filter(({ n }) => !there.has(n))).toEqual([])
      // They did write while it was taken, and went on afterwards.
      expect(due.length).toBeGreaterThan(database.facts.tables['pairs']!.rows / 2)
    } finally {
      await restored.stop()
    }
  })

  test('says what it holds, and is proved beside the clinic without leaving anything', async () => {
    expect(database.facts.tables['pairs']?.only_grows).toBe(true)
    const { restored, trail } = await checkBackup(file, { dataDir, databaseUrl: undefined, sums })
    expect(trail).toMatchObject({
      rows: 30,
      isWhole: true,
      note: { text: expect.stringContaining('in the clinic itself'), values: { seal: 1 } },
    })
    expect(restored!.tables['pairs']!.rows).toBeGreaterThanOrEqual(database.facts.tables['pairs']!.rows)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-check'))).toEqual([])
  })

  test('is not written while another one is, nor over a clinic that runs', async () => {
    const other = await asSuperuser(dataDir)
    await other.query('select pg_advisory_lock(418290559)')
    const second = takeBackup({ dataDir, backupsDir: join(root, 'others'), databaseUrl: undefined, sums })
    await expect(second).rejects.toThrow('Another backup is in progress')
    await other.end()
    expect(readdirSync(join(root, 'others'))).toEqual([])
    await expect(restoreBackup({ file, dataDir, sums })).rejects.toThrow('is running')
  })

  test('opens with its passphrase alone', async () => {
    await expect(openArchive(file, { passphrase: 'seven goats under one mangO' })).rejects.toThrow('Wrong passphrase')
    await expect(openArchive(file, { dataDir: join(root, 'nowhere') })).rejects.toThrow('only be read with its passphrase')
    expect(JSON.stringify(await readArchiveHeader(file))).not.toContain(passphrase)
  })
})

const small = () => join(root, 'small.kbackup')

const flip = (at: number) => (bytes: Buffer) => {
  bytes[at] = bytes[at]! ^ 1
  return bytes
}

const complaint = async (change: (bytes: Buffer) => Buffer) => {
  const altered = join(root, 'altered.kbackup')
  writeFileSync(altered, change(readFileSync(small())))
  const archive = await openArchive(altered, { dataDir }).catch((error: Error) => error)
  if (archive instanceof Error) return archive.message
  try {
    return await archive.readThrough().then(
      () => 'nothing',
      (error: Error) => error.message,
    )
  } finally {
    await archive.close()
  }
}

describe('an archive that was altered', () => {
  let files: Manifest['files']
  beforeAll(async () => {
    const archive = await writeArchive(small(), currentKey(dataDir), { made_at: '2026-11-22T02:00:00Z', program: '1' })
    await archive.addBytes('postgres/PG_VERSION', Buffer.from('18\n'))
    await archive.addBytes('postgres/base/1/2', Buffer.alloc(2_200_000, 'row '))
    await archive.addBytes('postgres/backup_label', Buffer.alloc(100, 'label'))
    await archive.addBytes('files/ab/abcdef', randomBytes(2_500_000))
    await archive.addBytes('secrets/file-key', randomBytes(32))
    await archive.finish({ program: '1', started_at: '', finished_at: '', database: null, folders: [] })
    const read = await openArchive(small(), { dataDir })
    files = read.manifest.files
    await read.close()
  })
  const document = () => files[3]!

  test('names the piece and the file', async () => {
    expect(await complaint((bytes) => bytes)).toBe('nothing')
    for (const { path, at } of files) {
      // Its length, and what is sealed.
      for (const byte of [at + 2, at + 20]) expect(await complaint(flip(byte))).toMatch(new RegExp(`piece \\d+, in ${path}\\.`))
    }
    // The tag, which ends where the next piece begins.
    expect(await complaint(flip(files[1]!.at - 1))).toContain('piece 0, in postgres/PG_VERSION')
    expect(await complaint(flip(document().at + 1_200_000))).toContain(`piece 6, in ${document().path}`)
  })

  test('names the header, the list and the end', async () => {
    const { length } = readFileSync(small())
    expect(await complaint(flip(3))).toContain('is not a Kliniki backup')
    expect(await complaint(flip(18))).toContain('The header of altered.kbackup was altered')
    expect(await complaint(flip(40))).toContain('The header of altered.kbackup was altered')
    expect(await complaint(flip(length - 60))).toContain('the list of contents')
    for (const byte of [1, 8, 14, 20])
      expect(await complaint(flip(length - byte))).toMatch(/cut off or its end was altered|the list of contents/)
  })

  test('cannot be cut, or have its pieces in another order', async () => {
    const inDocument = document().at + 1_200_000
    expect(await complaint((bytes) => bytes.subarray(0, inDocument))).toMatch(
      new RegExp(`was cut off.*the last whole piece is \\d+, of ${document().path}`),
    )
    expect(await complaint((bytes) => bytes.subarray(0, -1))).toContain('cut off')
    expect(await complaint((bytes) => bytes.subarray(0, 30))).toContain('The header')
    const [one, two, three] = files
    const swapped = (bytes: Buffer) =>
      Buffer.concat([
        bytes.subarray(0, one!.at),
        bytes.subarray(two!.at, three!.at),
        bytes.subarray(one!.at, two!.at),
        bytes.subarray(three!.at),
      ])
    expect(await complaint(swapped)).toContain(`piece 0, in ${one!.path}`)
    expect(await complaint((bytes) => Buffer.concat([bytes.subarray(0, two!.at), bytes.subarray(three!.at)]))).not.toBe('nothing')
  })
})

test('a restore that was decided is ended by the next start, from wherever it stopped', () => {
  const rename = fs.renameSync
  for (let stopAt = 1; ; stopAt += 1) {
    const into = mkdtempSync(join(root, 'swap-'))
    for (const part of ['postgres', 'files', 'secrets'])
      for (const [place, text] of [
        [into, 'old'],
        [join(into, 'restore-1'), 'new'],
      ] as const) {
        mkdirSync(join(place, part), { recursive: true })
        writeFileSync(join(place, part, 'state'), text)
      }
    decideRestore(into, { from: 'restore-1', kept_as: 'before' })
    let count = 0
    fs.renameSync = (from, to) => {
      count += 1
      if (count === stopAt) throw new Error('killed')
      rename(from, to)
    }
    syncBuiltinESMExports()
    let wasKilled = false
    try {
      finishRestore(into)
    } catch {
      wasKilled = true
    } finally {
      fs.renameSync = rename
      syncBuiltinESMExports()
    }
    if (wasKilled) expect(finishRestore(into)).toBe('before')
    for (const part of ['postgres', 'files', 'secrets']) {
      expect(readFileSync(join(into, part, 'state'), 'utf8')).toBe('new')
      expect(readFileSync(join(into, 'before', part, 'state'), 'utf8')).toBe('old')
    }
    expect(readdirSync(into).sort()).toEqual(['before', 'files', 'postgres', 'secrets'])
    if (!wasKilled) return expect(stopAt).toBe(7)
  }
})
