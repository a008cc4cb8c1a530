import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf, dayOfInstant, yearsBetween } from './calendar.ts'
import { insuranceCompanies } from './clinic.ts'
import { christian } from './names-kenya.ts'
import { cultures } from './names.ts'
import { type Patient, generatePatients } from './people.ts'

const today = '2026-11-20'
const small = [...generatePatients({ seed: 7, count: 3000, today })]
const ageOn = (patient: Patient, instant: string) => yearsBetween(dayOf(patient.date_of_birth), dayOfInstant(Date.parse(instant)))
const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length

describe('names', () => {
  test('at least twelve cultures, no blanks, letters and signs of names only', () => {
    expect(cultures.length).toBeGreaterThanOrEqual(12)
    const names = [
      ...cultures.flatMap(({ female, male, second }) => [...female, ...male, ...second]),
      ...christian.female,
      ...christian.male,
    ]
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{M}]+(?:(?:['-]| )[\p{L}\p{M}]+)*'?$/u)
    expect(names.map((name) => name.normalize('NFC'))).toEqual(names)
    expect(names).toEqual(expect.arrayContaining(["Ng'ang'a", "O'Brien", 'Łukasz', 'Nguyễn', 'Müller']))
  })
  test('the main cultures have 30 first names of each sex and 40 second names', () => {
    for (const culture of cultures.filter(({ weight }) => weight >= 9)) {
      expect(culture.female.length, culture.name).toBeGreaterThanOrEqual(30)
      expect(culture.male.length, culture.name).toBeGreaterThanOrEqual(30)
      expect(culture.second.length, culture.name).toBeGreaterThanOrEqual(40)
    }
  })
})

describe('a hundred thousand patients', () => {
  const count = 100_000
  const frequency = new Map<string, number>()
  const emails = new Set<string>()
  const identities = new Set<string>()
  let mails = 0
  let cards = 0
  let women = 0
  let centenarians = 0
  let blank = 0
  let disorder = 0
  let singles = 0
  const bands = { infant: 0, under5: 0, under25: 0, over65: 0 }

  beforeAll(() => {
    let before = ''
    for (const patient of generatePatients({ seed: 1, count, today })) {
      const { first_name, second_name, other_names, single_name } = patient
      const name = `${first_name} ${second_name}`
      frequency.set(name, (frequency.get(name) ?? 0) + 1)
      if ([first_name, second_name, other_names].some((part) => part !== null && part.trim() !== part)) blank++
      if (first_name === '' || other_names === '' || (second_name === '') !== single_name) blank++
      if (single_name) singles++
      if (patient.email) {
        emails.add(patient.email)
        mails++
      }
      if (patient.national_id) {
        identities.add(patient.national_id)
        cards++
      }
      if (patient.gender === 'female') women++
      if (patient.registered_at < before) disorder++
      before = patient.registered_at
      const age = yearsBetween(dayOf(patient.date_of_birth), dayOf(today))
      if (age < 1) bands.infant++
      if (age < 5) bands.under5++
      if (age < 25) bands.under25++
      if (age >= 65) bands.over65++
      if (age >= 100) centenarians++
    }
  })

  test('at least half of the full names are distinct, a few are very common, the tail is long', () => {
    expect(frequency.size / count).toBeGreaterThan(0.5)
    const counts = [...frequency.values()].sort((a, b) => b - a)
    expect(counts[0]).toBeGreaterThan(30)
    expect(counts.filter((n) => n === 1).length).toBeGreaterThan(count / 3)
  })
  test('no name is blank or padded, and only the few people with one name lack a second', () => {
    expect(blank).toBe(0)
    expect(singles).toBeGreaterThan(50)
    expect(singles / count).toBeLessThan(0.01)
  })
  test('e-mail addresses and identity numbers are unique', () => {
    expect(emails.size).toBe(mails)
    expect(identities.size).toBe(cards)
    expect(mails).toBeGreaterThan(count * 0.08)
    expect(cards).toBeGreaterThan(count * 0.3)
  })
  test('somewhat more women than men', () => {
    expect(women / count).toBeGreaterThan(0.5)
    expect(women / count).toBeLessThan(0.6)
  })
  test('a young population, with infants and centenarians', () => {
    expect(bands.infant / count).toBeGreaterThan(0.02)
    expect(bands.under5 / count).toBeGreaterThan(0.12)
    expect(bands.under25 / count).toBeGreaterThan(0.45)
    expect(bands.over65 / count).toBeGreaterThan(0.02)
    expect(bands.over65 / count).toBeLessThan(0.08)
    expect(centenarians).toBeGreaterThan(0)
  })
  test('registered in order of time', () => expect(disorder).toBe(0))
})

const infants = (patients: readonly Patient[], day: string) => share(patients, (patient) => ageOn(patient, `${day}T09:00:00Z`) < 1)

describe('patients', () => {
  test('nobody is registered before birth, outside two years, or on the day itself', () => {
    for (const patient of small) {
      const day = dayOfInstant(Date.parse(patient.registered_at))
      expect(dayOf(patient.date_of_birth)).toBeLessThanOrEqual(day)
      expect(day).toBeLessThan(dayOf(today))
      expect(day).toBeGreaterThanOrEqual(dayOf(today) - 730)
    }
  })
  test('telephones are E.164, children under 15 have none, and kin always have one', () => {
    for (const patient of small) {
      expect(patient.next_of_kin.phone).toMatch(/^\+254(7|11)\d{7,8}$/)
      if (patient.phone) expect(patient.phone).toMatch(/^\+254(7\d{8}|11\d{7})$/)
      if (ageOn(patient, patient.registered_at) < 14) expect(patient.phone).toBeNull()
      if (ageOn(patient, patient.registered_at) < 14)
        expect(['mother', 'father', 'grandmother', 'grandfather']).toContain(patient.next_of_kin.relationship)
    }
    expect(share(small, ({ phone }) => phone !== null)).toBeGreaterThan(0.4)
  })
  test('relatives share home and second name', () => {
    const homes = Map.groupBy(small, ({ residence, address }) => `${address} ${residence}`)
    const families = [...homes.values()].filter(({ length }) => length > 1)
    expect(families.reduce((sum, { length }) => sum + length, 0) / small.length).toBeGreaterThan(0.3)
    expect(share(families, (family) => new Set(family.map(({ second_name }) => second_name)).size < family.length)).toBeGreaterThan(0.5)
  })
  test('allergies and conditions are as frequent as they are in life', () => {
    const allergic = share(small, ({ allergies }) => allergies.length > 0)
    expect(allergic).toBeGreaterThan(0.04)
    expect(allergic).toBeLessThan(0.12)
    const old = small.filter((patient) => ageOn(patient, `${today}T09:00:00Z`) >= 60)
    expect(share(old, ({ chronic_conditions }) => chronic_conditions.includes('hypertension'))).toBeGreaterThan(0.25)
    expect(share(small, ({ chronic_conditions }) => chronic_conditions.includes('hypertension'))).toBeLessThan(0.15)
  })
  test('ages follow the day on which it starts', () => {
    const later = [...generatePatients({ seed: 7, count: 3000, today: '2031-02-28' })]
    expect(infants(later, '2031-02-28')).toBeCloseTo(infants(small, today), 1)
    expect(infants(later, '2031-02-28')).toBeGreaterThan(0.01)
  })
  test('insured people name a payer that exists', () => {
    for (const { insurance } of small)
      if (insurance) expect(insurance.member_number).toContain(`${insuranceCompanies[insurance.payer]?.code}-`)
    expect(share(small, ({ insurance }) => insurance !== null)).toBeGreaterThan(0.25)
  })
})
