import { sql } from 'kysely'
import type { RecordKind } from '../contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, formError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { KeptDocument } from './keep-sent.ts'
import { queueReading } from './reading-job.ts'
import { refuseDay } from './refuse-day.ts'
import { ownerOf, requireActive } from './ownership.ts'

export interface About {
  title?: string | undefined
  kind?: RecordKind | undefined
  document_date?: string | undefined
  note?: string | undefined
}
type Adder = Pick<Context, 'db' | 'user' | 'now' | 'afterwards' | 'audit' | 'publish'>

/** Refuses the same file for the same patient: 409 `already_there`. */
export const refuseSecond = async (db: Db, patient: number, sha256: string) => {
  const { rows } = await sql<{ id: number }>`
    select r.id from medical_records r join files f on f.id = r.file_id
    where f.sha256 = ${sha256} and r.patient_id = ${patient} and r.withdrawn_at is null order by r.id limit 1`.execute(db)
  if (rows[0]) throw conflict('This file is already in the record.', { id: rows[0].id }, 'already_there')
}

const insertFile = async (db: Db, { sha256, size, type, name }: KeptDocument, { now, user }: Pick<Context, 'now' | 'user'>) => {
  const values = { sha256, size, type, name, created_at: now, created_by: user.id }
  return (await db.insertInto('files').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** What it is called where nobody says: as its file, else as its kind. */
const titleOf = ({ title, kind = 'other' }: About, kept: KeptDocument | null) =>
  title ?? kept?.title ?? kind.charAt(0).toUpperCase() + kind.slice(1)

/**
 * Adds a document to a patient's record and queues its reading; without a file the record alone. Answers its id. 400 naming `patient` or
 * `document_date`, or without file, text and title, 403, 409 `not_linked` and `already_there`.
 */
export const addRecordOf = async (
  { db, user, now, afterwards, audit, publish }: Adder,
  { patient: named, ...about }: About & { patient?: number | undefined },
  kept: KeptDocument | null,
): Promise<number> => {
  if (!kept && about.title === undefined) throw formError('Send a file, a text or at least a title.')
  const { patient, isFromPatient } = ownerOf({ user }, named)
  await refuseDay(db, about.document_date, now)
  await requireActive(db, patient, 'lock')
  if (kept) await refuseSecond(db, patient, kept.sha256)
  const file = kept && (await insertFile(db, kept, { now, user }))
  const { kind = 'other', document_date = null, note = '' } = about
  const title = titleOf(about, kept)
  const { id } = await db
    .insertInto('medical_records')
    .values({
      patient_id: patient,
      title,
      kind,
      document_date,
      note,
      file_id: file,
      status: kept ? 'uploaded' : 'ready',
      reading: kept ? 1 : 0,
      is_from_patient: isFromPatient,
      created_at: now,
      created_by: user.id,
      changed_at: now,
      changed_by: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kept) await queueReading({ db, user, afterwards }, id, 1)
  audit('add', { entity: 'medical record', id, patient, change: { title, kind, document_date, file, is_from_patient: isFromPatient } })
  publish('records', id)
  return id
}
