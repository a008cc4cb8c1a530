import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { keyFor, seal, unseal } from '../auth/seal.ts'

/** `file`: documents. `code`: stored passwords, two-factor secrets and the hashes of one-time codes. */
type KeyPurpose = 'file' | 'code'

/** The clinic's keys of one purpose: what is new is encrypted with `current`; `previous` still decrypt. */
export interface KeySet {
  current: Buffer
  previous: readonly Buffer[]
}
export type KeyRing = Readonly<Record<KeyPurpose, KeySet>>

/** What decrypts the clinic's keys: made of KLINIKI_SECRET, or of the keys in the folder of secrets. */
export interface Master {
  id: string
  key: Buffer
}

interface Row {
  wrapped_by: string
  purpose: KeyPurpose
  fingerprint: string
  wrapped: Buffer
  is_current: boolean
}

const fingerprintOf = (key: Buffer) => createHash('sha256').update('kliniki key').update(key).digest('hex').slice(0, 12)

/** `source`: what the key came from, 32 random bytes or what was derived of a secret. */
export const masterOf = (kind: 'secret' | 'folder', source: Buffer): Master => {
  const key = keyFor(source, 'keys of the clinic')
  return { id: `${kind}:${fingerprintOf(key)}`, key }
}

/** The rows that keep the keys, the newest first; undefined where the database is of a version that kept none, or is somebody else's. */
export const readRows = async (client: Client): Promise<Row[] | undefined> => {
  const { rows: there } = await client.query<{ is_there: boolean }>(
    `select coalesce(has_table_privilege(to_regclass('public.clinic_keys'), 'select'), false) as is_there`,
  )
  if (!there[0]?.is_there) return undefined
  const { rows } = await client.query<Row>(
    'select wrapped_by, purpose, fingerprint, wrapped, is_current from clinic_keys order by wrapped_at desc, wrapped_by, fingerprint',
  )
  return rows
}

const setOf = (rows: readonly Row[], master: Master, purpose: KeyPurpose): KeySet | undefined => {
  const keys: { key: Buffer; isCurrent: boolean }[] = []
  for (const row of rows.filter((one) => one.wrapped_by === master.id && one.purpose === purpose)) {
    const text = unseal(master.key, purpose, row.wrapped)
    if (text === null) return undefined
    keys.push({ key: Buffer.from(text, 'base64'), isCurrent: row.is_current })
  }
  const current = keys.find(({ isCurrent }) => isCurrent)?.key
  return current && { current, previous: keys.filter(({ key }) => key !== current).map(({ key }) => key) }
}

const merged = (sets: readonly KeySet[]): KeySet | undefined => {
  const [first, ...others] = sets
  if (!first) return undefined
  const older = [...first.previous, ...others.flatMap(({ current, previous }) => [current, ...previous])]
  const seen = new Set([fingerprintOf(first.current)])
  const previous = older.filter((key) => !seen.has(fingerprintOf(key)) && seen.add(fingerprintOf(key)))
  return { current: first.current, previous }
}

/** The keys, decrypted with the first of `masters` that can; what the others decrypt besides is among the previous ones. Undefined when none can. */
export const unwrap = (rows: readonly Row[], masters: readonly Master[]): KeyRing | undefined => {
  const rings = masters.flatMap((master) => {
    const [file, code] = [setOf(rows, master, 'file'), setOf(rows, master, 'code')]
    return file && code ? [{ file, code }] : []
  })
  const [file, code] = [merged(rings.map((ring) => ring.file)), merged(rings.map((ring) => ring.code))]
  return file && code && { file, code }
}

/** Keeps all keys encrypted with `master` as well; rows of it that are there stay. */
export const wrap = async (client: Client, ring: KeyRing, master: Master): Promise<void> => {
  for (const purpose of ['file', 'code'] as const) {
    const { current, previous } = ring[purpose]
    for (const key of [current, ...previous])
      await client.query(
        `insert into clinic_keys (wrapped_by, purpose, fingerprint, wrapped, is_current) values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [master.id, purpose, fingerprintOf(key), seal(master.key, purpose, key.toString('base64')), key === current],
      )
  }
}

/**
 * Removes what is encrypted with anything but `kept`, once the first of them is the newest: a machine that was not restarted yet has an older one. A key
 * that the first cannot decrypt stays, whatever it is encrypted with: its secret may be found again.
 */
export const prune = (client: Client, [current, ...others]: readonly [Master, ...Master[]]) =>
  client.query(
    `delete from clinic_keys c where wrapped_by <> all($2)
       and $1 = (select wrapped_by from clinic_keys order by wrapped_at desc limit 1)
       and exists (select from clinic_keys k where k.wrapped_by = $1 and k.purpose = c.purpose and k.fingerprint = c.fingerprint)`,
    [current.id, [current.id, ...others.map(({ id }) => id)]],
  )

/** Whether documents may still be encrypted with an older key. */
export const awaitsResealing = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ awaits: boolean }>(
    `select exists (select from clinic_keys where purpose = 'file' and not is_current and resealed_at is null) as awaits`,
  )
  return rows[0]?.awaits ?? false
}

/** Notes that no document is encrypted with one of `keys` any more. */
export const noteResealed = (client: Client, keys: readonly Buffer[]) =>
  client.query(
    `update clinic_keys set resealed_at = clock_timestamp() where purpose = 'file' and not is_current and fingerprint = any($1)`,
    [keys.map(fingerprintOf)],
  )
