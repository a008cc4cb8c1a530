import { expect, test } from 'vitest'
import { addDays, eachDay, instantOf, wallTimeOf } from '#shared/zoned.ts'
import { findFree, freePlace, holidayOn, isDue, sessionAt, slotsOf, type Session, type SlotRow, type Taken } from './rules.ts'
import { aSession, randomly, type Random } from '../../testing/scenarios/sessions.ts'

const MINUTE = 60_000
const zones = [
  'Africa/Nairobi',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/Sao_Paulo',
]
/** Days before years end and leap days come, and days before clocks change, where they do. */
const dates = ['2024-02-27', '2026-12-29', '2026-03-07']
const changes = [
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Africa/Cairo', '2026-04-23'],
  ['America/Sao_Paulo', '2018-11-03'],
] as const

const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const aPlan = (random: Random) => {
  const [zone, from] = random.of(0, 3) ? random.oneOf(changes) : [random.oneOf(zones), random.oneOf(dates)]
  const to = addDays(from, 3)
  const doctors = [1, 2]
  const sessions = doctors.flatMap((doctor) => {
    const starts = random.of(0, random.of(0, 1) ? 3 : 22) * 60 + random.of(0, 3) * 15
    const length = random.of(30, random.of(0, 1) ? 150 : 480)
    return Array.from({ length: 7 }, (_, day) =>
      aSession({
        id: doctor * 10 + day,
        doctor,
        weekday: day + 1,
        starts_at: clock(starts),
        ends_at: clock(Math.min(starts + length, 1440)),
        slot_minutes: random.oneOf([5, 10, 15, 20, 45]),
        capacity: random.of(1, 3),
        overbook: random.of(0, 2),
        item: random.of(0, 3) === 0 ? 5 : null,
        on_holidays: random.of(0, 1) === 1,
        valid_from: addDays(from, random.of(-30, 1)),
        valid_to: random.of(0, 2) === 0 ? addDays(from, random.of(1, 3)) : null,
        every_weeks: random.of(1, 2),
      }),
    )
  })
  const base = instantOf(from, '00:00', zone).getTime()
  const timeOff = doctors.map((doctor) => {
    const starts = base + random.of(0, 4 * 1440) * MINUTE
    return {
      id: doctor,
      doctor,
      kind: 'leave' as const,
      starts_at: new Date(starts),
      ends_at: new Date(starts + random.of(1, 900) * MINUTE),
    }
  })
  const holidays = [{ day: addDays(from, random.of(0, 3)), name: 'Holiday', is_yearly: random.of(0, 1) === 1 }]
  const services = [{ id: 5, minutes: random.oneOf([null, 10, 35, 60]), is_public: true }]
  const now = new Date(base + random.of(-1440, 1440) * MINUTE)
  return { zone, from, to, sessions, timeOff, holidays, services, now, item: random.of(0, 1) ? 5 : null, noticeMinutes: random.of(0, 90) }
}
type APlan = ReturnType<typeof aPlan>

/** The instants of a session on a day, minute by minute: what the clock shows from its first time on until it shows its last. */
const minutesOf = ({ zone }: APlan, session: Session, day: string) => {
  const found: number[] = []
  const begin = instantOf(day, '00:00', zone).getTime() - 180 * MINUTE
  for (let at = begin; at < begin + 32 * 60 * MINUTE; at += MINUTE) {
    const shown = wallTimeOf(new Date(at), zone)
    const isAfter = shown.day > day || (shown.day === day && shown.time >= session.ends_at)
    if (isAfter) break
    if (found.length > 0 || (shown.day === day && shown.time >= session.starts_at)) found.push(at)
  }
  return found
}

const bruteSlots = (plan: APlan): SlotRow[] =>
  eachDay(plan.from, plan.to).flatMap((day) =>
    plan.sessions.flatMap((session) => {
      if (!isDue(session, day) || (holidayOn(plan.holidays, day) && !session.on_holidays)) return []
      if (session.item !== null && session.item !== plan.item) return []
      const minutes = (plan.item === null ? null : plan.services[0]!.minutes) ?? session.slot_minutes
      const open = minutesOf(plan, session, day)
      const isOpen = new Set(
        open.filter(
          (at) =>
            !plan.timeOff.some((away) => away.doctor === session.doctor && at < away.ends_at.getTime() && at >= away.starts_at.getTime()),
        ),
      )
      const starts = open.filter((at, index) => {
        if (index % session.slot_minutes !== 0 || at < plan.now.getTime() + plan.noticeMinutes * MINUTE) return false
        return Array.from({ length: minutes }, (_, n) => at + n * MINUTE).every((minute) => isOpen.has(minute))
      })
      const { doctor, id, room, capacity, overbook } = session
      return starts.length === 0 ? [] : [{ doctor, day, session: id, room, minutes, capacity, overbook, starts }]
    }),
  )

const key = ({ day, doctor, session }: SlotRow) => `${day} ${doctor} ${session}`
const sorted = (rows: SlotRow[]) => rows.toSorted((a, b) => key(a).localeCompare(key(b)))

test('are those that are found minute by minute, in every zone and around every change of the clocks', () => {
  let seen = 0
  randomly(400, (random) => {
    const plan = aPlan(random)
    const rows = slotsOf(plan)
    expect(sorted(rows)).toEqual(sorted(bruteSlots(plan)))
    seen += rows.length
  })
  expect(seen).toBeGreaterThan(300)
})

test('each fits where it is offered: in its session, in the future, in no leave', () => {
  let seen = 0
  randomly(300, (random) => {
    const plan = aPlan(random)
    for (const row of slotsOf(plan))
      for (const at of row.starts) {
        seen += 1
        const [start, end] = [new Date(at), new Date(at + row.minutes * MINUTE)]
        const fitting = sessionAt({ ...plan, doctor: row.doctor, start, end })
        expect(fitting).toMatchObject({ fits: true, session: { id: row.session } })
        expect(at).toBeGreaterThanOrEqual(plan.now.getTime() + plan.noticeMinutes * MINUTE)
        for (const away of plan.timeOff) expect(away.doctor === row.doctor && away.starts_at < end && away.ends_at > start).toBe(false)
      }
  })
  expect(seen).toBeGreaterThan(2000)
})

test('come by day, doctor and time', () => {
  randomly(50, (random) => {
    const rows = slotsOf(aPlan(random))
    const order = rows.map(({ day, doctor, starts }) => [day, String(doctor).padStart(3, '0'), starts[0]].join(' '))
    expect(order).toEqual(order.toSorted())
  })
})

const aTaken = (random: Random, rows: readonly SlotRow[]): Taken[] =>
  rows.flatMap((row) =>
    Array.from({ length: random.of(0, 4) }, () => {
      const start = row.starts[random.of(0, row.starts.length - 1)]! + random.of(-2, 2) * 5 * MINUTE
      return {
        doctor: row.doctor,
        start: new Date(start),
        end: new Date(start + random.of(1, 9) * 5 * MINUTE),
        place: random.of(1, row.capacity + row.overbook),
      }
    }),
  )

test('what is free is a place that nobody holds for as long as it takes', () => {
  let full = 0
  randomly(150, (random) => {
    const rows = slotsOf(aPlan(random))
    const taken = aTaken(random, rows)
    for (const overbook of [false, true]) {
      const free = new Map(findFree(rows, taken, { overbook }).map((row) => [key(row), row]))
      for (const row of rows) {
        const places = row.capacity + (overbook ? row.overbook : 0)
        const own = taken.filter(({ doctor }) => doctor === row.doctor)
        const there = free.get(key(row))
        for (const at of row.starts) {
          const [start, end] = [new Date(at), new Date(at + row.minutes * MINUTE)]
          const isFree = (place: number) => !own.some((one) => one.place === place && one.start < end && one.end > start)
          const left = Array.from({ length: places }, (_, index) => index + 1).filter(isFree)
          const index = there?.starts.indexOf(at) ?? -1
          expect(index < 0 ? 0 : there!.left[index]).toBe(left.length)
          expect(freePlace(own, start, end, places)).toBe(left[0] ?? null)
          if (left.length === 0) full += 1
        }
      }
    }
  })
  expect(full).toBeGreaterThan(200)
})

test('a room in which another doctor has somebody is not free then', () => {
  const sessions = [aSession({ room: 3, starts_at: '08:00', ends_at: '09:00', capacity: 2 })]
  const rows = slotsOf({ sessions, timeOff: [], holidays: [], zone: 'UTC', now: new Date(0), from: '2026-03-02', to: '2026-03-02' })
  const span = { start: new Date('2026-03-02T08:20Z'), end: new Date('2026-03-02T08:30Z'), place: 1 }
  const left = (taken: Taken[]) => findFree(rows, taken)[0]?.left
  expect(left([{ doctor: 2, room: 3, ...span }])).toEqual([2, 2])
  expect(left([{ doctor: null, room: 3, ...span }])).toEqual([2, 2])
  expect(left([{ doctor: 2, room: 4, ...span }])).toEqual([2, 2, 2])
  expect(left([{ doctor: 1, room: 3, ...span }])).toEqual([2, 1, 2])
})
