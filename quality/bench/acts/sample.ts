import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export interface Sample {
  patients: { id: number; first_name: string; second_name: string; phone: string | null; unique_id: string }[]
  /** Words of names: borne by many, and by one to three people. */
  common: string[]
  rare: string[]
}

const PATIENTS = 20_000

/** What to ask for: people and names from the whole population, in an order without order, the same each time. */
export const takeSample = async (db: Db): Promise<Sample> => {
  const { rows: patients } = await sql<Sample['patients'][number]>`
    select id, first_name, second_name, phone, unique_id from patients where not single_name and source like 'demo:%'
    order by md5(id::text) limit ${PATIENTS}`.execute(db)
  const { rows: words } = await sql<{ word: string; bearers: number }>`
    select key as word, count(*)::integer as bearers from patient_search_keys
    where kind = 'n' and length(key) > 3 group by key order by md5(key)`.execute(db)
  const many = words.map(({ bearers }) => bearers).sort((a, b) => b - a)[99] ?? 1
  return {
    patients,
    common: words.filter(({ bearers }) => bearers >= many).map(({ word }) => word),
    rare: words.filter(({ bearers }) => bearers <= 3).map(({ word }) => word),
  }
}

/** One item after the other, from the start again at the end. */
export const endless = <T>(items: readonly T[]): (() => T) => {
  let next = 0
  if (items.length === 0) throw new Error('There is nothing to ask for: the population is too small.')
  return () => items[next++ % items.length] as T
}

/** One item after the other, then null. */
export const once = <T>(items: readonly T[]): (() => T | null) => {
  let next = 0
  return () => items[next++] ?? null
}
