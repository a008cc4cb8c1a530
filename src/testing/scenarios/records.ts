import { join } from 'node:path'
import { sql } from 'kysely'
import type { MedicalRecord } from '#features/records/contract.ts'
import { recordWorks } from '#features/records/server/read-record.ts'
import type { Topic } from '#shared/topics.gen.ts'
import type { Person, TestClinic } from '../clinic.ts'

export const RECORDS = '/patients/medical-records/'

/** A record as it comes over the wire. */
export type RecordOnWire = Omit<MedicalRecord, 'created_at' | 'withdrawn_at'> & { created_at: string; withdrawn_at: string | null }

/** A PDF with these lines of text on each of its pages. */
export const pdfOf = (...pages: string[][]): Buffer => {
  const streams = pages.map((lines) => `BT /F1 12 Tf 72 720 Td 16 TL ${lines.map((text) => `(${text}) Tj T*`).join(' ')} ET`)
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...streams.flatMap((stream, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

export interface SentFile {
  field?: string
  name: string
  bytes: Uint8Array
}

/** Sends a form with files; several of the same name, when a test wants so. */
export const sendForm = async (
  clinic: TestClinic,
  person: Person,
  url: string,
  fields: Readonly<Record<string, string>>,
  files: readonly SentFile[],
) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  for (const { field = 'file', name, bytes } of files) form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${person.token}` }
  const reply = await clinic.app.inject({ method: 'POST', url, headers, payload })
  return { status: reply.statusCode, text: reply.body, json: <T = RecordOnWire>() => reply.json<T>() }
}

/** Does what the queue would do next with a document: its reading, from first page to suggestions. Answers the news it told. */
export const readNow = async (
  clinic: TestClinic,
  record: number,
  { signal = new AbortController().signal, onNews }: { signal?: AbortSignal; onNews?: (topic: Topic, id?: number) => void } = {},
) => {
  const { rows } = await sql<{ reading: number }>`select reading from medical_records where id = ${record}`.execute(clinic.db)
  const work = recordWorks.find(({ job }) => job.name === 'read-record')!
  const news: [topic: Topic, id: number | undefined, patient: number | undefined][] = []
  const publish = (topic: Topic, id?: number, patient?: number) => {
    news.push([topic, id, patient])
    onNews?.(topic, id)
  }
  const { db, files, clock, dataDir } = clinic
  await work.run({
    db,
    files,
    uploadDir: join(dataDir, 'uploads'),
    now: clock.now,
    publish,
    signal,
    data: { record, reading: rows[0]!.reading },
  } as never)
  return news
}

let serial = 0
/** A letter with a few findings, of which there is no other. */
export const aLetter = (text = `Letter ${++serial}. Known asthma. No fever. Given amoxicillin 500 mg three times a day for 5 days.`) => ({
  name: 'letter.txt',
  bytes: new TextEncoder().encode(text),
})

const get = async <T>(person: Person, path: string) => {
  const reply = await person.call('GET', `${RECORDS}${path}`)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.json<T>()
}

/** The calls of documents, as tests make them. */
export const recordCalls = (clinic: () => TestClinic) => {
  const upload = (person: Person, fields: Record<string, string>, file: SentFile = aLetter()) =>
    sendForm(clinic(), person, RECORDS, fields, [file])
  return {
    upload,
    added: async (person: Person, patient: number, file: SentFile = aLetter()) => {
      const reply = await upload(person, { patient: String(patient) }, file)
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.json()
    },
    one: (person: Person, id: number) => get<RecordOnWire>(person, `${id}/`),
    list: (person: Person, query = '') => get<RecordOnWire[]>(person, query),
    act: (person: Person, id: number, action: string, body: object = {}) => person.call('POST', `${RECORDS}${id}/${action}/`, body),
    extract: (person: Person, record_id: number) => person.call('POST', '/patients/medical_records/extract/', { record_id }),
  }
}
/** What was found, in words. */
export const found = ({ entities }: Pick<RecordOnWire, 'entities'>) => entities.map(({ type, text }) => `${type}: ${text}`)
