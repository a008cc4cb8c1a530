// What the folder of the calendar needs of its own feature.
export { changeStatuses, getAppointment, updateAppointment } from '../contract.ts'
export { countDays, getCalendar, printDay } from '../contract.ts'
export { appointmentStatuses, holdsPlace, isOpen } from '../rules.ts'
