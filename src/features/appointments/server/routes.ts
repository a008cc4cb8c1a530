import { requirePatient } from '#features/patients/index.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { createAppointment, listAppointments, listAppointmentsOfPatient } from '../contract.ts'
import { bookAppointment } from './book-appointment.ts'
import { countAppointments, findAppointment, findAppointments, type Filters, type View } from './queries.ts'

const viewOf = ({ user, now }: Pick<Context, 'user' | 'now'>): View => ({ now, mayPrice: user.permissions.has('services.view') })

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}
const readPage = async (context: Context, filters: Filters, { limit: asked, cursor, count }: Asked) => {
  const { db, audit } = context
  const limit = limitOf(asked)
  const rows = await findAppointments(db, filters, viewOf(context), { cursor: readCursor(cursor), limit: limit + 1 })
  const page = pageOf(rows, limit, ({ id }) => id, count ? await countAppointments(db, filters) : undefined)
  const patients = page.rows.map(({ patient }) => patient)
  auditReads(audit, 'appointments', patients, filters.patient__id)
  return page
}

export const appointmentRoutes: Route[] = [
  handle(listAppointments, (context) => readPage(context, context.query, context.query)),

  handle(listAppointmentsOfPatient, async (context) => {
    const { status, ...asked } = context.query
    const { patient_id } = context.params
    const page = await readPage(context, { patient__id: patient_id, status }, asked)
    if (page.rows.length === 0) await requirePatient(context.db, patient_id)
    return page
  }),

  handle(createAppointment, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const id = await bookAppointment(db, body, user.id, now)
    const appointment = (await findAppointment(db, id, viewOf(context)))!
    const { patient, appointment_date_time, status, reason, doctor, item } = appointment
    audit('book', { entity: 'appointment', id, patient, change: { appointment_date_time, status, reason, doctor, item } })
    publish('appointments', id)
    return appointment
  }),
]
