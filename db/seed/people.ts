import { arrivals, dateOf, dayOf, dayOfInstant, isoInstant } from './calendar.ts'
import { type ChronicCondition, pickAlerts, pickAllergies, pickConditions } from './health.ts'
import { type Household, type Member, planHousehold } from './household.ts'
import { insuranceCompanies } from './clinic.ts'
import { otherNames } from './names.ts'
import { type Random, random, weightTable } from './random.ts'

export type Gender = 'male' | 'female' | 'other' | 'unknown'
export type Severity = 'mild' | 'moderate' | 'severe'
export type AllergyCategory = 'drug' | 'food' | 'environment' | 'other'
export type Allergy = { substance: string; category: AllergyCategory; reaction: string; severity: Severity }
/** A critical alert must be known before anything is done to the patient. */
export type Alert = { text: string; is_critical: boolean }
export type NextOfKin = { first_name: string; second_name: string; relationship: string; phone: string }

export type Patient = {
  first_name: string
  /** Empty exactly for people with one name, as in the patients table. */
  second_name: string
  other_names: string | null
  single_name: boolean
  gender: Gender
  date_of_birth: string
  is_birth_date_estimated: boolean
  /** E.164; children and some of the old have none. */
  phone: string | null
  email: string | null
  national_id: string | null
  residence: string
  address: string
  next_of_kin: NextOfKin
  /** `payer` is an index into `insuranceCompanies`. */
  insurance: { payer: number; member_number: string } | null
  allergies: Allergy[]
  alerts: Alert[]
  chronic_conditions: ChronicCondition[]
  registered_at: string
}

export type PatientOptions = {
  seed: number | string
  count: number
  /** The clinic's date, `YYYY-MM-DD`; everybody registered in the two years before it. */
  today: string
}

const YEAR = 365.25
const REGISTRATION_DAYS = 730
/** Relatives who have not come yet; beyond this many the oldest households move away. */
const WAITING_RELATIVES = 400

const payerTable = weightTable(
  insuranceCompanies.map((_, index) => index),
  (index) => insuranceCompanies[index]?.share ?? 0,
)

const plain = new Map<string, string>()
const latin: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', đ: 'd', þ: 'th', ð: 'd', ı: 'i' }
const mailbox = (name: string) => {
  let slug = plain.get(name)
  if (slug === undefined) {
    slug = name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[łøæßđþðı]/g, (letter) => latin[letter] ?? '')
      .replace(/[^a-z]/g, '')
    plain.set(name, slug)
  }
  return slug
}

/** Patients in the order of their registration, the same for the same options. Relatives share name, home and phones. */
export function* generatePatients({ seed, count, today }: PatientOptions): Generator<Patient> {
  const rng = random(`patients ${seed}`)
  const lastDay = dayOf(today) - 1
  const stream = arrivals(lastDay - REGISTRATION_DAYS + 1, lastDay, -0.3)
  const identityOffset = rng.integer(0, 29_999_999)
  const relatives: { household: Household; member: Member }[] = []

  for (let i = 0; i < count; i++) {
    const instant = stream.instant((i + rng.next()) / count)
    const day = dayOfInstant(instant)
    let household: Household
    let member: Member
    const waiting = relatives.length > 0 && rng.chance(0.6) ? rng.integer(0, relatives.length - 1) : -1
    if (waiting >= 0) {
      ;({ household, member } = relatives[waiting] as (typeof relatives)[number])
      relatives[waiting] = relatives.at(-1) as (typeof relatives)[number]
      relatives.pop()
    } else {
      household = planHousehold(rng, day)
      member = household.members[household.firstVisitor] as Member
      for (const other of household.members) if (other !== member && rng.chance(0.75)) relatives.push({ household, member: other })
      while (relatives.length > WAITING_RELATIVES) relatives.shift()
    }
    yield patientOf(rng, household, member, { day, instant, index: i, identityOffset })
  }
}

type Registration = { day: number; instant: number; index: number; identityOffset: number }

const patientOf = (rng: Random, household: Household, member: Member, { day, instant, index, identityOffset }: Registration): Patient => {
  const { culture } = household
  const { sex, first_name, second_name, single } = member
  const age = (day - member.birth) / YEAR
  const gender = rng.chance(0.004) ? (age < 0.1 || rng.chance(0.6) ? 'unknown' : 'other') : sex
  const isEstimated = age >= 12 && rng.chance(culture.foreign ? 0.02 : age > 60 ? 0.3 : age > 40 ? 0.08 : 0.02)
  const birth = dateOf(member.birth)
  const hasCard = age >= 18.5 && rng.chance(culture.foreign ? 0.12 : 0.82)
  const hasMail = age >= 16 && member.phone !== null && rng.chance(age < 45 ? 0.38 : age < 65 ? 0.2 : 0.05)
  const chronic = pickConditions(rng, age, sex)
  return {
    first_name,
    second_name,
    other_names: single ? null : otherNames(rng, culture, sex, [first_name, second_name], member.fathersFather),
    single_name: single,
    gender,
    date_of_birth: isEstimated ? `${birth.slice(0, 4)}-01-01` : birth,
    is_birth_date_estimated: isEstimated,
    phone: member.phone,
    email: hasMail ? `${mailbox(first_name)}${single ? '' : `.${mailbox(second_name)}`}${index + 1}@mail.example` : null,
    // A multiplication modulo a number without common divisor meets every identity number once before it repeats.
    national_id: hasCard ? String(10_000_000 + ((index * 17_320_511 + identityOffset) % 30_000_000)) : null,
    residence: household.residence,
    address: household.address,
    next_of_kin: member.kin,
    insurance: household.insuranceNumber ? insuranceOf(rng, household, member) : null,
    allergies: pickAllergies(rng, age),
    alerts: pickAlerts(rng, age, culture.language, chronic),
    chronic_conditions: chronic,
    registered_at: isoInstant(instant),
  }
}

/** A household is insured under one number; its members differ in the last two digits. */
const insuranceOf = (rng: Random, household: Household, member: Member) => {
  household.payer ??= rng.weighted(payerTable)
  const position = String(household.members.indexOf(member) + 1).padStart(2, '0')
  return { payer: household.payer, member_number: `${insuranceCompanies[household.payer]?.code}-${household.insuranceNumber}-${position}` }
}
