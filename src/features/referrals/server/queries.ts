import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { patientName, pregnancySummary } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { Referral } from '../contract.ts'
import { openStatuses, type ReferralStatus, type ReferralType } from '../rules.ts'
import { toRights } from './policy.ts'

type Reader = Pick<User, 'id' | 'permissions'>
export type ReferralRow = Omit<Referral, 'may'>

const referralRows = sql`
  select r.id, r.visit_id as visit, r.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(sql`r.referred_at`))} as pregnancy, r.type, r.status, r.is_urgent, r.service, r.note, r.left_out,
    r.doctor_id as doctor, ${nameOf(sql`r.doctor_id`)} as doctor_name, r.department_id as department, d.name as department_name,
    r.provider, r.provider_email, r.referred_at, r.referred_by, ${nameOf(sql`r.referred_by`)} as referred_by_name,
    r.reply, r.replied_at, ${nameOf(sql`r.replied_by`)} as replied_by_name, r.status_at, ${nameOf(sql`r.status_by`)} as status_by_name,
    r.status_reason, r.version
  from referrals r join patients p on p.id = r.patient_id left join departments d on d.id = r.department_id`

const shown = (user: Reader, rows: readonly ReferralRow[]): Referral[] => rows.map((row) => ({ ...row, may: toRights(user, row) }))

/** The referral as this person may see it, or undefined. */
export const findReferral = async (db: Db, user: Reader, id: number) => {
  const { rows } = await sql<ReferralRow>`${referralRows} where r.id = ${id}`.execute(db)
  return shown(user, rows)[0]
}

export interface Filters {
  patient_id?: number | undefined
  visit?: number | undefined
  doctor?: number | undefined
  department?: number | undefined
  status?: ReferralStatus | undefined
  type?: ReferralType | undefined
  /** The doctor whose queue is asked for: what waits for them, or for a department without naming a doctor. */
  waitingFor?: number | undefined
}

const open = sql.join(openStatuses.map((status) => sql.lit(status)))

const matching = ({ patient_id, visit, doctor, department, status, type, waitingFor }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(patient_id === undefined ? [] : [sql`r.patient_id = ${patient_id}`]),
      ...(visit === undefined ? [] : [sql`r.visit_id = ${visit}`]),
      ...(doctor === undefined ? [] : [sql`r.doctor_id = ${doctor}`]),
      ...(department === undefined ? [] : [sql`r.department_id = ${department}`]),
      ...(status === undefined ? [] : [sql`r.status = ${status}`]),
      ...(type === undefined ? [] : [sql`r.type = ${type}`]),
      // In words of the index of what waits: constants, not parameters.
      ...(waitingFor === undefined
        ? []
        : [sql`r.type = 'internal' and r.status in (${open}) and (r.doctor_id = ${waitingFor} or r.doctor_id is null)`]),
    ],
    sql` and `,
  )

/** The referrals that match, newest first, after the cursor. */
export const findReferrals = async (db: Db, user: Reader, filters: Filters, { cursor, limit }: Position) => {
  const { rows } = await sql<ReferralRow>`${referralRows}
    where ${matching(filters)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, cursor)} order by r.id desc limit ${limit}`.execute(db)
  return shown(user, rows)
}

export const countReferrals = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from referrals r where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
