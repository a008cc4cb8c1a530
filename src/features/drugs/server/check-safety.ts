import { ageRules } from '../knowledge/ages.ts'
import { pregnancyRules } from '../knowledge/pregnancy.ts'
import { warningKinds, type SafetyInput, type Warning } from '../rules.ts'
import { checkAllergies } from './allergies.ts'
import { fitting, withAddition, type Fits } from './alternatives.ts'
import { checkDivision } from './check-division.ts'
import { checkDoses } from './doses.ts'
import { checkDuplicates } from './duplicates.ts'
import { expanded } from './groups.ts'
import { checkInteractions } from './interactions.ts'
import { byText, checked, medicinesOf, pairsOf, type Checked } from './medicine.ts'
import { keyOf } from './substances.ts'
import { warningOf } from './warning.ts'

const inPregnancy = pregnancyRules.map((rule) => ({ rule, members: expanded(rule.of) }))
const byAge = ageRules.map((rule) => ({ rule, members: expanded(rule.of) }))

/** What is said of a pregnancy that is known; while it is not known, a note for each drug that would be stopped: unknown is not no. */
const checkPregnancy = (lines: readonly Checked[], fits: Fits, isKnown = true): Warning[] =>
  lines.flatMap((line) =>
    inPregnancy.flatMap(({ rule, members }) => {
      const about = line.substances.filter((one) => members.has(one))
      if (about.length === 0 || (line.isLocal && !rule.isLocalToo) || (!isKnown && rule.severity !== 'stop')) return []
      const finding = { kind: 'pregnancy', about, at: line, values: { drug: line.label }, source: rule.source } as const
      if (!isKnown)
        return warningOf({
          ...finding,
          severity: 'note',
          rule: `${rule.id}-unknown`,
          titleKey: 'pregnancyUnknown',
          detail: 'Ask whether she is pregnant, and record the answer.',
        })
      return warningOf({
        ...finding,
        severity: rule.severity,
        rule: rule.id,
        titleKey: rule.severity === 'stop' ? 'pregnancy' : 'pregnancyNote',
        detail: withAddition(rule.detail, rule.also, fits),
        alternatives: fitting(rule.instead, fits, [line]),
      })
    }),
  )

const checkAge = (lines: readonly Checked[], ageYears: number | null, fits: Fits): Warning[] =>
  lines.flatMap((line) =>
    byAge.flatMap(({ rule, members }) => {
      const about = line.substances.filter((one) => members.has(one))
      if (ageYears === null || ageYears >= rule.under || about.length === 0 || line.isLocal) return []
      return warningOf({
        kind: 'age',
        severity: 'stop',
        rule: rule.id,
        about,
        at: line,
        titleKey: 'age',
        values: { drug: line.label, years: String(rule.under) },
        detail: withAddition(rule.detail, rule.also, fits),
        alternatives: fitting(rule.instead, fits, [line]),
        source: rule.source,
      })
    }),
  )

const checkNames = (first: Checked, medicines: readonly Checked[]): Warning[] =>
  medicines
    .filter(({ isUnknown, isUnnamed }) => isUnknown || isUnnamed)
    .map((medicine) =>
      warningOf({
        kind: 'unchecked',
        severity: 'note',
        rule: medicine.isUnknown ? 'unknown-name' : 'unnamed-contents',
        about: [keyOf(medicine.name)],
        at: medicine.key === null ? first : medicine,
        with: medicine.key === null ? medicine.label : null,
        titleKey: medicine.isUnknown ? 'unknownDrug' : 'unnamedContents',
        values: { drug: medicine.label },
        detail: 'Allergies, interactions and doses were not checked for it.',
        source: '',
      }),
    )

const rank = ({ kind, severity, key }: Warning) => `${severity === 'stop' ? 0 : 1}${warningKinds.indexOf(kind)}${key}`

const never: Fits = () => false

const candidates = new Map<string, Checked>()
/** A substance by itself, as the checks see it; each is read once. */
const candidateOf = (name: string): Checked => {
  const known = candidates.get(name) ?? checked({ key: '', name, substances: [name] })
  candidates.set(name, known)
  return known
}

/**
 * Whether a substance may be named to this patient: nothing stops it, no allergy is near it, and none is unreadable. Doses and kidney function
 * are not part of it, as no dose is named.
 */
const fitsPatient = (
  { lines, current }: ReturnType<typeof medicinesOf>,
  allergies: SafetyInput['allergies'],
  { ageYears, isPregnant }: SafetyInput['patient'],
): Fits => {
  const barred = new Map<string, boolean>()
  const isBarred = (candidate: Checked) =>
    checkAllergies(candidate, [candidate], allergies).length > 0 ||
    (isPregnant === true && checkPregnancy([candidate], never).length > 0) ||
    checkAge([candidate], ageYears, never).length > 0
  return (substance, without) => {
    const candidate = candidateOf(substance)
    const known = barred.get(substance) ?? isBarred(candidate)
    barred.set(substance, known)
    if (known) return false
    const pairs = [...lines, ...current].filter((one) => !without.includes(one)).map((other) => [candidate, other] as const)
    return ![...checkInteractions(pairs, never), ...checkDuplicates(pairs)].some(({ severity }) => severity === 'stop')
  }
}

/**
 * Everything that speaks against a prescription for this patient: stops first, each finding once. Reads no clock, file or database; the same
 * input gives the same warnings in the same order, whatever the order of its lines, medicines and allergies.
 */
export const checkSafety = (input: SafetyInput): Warning[] => {
  const medicines = medicinesOf(input)
  const { lines, current } = medicines
  const first = lines[0]
  if (!first) return []
  const pairs = pairsOf(medicines)
  const { patient } = input
  const allergies = input.allergies.toSorted((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
  const fits = fitsPatient(medicines, allergies, patient)
  const all = [
    ...checkAllergies(first, lines, allergies),
    ...checkInteractions(pairs, fits),
    ...checkDuplicates(pairs),
    ...checkDoses(lines, current, patient),
    ...checkDivision(lines),
    ...(patient.isPregnant === true ? checkPregnancy(lines, fits) : []),
    ...(patient.isPregnant === null && patient.isPregnancyAsked ? checkPregnancy(lines, never, false) : []),
    ...checkAge(lines, patient.ageYears, fits),
    ...checkNames(first, [...lines, ...current]),
  ].toSorted((a, b) => byText(rank(a), rank(b)))
  return all.filter(({ key }, index) => all.findIndex((one) => one.key === key) === index)
}
