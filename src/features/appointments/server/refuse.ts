import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, type Problem } from '#platform/errors/problem.ts'
import { freeNear } from './free-slots.ts'
import type { Ask, Refusal } from './place.ts'

/** The answer to what cannot be booked: 400 for the past, else 409 with the reason and, where another time would do, the next free slots. */
export const refusalProblem = async (db: Db, refusal: Refusal, ask: Ask, moving: number | null): Promise<Problem> => {
  if (refusal.code === 'past') return fieldError(refusal.field, refusal.message)
  const { code, message, extra, end } = refusal
  const { doctor, item, start, now, isPublic } = ask
  // The public is not told that it is the patient who is in the way: its refusal offers times like any other.
  if (code === 'patient_busy' && !isPublic) return conflict(message, { ...extra }, code)
  const minutes = ask.end === null ? null : Math.ceil((end.getTime() - start.getTime()) / 60_000)
  return conflict(message, { ...extra, free: await freeNear(db, { doctor, item, start, end, minutes, now, isPublic, moving }) }, code)
}

/** Somebody else got in between again and again. */
export const outrun = () => conflict('This time was being booked by another user. Try again.', {}, 'slot_taken')
/** How often a place that was gone when it was to be taken is looked for again. */
export const TRIES = 3
