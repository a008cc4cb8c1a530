import { sql } from 'kysely'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { readRecord } from '../jobs.ts'
import type { LockedRecord } from './find-records.ts'

export interface Reading {
  record: number
  reading: number
}

/** What a document says of a reading that failed for reasons of ours. */
export const FAILED = 'Failed to process medical record'
export const CANCELLED = 'Reading was cancelled.'

type Asker = Pick<Context, 'db' | 'afterwards'> & { user: Pick<Context['user'], 'id' | 'role'> }

/**
 * Queues a reading of a document, in the transaction that made it due, in the lane of the account that asks. The queue is the clinic's: what a
 * patient sends is queued when it is there, and `findLeftReadings` finds what a power cut leaves in between.
 */
export const queueReading = async ({ db, user, afterwards }: Asker, record: number, reading: number): Promise<void> => {
  const queue = (clinic: Context['db']) => enqueue(clinic, readRecord, { record, reading }, user.id)
  if (user.role === 'patient') afterwards(queue)
  else await queue(db)
}

const isUnderWay = ({ status }: Pick<LockedRecord, 'status'>) => status === 'uploaded' || status === 'processing'

/** Queues the next reading of a locked document; what was read before stays until then. 409 `processing`, `withdrawn`, `nothing_to_read`. */
export const readAgain = async ({ db, user, afterwards }: Asker, record: LockedRecord) => {
  if (record.withdrawn_at) throw conflict('This document was withdrawn.', {}, 'withdrawn')
  if (record.file_id === null) throw conflict('This document has no file to read.', {}, 'nothing_to_read')
  if (isUnderWay(record)) throw conflict('This document is being read.', {}, 'processing')
  const { reading } = await db
    .updateTable('medical_records')
    .set({ status: 'uploaded', error: null, reading: sql`reading + 1`, page_count: null, pages_read: 0 })
    .where('id', '=', record.id)
    .returning('reading')
    .executeTakeFirstOrThrow()
  await queueReading({ db, user, afterwards }, record.id, reading)
}

/** Stops the reading of a locked document: it finds its number passed. Pages of one that never was read to its end go. 409 `not_processing`. */
export const cancelRecordReading = async ({ db }: Pick<Context, 'db'>, record: LockedRecord) => {
  if (!isUnderWay(record)) throw conflict('This document is not being read.', {}, 'not_processing')
  await db
    .updateTable('medical_records')
    .set({ status: 'failed', error: CANCELLED, reading: sql`reading + 1` })
    .where('id', '=', record.id)
    .execute()
  await sql`delete from medical_record_pages g using medical_records r
    where g.record_id = ${record.id} and r.id = g.record_id and r.read_at is null
      and not exists (select from medical_record_entities e where e.record_id = g.record_id and e.page = g.number)`.execute(db)
}
