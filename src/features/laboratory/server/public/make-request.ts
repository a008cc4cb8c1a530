import { sql } from 'kysely'
import { refuseDead } from '#features/patients/public.ts'
import { conflict, fieldError, Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requestTests } from '../requests/request-tests.ts'
import type { Request } from './find-public.ts'

/** What is wrong with the one line is wrong with the profile that was asked for. */
const requestProfile = async (
  context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  process: number,
  { test_profile, note }: Request,
  sex_override: string | null,
) => {
  try {
    const body = {
      process,
      profiles: [{ profile: test_profile }],
      panels: [],
      priority: 'routine' as const,
      note: note || null,
      sex_override,
    }
    return await requestTests(context, body)
  } catch (error) {
    const [problem] = error instanceof Problem ? (error.fields['profiles.0.profile'] ?? []) : []
    throw problem === undefined ? error : fieldError('test_profile', problem)
  }
}

/**
 * Makes a laboratory request of a public one, which is locked, in the patient's open visit, with charges and samples; answers its id.
 * 409 `requested` for the second time, `finished`, `not_matched` while it is on no record, `no_visit`, `other_sex`
 * without a reason.
 */
export const makeRequest = async (
  context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  asked: Request,
  sexOverride: string | null,
) => {
  const { db, user, now } = context
  const { status, request, patient, process } = asked
  await refuseDead(db, patient)
  if (request !== null) throw conflict('The tests are already requested in a visit.', { request }, 'requested')
  if (status === 'done' || status === 'cancelled') throw conflict('This request is already completed.', { status }, 'finished')
  if (patient === null) throw conflict('Match the request to a patient first.', {}, 'not_matched')
  if (process === null) throw conflict('This patient has no open visit.', {}, 'no_visit')
  const made = await requestProfile(context, process, asked, sexOverride)
  await sql`
    update public_lab_requests set request_id = ${made}, status = case status when 'pending' then 'confirmed' else status end,
      date_changed = ${now}, changed_by = ${user.id}, version = version + 1
    where id = ${asked.id}`.execute(db)
  return made
}
