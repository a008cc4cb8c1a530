import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { endEmergency, liftRestriction, openInEmergency, restrictPatient } from '#features/patients/contract-restricted.ts'
import { endFor, openFor } from './emergency.ts'
import { lift, restrict } from './restrict.ts'

/** Nobody has ten emergencies an hour with records that are not theirs. */
const RATE_LIMIT = { points: 10, seconds: 3_600 }

/** Restricted records: who makes them so, and who opens one in an emergency. */
export const restrictedRoutes = ({ limiter }: Pick<Services, 'limiter'>): Route[] => [
  handle(restrictPatient, async ({ db, params: { id }, body: { reason }, user, now, audit, publish }) => {
    const restriction = await restrict(db, id, { reason, by: user.id, now })
    audit('restrict', { entity: 'patient', id, patient: id, change: { reason } })
    publish('patients', id)
    return restriction
  }),

  handle(liftRestriction, async ({ db, params: { id }, body: { reason }, user, now, audit, publish }) => {
    await lift(db, id, { reason, by: user.id, now })
    audit('lift restriction', { entity: 'patient', id, patient: id, change: { reason } })
    publish('patients', id)
  }),

  handlePrepared(
    openInEmergency,
    ({ user }) => limiter.spend('emergency access', String(user.id), RATE_LIMIT),
    async ({ db, params: { id }, body, user, now, audit, publish }) => {
      const opening = await openFor(db, id, { ...body, user: user.id, now })
      audit('open in emergency', { entity: 'patient', id, patient: id, change: { access: opening.id, ...body, until: opening.until } })
      publish('patients', id)
      return opening
    },
  ),

  handle(endEmergency, async ({ db, params: { id }, user, now, audit, publish }) => {
    const access = await endFor(db, id, user.id, now)
    // Shut again by now for whoever has just ended it.
    audit('end emergency', { entity: 'patient', id, patient: id, opensNothing: true, change: { access } })
    publish('patients', id)
  }),
]
