import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fingerprint } from './canonical.ts'

/** What can be wrong with a sealed row, and with a seal. */
export const rowFaults = ['changed', 'removed', 'added', 'moved'] as const
export const sealFaults = ['seal missing', 'seal changed', 'seal replaced'] as const

/** A row as it stands in the trail now. */
export interface RowNow {
  at: Date
  actor_id: number | null
  actor_name: string | null
  action: string
  entity: string
  entity_id: number | null
  patient_id: number | null
  change: unknown
}

/** The first thing that is not as it was sealed. */
export interface Finding {
  fault: (typeof rowFaults)[number] | (typeof sealFaults)[number]
  /** The seal's number, and when it was made; null of a row that lies before all seals, or of a seal that is gone. */
  seal: number | null
  sealed_at: Date | null
  /** The row's id; null where the seal itself is at fault. */
  id: number | null
  /** Of a row that was moved: the id under which it was sealed. */
  sealed_as: number | null
  row: RowNow | null
  /** How many rows of the seal are not as they were. */
  touched: number
}

const rowNow = async (db: Db, id: number): Promise<RowNow | null> => {
  const { rows } = await sql<RowNow>`
    select a.at, a.actor_id, nullif(concat_ws(' ', u.first_name, u.last_name), '') as actor_name, a.action, a.entity, a.entity_id,
      a.patient_id, a.change
    from audit_log a left join users u on u.id = a.actor_id where a.id = ${id}`.execute(db)
  return rows[0] ?? null
}

interface Difference {
  id: number
  sealed: string | null
  found: string | null
  sealed_at: Date
}

/** The rows of a seal that are not what its fingerprints say, in the order of ids. */
const differences = async (db: Db, seal: number): Promise<Difference[]> => {
  const { rows } = await sql<Difference>`
    with s as (select * from audit_seals where number = ${seal}),
    sealed as (
      select id, substr(s.fingerprints, 8 * (row_number() over (order by id))::integer - 7, 8) as print
      from s, unnest(s.ids) span, generate_series(lower(span), upper(span) - 1) id),
    found as (select a.id, ${fingerprint} as print from s join audit_log a on a.id between s.from_id and s.to_id)
    select id, encode(sealed.print, 'hex') as sealed, encode(found.print, 'hex') as found, s.sealed_at
    from sealed full join found using (id), s
    where sealed.print is distinct from found.print order by id`.execute(db)
  return rows
}

const findFault = ({ sealed, found }: Difference, sealedAs: number | undefined): Finding['fault'] => {
  if (found === null) return 'removed'
  if (sealedAs !== undefined) return 'moved'
  return sealed === null ? 'added' : 'changed'
}

/** Names the first row of a seal that was touched; undefined when its rows are what they were. */
export const findTouchedRow = async (db: Db, seal: number): Promise<Finding | undefined> => {
  const all = await differences(db, seal)
  const first = all[0]
  if (!first) return undefined
  const sealedAs = all.find(({ id, sealed }) => id !== first.id && sealed !== null && sealed === first.found)?.id
  return {
    fault: findFault(first, sealedAs),
    seal,
    sealed_at: first.sealed_at,
    id: first.id,
    sealed_as: sealedAs ?? null,
    row: await rowNow(db, first.id),
    touched: all.length,
  }
}

/** A row with an id before all seals: the sequence never gave it one. */
export const findRowBefore = async (db: Db, firstId: number): Promise<Finding | undefined> => {
  const { rows } = await sql<{ id: number }>`select id from audit_log where id < ${firstId} order by id limit 1`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  return { fault: 'added', seal: null, sealed_at: null, id, sealed_as: null, row: await rowNow(db, id), touched: 1 }
}
