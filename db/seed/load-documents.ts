import type { Client } from 'pg'
import { queueReading } from '#features/records/public.ts'
import type { FileStore } from '#platform/files/store.ts'
import { pdfPrinter } from '#platform/pdf/print.ts'
import { sql } from 'kysely'
import { dateOf, dayOfInstant } from './calendar.ts'
import { letterOf, typed, type Letter, type Subject } from './letters.ts'
import { dbOn } from './load-clinic.ts'
import { random } from './random.ts'

/** Patients who brought something along. */
const PATIENTS = 16
/** Every so many letters is a PDF of its house, the others were typed off. */
const PDF_EVERY = 3

interface OtherPerson extends Subject {
  id: number
  source: string
  user: number | null
}

const findSubjects = async (client: Client): Promise<OtherPerson[]> => {
  const { rows } = await client.query<OtherPerson>(
    `select p.id, p.source, p.user_id as user, concat_ws(' ', p.first_name, p.second_name) as name, p.unique_id as number,
       coalesce(p.gender::text, 'unknown') as sex, coalesce(extract(year from age(p.date_of_birth))::integer, 40) as age,
       coalesce((select array_agg(distinct b.title) from problems b where b.patient_id = p.id and b.status = 'active'), '{}') as problems,
       coalesce((select json_agg(json_build_object('name', m.name, 'directions', m.directions) order by m.id) from patient_medicines m
         where m.patient_id = p.id and m.stopped_on is null), '[]') as medicines
     from patients p
     where p.deactivated_at is null and (p.user_id is not null or exists (select from problems b where b.patient_id = p.id and b.status = 'active'))
     order by p.user_id is null, p.id limit $1`,
    [PATIENTS],
  )
  return rows.map((row) => ({ ...row, problems: row.problems.length > 0 ? row.problems : ['Hypertension'] }))
}

/** The letter as a file: typed off, or as its house printed it. */
const fileOf = async (letter: Letter, nth: number, print: ReturnType<typeof pdfPrinter>['print']) => {
  if (nth % PDF_EVERY !== 0) return { bytes: Buffer.from(typed(letter)), type: 'text/plain', name: `${letter.title}.txt` }
  const bytes = await print(new URL('./letter.typ', import.meta.url), { ...letter, parts: letter.parts })
  return { bytes, type: 'application/pdf', name: `${letter.title}.pdf` }
}

/**
 * Puts letters of other houses into the records of some patients of the demonstration clinic, and queues their reading: the first of them
 * was sent by the patient who has an account.
 */
export const loadDocuments = async (client: Client, files: FileStore, now: Date): Promise<void> => {
  const db = dbOn(client)
  const { rows: clerks } = await client.query<{ id: number }>(`select id from users where role = 'records' order by id limit 1`)
  const today = dateOf(dayOfInstant(now.getTime()))
  const printer = pdfPrinter()
  try {
    for (const [nth, other] of (await findSubjects(client)).entries()) {
      const letter = letterOf(random(`documents ${nth}`), other, today)
      const { bytes, type, name } = await fileOf(letter, nth, printer.print)
      const { sha256, size } = await files.put(bytes)
      const by = other.user ?? clerks[0]!.id
      const at = new Date(now.getTime() - (nth + 1) * 3_600_000 * 7)
      const { rows } = await sql<{ id: number }>`
        with f as (insert into files (sha256, size, type, name, created_at, created_by) values (${sha256}, ${size}, ${type}, ${name}, ${at}, ${by}) returning id)
        insert into medical_records (patient_id, title, kind, document_date, file_id, status, reading, is_from_patient, created_at, created_by, changed_at, changed_by)
        select ${other.id}, ${`${letter.title}, ${letter.facility}`}, ${letter.kind}, ${letter.on}, f.id, 'uploaded', 1, ${other.user !== null}, ${at}, ${by}, ${at}, ${by}
        from f returning id`.execute(db)
      await queueReading({ db, user: { id: by, role: 'records' }, afterwards: () => {} }, rows[0]!.id, 1)
    }
  } finally {
    await printer.close()
  }
}
