import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { openKeys } from '#platform/keys/clinic-keys.ts'
import { fileStore } from '#platform/files/store.ts'
import { giveWay } from '#platform/lower-priority.ts'
import { failureOf } from '#platform/owner-work/failure.ts'
import type { Asked, Message } from '#platform/owner-work/in-process.ts'
import type { Act, Orders, Outcomes, OwnersPlace } from '#platform/owner-work/orders.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

// Does one thing as the owner of the tables, for the program that started it, and ends. Each loads only what it needs.

const SAY_MS = 500

const tell = (message: Message) => new Promise<void>((done) => process.send?.(message, () => done()))

let statedAt = 0
const onProgress = (done: number, total: number) => {
  if (Date.now() - statedAt < SAY_MS && done < total) return
  statedAt = Date.now()
  void tell({ kind: 'progress', done, total })
}

const readFiles = async ({ ownerUrl, dataDir }: OwnersPlace) => {
  const { secret, previousSecret } = readConfig(process.env)
  const { fileKey, previousFileKeys } = await openKeys({ ownerUrl, dataDir, secret, previousSecret })
  return fileStore(join(dataDir, 'files'), fileKey, previousFileKeys)
}

const acts: { [A in Act]: (order: Orders[A], place: OwnersPlace) => Promise<Outcomes[A]> } = {
  prepare: async (order, place) => (await import('./prepare-clinic.ts')).prepareClinic(order, place),
  'take backup': async ({ startedAt }, place) => {
    giveWay()
    const [{ takeBackup }, { backupSums: sums }] = await Promise.all([
      import('#platform/backup/take-backup.ts'),
      import('./backup-sums.ts'),
    ])
    const { name, bytes } = await takeBackup({ ...place, sums, startedAt, onProgress })
    return { name, bytes }
  },
  'check backup': async ({ name }, place) => {
    giveWay()
    const [{ checkBackup }, { backupSums: sums }] = await Promise.all([import('#platform/backup/scratch.ts'), import('./backup-sums.ts')])
    const { restored, trail } = await checkBackup(join(place.backupsDir, name), { ...place, sums })
    return { restored, note: trail?.note ?? null }
  },
  export: async ({ path }, place) => {
    giveWay()
    const [{ writeExport }, { exportRules: rules }] = await Promise.all([import('#platform/export/write-export.ts'), import('./tables.ts')])
    const { bytes, facts } = await writeExport({ ownerUrl: place.ownerUrl, files: await readFiles(place), rules, path, onProgress })
    const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0)
    return { bytes, rows, documents: facts.documents, missing: facts.missing_documents.length }
  },
  'load demonstration': async ({ now }, { ownerUrl }) => {
    const { loadInside } = await import('../../db/seed/load-inside.ts')
    await loadInside(ownerUrl, { now, onProgress: (done) => onProgress(done, 100) })
    return null
  },
  'reseal documents': async (_order, { ownerUrl, dataDir }) => {
    giveWay()
    const { resealDocuments } = await import('#platform/keys/reseal.ts')
    const { secret, previousSecret } = readConfig(process.env)
    return { resealed: await resealDocuments({ ownerUrl, dataDir, secret, previousSecret }) }
  },
}

const fulfil = async <A extends Act>(act: A, order: Orders[A], place: OwnersPlace) => acts[act](order, place)

// Nobody is left to hear of it.
process.once('disconnect', () => process.exit(1))
process.once('message', ({ act, order, place }: Asked) => {
  void fulfil(act, order, place)
    .then(
      (outcome): Message => ({ kind: 'done', outcome }),
      (error: unknown): Message => ({ kind: 'failed', failure: failureOf(error) }),
    )
    .then(tell)
    .then(() => process.exit(0))
})
