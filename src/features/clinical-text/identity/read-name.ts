import { PARTICLES, TITLES } from '#features/patients/names.ts'
import { foldInPlace } from './fold.ts'

const STAFF_TITLES: ReadonlySet<string> = new Set([
  'dr',
  'prof',
  'professor',
  'doctor',
  'docteur',
  'nurse',
  'sr',
  'sister',
  'rn',
  'co',
  'md',
])
/** Words behind which no name goes on: labels of forms, small words, and what is written where a name is missing. */
const STOPS: ReadonlySet<string> = new Set(
  `age aged sex gender dob date day time ward bed room no number id tel telephone phone mobile cell address residence village county town email
  mrn op ip opd ipd uhid file folder reg registration hospital clinic lab laboratory doctor physician clinician consultant nurse ref referred
  referral male female years year yrs yr months month weeks days old born birth nationality religion tribe occupation marital status
  diagnosis dx rx visit admission admitted discharge discharged specimen sample test report result results insurance scheme payer member
  weight height bp of for is was are has had with the and a an by at in on to from who presents presented presenting seen was your our this that
  known case stable alert conscious unknown unidentified nil none na not patient client name names surname first last other given middle
  signature sign signed stamp designation title next kin mother father guardian spouse husband wife brother sister son daughter partner parent caregiver relationship contact umri jinsia simu namba tarehe
  anwani sexe ne nee le adresse naissance prenom prenoms nom telephone centre center dispensary insurance ltd limited company health medical
  therapy physiotherapy review letter request transfer care management treatment education counselling instructions information record records
  history complaints complaint findings form card copy page details particulars`.split(/\s+/),
)
const ORGANISATIONS: ReadonlySet<string> = new Set(
  'hospital clinic laboratory dispensary centre center pharmacy ltd limited insurance university ministry'.split(' '),
)
const LONGEST = 6

interface NameRead {
  /** Without titles. */
  value: string
  hasTitle: boolean
  /** Behind the last letter of it. */
  length: number
  words: number
}
interface NameOptions {
  /** Small letters throughout are a name, too. */
  small: boolean
  /** A doctor's title makes it the name of one. */
  refusesStaff: boolean
}

const word = /^(?:[\p{L}](?:[\p{L}\p{M}'’`-]|\.(?=\p{L}))*\.?)/u
/** Between two words of a name: one or two blanks, or a comma behind the surname. */
const gap = /^(?:, ?| {1,2}|\.(?= ?\p{L}))/u
const ofRelative = /^(?:b\/o|baby of|infant of|child of|son of|daughter of|wife of|[sdw]\/o|mtoto wa|bebe de|enfant de)(?!\p{L})/u

/**
 * The name that a text begins with, until a label, a number or a small word ends it; null where it begins with none. A child that is
 * only called by its mother has none.
 */
export const readName = (text: string, { small, refusesStaff }: NameOptions): NameRead | null => {
  const folded = foldInPlace(text)
  const lead = /^[\s:=.\-–—]*/.exec(folded)![0].length
  if (ofRelative.test(folded.slice(lead))) return null
  const names: string[] = []
  let at = lead
  let end = lead
  let hasTitle = false
  let isSmall: boolean | undefined
  while (names.length < LONGEST) {
    const found = word.exec(text.slice(at))
    if (!found) break
    const [raw] = found
    const plain = foldInPlace(raw).replaceAll(/[.']/g, '')
    const after = folded.slice(at + raw.length)
    if (ofRelative.test(folded.slice(at)) || ORGANISATIONS.has(plain)) return ORGANISATIONS.has(plain) ? null : finish()
    if (STOPS.has(plain)) break
    // A sex behind the name: "Jane Doe, F 34 y", "Jane Doe M".
    if (names.length > 0 && /^[mf]$/.test(plain) && !raw.endsWith('.') && /^(?:[\s,/)]*(?:\d|$)|\/)/.test(after)) break
    if (TITLES.has(plain) && (names.length === 0 || plain.length === 2 || plain === 'snr')) {
      if (refusesStaff && names.length === 0 && STAFF_TITLES.has(plain)) return null
      hasTitle ||= names.length === 0
    } else {
      const isLower = raw === raw.toLowerCase()
      isSmall ??= isLower
      if (isLower && !isSmall && !PARTICLES.has(plain)) break
      if (isSmall && !small) return null
      names.push(raw)
    }
    at += raw.length
    end = at
    const between = gap.exec(text.slice(at))
    if (!between) break
    // Behind two words a wide gap is the next column.
    if (names.length > 1 && between[0].length > 1 && !between[0].startsWith(',')) break
    at += between[0].length
  }
  return finish()

  function finish(): NameRead | null {
    const isLetters = names.some((one) => one.replaceAll(/[^\p{L}]/gu, '').length > 1)
    return isLetters ? { value: names.join(' '), hasTitle, length: end, words: names.length } : null
  }
}
