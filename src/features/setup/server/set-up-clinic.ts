import { dayIn } from '#shared/dates.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { hasTooManyDecimals } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem, conflict, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { Before, Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { CONSULTATION, starterCode } from '#features/catalogue/starter.ts'
import { insertItems } from '#features/catalogue/public.ts'
import { findCompany, insertDepartments, lockCompany, requireTimeZone, updateCompanyRow, withoutBlanks } from '#features/company/public.ts'
import { createAdministrator } from '#features/users/public.ts'
import { starterDepartments, type setUpClinic } from '../contract.ts'
import { hashCode, isSameCode } from './code.ts'
import { sql } from 'kysely'

const findCodeHash = async (db: Db): Promise<Buffer | null> => {
  const row = await db.selectFrom('set_up_codes').select('code_hash').executeTakeFirst()
  return row?.code_hash ?? null
}

const deleteCode = async (db: Db) => {
  await db.deleteFrom('set_up_codes').execute()
}

/** Makes an item what a visit with a doctor is charged. */
const chargeForConsultations = async (db: Db, itemId: number) => {
  await db
    .updateTable('billing_settings')
    .set({ consultation_item_id: itemId, version: sql`version + 1` })
    .execute()
}

type Input = ParsedOf<typeof setUpClinic>

/** Tries of one code, right or wrong, from all addresses together; after that only a new start gives a new one. */
const TRIES = { points: 20, seconds: 30 * 86_400 }

const wrongCode = () => fieldError('code', 'Incorrect code. Enter the code printed at the latest start of Kliniki.')
const setUpAlready = () => conflict('This clinic is already set up.')

/** No code is there any more, or none ever was: somebody may have set the clinic up a moment ago. */
const noCode = async (db: Db) => ((await findCompany(db)).is_set_up ? setUpAlready() : wrongCode())

const requireCode = async (db: Db, given: Buffer) => {
  const kept = await findCodeHash(db)
  if (!kept) throw await noCode(db)
  if (!isSameCode(kept, given)) throw wrongCode()
}

/**
 * Checks the code before any transaction opens: a wrong one must be counted although the request fails, and a counter that needs a
 * second connection would starve behind requests that hold one. Counted first, so that parallel guesses count too.
 */
export const checkCode = async ({ codeKey, limiter }: Services, { db, body }: { body: { code: string } } & Before): Promise<Buffer> => {
  const { is_set_up } = await findCompany(db)
  if (is_set_up) throw setUpAlready()
  const kept = await findCodeHash(db)
  if (!kept) throw await noCode(db)
  try {
    await limiter.spend('set-up code', kept.toString('hex').slice(0, 32), TRIES)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(403, 'code_void', 'Too many attempts. Restart Kliniki to get a new code.')
  }
  const given = hashCode(codeKey, body.code)
  await requireCode(db, given)
  return given
}

const makeAdministrator = async (db: Db, person: Input['body']['administrator'], now: Date) => {
  try {
    return await createAdministrator(db, person, now)
  } catch (error) {
    if (!(error instanceof Problem) || Object.keys(error.fields).length === 0) throw error
    throw invalidInput(Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [`administrator.${name}`, messages])))
  }
}

/** Refuses prices with decimals that the clinic's currency does not have. */
const requireWholePrices = ({ company, services = [] }: Input['body']) => {
  const broken = services.flatMap(({ price }, place) => (price != null && hasTooManyDecimals(price, company.currency) ? [place] : []))
  if (broken.length > 0)
    throw invalidInput(
      Object.fromEntries(broken.map((place) => [`services.${place}.price`, ['Too many decimals for the clinic’s currency.']])),
    )
}

export interface SetUpHooks {
  /** Runs in the transaction of a clinic that begins with tests of the starter catalogue, after its items are there. */
  onStarter: (db: Db, now: Date) => Promise<{ panels: number; profiles: number }>
}

/** Claims a new clinic, once: details, administrator, departments and services together or not at all. 409 when it was claimed before. */
export const setUp = async (
  { db, body, prepared, now, audit, publish }: Input & Context & { prepared: Buffer },
  { onStarter }: SetUpHooks,
) => {
  const before = await lockCompany(db)
  if (before.is_set_up) throw setUpAlready()
  // The program may have been started again meanwhile.
  await requireCode(db, prepared)
  const { version: _version, ...details } = body.company
  await requireTimeZone(db, details.time_zone, 'company.time_zone')
  requireWholePrices(body)
  const company = await updateCompanyRow(db, { ...withoutBlanks(details), set_up_at: now })
  const administrator = await makeAdministrator(db, body.administrator, now)
  await insertDepartments(db, body.departments ?? starterDepartments)
  const services = (body.services ?? []).map((service) => ({ ...service, code: starterCode(service.name) }))
  const items = await insertItems(db, services, dayIn(company.time_zone, now))
  const consultation = items.find(({ name }) => name.toLowerCase() === CONSULTATION.toLowerCase())
  if (consultation) await chargeForConsultations(db, consultation.id)
  if (services.some(({ code }) => code !== undefined)) await onStarter(db, now)
  await deleteCode(db)
  audit('set up', { entity: 'company', id: company.id, change: { name: company.name, administrator: administrator.id } })
  publish('company')
  return { name: company.name }
}
