import { addRecord } from '#features/records/contract.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { session } from '#web/session/tokens.ts'
import { uploading } from '#web/calls/uploading.ts'
import { uploadFailure } from '../record-labels.tsx'
import { makeQueue, type Queue, type Sent, type Upload } from './queue.ts'

const factsOf = ({ title, kind, document_date }: Upload) => ({
  ...(title.trim() !== '' && { title: title.trim() }),
  ...(kind !== null && { kind }),
  ...(document_date !== null && { document_date }),
})

const findSameFile = (error: unknown): Sent | null => {
  if (!(error instanceof ApiError) || error.code !== 'already_there') return null
  const id = Number(error.body['id'])
  return Number.isInteger(id) ? { record: id, why: t('This file was already added.') } : null
}

const makeFor = (patient: number | null): Queue =>
  makeQueue({
    say: uploadFailure,
    onSent: () => void queryClient.invalidateQueries(),
    send: async (upload, { onShare, signal }) => {
      try {
        const { id } = await call(
          addRecord,
          { body: { ...factsOf(upload), ...(patient !== null && { patient }) } },
          { files: { file: upload.file }, idempotencyKey: upload.idempotencyKey, signal, transport: uploading(onShare) },
        )
        return { record: id }
      } catch (error) {
        const duplicate = findSameFile(error)
        if (duplicate) return duplicate
        throw error
      }
    },
  })

const queues = new Map<string, Queue>()

/**
 * The files on their way into a patient's record (null: one's own). It outlives the screen: looking elsewhere meanwhile stops nothing, and
 * what failed is still there afterwards.
 */
export const queueFor = (patient: number | null): Queue => {
  const key = `${session.get().user?.user_id ?? 0} ${patient ?? 'own'}`
  const known = queues.get(key) ?? makeFor(patient)
  queues.set(key, known)
  return known
}
