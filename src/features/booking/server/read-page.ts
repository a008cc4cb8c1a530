import { findFreeSlots } from '#features/appointments/public.ts'
import { readPlan } from '#features/schedules/public.ts'
import type { Plan } from '#features/schedules/rules.ts'
import { dayIn } from '#shared/dates.ts'
import { addDays } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import type { BookingPage, PublicSlots } from '../contract-public.ts'
import { requireOpen } from './refuse.ts'

const readClinic = async (db: Db) => {
  const { name, phone1, phone2, address1, time_zone } = await db
    .selectFrom('company')
    .select(['name', 'phone1', 'phone2', 'address1', 'time_zone'])
    .executeTakeFirstOrThrow()
  return { zone: time_zone, clinic: { name, phone: phone1 ?? phone2, address: address1 } }
}

/** Names of what is offered, and of whom; nothing else about them. */
const readNames = async (db: Db, items: readonly number[], doctors: readonly number[]) => {
  const [services, people] = await Promise.all([
    items.length > 0 ? db.selectFrom('items').select(['id', 'name']).where('id', 'in', items).orderBy('name').orderBy('id').execute() : [],
    doctors.length > 0
      ? db
          .selectFrom('users')
          .select(['id', 'first_name', 'last_name'])
          .where('id', 'in', doctors)
          .orderBy('last_name')
          .orderBy('id')
          .execute()
      : [],
  ])
  return { services, doctors: people.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() })) }
}

/** Which doctors give which public service in a session that the public may book. */
const offersOf = ({ sessions, services }: Plan) => {
  const open = sessions.filter((session) => session.is_public)
  const offers = services
    .filter((service) => service.is_public)
    .map(({ id, minutes }) => {
      const giving = open.filter(({ item }) => item === null || item === id).map(({ doctor }) => doctor)
      return { id, minutes, doctors: [...new Set(giving)] }
    })
    .filter(({ doctors }) => doctors.length > 0)
  const general = open.filter(({ item }) => item === null).map(({ doctor }) => doctor)
  return { offers, doctors: [...new Set([...general, ...offers.flatMap(({ doctors }) => doctors)])] }
}

/** What the page begins with; of a clinic that takes no bookings its name and telephone alone. */
export const readBookingPage = async (db: Db, now: Date): Promise<BookingPage> => {
  const { zone, clinic } = await readClinic(db)
  const today = dayIn(zone, now)
  // The longest that the settings allow.
  const plan = await readPlan(db, { from: today, to: addDays(today, 365) })
  const { is_public_open, intro, min_notice_minutes, change_until_minutes, max_days_ahead, consent_version, consent_text } = plan.settings
  const frame = { clinic, time_zone: zone, today, last_day: addDays(today, max_days_ahead), min_notice_minutes, change_until_minutes }
  if (!is_public_open)
    return { ...frame, is_open: false, intro: '', services: [], doctors: [], consent: { version: consent_version, text: '' } }
  const last = frame.last_day
  const { offers, doctors } = offersOf({ ...plan, sessions: plan.sessions.filter(({ valid_from }) => valid_from <= last) })
  const names = await readNames(
    db,
    offers.map(({ id }) => id),
    doctors,
  )
  const ofItem = new Map(offers.map((offer) => [offer.id, offer]))
  return {
    ...frame,
    is_open: true,
    intro,
    services: names.services.map(({ id, name }) => ({ ...ofItem.get(id)!, name })),
    doctors: names.doctors,
    consent: { version: consent_version, text: consent_text },
  }
}

interface Asked {
  from: string
  to: string
  item?: number | undefined
  doctor?: number | undefined
}

/** Free times that the public may book, without a word about what is taken. */
export const readPublicSlots = async (db: Db, { from, to, item, doctor }: Asked, now: Date): Promise<PublicSlots[]> => {
  await requireOpen(db)
  const rows = await findFreeSlots(db, { from, to, now, doctor, item: item ?? null, isPublic: true })
  return rows.map(({ doctor: doctorId, day, minutes, starts }) => ({
    doctor: doctorId,
    day,
    minutes,
    starts: starts.map((at) => new Date(at)),
  }))
}
