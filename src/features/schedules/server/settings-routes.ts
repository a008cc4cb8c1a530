import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { BookingSettings, getBookingSettings, updateBookingSettings } from '../contract.ts'
import { bookingSettings } from './read-plan.ts'

const texts = ['intro', 'consent_text'] as const

export const settingsRoutes = [
  handle(getBookingSettings, ({ db }) => bookingSettings(db)),

  handle(updateBookingSettings, async ({ db, body, ifMatch, audit, publish }) => {
    const before = await db.selectFrom('booking_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
    const { version = ifMatch, consent_version: _decided, ...change } = body
    if (version !== null && version !== before.version) throw stale(BookingSettings.parse(before))
    if (version === null && texts.some((name) => change[name] !== undefined && change[name] !== before[name])) throw versionNeeded()
    const isNewConsent = change.consent_text !== undefined && change.consent_text !== before.consent_text
    const after = await db
      .updateTable('booking_settings')
      .set({ ...change, version: sql`version + 1`, ...(isNewConsent && { consent_version: sql`consent_version + 1` }) })
      .returningAll()
      .executeTakeFirstOrThrow()
    audit('change', { entity: 'booking settings', id: null, change: changedFields(before, after) })
    publish('schedules')
    return after
  }),
]
