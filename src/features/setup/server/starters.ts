import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { insertItems } from '#features/catalogue/public.ts'
import { starterDrugs, starterItems } from '#features/catalogue/starter.ts'
import { insertDepartments } from '#features/company/public.ts'
import { starterDepartments } from '../contract.ts'
import { findMissingPayers } from './set-up-state.ts'

export interface Starting {
  db: Db
  now: Date
  timeZone: string
  /** Of the payers of the country, these; all unless said. */
  payers?: readonly string[] | undefined
  /** Adds the tests that most laboratories have, and says how many. */
  onStarter: (db: Db, now: Date) => Promise<{ panels: number; profiles: number }>
}

const isDrug = ({ category }: { category: string }) => category === 'drug'

const addItems = async ({ db, now, timeZone }: Starting, items: typeof starterItems) =>
  (await insertItems(db, items, dayIn(timeZone, now))).length

const addPayers = async ({ db, payers }: Starting) => {
  const missing = await findMissingPayers(db)
  const wanted = payers === undefined ? missing : missing.filter((name) => payers.includes(name))
  const { rows } = await sql`insert into insurance_companies (name) select unnest(${wanted}::text[])
    on conflict (lower(name)) do nothing returning id`.execute(db)
  return rows.length
}

const adders = {
  departments: ({ db }: Starting) => insertDepartments(db, starterDepartments),
  services: (starting: Starting) =>
    addItems(
      starting,
      starterItems.filter((item) => !isDrug(item)),
    ),
  drugs: (starting: Starting) => addItems(starting, [...starterItems.filter(isDrug), ...starterDrugs]),
  laboratory: async ({ db, now, onStarter }: Starting) => {
    const { panels, profiles } = await onStarter(db, now)
    return panels + profiles
  },
  payers: addPayers,
}
export type Kind = keyof typeof adders

/** Adds what is missing of each kind and answers how many that were; called again it adds none. */
export const addAll = async (starting: Starting, kinds: readonly Kind[]): Promise<{ kind: Kind; added: number }[]> => {
  const added: { kind: Kind; added: number }[] = []
  // Departments before what they give, services before tests: each test is charged as one.
  for (const kind of ['departments', 'services', 'drugs', 'laboratory', 'payers'] as const)
    if (kinds.includes(kind)) added.push({ kind, added: await adders[kind](starting) })
  return added
}
