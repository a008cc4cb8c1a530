import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { valuesFrom } from '#web/record/record-values.ts'
import type { z } from 'zod'
import type { PatientInput } from '../contract.ts'
import { patientFields } from '../record.ts'
import { readBorn } from './born-text.ts'

type Body = z.input<typeof PatientInput>
type Gender = Body['gender']
type IdentifierKind = NonNullable<Body['identifiers']>[number]['kind']
type AllergyBody = NonNullable<Body['allergies']>[number]

export const noIdentifier = { kind: 'national id' as IdentifierKind, value: '', issuer: '' }
export const noInsurance = { insurance_company_id: '', member_number: '', valid_until: '' }
export const noKin = { first_name: '', second_name: '', relationship: '', contact: { tel_no: '', email_address: '', residence: '' } }
export const noAllergy = {
  substance: '',
  category: 'drug' as AllergyBody['category'],
  severity: 'unknown' as AllergyBody['severity'],
  reaction: '',
}

/** A date of birth that is typed as an age is estimated: registration has no mark for it. */
const { is_birth_date_estimated: _mark, ...entered } = patientFields

/** What the boxes of the registration form hold; the date of birth as it was typed, a date or an age. */
export const noPatient = {
  ...valuesFrom(entered, null),
  gender: '' as Gender | '',
  identifiers: [noIdentifier],
  insurances: [noInsurance],
  next_of_kin: [noKin],
  allergies: [] as (typeof noAllergy)[],
}
export type PatientValues = typeof noPatient
export type PatientForm = FormOf<PatientValues>

const isTyped = (row: object): boolean =>
  Object.entries(row).some(([name, value]) =>
    typeof value === 'object' && value !== null ? isTyped(value) : !FIXED.has(name) && value !== '',
  )
/** Boxes that always hold something: they alone do not make a row. */
const FIXED = new Set(['kind', 'category', 'severity'])

/** The first name on record of somebody nobody knows; screens show their own word for it. */
const UNKNOWN_NAME = 'Unknown'

const namesOf = ({ first_name, second_name, other_names, single_name, is_unidentified, found_at }: PatientValues) =>
  is_unidentified
    ? { first_name: UNKNOWN_NAME, is_unidentified, found_at }
    : { first_name, other_names, ...(single_name ? { single_name } : { second_name }) }

const readBirthDate = (typed: string) => {
  const born = readBorn(typed)
  return born
    ? { date_of_birth: born.date, ...(born.isEstimated && { is_birth_date_estimated: true }) }
    : { date_of_birth: typed.trim() || null }
}

/** An insurance without its company, by the box in which it is missing. */
export const checkInsurances = ({ insurances }: Pick<PatientValues, 'insurances'>): Record<string, string> =>
  Object.fromEntries(
    insurances.flatMap((row, at) =>
      isTyped(row) && row.insurance_company_id === '' ? [[`insurances.${at}.insurance_company_id`, t('Choose one.')]] : [],
    ),
  )

/** The request behind the form: rows without a word in them are left out, an age becomes a date. */
export const toPatientInput = (values: PatientValues): Body => {
  const { single_name: _single, is_unidentified: _unknown, found_at: _found, ...rest } = values
  const insurances = values.insurances.filter(isTyped).map(({ insurance_company_id, ...membership }) => ({
    insurance_company_id: Number(insurance_company_id),
    member_number: membership.member_number || null,
    valid_until: membership.valid_until || null,
  }))
  const next_of_kin = values.next_of_kin.filter(isTyped).map(({ contact, ...kin }) => (isTyped(contact) ? { ...kin, contact } : kin))
  const { first_name: _first, second_name: _second, other_names: _others, ...others } = rest
  return {
    ...others,
    ...namesOf(values),
    ...readBirthDate(values.date_of_birth),
    gender: values.gender as Gender,
    identifiers: values.identifiers.filter(isTyped),
    insurances,
    next_of_kin,
    allergies: values.allergies.filter(isTyped),
  }
}
