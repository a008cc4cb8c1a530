/** One doctor's session on each of the weekdays, Monday is 1. */
export interface DemoSession {
  /** The name part of the doctor's address. */
  doctor: string
  room: string
  weekdays: readonly number[]
  from: string
  to: string
  minutes: number
  item?: string
  capacity?: number
  overbook?: number
  every_weeks?: number
  is_public?: boolean
}

export const rooms = [
  ['Room 1', 'Outpatient'],
  ['Room 2', 'Outpatient'],
  ['Room 3', 'Outpatient'],
  ['Mother and child room', 'Maternal and child health'],
] as const

const weekdays = [1, 2, 3, 4, 5]
export const sessions: readonly DemoSession[] = [
  { doctor: 'doctor', room: 'Room 1', weekdays, from: '08:00', to: '13:00', minutes: 20, overbook: 1 },
  { doctor: 'doctor', room: 'Room 1', weekdays, from: '14:00', to: '17:00', minutes: 20, overbook: 1 },
  { doctor: 'achieng.odhiambo', room: 'Room 2', weekdays: [1, 3, 5], from: '08:00', to: '13:00', minutes: 20 },
  {
    doctor: 'achieng.odhiambo',
    room: 'Mother and child room',
    weekdays: [2, 4],
    from: '09:00',
    to: '12:00',
    minutes: 30,
    item: 'MCH-01',
    capacity: 2,
  },
  { doctor: 'harpreet.sidhu', room: 'Room 3', weekdays: [1, 2, 3, 4], from: '10:00', to: '13:00', minutes: 30 },
  { doctor: 'harpreet.sidhu', room: 'Room 3', weekdays: [1, 2, 3, 4], from: '14:00', to: '18:00', minutes: 30 },
  { doctor: 'yonas.tesfaye', room: 'Room 2', weekdays: [2, 4], from: '08:00', to: '13:00', minutes: 15 },
  { doctor: 'yonas.tesfaye', room: 'Room 1', weekdays: [6], from: '08:00', to: '13:00', minutes: 15 },
  { doctor: 'wanjiru.kamau', room: 'Room 2', weekdays: [3], from: '14:00', to: '18:00', minutes: 40, item: 'CON-03', every_weeks: 2 },
  { doctor: 'wanjiru.kamau', room: 'Room 3', weekdays: [5], from: '09:00', to: '12:00', minutes: 30, is_public: false },
]

/** Holidays of Kenya that fall on the same day every year. */
export const holidays = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['06-01', 'Madaraka Day'],
  ['10-20', 'Mashujaa Day'],
  ['12-12', 'Jamhuri Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
] as const

/** What can be booked: the item, its minutes (null: one slot), and whether the public may. */
export const bookable = [
  ['CON-01', null, true],
  ['CON-02', null, true],
  ['CON-03', 40, true],
  ['MCH-01', 30, true],
  ['CON-04', 40, false],
  ['CON-05', 30, false],
] as const

/** Who booked without signing in: the first is on file, spelt a little otherwise. */
export const callers = [
  { first_name: null, second_name: null, date_of_birth: null, gender: null, email: null, phone_number: null, reason: 'Check-up' },
  {
    first_name: 'Naliaka',
    second_name: 'Wekesa',
    date_of_birth: '1994-07-19',
    gender: 'female',
    email: 'naliaka.wekesa@demo.kliniki.example',
    phone_number: null,
    reason: 'Headaches in the morning',
  },
  {
    first_name: 'Hassan',
    second_name: 'Abdi',
    date_of_birth: '1971-02-03',
    gender: 'male',
    email: null,
    phone_number: '+254700000377',
    reason: 'Blood pressure',
  },
] as const
