import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { areUnpaid, ordersOfSample } from '../requests/unpaid-orders.ts'
import type { HeldSample } from './lock-samples.ts'

interface Asked {
  payFirst: boolean
  reason: string | undefined
  user: Pick<User, 'permissions'>
}

/**
 * Where the clinic collects only samples whose tests are paid: 409 `unpaid` with the samples, unless a person with the right says why they cannot
 * wait. Answers the samples that are collected although they are not paid.
 */
export const requirePaid = async (
  db: Db,
  samples: readonly HeldSample[],
  { payFirst, reason, user }: Asked,
): Promise<ReadonlySet<number>> => {
  if (!payFirst) return new Set()
  const { rows } = await sql<{ id: number; code: string }>`
    select s.id, s.code from lab_samples s where s.id = any(${samples.map(({ id }) => id)}::integer[]) and ${areUnpaid(ordersOfSample)}
    order by s.id`.execute(db)
  if (rows.length === 0) return new Set()
  const codes = rows.map(({ code }) => code)
  if (reason === undefined)
    throw conflict('These samples are not paid yet: take payment first.', { samples: codes, hint: 'Send `unpaid_reason`.' }, 'unpaid')
  if (!user.permissions.has('laboratory.before_payment')) throw forbidden('laboratory.before_payment')
  return new Set(rows.map(({ id }) => id))
}
