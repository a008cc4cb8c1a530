import { join } from 'node:path'
import type { Order, Outcome, Said } from '#platform/backup/in-process.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { checkBackup } from '#platform/backup/scratch.ts'
import { takeBackup } from '#platform/backup/take-backup.ts'
import { ConfigurationError } from '#platform/config.ts'
import { giveWay } from '#platform/give-way.ts'
import { sentence, type Sentence } from '#shared/sentence.ts'
import { backupSums as sums } from './backup-sums.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

// Takes or checks one backup for the program that started it, and ends.

const SAY_MS = 500

const tell = (said: Said) => new Promise<void>((done) => process.send?.(said, () => done()))

let saidAt = 0
const onProgress = (done: number, total: number) => {
  if (Date.now() - saidAt < SAY_MS) return
  saidAt = Date.now()
  void tell({ kind: 'progress', done, total })
}

const fulfil = async (order: Order): Promise<Outcome> => {
  if (order.act === 'take') {
    const { name, bytes } = await takeBackup({ ...order, sums, startedAt: new Date(order.startedAt), onProgress })
    return { kind: 'taken', name, bytes }
  }
  const { restored, trail } = await checkBackup(join(order.backupsDir, order.name), { ...order, sums })
  return { kind: 'checked', restored, note: trail?.note ?? null }
}

/** What the server of the scratch database cannot do is told in English. */
const sentenceOf = (error: Error): Sentence | null => {
  if (error instanceof BackupError) return error.sentence
  return error instanceof ConfigurationError ? sentence('It failed: {{reason}}', { reason: error.message }) : null
}

// Nobody is left to hear of it.
process.once('disconnect', () => process.exit(1))
process.once('message', (order: Order) => {
  void fulfil(order)
    .catch((error: Error): Said => ({ kind: 'failure', reason: error.message, sentence: sentenceOf(error) }))
    .then(tell)
    .then(() => process.exit(0))
})
giveWay()
