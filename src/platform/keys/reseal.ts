import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwner } from '../db/owner.ts'
import { fileStore } from '../files/store.ts'
import { type KeyPlace, openKeys } from './clinic-keys.ts'
import { noteResealed } from './wrapped.ts'

const RESEAL_LOCK = 418_290_572

/** What the store keeps; drafts are nobody's yet. */
const keptIn = async function* (dir: string) {
  for (const folder of await readdir(dir).catch(() => []))
    if (/^[0-9a-f]{2}$/.test(folder)) for (const name of await readdir(join(dir, folder))) if (/^[0-9a-f]{64}$/.test(name)) yield name
}

/**
 * Encrypts every document anew that only an older key opens, one after the other, each written whole before it takes the place of the old one.
 * Answers how many. What no key opens stays as it is. The older keys are kept: a backup may hold what they open.
 */
export const resealDocuments = async (place: KeyPlace): Promise<number> => {
  const { fileKey, previousFileKeys } = await openKeys(place)
  const dir = join(place.dataDir, 'files')
  const store = fileStore(dir, fileKey, previousFileKeys)
  const current = fileStore(dir, fileKey)
  return asOwner(place.ownerUrl, async (client) => {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [RESEAL_LOCK])
    // Another machine does it.
    if (!rows[0]?.got) return 0
    let resealed = 0
    for await (const sha256 of keptIn(dir)) {
      const isCurrent = await current.open(sha256).then(
        () => true,
        () => false,
      )
      if (isCurrent) continue
      const found = await store.open(sha256).catch(() => undefined)
      if (!found) continue
      const path = join(dir, sha256.slice(0, 2), sha256)
      const { atime, mtime } = await stat(path)
      await store.putAll(found.stream())
      // What is to be removed because nothing has kept it since stays so.
      await utimes(path, atime, mtime)
      // One that was purged meanwhile is looked for, and removed, once more.
      await client.query('update purged_files set removed_at = null where sha256 = $1', [sha256])
      resealed += 1
    }
    await noteResealed(client, previousFileKeys)
    return resealed
  })
}
