import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../testing/clinic.ts'
import { addDays, eachDay, firstInstantFrom, instantOf, isSkipped, wallTimeOf, weekdayOf, weekNumberOf } from './zoned.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const zones = [
  'UTC',
  'Africa/Nairobi',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Asuncion',
  'America/Caracas',
  'America/Havana',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/Istanbul',
  'Europe/London',
  'Europe/Moscow',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

interface Change {
  at: Date
  before: number
  after: number
}
const ahead = (zone: string, at: string) =>
  sql`extract(epoch from (${sql.raw(at)} at time zone ${zone}) - (${sql.raw(at)} at time zone 'UTC')) / 60`
/** Every change of a zone's clock from 2010 to 2018, to the minute, as PostgreSQL knows them; in minutes by which it is ahead of UTC. */
const changesOf = async (zone: string) => {
  const { rows } = await sql<Change>`
    with days as (select at, ${ahead(zone, 'at')} as minutes from generate_series('2010-01-01T00:00Z'::timestamptz, '2018-12-31', '12 hours') at),
      pairs as (select at, minutes, lag(minutes) over (order by at) as before from days)
    select m.at, before::float as before, minutes::float as after from pairs p cross join lateral (
      select min(at) as at from generate_series(p.at - interval '12 hours', p.at, '1 minute') at where ${ahead(zone, 'at')} = p.minutes) m
    where before <> minutes order by at`.execute(clinic.db)
  return rows
}

/** What PostgreSQL makes of clock times, and what the clock shows at instants. */
const instantsBy = async (zone: string, locals: readonly string[]) => {
  const { rows } = await sql<{ at: Date }>`
    select local::timestamp at time zone ${zone} as at from unnest(${locals}::text[]) with ordinality x (local, n) order by n`.execute(
    clinic.db,
  )
  return rows.map(({ at }) => at.getTime())
}
const shownBy = async (zone: string, instants: readonly Date[]) => {
  const { rows } = await sql<{ shown: string }>`
    select to_char(at at time zone ${zone}, 'YYYY-MM-DD HH24:MI') as shown from unnest(${instants}::timestamptz[]) with ordinality x (at, n)
    order by n`.execute(clinic.db)
  return rows.map(({ shown }) => shown)
}

const MINUTE = 60_000
const localAt = (instant: number, offset: number) => new Date(instant + offset * MINUTE).toISOString().slice(0, 16).replace('T', ' ')
const split = (local: string) => [local.slice(0, 10), local.slice(11, 16)] as const
const textOf = ({ day, time }: { day: string; time: string }) => `${day} ${time}`

describe.each(zones)('the clock of %s', (zone) => {
  test('is what PostgreSQL says around every change', async () => {
    const changes = await changesOf(zone)
    const instants = changes.flatMap(({ at }) =>
      Array.from({ length: 200 }, (_, index) => new Date(at.getTime() + (index - 100) * 29 * MINUTE)),
    )
    instants.push(...eachDay('2004-02-27', '2004-03-02').map((day) => new Date(`${day}T21:30:00Z`)), new Date('1999-12-31T23:59:59Z'))
    expect(instants.map((at) => textOf(wallTimeOf(at, zone)))).toEqual(await shownBy(zone, instants))
  })

  test('turns every time around a change into the instant, and back', async () => {
    const wrong: string[] = []
    const agree = (what: string, ...values: (number | string | boolean)[]) => {
      if (new Set(values).size > 1) wrong.push(`${what}: ${values.join(' ')}`)
    }
    for (const { at, before, after } of await changesOf(zone)) {
      const [low, high] = [Math.min(before, after), Math.max(before, after)]
      const locals = Array.from({ length: 240 }, (_, index) => localAt(at.getTime() + (index - 120) * 13 * MINUTE, before))
      const known = await instantsBy(zone, locals)
      for (const [index, local] of locals.entries()) {
        const [day, time] = split(local)
        const ours = instantOf(day, time, zone)
        const shown = textOf(wallTimeOf(ours, zone))
        const clock = Date.parse(`${local.replace(' ', 'T')}Z`)
        const isBetween = clock >= at.getTime() + low * MINUTE && clock < at.getTime() + high * MINUTE
        const [isGap, isTwice] = [isBetween && after > before, isBetween && after < before]
        agree(`${local} is skipped`, isSkipped(day, time, zone), isGap)
        // Of a time that comes twice PostgreSQL takes the second.
        agree(local, ours.getTime(), isTwice ? clock - before * MINUTE : known[index]!)
        if (isTwice) agree(`${local} again`, clock - after * MINUTE, known[index]!)
        agree(`${local} shown`, shown, isGap ? localAt(clock, after - before) : local)
        agree(`${local} or after`, firstInstantFrom(day, time, zone).getTime(), isGap ? at.getTime() : ours.getTime())
      }
    }
    expect(wrong).toEqual([])
  })

  test('goes back and forth over the years', async () => {
    const days = eachDay('2015-12-20', '2025-01-10').filter((_day, index) => index % 3 === 0)
    const locals = days.map((day, index) => `${day} ${['06:00', '12:15', '18:45', '22:59'][index % 4]}`)
    expect(locals.map((local) => instantOf(...split(local), zone).getTime())).toEqual(await instantsBy(zone, locals))
  })
})

test('has seen many changes', async () => {
  const seen = await Promise.all(zones.map(changesOf))
  expect(seen.flat().length).toBeGreaterThan(200)
  expect(seen[zones.indexOf('Pacific/Apia')]).toContainEqual({ at: new Date('2011-12-30T10:00:00Z'), before: -600, after: 840 })
})

test('knows the hours that Berlin skips and repeats, the half hour of Lord Howe, and the day that Apia never had', () => {
  expect(instantOf('2026-03-29', '02:30', 'Europe/Berlin')).toEqual(new Date('2026-03-29T01:30:00Z'))
  expect(isSkipped('2026-03-29', '02:30', 'Europe/Berlin')).toBe(true)
  expect(isSkipped('2026-03-29', '03:00', 'Europe/Berlin')).toBe(false)
  expect(firstInstantFrom('2026-03-29', '02:30', 'Europe/Berlin')).toEqual(new Date('2026-03-29T01:00:00Z'))
  expect(instantOf('2026-10-25', '02:30', 'Europe/Berlin')).toEqual(new Date('2026-10-25T00:30:00Z'))
  expect(isSkipped('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe(true)
  expect(instantOf('2026-10-04', '02:15', 'Australia/Lord_Howe')).toEqual(instantOf('2026-10-04', '02:45', 'Australia/Lord_Howe'))
  expect(isSkipped('2011-12-30', '12:00', 'Pacific/Apia')).toBe(true)
  expect(textOf(wallTimeOf(instantOf('2011-12-30', '12:00', 'Pacific/Apia'), 'Pacific/Apia'))).toBe('2011-12-31 12:00')
  expect(firstInstantFrom('2011-12-30', '12:00', 'Pacific/Apia')).toEqual(firstInstantFrom('2011-12-31', '00:00', 'Pacific/Apia'))
})

test('24:00 is the beginning of the next day, and seconds count', () => {
  expect(instantOf('2024-02-29', '24:00', 'Africa/Nairobi')).toEqual(instantOf('2024-03-01', '00:00', 'Africa/Nairobi'))
  expect(instantOf('2026-01-01', '12:00:30', 'UTC')).toEqual(new Date('2026-01-01T12:00:30Z'))
})

test('reckons in days over months, leap years and centuries', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2023-02-28', 1)).toBe('2023-03-01')
  expect(addDays('2100-02-28', 1)).toBe('2100-03-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(eachDay('2023-12-31', '2024-01-02')).toEqual(['2023-12-31', '2024-01-01', '2024-01-02'])
  expect(eachDay('2024-01-02', '2024-01-01')).toEqual([])
})

test('weekdays and weeks are those of PostgreSQL', async () => {
  const days = eachDay('1960-01-01', '2035-12-31').filter((_day, index) => index % 5 === 0)
  const { rows } = await sql<{ weekday: number; monday: string }>`
    select extract(isodow from day)::integer as weekday, date_trunc('week', day)::date as monday
    from unnest(${days}::date[]) with ordinality x (day, n) order by n`.execute(clinic.db)
  expect(days.map(weekdayOf)).toEqual(rows.map(({ weekday }) => weekday))
  expect(days.map((day) => addDays('1969-12-29', weekNumberOf(day) * 7))).toEqual(rows.map(({ monday }) => monday))
})
