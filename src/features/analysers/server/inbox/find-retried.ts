import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { retryInbox } from '#features/analysers/contract-inbox.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput } from '#platform/errors/problem.ts'

type Asked = ParsedOf<typeof retryInbox>['body']

/** How many waiting results of an instrument are tried at once. */
const MOST = 500
/** How many results are tried with those that are named: a message may have ten thousand. */
const MOST_BESIDE = 5_000

interface Retried {
  equipments: number[]
  results: number[]
  /** In the order in which they are held. */
  messages: number[]
}

/**
 * The results that are to be tried again, and their messages: those of an instrument that wait, or those that are named, whatever became of them
 * meanwhile, with what waits beside them, because a message is tried as a whole. @throws Problem 400 for an instrument or a result that there is not, or for
 * messages of too many results.
 */
export const findRetried = async (db: Db, asked: Asked): Promise<Retried> => {
  const isMeant =
    'equipment' in asked
      ? sql`m.equipment_id = ${asked.equipment} and r.state = 'waiting'`
      : sql`(r.id = any(${asked.results}::bigint[]) or (r.state = 'waiting' and r.message_id in (
          select x.message_id from lab_message_results x where x.id = any(${asked.results}::bigint[]))))`
  const bound = 'equipment' in asked ? MOST : MOST_BESIDE + 1
  const { rows } = await sql<{ id: number; message: number; equipment: number | null; state: string }>`
    select r.id, r.message_id as message, m.equipment_id as equipment, r.state
    from lab_message_results r join lab_messages m on m.id = r.message_id where ${isMeant} order by r.id limit ${sql.lit(bound)}`.execute(
    db,
  )
  if ('equipment' in asked) {
    const there = await db.selectFrom('lab_equipment').select('id').where('id', '=', asked.equipment).executeTakeFirst()
    if (!there) throw fieldError('equipment', 'Analyser not found.')
  } else {
    if (rows.length > MOST_BESIDE) throw fieldError('results', 'The messages of these results have more than 5,000 results. Choose fewer.')
    const there = new Set(rows.map(({ id }) => id))
    const missing = asked.results.flatMap((id, index) =>
      there.has(id) ? [] : [[`results.${index}`, ['There is no such result.']] as [string, string[]]],
    )
    if (missing.length > 0) throw invalidInput(Object.fromEntries(missing))
  }
  const waiting = rows.filter(({ state }) => state === 'waiting')
  return {
    equipments: [...new Set(rows.flatMap(({ equipment }) => equipment ?? []))],
    results: rows.map(({ id }) => id),
    messages: [...new Set(waiting.map(({ message }) => message))].toSorted((a, b) => a - b),
  }
}
