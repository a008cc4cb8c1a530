import type { Feature } from '../feature.ts'
import { reminderWork } from './server/remind.ts'
import { appointmentRoutes } from './server/routes.ts'
import { waitingRoutes } from './server/waiting-routes.ts'
import { appointmentStanding } from './standing.ts'

export const feature: Feature = {
  routes: (program) => [
    ...waitingRoutes,
    ...appointmentRoutes(program, { openers: program.visitOpeners, linkOf: program.bookingLinkMaker(program) }),
  ],
  works: ({ bookingLinkMaker }) => [reminderWork(bookingLinkMaker)],
  alerts: appointmentStanding,
  constraints: {
    appointments_doctor_taken: { says: 'This time is taken.', code: 'slot_taken' },
    appointments_room_taken: { says: 'This room is taken at that time.', code: 'room_taken' },
    appointments_room_place_taken: { says: 'This room is taken at that time.', code: 'room_taken' },
    appointments_patient_elsewhere: { says: 'The patient has another appointment at that time.', code: 'patient_busy' },
    waiting_list_one_open: { says: 'The patient waits for the same already.', code: 'already_waiting' },
  },
}
