import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withoutEmptyTexts } from '#web/forms/empty-fields.ts'
import { createPatient } from '../contract.ts'
import { readBorn } from './born-text.ts'
import { checkInsurances, noIdentifier, noInsurance, noKin, noPatient, toPatientInput } from './patient-values.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-15T09:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const amina = { ...noPatient, first_name: 'Amina', second_name: 'Yusuf', gender: 'female' as const }

const born = (date_of_birth: string) => toPatientInput({ ...amina, date_of_birth })

describe('what the registration form sends', () => {
  test('rows in which nothing was typed are not sent, and the rest is what the contract takes', () => {
    const body = toPatientInput(amina)
    expect(body).toMatchObject({ identifiers: [], insurances: [], next_of_kin: [], allergies: [], date_of_birth: null })
    expect(createPatient.body.safeParse(withoutEmptyTexts(createPatient.body, body)).success).toBe(true)
  })

  test('an age becomes an estimated date of birth, a date stays exact, anything else is left for the contract to refuse', () => {
    expect(born('34')).toMatchObject({ date_of_birth: '1992-03-15', is_birth_date_estimated: true })
    expect(born('3/2/1990')).toMatchObject({ date_of_birth: '1990-02-03' })
    expect(born('3/2/1990')).not.toHaveProperty('is_birth_date_estimated')
    expect(born('yesterday')).toMatchObject({ date_of_birth: 'yesterday' })
  })

  test('an insurance of which only the number was typed asks for its company', () => {
    expect(checkInsurances({ insurances: [noInsurance, { ...noInsurance, member_number: 'M-17' }] })).toEqual({
      'insurances.1.insurance_company_id': 'Choose one.',
    })
    expect(checkInsurances({ insurances: [{ ...noInsurance, insurance_company_id: '3' }] })).toEqual({})
  })

  test('somebody unknown is sent with place and time and without the names that were typed before', () => {
    const body = toPatientInput({ ...amina, is_unidentified: true, found_at: 'Market road, 14:00' })
    expect(body).toMatchObject({ first_name: 'Unknown', is_unidentified: true, found_at: 'Market road, 14:00' })
    expect(body).not.toHaveProperty('second_name')
  })

  test('one name only leaves the second name out', () => {
    const body = toPatientInput({ ...amina, single_name: true })
    expect(body).toMatchObject({ first_name: 'Amina', single_name: true })
    expect(body).not.toHaveProperty('second_name')
  })

  test('papers, cover and kin travel along; kin without contact details have none', () => {
    const body = toPatientInput({
      ...amina,
      identifiers: [{ ...noIdentifier, value: '12345678' }, noIdentifier],
      insurances: [{ ...noInsurance, insurance_company_id: '7', member_number: 'M-1' }],
      next_of_kin: [{ ...noKin, first_name: 'Otieno', relationship: 'brother' }],
    })
    expect(body.identifiers).toEqual([{ kind: 'national id', value: '12345678', issuer: '' }])
    expect(body.insurances).toEqual([{ insurance_company_id: 7, member_number: 'M-1', valid_until: null }])
    expect(body.next_of_kin).toEqual([{ first_name: 'Otieno', second_name: '', relationship: 'brother' }])
  })
})

test.each([
  ['3 Feb 1980', { date: '1980-02-03', isEstimated: false }],
  ['03021980', { date: '1980-02-03', isEstimated: false }],
  ['8 mo', { date: '2025-07-15', isEstimated: true }],
  ['1980', { date: '1980-07-01', isEstimated: true }],
  ['31/2/1980', null],
  ['soon', null],
])('“%s” typed as a birth', (typed, read) => expect(readBorn(typed, '2026-03-15')).toEqual(read))
