import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { fileStore } from '../files/store.ts'

const NEWEST = 5
/** Larger ones take long to read. */
const MOST_BYTES = 20_000_000

export interface Sample {
  /** The first of the keys that opened a document; undefined when none did. */
  opened: Buffer | undefined
  /** How many of the clinic's newest documents were looked at, and how many of those are not in the folder at all. */
  looked: number
  missing: number
}

/** Tries the newest documents with each of the keys, until one opens. */
export const sampleDocuments = async (client: Client, dataDir: string, keys: readonly Buffer[]): Promise<Sample> => {
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
