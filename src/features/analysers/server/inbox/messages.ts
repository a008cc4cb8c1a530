import { sql, type RawBuilder } from 'kysely'
import type { EquipmentMessage } from '#features/analysers/contract-inbox.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { textOf } from '../protocol.ts'

const messageRows = sql`
  select m.id, m.equipment_id as equipment, e.name as equipment_name, m.direction, m.protocol as data_format, m.peer, m.control_id,
    m.message_type, m.state, left(regexp_replace(m.answer, '^.*MSA.(A[AER]|C[AER]).*$', '\\1'), 20) as answer, m.problem, m.times_received,
    octet_length(m.body) as size,
    (select count(*)::integer from lab_message_results r where r.message_id = m.id) as results,
    (select count(*)::integer from lab_message_results r where r.message_id = m.id and r.state = 'waiting') as waiting, m.at, m.processed_at
  from lab_messages m left join lab_equipment e on e.id = m.equipment_id`

interface Filters {
  equipment?: number | undefined
  state?: EquipmentMessage['state'] | undefined
  direction?: 'in' | 'out' | undefined
}
const matching = ({ equipment, state, direction }: Filters) => {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (equipment !== undefined) all.push(sql`m.equipment_id = ${equipment}`)
  if (state !== undefined) all.push(sql`m.state = ${state}`)
  if (direction !== undefined) all.push(sql`m.direction = ${direction}`)
  return sql.join(all, sql` and `)
}

/** The messages that match, newest first, after the cursor. */
export const findMessages = async (db: Db, filters: Filters, page: Position): Promise<EquipmentMessage[]> => {
  const { rows } = await sql<EquipmentMessage>`${messageRows}
    where ${matching(filters)} and ${before(sql`m.id`, sql`m.id`, sql`bigint`, page.cursor)} order by m.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}
export const countMessages = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_messages m where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** One message; 404. */
export const getMessage = async (db: Db, id: number): Promise<EquipmentMessage> => {
  const { rows } = await sql<EquipmentMessage>`${messageRows} where m.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Message')
}

const MAX_SHOWN = 200_000
const names = ['NUL', 'SOH', 'STX', 'ETX', 'EOT', 'ENQ', 'ACK', 'BEL', 'BS', 'HT', 'LF', 'VT', 'FF', 'CR', 'SO', 'SI', 'DLE', 'DC1', 'DC2']
const nameOfByte = (code: number) => names[code] ?? (code === 0x1c ? 'FS' : `x${code.toString(16).padStart(2, '0').toUpperCase()}`)

/** Bytes as people can read them: a line a segment or record, other control characters by name. */
export const readable = (bytes: Uint8Array): string =>
  textOf(bytes.subarray(0, MAX_SHOWN))
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, (character) => `<${nameOfByte(character.codePointAt(0)!)}>`)

/** The bytes of a message and what was answered. */
export const readBody = async (db: Db, id: number) =>
  db.selectFrom('lab_messages').select(['body', 'answer', 'state', 'direction']).where('id', '=', id).executeTakeFirstOrThrow()

/** Whole sample codes and numbers of patients, as messages of any protocol hold them between their separators. */
const wordsOf = (text: string) => {
  const words = text.split(/[^A-Za-z0-9/-]+/).filter((word) => word.length >= 3 && word.length <= 40)
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))]
}

/** Whose samples or numbers a message and its answer name, whatever its direction and whether it was understood. */
export const findPatientsNamedIn = async (db: Db, ...parts: readonly Uint8Array[]): Promise<number[]> => {
  const words = wordsOf(parts.map((part) => textOf(part)).join('\n'))
  if (words.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select patient_id as id from lab_samples where code = any(${words}::text[])
    union select id from patients where unique_id = any(${words}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}
