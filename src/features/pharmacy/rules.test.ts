import { expect, test } from 'vitest'
import { monthsLater, refillRefusal, type RefillFacts, type RefillRefusal } from './rules.ts'

const rules = { today: '2026-08-31', valid_days: 30, refill_months: 6 }
const line: RefillFacts = {
  is_medicine: true,
  has_newer: false,
  is_stopped: false,
  is_active: true,
  is_external: false,
  is_controlled: false,
  is_dispensed: true,
  valid_from: '2026-08-01',
  last_day: '2026-08-28',
  is_asked: false,
}

test.each<[string, Partial<RefillFacts>, RefillRefusal | null]>([
  ['what was handed out is asked for again', {}, null],
  ['also before the course is over', { last_day: '2026-09-30' }, null],
  ['an infusion set is no medicine', { is_medicine: false }, 'not_a_medicine'],
  ['what was stopped is not, whatever else it is', { is_stopped: true, is_controlled: true, has_newer: true }, 'stopped'],
  ['the newest prescription of a drug counts', { has_newer: true }, 'newer'],
  ['the doctor prescribes controlled drugs anew', { is_controlled: true }, 'controlled'],
  ['what the clinic never sold is not asked of it', { is_external: true, is_active: false, is_dispensed: false }, 'external'],
  ['once is enough', { is_asked: true }, 'asked'],
  ['what was not fetched waits', { is_dispensed: false }, 'to_fetch'],
  ['until the prescription is too old to be filled', { is_dispensed: false, valid_from: '2026-08-01' }, 'to_fetch'],
  ['and then it is asked for', { is_dispensed: false, valid_from: '2026-07-31' }, null],
  ['not more than six months after its last day', { last_day: '2026-02-27' }, 'too_old'],
  ['but six months after it', { last_day: '2026-02-28' }, 'too_old'],
  ['and less', { last_day: '2026-03-01' }, null],
  ['not what the clinic does not sell any more', { is_active: false }, 'unavailable'],
])('%s', (_, changed, refusal) => expect(refillRefusal({ ...line, ...changed }, rules)).toBe(refusal))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-11-15', 14, '2028-01-15'],
])('%s and %i months is %s', (day, months, later) => expect(monthsLater(day, months)).toBe(later))
