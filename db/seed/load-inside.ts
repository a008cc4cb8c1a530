import type { Client } from 'pg'
import { ConfigurationError } from '#platform/config.ts'
import { asOwner } from '#platform/db/owner.ts'
import { items } from './catalogue.ts'
import { staff } from './clinic.ts'
import { DEMO_LOCK, loadAll, type DemoSize } from './load-demo.ts'
import { loadTestsInside } from './load-tests.ts'

/** Enough to see every room at work, and soon there. */
export const INSIDE: DemoSize = { patients: 240, visits: 960 }

const MODES = [
  ['Cash', 'cash'],
  ['M-Pesa', 'mobile money'],
  ['Card', 'card'],
  ['Bank transfer', 'bank'],
] as const

/** Nobody writes these before it is known whether the clinic has any, nor until the demonstration has its numbers. */
const GUARDED = 'patients, visits, invoices, contact_details'

const requireFresh = async (client: Client) => {
  const { rows } = await client.query<{
    is_demo: boolean
    is_used: boolean
    has_codes: boolean
    has_accounts: boolean
    is_importing: boolean
  }>(
    `select is_demo, exists (select from patients) or exists (select from invoices) as is_used,
       exists (select from items where lower(code) = any($1)) as has_codes,
       exists (select from users where email = any($2)) as has_accounts,
       exists (select from imports where state in ('checking', 'running', 'undoing')) as is_importing from company`,
    [items.map(({ code }) => code.toLowerCase()), staff.map(({ email }) => email)],
  )
  const [found] = rows
  if (found?.is_demo) throw new ConfigurationError('The demonstration is there already.')
  if (found?.is_used) throw new ConfigurationError('The clinic has patients or bills of its own.')
  if (found?.has_codes) throw new ConfigurationError('The clinic’s own items have codes that those of the demonstration have.')
  if (found?.has_accounts) throw new ConfigurationError('Accounts of the clinic have addresses that those of the demonstration have.')
  if (found?.is_importing) throw new ConfigurationError('Rows of a file are being imported.')
}

/**
 * Loads the demonstration beside what a new clinic has, and marks every row that it made; what was there stays as it was. All or nothing.
 * Nobody of the demonstration can sign in. ConfigurationError, with nothing done, where the clinic has patients, bills, or what would meet what is loaded.
 */
export const loadInside = (
  ownerUrl: string,
  { now, size = INSIDE, onProgress }: { now: Date; size?: DemoSize; onProgress?: (done: number) => void },
): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    // Of what others write meanwhile nothing is seen: whatever is new at the end was loaded.
    await client.query('begin isolation level repeatable read')
    await client.query(`lock table ${GUARDED} in share row exclusive mode`)
    await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    await requireFresh(client)
    await client.query('select note_rows_before()')
    for (const [name, category] of MODES)
      await client.query(
        `insert into payment_modes (name, category) select $1, $2::payment_category
         where not exists (select from payment_modes where lower(name) = lower($1))`,
        [name, category],
      )
    const load = { now, size, password: null, loadTests: loadTestsInside, aside: <T>(_: Client, work: () => Promise<T>) => work() }
    await loadAll(client, { ...load, ...(onProgress && { onProgress }) })
    await client.query('select note_demonstration()')
    await client.query('update company set is_demo = true, version = version + 1')
    await client.query('commit')
    await client.query('analyze')
  })
