import { join } from 'node:path'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { ExportError } from '#platform/export/export-error.ts'
import type { ExportOrder, ExportSaid } from '#platform/export/in-process.ts'
import { writeExport } from '#platform/export/write-export.ts'
import { fileStore } from '#platform/files/store.ts'
import { giveWay } from '#platform/give-way.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { sentence, type Sentence } from '#shared/sentence.ts'
import { exportRules as rules } from './export-rules.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

// Writes one export of the whole clinic for the program that started it, and ends.

const SAY_MS = 500

const tell = (said: ExportSaid) => new Promise<void>((done) => process.send?.(said, () => done()))

let saidAt = 0
const onProgress = (done: number, total: number) => {
  if (Date.now() - saidAt < SAY_MS) return
  saidAt = Date.now()
  void tell({ kind: 'progress', done, total })
}

const fulfil = async ({ ownerUrl, dataDir, path }: ExportOrder): Promise<ExportSaid> => {
  const { secret, previousSecret } = readConfig(process.env)
  const { fileKey, previousFileKeys } = loadSecrets(dataDir, { ...(secret && { secret }), ...(previousSecret && { previousSecret }) })
  const files = fileStore(join(dataDir, 'files'), fileKey, previousFileKeys)
  const { bytes, facts } = await writeExport({ ownerUrl, files, rules, path, onProgress })
  const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0)
  return { kind: 'done', bytes, rows, documents: facts.documents, missing: facts.missing_documents.length }
}

/** What the database, or a setting, says is told in English. */
const sentenceOf = (error: Error): Sentence | null => {
  if (error instanceof ExportError) return error.sentence
  return error instanceof ConfigurationError ? sentence('It failed: {{reason}}', { reason: error.message }) : null
}

// Nobody is left to hear of it.
process.once('disconnect', () => process.exit(1))
process.once('message', (order: ExportOrder) => {
  void fulfil(order)
    .catch((error: Error): ExportSaid => ({ kind: 'failure', reason: error.message, sentence: sentenceOf(error) }))
    .then(tell)
    .then(() => process.exit(0))
})
giveWay()
