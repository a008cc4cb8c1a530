import { addDays, eachDay } from '#shared/zoned.ts'
import { isDue, type Session } from '#features/schedules/rules.ts'

/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  of(low: number, high: number): number
  oneOf<T>(list: readonly T[]): T
}

/** Runs `test` so many times, each with its own numbers. */
export const randomly = (times: number, test: (random: Random) => void) => {
  for (let seed = 1; seed <= times; seed++) {
    let state = Math.imul(seed, 0x9e3779b1)
    const next = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    }
    test({ of: (low, high) => low + Math.floor(next() * (high - low + 1)), oneOf: (list) => list[Math.floor(next() * list.length)]! })
  }
}

export const aDay = (random: Random) => addDays('2023-12-01', random.of(0, 1200))

/** A session on Mondays from 08:00 to 12:00 in slots of 20 minutes. */
export const aSession = (more: Partial<Session> = {}): Session => ({
  id: 1,
  doctor: 1,
  room: null,
  item: null,
  weekday: 1,
  starts_at: '08:00',
  ends_at: '12:00',
  slot_minutes: 20,
  capacity: 1,
  overbook: 0,
  is_public: true,
  on_holidays: false,
  valid_from: '2020-01-01',
  valid_to: null,
  every_weeks: 1,
  ...more,
})

export const daysOf = (session: Session, from: string, to: string) => eachDay(from, to).filter((day) => isDue(session, day))
