// What the folder of the calendar needs of its own feature.
export { getAppointment, updateAppointment } from '../contract.ts'
export { countDays, getCalendar, printDay } from '../contract-calendar.ts'
export { appointmentStatuses, holdsPlace, isOpen, MAX_ENTRIES, type AppointmentStatus } from '../rules.ts'
