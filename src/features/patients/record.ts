import { z } from 'zod'
import { choice, day, email, type Field, fieldNames, having, phone, text, yesNo } from '#shared/record.ts'
import { isBirthDate } from './rules.ts'

export const genders = ['male', 'female', 'other', 'unknown'] as const

/** What is declared of a patient's field besides its type. None has a default, so that no field is forgotten in one of its uses. */
interface PatientFacts {
  /** Lists and searches answer it, not only the whole record. */
  listed: boolean
  /** Of the portal: whether patients may change it themselves, read it (in their profile and in the download of their record), or neither. */
  own: 'write' | 'read' | false
  /** With which choice a merge takes it over from the record that is merged. */
  merge: string
  /** The column of an import and an export, which is called like the field unless it is named. */
  imported: string | boolean
  /** Where it is asked for: `special` by a box of its own, `contact` by a plain one, `more` by a plain one that is folded away at first. */
  asked: 'special' | 'contact' | 'more'
}

/**
 * The fields of a patient that the desk enters; columns of the same names. The contract, the lists, the forms, the facts, import, export, merge, the
 * portal and the download are derived from them.
 */
export const patientFields = {
  first_name: text(100, {
    label: 'First name',
    presence: 'required',
    listed: true,
    own: 'read',
    merge: 'names',
    imported: true,
    asked: 'special',
    fhir: { path: 'Patient.name.given' },
  }),
  /** May be left out by a person with one name (`single_name`). */
  second_name: text(100, {
    label: 'Last name',
    presence: 'preset',
    listed: true,
    own: 'read',
    merge: 'names',
    imported: true,
    asked: 'special',
    fhir: { path: 'Patient.name.family' },
  }),
  other_names: text(100, {
    label: 'Other names',
    listed: true,
    own: 'read',
    merge: 'names',
    imported: true,
    asked: 'more',
    fhir: { path: 'Patient.name.given' },
  }),
  single_name: yesNo({
    label: 'One name only',
    presence: 'preset',
    listed: true,
    own: 'read',
    merge: 'names',
    imported: false,
    asked: 'special',
  }),
  /** An unknown person: shown as Unknown with `found_at`, place and time, until named. */
  is_unidentified: yesNo({
    label: 'Identity unknown',
    presence: 'preset',
    listed: true,
    own: 'read',
    merge: 'names',
    imported: false,
    asked: 'special',
  }),
  found_at: text(200, { label: 'Where and when found', listed: false, own: 'read', merge: 'names', imported: false, asked: 'special' }),
  gender: choice(genders, {
    label: 'Sex',
    presence: 'required',
    listed: true,
    own: 'read',
    merge: 'gender',
    imported: true,
    asked: 'special',
    filter: true,
    anyLabel: 'Any sex',
    fhir: { path: 'Patient.gender' },
  }),
  date_of_birth: day(z.iso.date().refine(isBirthDate, 'Enter a date of birth between 1900 and today.'), {
    label: 'Date of birth',
    listed: true,
    own: 'read',
    merge: 'date_of_birth',
    imported: true,
    asked: 'special',
    fhir: { path: 'Patient.birthDate' },
  }),
  is_birth_date_estimated: yesNo({
    label: 'The date of birth is estimated',
    presence: 'preset',
    listed: true,
    own: 'read',
    merge: 'date_of_birth',
    imported: 'birth_date_estimated',
    asked: 'special',
  }),
  phone: phone({
    label: 'Phone',
    listed: true,
    own: 'write',
    merge: 'phone',
    imported: true,
    asked: 'contact',
    fhir: { path: 'Patient.telecom', code: { system: 'http://hl7.org/fhir/contact-point-system', code: 'phone' } },
  }),
  email: email({
    label: 'E-mail',
    listed: true,
    own: 'write',
    merge: 'email',
    imported: true,
    asked: 'more',
    fhir: { path: 'Patient.telecom', code: { system: 'http://hl7.org/fhir/contact-point-system', code: 'email' } },
  }),
  residence: text(200, {
    label: 'Residence',
    listed: true,
    own: 'write',
    merge: 'residence',
    imported: true,
    asked: 'contact',
    fhir: { path: 'Patient.address.text' },
  }),
  occupation: text(100, {
    label: 'Occupation',
    listed: false,
    own: 'write',
    merge: 'occupation',
    imported: true,
    asked: 'more',
    fhir: { path: 'Observation.valueString', code: { system: 'http://loinc.org', code: '11341-5' } },
  }),
  language: text(40, {
    label: 'Language',
    listed: false,
    own: 'write',
    merge: 'language',
    imported: true,
    asked: 'more',
    fhir: { path: 'Patient.communication.language' },
  }),
} as const satisfies Record<string, Field & PatientFacts>

export type PatientFieldName = keyof typeof patientFields

const { other_names: _name, ...plain } = { ...having(patientFields, 'asked', 'contact'), ...having(patientFields, 'asked', 'more') }
/** The fields with a plain box that are no part of a name, in the order in which they are declared: what forms, facts and prints show one by one. */
export const plainNames = fieldNames(patientFields).filter((name): name is keyof typeof plain => name in plain)
