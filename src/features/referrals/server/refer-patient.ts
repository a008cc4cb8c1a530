import type { ParsedOf } from '#shared/endpoint.ts'
import { lockVisitOf } from '#features/attendance/public.ts'
import { departmentProblem } from '#features/company/public.ts'
import { requireRegistration } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { createReferral } from '../contract.ts'
import { typeOfReferral, usuallyLeftOut, type ReferralType } from '../rules.ts'

type Input = ParsedOf<typeof createReferral>['body']

interface To {
  doctor: number | null
  department: number | null
  provider: string | null
  provider_email: string | null
}

/** Whom it is addressed to, under the names that these fields have today. */
const addresseeOf = (body: Input): To => ({
  doctor: body.doctor ?? (body.reffered_doctor || null),
  department: body.department ?? null,
  provider: body.provider ?? (body.preferred_provider || null),
  provider_email: body.provider_email ?? (body.provider_email_contact || body.email || null),
})

/** What is wrong with whom it names, or with the type that was said of them. */
const typeProblems = (message: ReferralType | null | undefined, to: To): FieldErrors => {
  const meant = typeOfReferral(to)
  const inside = to.doctor ?? to.department
  const outside = to.provider ?? to.provider_email
  if (message == null && inside !== null && outside !== null) return { type: ['Choose an internal or an external referral, not both.'] }
  if (message === 'internal' && outside !== null) return { provider: ['An external provider needs an external referral.'] }
  if (message === 'external' && inside !== null) return { type: ['A doctor or department of this clinic needs an internal referral.'] }
  if (message === 'external' && meant === null) return { provider: ['Enter the recipient: a name or an e-mail address.'] }
  return meant === null ? { doctor: ['Choose a doctor or department, or enter an external provider.'] } : {}
}

const doctorProblem = async (db: Db, doctor: number, by: number): Promise<string | null> => {
  if (doctor === by) return 'You cannot refer to yourself.'
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', doctor)
    .where('role', '=', 'doctor')
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found ? null : 'Choose an active doctor.'
}

/** The type that was said or that follows from whom it names; a 400 names all that does not go together, or is not of this clinic. */
const requireAddressee = async (db: Db, message: ReferralType | null | undefined, to: To, by: number): Promise<ReferralType> => {
  const [doctor, department] = await Promise.all([
    to.doctor === null ? null : doctorProblem(db, to.doctor, by),
    to.department === null ? null : departmentProblem(db, to.department),
  ])
  const problems: FieldErrors = {
    ...typeProblems(message, to),
    ...(doctor !== null && { doctor: [doctor] }),
    ...(department !== null && { department: [department] }),
  }
  const type = typeOfReferral(to)
  if (type === null || Object.keys(problems).length > 0) throw invalidInput(problems)
  return type
}

/** Refers the patient of an open visit; answers the referral's id. 400 names what does not fit, 409 for a visit that is over. */
export const referPatient = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, body: Input): Promise<number> => {
  const to = addresseeOf(body)
  const type = await requireAddressee(db, body.type, to, user.id)
  await requireRegistration(db, user)
  const visit = await lockVisitOf(db, { attendance_process: body.attendance_process, patient: body.patient ?? body.patient_id })
  const { id } = await db
    .insertInto('referrals')
    .values({
      visit_id: visit.id,
      patient_id: visit.patient_id,
      type,
      is_urgent: body.is_urgent ?? false,
      service: body.service ?? null,
      note: body.note,
      left_out: body.left_out ?? [...usuallyLeftOut],
      doctor_id: to.doctor,
      department_id: to.department,
      provider: to.provider,
      provider_email: to.provider_email,
      referred_at: now,
      referred_by: user.id,
      status_at: now,
      status_by: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
