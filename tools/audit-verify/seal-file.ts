import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { ConfigurationError } from '#platform/config.ts'
import type { Db } from '#platform/db/connect.ts'

const PAGE = 50_000
const LINE = /^(\d{1,10}) ([0-9a-f]{64})$/

const sealsAfter = async (db: Db, number: number) => {
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, encode(hash, 'hex') as hash from audit_seals where number > ${number} order by number limit ${PAGE}`.execute(db)
  return rows
}

/** ConfigurationError when seals would be written over those that they are compared with. */
export const refuseOneFile = (exportTo: string, against: string): void => {
  if (exportTo === against || (existsSync(exportTo) && existsSync(against) && realpathSync(exportTo) === realpathSync(against)))
    throw new ConfigurationError('--export names the file of --against, which is the evidence: name another one.')
}

/** Writes the number and hash of every seal into a file, a line each. Answers how many. */
export const writeSeals = async (db: Db, path: string): Promise<number> => {
  const file = await open(path, 'w', 0o600)
  let written = 0
  try {
    for (let after = 0; ;) {
      const seals = await sealsAfter(db, after)
      await file.write(seals.map(({ number, hash }) => `${number} ${hash}\n`).join(''))
      written += seals.length
      after = seals.at(-1)?.number ?? after
      if (seals.length < PAGE) return written
    }
  } finally {
    await file.close()
  }
}

const readSeals = (path: string) => {
  const lines = readFileSync(path, 'utf8').split('\n')
  const seals = lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const [, number, hash] = LINE.exec(line.trim()) ?? []
    if (!number || !hash) throw new ConfigurationError(`${path}, line ${at + 1}: this is not a list of seals.`)
    return [{ number: Number(number), hash }]
  })
  if (seals.length === 0) throw new ConfigurationError(`${path} names no seal: it proves nothing.`)
  return seals
}

export interface Compared {
  count: number
  /** The last seal that the file names: of later ones it says nothing. */
  lastCompared: number
  /** The first seal that is not what the file says; undefined when all are. */
  different: number | undefined
}

/** Compares the seals with a file that was kept elsewhere. ConfigurationError when it is no list of seals, or names none. */
export const compareSeals = async (db: Db, path: string): Promise<Compared> => {
  const kept = readSeals(path)
  const compared = { count: kept.length, lastCompared: kept.reduce((last, { number }) => Math.max(last, number), 0) }
  for (let at = 0; at < kept.length; at += PAGE) {
    const part = kept.slice(at, at + PAGE)
    const { rows } = await sql<{ number: number }>`
      select k.number from unnest(${part.map(({ number }) => number)}::integer[], ${part.map(({ hash }) => hash)}::text[]) k (number, hash)
      left join audit_seals s using (number) where encode(s.hash, 'hex') is distinct from k.hash order by k.number limit 1`.execute(db)
    if (rows[0]) return { ...compared, different: rows[0].number }
  }
  return { ...compared, different: undefined }
}
