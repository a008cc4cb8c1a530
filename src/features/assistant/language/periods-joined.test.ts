import { expect, test } from 'vitest'
import { check, today } from './periods-cases.ts'
import { findPeriods } from './periods.ts'

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
since twenty-one days ago | 2026-10-28..
since 3 months | 2026-08-18..
since the beginning of the year | 2026-01-01..
since june until now | 2026-06-01..2026-11-18
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
until 1912 days ago | ..2021-08-24
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
expiring before the end of the year | ..2026-12-31
before the start of last month | ..2026-09-30
after the end of 2024 | 2025-01-01..
after the start of june | 2026-06-01..
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
2024 compared with the year before | 2024-01-01..2024-12-31; 2023-01-01..2023-12-31
in 2024 compared with the year before | 2024-01-01..2024-12-31; 2023-01-01..2023-12-31
this month compared with before | 2026-11-01..2026-11-30; 2026-10-01..2026-10-31
last 30 days compared to the 30 days before | 2026-10-20..2026-11-18; 2026-09-20..2026-10-19
today vs the same day last week | 2026-11-18; 2026-11-11
1 to 7 october vs the same period last month | 2026-10-01..2026-10-07; 2026-09-01..2026-09-07
q3 compared with the quarter before | 2026-07-01..2026-09-30; 2026-04-01..2026-06-30
compare visits by month between may and july | 2026-05-01..2026-07-31
compare payments between may and july | 2026-05-01..2026-05-31; 2026-07-01..2026-07-31
visits the same period last year | -
september and october 2025 | 2025-09-01..2025-09-30; 2025-10-01..2025-10-31
october vs september 2025 | 2025-10-01..2025-10-31; 2025-09-01..2025-09-30
october vs october 2025 | 2026-10-01..2026-10-31; 2025-10-01..2025-10-31
in oct. and sept. | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
in 2024, 2025 and 2026 | 2024-01-01..2024-12-31; 2025-01-01..2025-12-31; 2026-01-01..2026-12-31
and may? | 2026-05-01..2026-05-31
what about 2024? | 2024-01-01..2024-12-31
2024 | 2024-01-01..2024-12-31
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
through 2100 | -
through june | -
until 2 years and 3 months ago | -
one hundred days ago | -
two and a half years ago | -
patients 2104 and 2105 | -
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

test('a comparison with before, without a period, is told', () => {
  expect(findPeriods('visits compared with before', today)).toMatchObject({ periods: [], against: 'before' })
  expect(findPeriods('visits compared with the previous period', today)).toMatchObject({ periods: [], against: 'before' })
  expect(findPeriods('this month compared with last month', today).against).toBeNull()
  expect(findPeriods('weight before the visit', today).against).toBeNull()
})

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
  for (let round = 0; round < 2500; round += 1) {
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
  for (let round = 0; round < 1000; round += 1) {
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
