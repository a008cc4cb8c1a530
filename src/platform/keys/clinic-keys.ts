import { join } from 'node:path'
import type { Client } from 'pg'
import { ConfigurationError } from '../config.ts'
import { asOwner } from '../db/owner.ts'
import { derivedKeys, findFolderKeys, keepFolderKeys, makeFolderKeys, type Secrets, type SourceKeys, tokenKeysOf } from '../secrets.ts'
import { findCodeKey, resealColumns, type SealedColumn } from './sealed-columns.ts'
import { awaitsResealing, type KeyRing, type Master, masterOf, prune, readRows, unwrap, wrap } from './wrapped.ts'
import { stat } from 'node:fs/promises'
import { fileStore } from '../files/store.ts'

const NEWEST = 5
/** Larger ones take long to read. */
const MOST_BYTES = 20_000_000

interface Sample {
  /** The first of the keys that opened a document; undefined when none did. */
  opened: Buffer | undefined
  /** How many of the clinic's newest documents were looked at, and how many of those are not in the folder at all. */
  looked: number
  missing: number
}

/** Tries the newest documents with each of the keys, until one opens. */
const sampleDocuments = async (client: Client, dataDir: string, keys: readonly Buffer[]): Promise<Sample> => {
  const { rows } = await client.query<{ sha256: string }>(
    `select sha256 from files f where size < $2
       and not exists (select from medical_records r where r.file_id = f.id and r.purged_at is not null)
     group by sha256 order by max(id) desc limit $1`,
    [NEWEST, MOST_BYTES],
  )
  const dir = join(dataDir, 'files')
  let missing = 0
  for (const { sha256 } of rows) {
    const isThere = await stat(join(dir, sha256.slice(0, 2), sha256)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!isThere) {
      missing += 1
      continue
    }
    for (const key of keys) {
      const isOpened = await fileStore(dir, key)
        .open(sha256)
        .then(
          () => true,
          () => false,
        )
      if (isOpened) return { opened: key, looked: rows.length, missing }
    }
  }
  return { opened: undefined, looked: rows.length, missing }
}

/** Where the clinic's keys are, and what decrypts them. */
export interface KeyPlace {
  ownerUrl: string
  dataDir: string
  /** KLINIKI_SECRET and the one before it. */
  secret?: string | undefined
  previousSecret?: string | undefined
}

interface Settling extends KeyPlace {
  columns: readonly SealedColumn[]
  /** Go on with new keys, or without the documents, where those that are there cannot be read. */
  isWithoutDocuments: boolean
}

interface Settled {
  secrets: Secrets
  /** Documents that are encrypted with an older key are to be encrypted anew. */
  isToReseal: boolean
  /** What somebody has to enter again, in sentences. */
  warnings: string[]
}

const KEYS_LOCK = 418_290_571

const GO_ON = 'KLINIKI_WITHOUT_DOCUMENTS=1 starts without them: each answers that it cannot be read'

const bySecret = (secret: string) => masterOf('secret', derivedKeys(secret).master)

const mastersOf = ({ secret, previousSecret }: KeyPlace, folder: Partial<SourceKeys>): Master[] => [
  ...[secret, previousSecret].flatMap((one) => (one ? [bySecret(one)] : [])),
  ...(folder.code ? [masterOf('folder', folder.code)] : []),
]

/** Why none of what this machine brings decrypts the clinic's keys, and what to do. */
const wrongMaster = ({ dataDir, secret }: KeyPlace, wrappedBy: readonly string[]) => {
  const folder = join(dataDir, 'secrets')
  const isBySecret = wrappedBy.some((name) => name.startsWith('secret:'))
  if (!isBySecret)
    return new ConfigurationError(
      `${folder} does not hold the keys of this clinic, so its documents could not be read: bring the folder of the machine that the clinic comes from, or that of a backup. ${GO_ON}.`,
    )
  const what = secret ? 'another KLINIKI_SECRET than the one that is set' : 'a KLINIKI_SECRET, and none is set'
  const todo = secret ? 'set the earlier one as KLINIKI_SECRET_PREVIOUS' : 'set it (to do without one, set it as KLINIKI_SECRET_PREVIOUS)'
  return new ConfigurationError(
    `The keys of this clinic are kept with ${what}, so its documents could not be read: ${todo}, or bring ${folder} from a backup. ${GO_ON}.`,
  )
}

const unreadable = (dataDir: string, looked: number, missing: number) => {
  const files = join(dataDir, 'files')
  return new ConfigurationError(
    missing === looked
      ? `${files} holds none of the clinic's newest ${looked} documents: bring that folder from the machine that the clinic comes from, or from a backup. ${GO_ON}.`
      : `The documents in ${files} are encrypted with other keys than those of this machine: bring ${join(dataDir, 'secrets')} from where they come from, or from a backup, or set their KLINIKI_SECRET. ${GO_ON}.`,
  )
}

const requireReadable = async (client: Client, { dataDir, isWithoutDocuments }: Settling, keys: readonly Buffer[]) => {
  const { opened, looked, missing } = await sampleDocuments(client, dataDir, keys)
  const isUnreadable = looked > 0 && !opened
  if (isUnreadable && !isWithoutDocuments) throw unreadable(dataDir, looked, missing)
  return { opened, isUnreadable }
}

/** The keys of a clinic that has kept none yet: those that its documents and sealed texts are encrypted with, else what this machine brings first. */
const firstRing = async (
  client: Client,
  settling: Settling,
  folder: Partial<SourceKeys>,
): Promise<{ ring: KeyRing; isUnreadable: boolean }> => {
  const { dataDir, secret, previousSecret, columns } = settling
  const known: Pick<SourceKeys, 'file' | 'code'>[] = [secret, previousSecret].flatMap((one) => (one ? [derivedKeys(one)] : []))
  if (folder.file && folder.code) known.push({ file: folder.file, code: folder.code })
  const { opened, isUnreadable } = await requireReadable(
    client,
    settling,
    known.map(({ file }) => file),
  )
  if (known.length === 0) known.push(makeFolderKeys(dataDir))
  const [first] = known
  const ofDocuments = known.find(({ file }) => file === opened) ?? first!
  const code =
    (await findCodeKey(
      client,
      columns,
      known.map((one) => one.code),
    )) ?? ofDocuments.code
  const ring = {
    file: { current: ofDocuments.file, previous: known.map(({ file }) => file).filter((one) => one !== ofDocuments.file) },
    code: { current: code, previous: known.map((one) => one.code).filter((one) => one !== code) },
  }
  return { ring, isUnreadable }
}

const secretsOf = (place: KeyPlace, { file, code }: KeyRing): Secrets => ({
  ...tokenKeysOf(place.dataDir, place),
  fileKey: file.current,
  previousFileKeys: file.previous,
  codeKey: code.current,
})

const settle = async (client: Client, settling: Settling): Promise<Settled> => {
  const { dataDir, secret, previousSecret, columns, isWithoutDocuments } = settling
  await client.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK])
  const rows = (await readRows(client)) ?? []
  const folder = findFolderKeys(dataDir)
  const masters = mastersOf(settling, folder)
  const kept = unwrap(rows, masters)
  if (!kept && rows.length > 0 && !isWithoutDocuments)
    throw wrongMaster(
      settling,
      rows.map(({ wrapped_by }) => wrapped_by),
    )
  const { ring, isUnreadable } = kept
    ? { ring: kept, ...(await requireReadable(client, settling, [kept.file.current, ...kept.file.previous])) }
    : await firstRing(client, settling, folder)
  if (!secret) keepFolderKeys(dataDir, { file: ring.file.current, code: ring.code.current })
  const master = secret ? bySecret(secret) : masterOf('folder', ring.code.current)
  await wrap(client, ring, master)
  // Who names the previous one says that this one is in use from now on.
  if (previousSecret) await client.query('update clinic_keys set wrapped_at = clock_timestamp() where wrapped_by = $1', [master.id])
  await prune(client, [master, ...masters])
  const lost = await resealColumns(client, columns, ring.code)
  return {
    secrets: secretsOf(settling, ring),
    isToReseal: await awaitsResealing(client),
    warnings: [
      ...(isUnreadable
        ? ['Warning: none of the newest documents can be read; the clinic starts without them, as KLINIKI_WITHOUT_DOCUMENTS asks.']
        : []),
      ...lost.map((label) => `Warning: ${label} cannot be decrypted with the keys of this clinic and has to be set up again.`),
    ],
  }
}

/** ConfigurationError where what this machine brings cannot decrypt the clinic's keys. Changes nothing; a version that kept none passes. */
export const requireKeys = (place: KeyPlace): Promise<void> =>
  asOwner(place.ownerUrl, async (client) => {
    const rows = (await readRows(client)) ?? []
    if (rows.length === 0 || unwrap(rows, mastersOf(place, findFolderKeys(place.dataDir)))) return
    throw wrongMaster(
      place,
      rows.map(({ wrapped_by }) => wrapped_by),
    )
  })

/**
 * The clinic's keys at a start, kept encrypted with what this machine brings from now on. ConfigurationError, which leaves everything as it was, when
 * that cannot decrypt them, or when none of the newest documents can be read with them.
 */
export const settleKeys = (settling: Settling): Promise<Settled> =>
  asOwner(settling.ownerUrl, async (client) => {
    await client.query('begin')
    try {
      const settled = await settle(client, settling)
      await client.query('commit')
      return settled
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })

/** The clinic's keys for a tool that works beside the program, or without it; what this machine brings where the clinic has kept none yet. */
export const openKeys = (place: KeyPlace): Promise<Secrets> =>
  asOwner(place.ownerUrl, async (client) => {
    const rows = (await readRows(client)) ?? []
    const folder = findFolderKeys(place.dataDir)
    const ring = unwrap(rows, mastersOf(place, folder))
    if (!ring && rows.length > 0)
      throw wrongMaster(
        place,
        rows.map(({ wrapped_by }) => wrapped_by),
      )
    if (ring) return secretsOf(place, ring)
    const known = place.secret ? derivedKeys(place.secret) : makeFolderKeys(place.dataDir)
    const previous = place.previousSecret ? [derivedKeys(place.previousSecret).file] : []
    return secretsOf(place, { file: { current: known.file, previous }, code: { current: known.code, previous: [] } })
  })
