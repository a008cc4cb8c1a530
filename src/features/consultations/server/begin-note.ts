import type { ParsedOf } from '#shared/endpoint.ts'
import { lockVisitOf } from '#features/attendance/public.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { createConsultation } from '../contract.ts'
import { insertDiagnoses } from './insert-diagnoses.ts'
import { signDraft } from './sign-note.ts'

type Input = ParsedOf<typeof createConsultation>['body']

/** What is written, under the names it has today. */
export const contentOf = (body: Input) => ({
  complaint: body.complaint ?? '',
  history: body.history ?? '',
  examination: body.examination ?? body.signs_and_symptoms ?? '',
  note: body.note ?? body.doctors_note ?? '',
  plan: body.plan ?? '',
  advice: body.advice ?? '',
  return_advice: body.return_advice ?? '',
  disposition: body.disposition ?? null,
  follow_up_on: body.follow_up_on ?? null,
})

/**
 * Begins a note on the open visit that is named, or writes it at once and signs it; answers its id. 409 `draft_open` with the id of the
 * draft that this doctor has open in the visit.
 */
export const beginNote = async (context: Pick<Context, 'db' | 'user' | 'now'>, body: Input): Promise<number> => {
  const { db, user, now } = context
  const visit = await lockVisitOf(db, body)
  const draft = await db
    .insertInto('consultations')
    .values({
      ...contentOf(body),
      visit_id: visit.id,
      patient_id: visit.patient_id,
      doctor_id: user.id,
      created_at: now,
      changed_at: now,
      changed_by: user.id,
    })
    .onConflict((clash) => clash.columns(['visit_id', 'doctor_id']).where('signed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!draft) {
    const open = await db
      .selectFrom('consultations')
      .select('id')
      .where('visit_id', '=', visit.id)
      .where('doctor_id', '=', user.id)
      .where('signed_at', 'is', null)
      .executeTakeFirst()
    throw conflict('You already have a draft in this visit.', { id: open?.id, visit: visit.id }, 'draft_open')
  }
  const typed = body.diagnosis == null ? [] : [{ title: body.diagnosis }]
  const given = body.diagnoses ?? []
  await insertDiagnoses(db, draft, [...given, ...typed], {
    by: user.id,
    now,
    fieldOf: (index, name) => (index < given.length ? `diagnoses.${index}.${name}` : 'diagnosis'),
  })
  if (body.sign) await signDraft(context, draft, body.keep_orders ?? false)
  return draft.id
}
