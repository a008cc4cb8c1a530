import { sql } from 'kysely'
import { ask } from '#features/assistant/contract.ts'
import { queryText, type Query } from '#features/assistant/query.ts'
import type { Db } from '#platform/db/connect.ts'
import { doctorsFamilies, questions } from './assistant-questions.ts'
import { requestOf } from '../figures/compare.ts'
import { type HttpConnection, openConnection } from '../server/http-client.ts'

/** What one person asks, one after the other. */
export interface Conversation {
  family: string
  asks: readonly string[]
  is_doctors: boolean
}

/** One question with its answer. */
export interface Asked {
  family: string
  question: string
  /** Milliseconds; of processor time of server and database, where it was asked alone: what stays the same on a busy machine. */
  time: number
  processor: number
  /** Of the message; null where the request failed. */
  id: number | null
  status: string
}

interface Named {
  patient: string
  number: string
}
interface Words {
  patients: readonly Named[]
  common: readonly string[]
  doctor: string
  tested: string
}

/** People of the population who were here often and whom nobody shares all names with; the names that most bear. */
export const findWords = async (db: Db): Promise<Words> => {
  const { rows: patients } = await sql<Named>`
    select min(concat_ws(' ', p.first_name, p.other_names, p.second_name)) as patient, min(p.unique_id) as number
    from patients p where p.deactivated_at is null and not p.single_name and p.second_name <> '' and p.other_names <> ''
    group by p.first_name, p.other_names, p.second_name
    having count(*) = 1 and bool_or(exists (select from vital_signs s where s.patient_id = p.id)) order by md5(min(p.unique_id)) limit 60`.execute(
    db,
  )
  const { rows: common } = await sql<{ name: string }>`
    select first_name || ' ' || second_name as name from patients where deactivated_at is null group by 1 order by count(*) desc, 1 limit 5`.execute(
    db,
  )
  const { rows: doctors } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name from consultations c join users u on u.id = c.doctor_id group by 1 order by count(*) desc limit 1`.execute(
    db,
  )
  const { rows: tested } = await sql<{ number: string }>`
    select p.unique_id as number from lab_results r join patients p on p.id = r.patient_id where p.unique_id ~ '[0-9]{4}' group by 1
    order by count(*) desc, 1 limit 1`.execute(db)
  if (!patients[0] || !doctors[0]) throw new Error('There is nobody to ask about: the population is too small.')
  const [first] = patients
  return {
    patients,
    common: common.map(({ name }) => name),
    doctor: doctors[0].name,
    tested: `patient ${tested[0]?.number ?? first.number}`,
  }
}

/** Every conversation, about other patients in each round; doctors ask some of them once more. */
export const conversations = ({ patients, common, doctor, tested }: Words, round: number): Conversation[] => {
  let at = round * 23
  const filled = (text: string) => {
    at += 1
    const { patient, number } = patients[at % patients.length] as Named
    const names = { patient, number, doctor, tested, common: common[at % common.length] ?? patient }
    return text.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name])
  }
  const of = (family: string, is_doctors: boolean) =>
    (questions[family] ?? []).map((text) => ({
      family: is_doctors ? `${family}, as a doctor` : family,
      asks: filled(text).split(' >> '),
      is_doctors,
    }))
  return [...Object.keys(questions).flatMap((family) => of(family, false)), ...doctorsFamilies.flatMap((family) => of(family, true))]
}

const askOne = async (connection: HttpConnection, token: string, question: string, follows: number | null) => {
  const from = performance.now()
  const { status, body } = await connection.send(requestOf({ endpoint: ask, body: { question, follows } }, token))
  const time = performance.now() - from
  if (status !== 200) process.stderr.write(`    ${question}: ${status} ${body.slice(0, 300)}\n`)
  const reply = status === 200 ? (JSON.parse(body) as { id: number; status: string }) : { id: null, status: 'failed' }
  return { ...reply, time }
}

/** Limits count by person and address; on Linux every conversation has others than those before it. */
const addressOf = (turn: number) =>
  process.platform === 'linux' ? `127.0.${1 + (Math.floor(turn / 250) % 250)}.${1 + (turn % 250)}` : '127.0.0.1'
let turn = 0

export interface Askers {
  port: number
  /** Seconds of processor time so far. */
  used: () => { server: number; database: number }
  /** Fresh tokens of people with all rights, and of doctors. */
  tokens: () => readonly string[]
  doctors: () => readonly string[]
}

/** Asks all of it over HTTP, `lanes` people at once, each their next question when the last was answered. */
export const askAll = async ({ port, used, tokens, doctors }: Askers, all: readonly Conversation[], lanes: number): Promise<Asked[]> => {
  const asked: Asked[] = []
  const [everyone, clinicians] = [tokens(), doctors()]
  const processorOf = () => {
    const { server, database } = lanes === 1 ? used() : { server: 0, database: 0 }
    return (server + database) * 1000
  }
  let next = 0
  const lane = async () => {
    for (let at = next++; at < all.length; at = next++) {
      const { family, asks, is_doctors } = all[at] as Conversation
      const people = is_doctors ? clinicians : everyone
      const person = people[++turn % people.length] as string
      const connection = await openConnection(port, addressOf(turn))
      let follows: number | null = null
      try {
        for (const question of asks) {
          const before = processorOf()
          const { id, status, time } = await askOne(connection, person, question, follows)
          asked.push({ family, question, time, processor: processorOf() - before, id, status })
          follows = id
        }
      } finally {
        connection.close()
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return asked
}

/** What each of them was read as. */
export const readAs = async (db: Db, asked: readonly Asked[]): Promise<Map<number, string>> => {
  const ids = asked.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ id: number; query: Query | null }>`
    select id, query from assistant_messages where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, query }) => [id, query ? queryText(query) : 'refused']))
}
