import { expect, test } from 'vitest'
import { check, today } from './periods-cases.ts'
import { findPeriods } from './periods.ts'

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
the week of 7 october | 2026-10-05..2026-10-11
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
first monday of october | 2026-10-05
last sunday of october | 2026-10-25
the second thursday of this month | 2026-11-12
fifth monday of october | -
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
visits this past week | 2026-11-12..2026-11-18
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

const statedIn = (text: string) => findPeriods(text, today).periods.map(({ start, end }) => text.slice(start, end))
test('spans hold the preposition and nothing else', () => {
  expect(statedIn('visits since last june, by doctor')).toEqual(['since last june'])
  expect(statedIn('what was sold between 1 and 5 may?')).toEqual(['between 1 and 5 may'])
  expect(statedIn('compare visits in october with september 2025')).toEqual(['in october', 'september 2025'])
  expect(statedIn("this month's revenue vs last month's")).toEqual(["this month's", "last month's"])
  expect(statedIn('weight of patient 12 until 3 years ago.')).toEqual(['until 3 years ago'])
  expect(statedIn('in 11/this year')).toEqual(['in 11/this year'])
})

const label = (text: string) => findPeriods(text, today).periods[0]?.period.label
test('labels state the days as an answer would', () => {
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
  ["length of stay for patient 75581's first hospital stay", 'first hospital stay: first'],
  ['length of the last hospital stay', 'of the last hospital stay: last'],
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
