import { describe, expect, test } from 'vitest'
import { findPeriods } from './periods.ts'

/** A Wednesday. */
const today = '2026-11-18'
const rangesOf = (text: string) => findPeriods(text, today).periods.map(({ period }) => `${period.from ?? ''}..${period.to ?? ''}`)
const saidIn = (text: string) => findPeriods(text, today).periods.map(({ start, end }) => text.slice(start, end))
/** 'phrase | from..to', a line each; one day is written once, several periods with semicolons, none with a hyphen. */
const cases = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [phrase = '', days = ''] = line.split('|').map((part) => part.trim())
      const ranges =
        days === '-' ? [] : days.split(';').map((range) => (range.includes('..') ? range.trim() : `${range.trim()}..${range.trim()}`))
      return { phrase, ranges }
    })
const check = (name: string, table: string) =>
  describe(name, () => {
    test.each(cases(table))('$phrase', ({ phrase, ranges }) => expect(rangesOf(phrase)).toEqual(ranges))
  })

check(
  'days and weeks',
  `
today | 2026-11-18
how many patients today? | 2026-11-18
today's appointments | 2026-11-18
so far today | 2026-11-18
who came this morning | 2026-11-18
who is on duty tonight | 2026-11-18
yesterday | 2026-11-17
visits yesteday | 2026-11-17
tomorrow | 2026-11-19
appointments for tommorow | 2026-11-19
the day before yesterday | 2026-11-16
day after tomorrow | 2026-11-20
this week | 2026-11-16..2026-11-22
this weeks visits | 2026-11-16..2026-11-22
last week | 2026-11-09..2026-11-15
last week's revenue | 2026-11-09..2026-11-15
previous week | 2026-11-09..2026-11-15
next week | 2026-11-23..2026-11-29
the week before last | 2026-11-02..2026-11-08
the week of 5 october | -
3 days ago | 2026-11-15
a week ago | 2026-11-11
two weeks ago | 2026-11-04
on monday | 2026-11-16
on wednesday | 2026-11-18
appointments on friday | 2026-11-13
last monday | 2026-11-16
last wednesday | 2026-11-11
this friday | 2026-11-20
next monday | 2026-11-23
tuesday of last week | 2026-11-10
monday last week | 2026-11-09
on thrusday | 2026-11-12
on sat | 2026-11-14
monday 16 november 2026 | 2026-11-16
on tuesday, 17 november | 2026-11-17
previous day | 2026-11-17
the day before | 2026-11-17
`,
)

check(
  'months, quarters, years',
  `
this month | 2026-11-01..2026-11-30
current month | 2026-11-01..2026-11-30
last month | 2026-10-01..2026-10-31
in the previous month | 2026-10-01..2026-10-31
next month | 2026-12-01..2026-12-31
in june | 2026-06-01..2026-06-30
in november | 2026-11-01..2026-11-30
in december | 2025-12-01..2025-12-31
visits in ocotber | 2026-10-01..2026-10-31
in janury 2025 | 2025-01-01..2025-01-31
in june 2025 | 2025-06-01..2025-06-30
jun 2025 | 2025-06-01..2025-06-30
june, 2025 | 2025-06-01..2025-06-30
jan-2025 | 2025-01-01..2025-01-31
in the month of june | 2026-06-01..2026-06-30
in may | 2026-05-01..2026-05-31
last may | 2026-05-01..2026-05-31
may 2024 | 2024-05-01..2024-05-31
in march | 2026-03-01..2026-03-31
last june | 2026-06-01..2026-06-30
last november | 2025-11-01..2025-11-30
next june | 2027-06-01..2027-06-30
this june | 2026-06-01..2026-06-30
in november of this year | 2026-11-01..2026-11-30
november last year | 2025-11-01..2025-11-30
in april of last year | 2025-04-01..2025-04-30
in 11/this year | 2026-11-01..2026-11-30
in 03/last year | 2025-03-01..2025-03-31
in 09/2105 | 2105-09-01..2105-09-30
in 2026-05 | 2026-05-01..2026-05-31
2 months ago | 2026-09-01..2026-09-30
last february | 2026-02-01..2026-02-28
in february 2024 | 2024-02-01..2024-02-29
this quarter | 2026-10-01..2026-12-31
last quarter | 2026-07-01..2026-09-30
next quarter | 2027-01-01..2027-03-31
first quarter | 2026-01-01..2026-03-31
in the second quarter of last year | 2025-04-01..2025-06-30
q3 2026 | 2026-07-01..2026-09-30
2025 q1 | 2025-01-01..2025-03-31
in q4 | 2026-10-01..2026-12-31
the last quarter of 2025 | 2025-10-01..2025-12-31
the first half of 2026 | 2026-01-01..2026-06-30
second half of last year | 2025-07-01..2025-12-31
h1 2026 | 2026-01-01..2026-06-30
the second half of october | 2026-10-16..2026-10-31
this year | 2026-01-01..2026-12-31
last year | 2025-01-01..2025-12-31
during the previous year | 2025-01-01..2025-12-31
next year | 2027-01-01..2027-12-31
in 2025 | 2025-01-01..2025-12-31
revenue for 2025 | 2025-01-01..2025-12-31
in the year 2024 | 2024-01-01..2024-12-31
in 2105 | 2105-01-01..2105-12-31
revenue by method 2025 | 2025-01-01..2025-12-31
3 years ago | 2023-01-01..2023-12-31
in a year before | 2025-01-01..2025-12-31
a year ago | 2025-01-01..2025-12-31
the year before last | 2024-01-01..2024-12-31
the same month last year | 2025-11-01..2025-11-30
the first week of october | 2026-10-01..2026-10-07
last week of october | 2026-10-25..2026-10-31
first 10 days of october | 2026-10-01..2026-10-10
last 3 months of 2025 | 2025-10-01..2025-12-31
the last day of last month | 2026-10-31
first day of the year | 2026-01-01
`,
)

check(
  'dates',
  `
12 june | 2026-06-12
12th of june 2025 | 2025-06-12
on june 12 | 2026-06-12
june 12th, 2025 | 2025-06-12
on 12-jun-2025 | 2025-06-12
12-jun | 2026-06-12
on 3 december | 2025-12-03
the first of may | 2026-05-01
on 03/04/2026 | 2026-04-03
on 3.4.2026 | 2026-04-03
on 07/30/2103 | 2103-07-30
on 30/07/2103 | 2103-07-30
on 5/6/26 | 2026-06-05
on 3/4 | 2026-04-03
on 2026-01-05 | 2026-01-05
29 february | 2024-02-29
on the 5th of this month | 2026-11-05
on the 3rd of last month | 2026-10-03
on the 21st | 2026-10-21
on september 5 from last year | 2025-09-05
on december 3 of this year | 2026-12-03
5 may | 2026-05-05
on 5 augst 2025 | 2025-08-05
`,
)

check(
  'lengths that end or begin today',
  `
last 7 days | 2026-11-12..2026-11-18
in the last 3 months | 2026-08-19..2026-11-18
past two weeks | 2026-11-05..2026-11-18
in the past 2 years | 2024-11-19..2026-11-18
over the past five years | 2021-11-19..2026-11-18
the last couple of weeks | 2026-11-05..2026-11-18
within the past 6 months | 2026-05-19..2026-11-18
last 24 hours | 2026-11-17..2026-11-18
past 24h | 2026-11-17..2026-11-18
last 48 hours | 2026-11-16..2026-11-18
last 6 hours | -
in the last year | 2025-11-19..2026-11-18
over the past month | 2026-10-19..2026-11-18
in the last week | 2026-11-12..2026-11-18
in last year | 2025-01-01..2025-12-31
last fortnight | 2026-11-05..2026-11-18
next 30 days | 2026-11-18..2026-12-18
in the next two weeks | 2026-11-18..2026-12-02
items expiring within 90 days | 2026-11-18..2027-02-16
stock due to expire in 3 months | 2026-11-18..2027-02-18
expiring in less than 30 days | 2026-11-18..2026-12-18
items that expire in december | 2026-12-01..2026-12-31
payments due on friday | 2026-11-20
deaths due to malaria in december | 2025-12-01..2025-12-31
seen within 90 days | -
within 2 months after having been diagnosed | -
year to date | 2026-01-01..2026-11-18
ytd | 2026-01-01..2026-11-18
month-to-date | 2026-11-01..2026-11-18
so far this month | 2026-11-01..2026-11-18
this year so far | 2026-01-01..2026-11-18
in 2026 so far | 2026-01-01..2026-11-18
`,
)

check(
  'open ends',
  `
since june | 2026-06-01..
since last june | 2026-06-01..
since last monday | 2026-11-16..
since yesterday | 2026-11-17..
since 2103 | 2103-01-01..
since 12/2105 | 2105-12-01..
since 3 december 2025 | 2025-12-03..
since 5 years ago | 2021-11-18..
since 1 month ago | 2026-10-18..
since 3 months | 2026-08-18..
since the beginning of the year | 2026-01-01..
since june until now | 2026-06-01..
from june onwards | 2026-06-01..
2024 and later | -
in 2024 or later | 2024-01-01..
starting from 1 may | 2026-05-01..
on or after 1 may | 2026-05-01..
after 3 march | 2026-03-04..
after 2024 | 2025-01-01..
until 3 years ago | ..2023-11-18
before until 3 years ago | ..2023-11-18
until 2 days ago | ..2026-11-16
until 2103 | ..2103-12-31
until 2103? | ..2103-12-31
up to 2103 | ..2103-12-31
up to 09/2104 | ..2104-09-30
on or before 2100 | ..2100-12-31
by the end of last month | ..2026-10-31
by 2105 | ..2105-12-31
before 2025 | ..2024-12-31
before june 2025 | ..2025-05-31
prior to 3 march | ..2026-03-02
before last year | ..2024-12-31
no later than friday | ..2026-11-13
more than 3 months ago | ..2026-08-17
less than a year ago | 2025-11-18..
all time | ..
of all time | ..
has she ever had malaria | ..
how many patients so far | ..
patients until now | ..
has patient 5 ever had a fever since 2103 | 2103-01-01..
`,
)

check(
  'from one to another',
  `
from may to july | 2026-05-01..2026-07-31
may to july 2025 | 2025-05-01..2025-07-31
from may 2025 to july | 2025-05-01..2025-07-31
between 1 and 5 may | 2026-05-01..2026-05-05
between the 1st and the 5th of may 2025 | 2025-05-01..2025-05-05
1-5 may 2026 | 2026-05-01..2026-05-05
5–11 october | 2026-10-05..2026-10-11
may 1 to 5 | 2026-05-01..2026-05-05
may 1-5, 2025 | 2025-05-01..2025-05-05
1 may - 3 june | 2026-05-01..2026-06-03
from 28 december to 3 january | 2025-12-28..2026-01-03
from 2026-01-01 until 2026-03-31 | 2026-01-01..2026-03-31
between 2024 and 2025 | 2024-01-01..2025-12-31
from 2024 to 2025 | 2024-01-01..2025-12-31
revenue 2024-2025 | 2024-01-01..2025-12-31
from october to february | 2025-10-01..2026-02-28
from november to march last year | 2024-11-01..2025-03-31
from monday to friday | 2026-11-16..2026-11-20
between monday and today | 2026-11-16..2026-11-18
from june until today | 2026-06-01..2026-11-18
from june to date | 2026-06-01..2026-11-18
from last june to the end of the month | 2026-06-01..2026-11-30
since 2024 until 2025 | 2024-01-01..2025-12-31
after 3 march and before 5 may | 2026-03-04..2026-05-04
jan-mar 2025 | 2025-01-01..2025-03-31
from 3 years ago until 1 year ago | 2023-11-18..2025-11-18
from the 1st to the 15th of october | 2026-10-01..2026-10-15
`,
)

check(
  'compared',
  `
this month compared with last month | 2026-11-01..2026-11-30; 2026-10-01..2026-10-31
october vs september | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
oct vs. sep | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
2025 vs 2026 | 2025-01-01..2025-12-31; 2026-01-01..2026-12-31
compare 2025 and 2026 | 2025-01-01..2025-12-31; 2026-01-01..2026-12-31
compare visits in october to september | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
compare revenue between 2025 and 2026 | 2025-01-01..2025-12-31; 2026-01-01..2026-12-31
today compared to yesterday | 2026-11-18; 2026-11-17
more visits this week than last week | 2026-11-16..2026-11-22; 2026-11-09..2026-11-15
visits in october compared with the month before | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
june 2025 against the previous month | 2025-06-01..2025-06-30; 2025-05-01..2025-05-31
may to july compared with the previous period | 2026-05-01..2026-07-31; 2026-02-01..2026-04-30
last 7 days compared with the previous period | 2026-11-12..2026-11-18; 2026-11-05..2026-11-11
last 7 days vs the previous 7 days | 2026-11-12..2026-11-18; 2026-11-05..2026-11-11
october compared with last year | 2026-10-01..2026-10-31; 2025-10-01..2025-10-31
october compared with the same month last year | 2026-10-01..2026-10-31; 2025-10-01..2025-10-31
1 to 7 october versus the same period last year | 2026-10-01..2026-10-07; 2025-10-01..2025-10-07
this year compared with last year | 2026-01-01..2026-12-31; 2025-01-01..2025-12-31
2024 compared with the year before | 2023-01-01..2023-12-31
in 2024 compared with the year before | 2024-01-01..2024-12-31; 2023-01-01..2023-12-31
this month compared with before | 2026-11-01..2026-11-30; 2026-10-01..2026-10-31
yesterday compared with the day before | 2026-11-17; 2026-11-16
february 2024 versus a year earlier | 2024-02-01..2024-02-29; 2023-02-01..2023-02-28
may to july compared with last year | 2026-05-01..2026-07-31; 2025-05-01..2025-07-31
visits compared with the previous period | -
`,
)

check(
  'what is no period',
  `
31 june | -
31 june 2026 | -
30 february 2025 | -
29 february 2025 | -
on 2026-02-30 | -
on 31/06/2026 | -
tuesday 18 november 2026 | -
children under 5 years | -
patients aged 20 to 30 | -
older than 60 years | -
5 year olds | -
between 5 and 10 years old | -
in their 30s | -
top 5 drugs | -
more than 3 times | -
amoxicillin 500 mg | -
metformin 500mg | -
patient p-2026-00012 | -
weight of patient 2104 | -
patient 028-39354 | -
invoice 2026 | -
receipt inv-2026-0001 | -
call 0712 345 678 | -
call +254712345678 | -
invoices above 2000 | -
sales of 2000 shillings | -
amount over 2025 | -
more than 2025 visits | -
who may see invoices | -
may i see the stock | -
what may expire | -
second value of glucose | -
the first visit | -
patients who march | -
percocet 5/325 | -
blood pressure above 120/80 | -
every monday | -
on mondays | -
at the weekend | -
in office hours | -
early june | -
end of last year | -
as of 3 march | -
2 weeks after 3 march | -
measured on 2104-09-26 01:00:00 | -
last 5 visits | -
last visit of frida | -
match of the day | -
since admission | -
the sun and the sat | -
in the financial year 2025 | -
`,
)

test('spans hold the preposition and nothing else', () => {
  expect(saidIn('visits since last june, by doctor')).toEqual(['since last june'])
  expect(saidIn('what was sold between 1 and 5 may?')).toEqual(['between 1 and 5 may'])
  expect(saidIn('compare visits in october with september 2025')).toEqual(['in october', 'september 2025'])
  expect(saidIn("this month's revenue vs last month's")).toEqual(["this month's", "last month's"])
  expect(saidIn('weight of patient 12 until 3 years ago.')).toEqual(['until 3 years ago'])
  expect(saidIn('in 11/this year')).toEqual(['in 11/this year'])
})

test('labels state the days as an answer would', () => {
  const label = (text: string) => findPeriods(text, today).periods[0]?.period.label
  expect(label('today')).toBe('18 November 2026')
  expect(label('last month')).toBe('October 2026')
  expect(label('first week of october')).toBe('1–7 October 2026')
  expect(label('since june')).toBe('since 1 June 2026')
  expect(label('until 2103')).toBe('until 31 December 2103')
  expect(label('in 2025')).toBe('2025')
  expect(label('from 2024 to 2025')).toBe('2024–2025')
  expect(label('last 7 days')).toBe('the 7 days to 18 November 2026')
  expect(label('in the last year')).toBe('the year to 18 November 2026')
  expect(label('next 30 days')).toBe('the 30 days from 18 November 2026')
  expect(label('ever')).toBe('all time')
  expect(label('last quarter')).toBe('July–September 2026')
  expect(label('from 28 december to 3 january')).toBe('28 December 2025 – 3 January 2026')
  expect(label('from november 2025 to february 2026')).toBe('November 2025 – February 2026')
  expect(label('1 may to 3 june')).toBe('1 May – 3 June 2026')
})

test('a comparison with before, without a period, is told', () => {
  expect(findPeriods('visits compared with before', today)).toMatchObject({ periods: [], against: 'before' })
  expect(findPeriods('visits compared with the previous period', today)).toMatchObject({ periods: [], against: 'before' })
  expect(findPeriods('this month compared with last month', today).against).toBeNull()
  expect(findPeriods('weight before the visit', today).against).toBeNull()
})

const grainsIn = (text: string) => findPeriods(text, today).grains.map(({ start, end, grain }) => `${text.slice(start, end)}: ${grain}`)
test.each([
  ['visits by month', 'by month: month'],
  ['visits by month in 2025', 'by month: month'],
  ['patients per day', 'per day: day'],
  ['monthly revenue', 'monthly: month'],
  ['visits for each week', 'for each week: week'],
  ['patients every hour', 'every hour: hour'],
  ['visits by day of the week', 'by day of the week: weekday'],
  ['by weekday', 'by weekday: weekday'],
  ['by hour of the day', 'by hour of the day: hour'],
  ['by time of day', 'by time of day: hour'],
  ['revenue by quarter', 'by quarter: quarter'],
  ['annual revenue', 'annual: year'],
  ['how many patients a day', 'a day: day'],
  ['visits month by month', 'month by month: month'],
])('%s', (text, found) => expect(grainsIn(text)).toEqual([found]))
test.each(['busiest day', 'which month', 'once a day', 'a week ago', 'by year of birth', 'every 6 hours', 'twice a week', 'by friday'])(
  '%s is no grain',
  (text) => expect(grainsIn(text)).toEqual([]),
)

const visitsIn = (text: string) => findPeriods(text, today).visits.map(({ start, end, visit }) => `${text.slice(start, end)}: ${visit}`)
test.each([
  ['drugs given during the first hospital visit', 'during the first hospital visit: first'],
  ['tests on the last visit', 'on the last visit: last'],
  ['in the current hospital encounter', 'in the current hospital encounter: current'],
  ['in the current admission', 'in the current admission: current'],
  ['this visit', 'this visit: current'],
  ['during this hospital encounter', 'during this hospital encounter: current'],
  ['on their current hospital visit', 'on their current hospital visit: current'],
  ['their last hospital stay', 'their last hospital stay: last'],
  ['during her most recent hospital encounter', 'during her most recent hospital encounter: last'],
  ['during their last visit to the hospital', 'during their last visit to the hospital: last'],
])('%s', (text, found) => expect(visitsIn(text)).toEqual([found]))
test.each([
  'when was the last visit',
  'since the last visit',
  'during the second to last hospital visit',
  'during their last visit to the hematology department',
  'on the last icu visit',
  'in the last 3 visits',
  'during the same hospital visit',
])('%s names no visit', (text) => expect(visitsIn(text)).toEqual([]))

/** Repeatable numbers from 0 to 1. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const vocabulary =
  'the of in on since until before after from to between and last this next previous first second week month year day days weeks quarter ' +
  'half may june october 1 5 12th 31 2025 2104 1500 99 2026-01-05 07/30/2103 11/this q3 ago today tomorrow monday now compared with than vs same period ' +
  'within ever so far date by each per a visit hospital their current expiring couple end . , ? - 24h twenty february'
const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day

test('whatever is said, spans lie in the text, in order and apart, and periods begin before they end', () => {
  const random = randomFrom(20261118)
  const words = vocabulary.split(' ')
  for (let round = 0; round < 6000; round += 1) {
    const text = Array.from({ length: 1 + Math.floor(random() * 14) }, () => words[Math.floor(random() * words.length)]).join(' ')
    const { periods, grains, visits } = findPeriods(text, today)
    for (const { period } of periods) {
      for (const day of [period.from, period.to]) if (day) expect(isDay(day), `${text}: ${day}`).toBe(true)
      if (period.from && period.to) expect(period.from <= period.to, text).toBe(true)
      expect(period.label, text).not.toBe('')
    }
    expect(
      periods.map(({ start }) => start),
      text,
    ).toEqual(periods.map(({ start }) => start).toSorted((a, b) => a - b))
    const spans = [...periods, ...grains, ...visits].sort((a, b) => a.start - b.start)
    let end = 0
    for (const span of spans) {
      expect(span.start >= end && span.end > span.start && span.end <= text.length, text).toBe(true)
      end = span.end
    }
  }
})

test('any characters are read without an error, and every day of a leap year has its periods', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 2000; round += 1) {
    const text = String.fromCharCode(...Array.from({ length: Math.floor(random() * 60) }, () => 32 + Math.floor(random() * 96)))
    expect(() => findPeriods(text.toLowerCase(), today)).not.toThrow()
  }
  for (let day = 0; day < 366; day += 1) {
    const at = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10)
    const { periods } = findPeriods('this month, last month, in the last year, last week, this quarter', at)
    expect(periods).toHaveLength(5)
    const [present, last, , , quarter] = periods.map(({ period }) => period)
    expect(present!.from! <= at && at <= present!.to! && last!.to! < present!.from!).toBe(true)
    expect(quarter!.from! <= at && at <= quarter!.to!).toBe(true)
  }
})
