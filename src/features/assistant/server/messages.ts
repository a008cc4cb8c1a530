import { sql } from 'kysely'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { ChatReply } from '../contract.ts'
import type { Query } from '../query.ts'
import type { Answer } from '../answer/answer.ts'
import type { Person } from './engine.ts'
import { mayRead } from './policy.ts'

/** How long a question follows the one before by itself, in milliseconds. */
const FOLLOWS_FOR = 30 * 60_000

interface Row {
  id: number
  asked_at: Date
  question: string
  reply: Answer['reply']
  needs: string[]
  patient_id: number | null
  /** The record that it is about is shut to who asked: an emergency has ended, or it was restricted since. */
  is_shut?: boolean
}

const WITHHELD = 'You may no longer see this answer.'

const shown = ({ id, asked_at, question, reply }: Row, isAllowed: boolean): ChatReply => {
  if (isAllowed) return { ...reply, id, asked_at, question }
  const { query_type } = reply
  const nothing = { structured_data: [], visualization: null, columns: [], row_links: [], filter: [], links: [], suggestions: [] }
  return {
    id,
    asked_at,
    question,
    ...nothing,
    query_type,
    status: 'withheld',
    response: WITHHELD,
    is_cut: false,
    is_chosen_by_model: false,
  }
}

const ownPatient = ({ role, patient_id }: Person) => (role === 'patient' ? patient_id : null)

/** Keeps a question with its answer, and answers what is shown of it. */
export const keepMessage = async (
  db: Db,
  person: Person,
  { question, now, answer }: { question: string; now: Date; answer: Answer },
): Promise<ChatReply> => {
  const { reply, query, needs, patient } = answer
  const { id } = await db
    .insertInto('assistant_messages')
    .values({
      user_id: person.id,
      asked_at: now,
      question,
      query: query && JSON.stringify(query),
      reply: JSON.stringify(reply),
      needs,
      patient_id: patient,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...reply, id, asked_at: now, question }
}

/** What a question follows: the message that it names (404 when it is not the person's own), or their last one of the past half hour. */
export const findBefore = async (db: Db, person: Person, follows: number | null | undefined, now: Date): Promise<Query | null> => {
  if (follows === null) return null
  let found = db.selectFrom('assistant_messages').select(['query', 'needs', 'patient_id']).where('user_id', '=', person.id)
  if (follows === undefined)
    found = found
      .where('asked_at', '>', new Date(now.getTime() - FOLLOWS_FOR))
      .orderBy('id', 'desc')
      .limit(1)
  else found = found.where('id', '=', follows)
  const row = await found.executeTakeFirst()
  if (!row && follows !== undefined) throw notFound('Message')
  if (!row || !mayRead(person, row, ownPatient(person))) return null
  return row.query as Query | null
}

/** Patients are asked about no record but their own. */
const isShut = ({ id, role }: Person, now: Date) =>
  role === 'patient'
    ? sql<boolean>`false`
    : sql<boolean>`(m.patient_id is not null and m.patient_id = any ((select hidden_patients(${id}, ${now}))::integer[]))`

/** A page of somebody's own questions, the newest first. What they have lost the right to see is withheld. */
export const findMessages = async (
  db: Db,
  person: Person,
  query: { limit?: number | undefined; cursor?: string | undefined; count?: boolean | undefined },
  now: Date,
): Promise<Page<ChatReply>> => {
  const limit = limitOf(query.limit)
  const cursor = readCursor(query.cursor)
  const { rows } = await sql<Row>`
    select m.id, m.asked_at, m.question, m.reply, m.needs, m.patient_id, ${isShut(person, now)} as is_shut
    from assistant_messages m
    where m.user_id = ${person.id} and ${before(sql`m.id`, sql`m.id`, sql`integer`, cursor)} order by m.id desc limit ${limit + 1}`.execute(
    db,
  )
  const total = query.count ? await countMessages(db, person) : undefined
  const replies = rows.map((row) => shown(row, row.is_shut !== true && mayRead(person, row, ownPatient(person))))
  return pageOf(replies, limit, ({ id }) => id, total)
}

const countMessages = async (db: Db, person: Person) => {
  const { count } = await db
    .selectFrom('assistant_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return count
}

/** One message of somebody's own, withheld where they have lost the right; 404 for anybody else's. */
export const findMessage = async (db: Db, person: Person, id: number): Promise<ChatReply & { patient_id: number | null }> => {
  const row = (await db
    .selectFrom('assistant_messages')
    .select(['id', 'asked_at', 'question', 'reply', 'needs', 'patient_id'])
    .where('user_id', '=', person.id)
    .where('id', '=', id)
    .executeTakeFirst()) as Row | undefined
  if (!row) throw notFound('Message')
  return { ...shown(row, mayRead(person, row, ownPatient(person))), patient_id: row.patient_id }
}

/** Deletes one's own message (404 for anybody else's), or all of one's own when no id is named. Answers how many. */
export const deleteMessages = async (db: Db, person: Person, id?: number): Promise<number> => {
  let own = db.deleteFrom('assistant_messages').where('user_id', '=', person.id)
  if (id !== undefined) own = own.where('id', '=', id)
  const { numDeletedRows } = await own.executeTakeFirst()
  if (id !== undefined && numDeletedRows === 0n) throw notFound('Message')
  return Number(numDeletedRows)
}
