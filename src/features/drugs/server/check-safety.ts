import { ageRules, type InteractionRule, interactions, pregnancyRules } from '../knowledge/safety-rules.ts'
import { warningKinds, type SafetyInput, type Warning, type Strength } from '../rules.ts'
import { checkAllergies } from './allergies.ts'
import { checkDoses } from './doses.ts'
import { checkDuplicates } from './duplicates.ts'
import { expanded, listed } from './groups.ts'
import { byText, checked, medicinesOf, pairsOf, type Checked } from './medicine.ts'
import { keyOf } from './substances.ts'
import { warningOf } from './warning.ts'
import type { Directions, UnitCode } from '#features/directions/rules.ts'
import { dividesInto } from '../division.ts'

const pieces: readonly UnitCode[] = ['tablet', 'capsule', 'pill']
const inMcg: Partial<Record<string, number>> = { mcg: 1, mg: 1000, g: 1_000_000 }

/** How many pieces a dose is; null where it is no number of them. */
const piecesOf = (amount: number, unit: UnitCode, strength: Strength | null, isPiece: boolean): number | null => {
  if (pieces.includes(unit)) return amount
  const [asked, held] = [inMcg[unit], strength && inMcg[strength.unit]]
  return isPiece && asked && held && strength && !strength.per ? (amount * asked) / (strength.amount * held) : null
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** The parts of one piece that the doses come to, such as 2 for halves; 1 where each is whole. */
const partsIn = ({ doses }: Directions, strength: Strength | null, isPiece: boolean): number => {
  const amounts = doses.flatMap(({ amount, amount_max: max, unit }) =>
    unit === null ? [] : [amount, max].flatMap((one) => (one === null ? [] : (piecesOf(one, unit, strength, isPiece) ?? []))),
  )
  return Math.max(1, ...amounts.map((one) => (isWhole(one) ? 1 : isWhole(one * 2) ? 2 : isWhole(one * 4) ? 4 : 5)))
}

/**
 * What speaks against dividing what is prescribed: a stop for what is taken whole or cannot be divided so far, a note where nobody has said
 * whether a tablet is scored.
 */
const checkDivision = (lines: readonly Checked[]): Warning[] =>
  lines.flatMap((line) => {
    const { directions, form, unit, name } = line
    if (!directions) return []
    const isPiece = form === 'tablet' || form === 'capsule' || (form === null && /^(?:tab|cap|caplet|pill)/i.test(unit ?? ''))
    const strength = line.substances.length === 1 ? (line.strengths[0] ?? null) : null
    const parts = partsIn(directions, strength, isPiece)
    const divides = dividesInto({ name, form, unit, recorded: line.divides })
    if (parts === 1 || (divides !== null && parts <= divides && parts !== 5)) return []
    const about = [...line.substances, name.toLowerCase()]
    const finding = { kind: 'dose', about, at: line, values: { drug: line.label } } as const
    return divides === null
      ? warningOf({
          ...finding,
          severity: 'note',
          rule: 'division-unknown',
          titleKey: 'divisionUnknown',
          detail: 'The catalogue does not state whether the tablet is scored. Check it before dividing, or choose another strength.',
          source: '',
        })
      : warningOf({
          ...finding,
          severity: 'stop',
          rule: 'not-divided',
          titleKey: 'notDivided',
          detail: 'Capsules and slow-release or enteric-coated tablets must be swallowed whole. Choose another strength or form.',
          source: 'General rule of dispensing, to be confirmed by the clinical lead',
        })
  })

/** True where nothing speaks against a substance for this patient, once these medicines are gone. */
type Fits = (substance: string, without: readonly Checked[]) => boolean

/** Of the substances that a rule names in the place of a medicine those that fit the patient; null where it names none. */
const fitting = (names: string | undefined, fits: Fits, without: readonly Checked[]): readonly string[] | null =>
  names === undefined ? null : listed(names).filter((one) => fits(one, without))

/** A text, and the one that names what is given besides, where that fits the patient. */
const withAddition = (detail: string, also: { text: string; names: string } | undefined, fits: Fits): string =>
  also && listed(also.names).every((one) => fits(one, [])) ? `${detail} ${also.text}` : detail

const rules = interactions.rows.map((rule) => ({ rule, severity: rule.severity, a: expanded(rule.a), b: expanded(rule.b) }))

const hitsOf = (one: Checked, other: Checked) =>
  one.substances.flatMap((x) =>
    other.substances.flatMap((y) =>
      x === y ? [] : rules.filter(({ a, b }) => (a.has(x) && b.has(y)) || (a.has(y) && b.has(x))).map((found) => ({ ...found, x, y })),
    ),
  )

/** The medicines in whose place the alternatives of a rule would come. */
const replacedBy = ({ instead }: InteractionRule, a: ReadonlySet<string>, pair: readonly [Checked, Checked]): readonly Checked[] => {
  if (instead?.of === 'both') return pair
  return pair.filter(({ substances }) => substances.some((one) => a.has(one)) === (instead?.of === 'a'))
}

/** What two medicines do to each other; of one pair of substances only what stops, when anything does. */
const checkInteractions = (pairs: readonly (readonly [Checked, Checked])[], fits: Fits): Warning[] =>
  pairs.flatMap(([line, other]) => {
    if (line.isLocal || other.isLocal) return []
    const hits = hitsOf(line, other)
    const stopped = new Set(hits.filter(({ severity }) => severity === 'stop').map(({ x, y }) => `${x}+${y}`))
    const kept = hits.filter(({ severity, x, y }) => severity === 'stop' || !stopped.has(`${x}+${y}`))
    return [...new Set(kept.map(({ rule }) => rule))].map((rule) => {
      const ofRule = kept.filter((hit) => hit.rule === rule)
      const severity = ofRule.some((hit) => hit.severity === 'stop') ? 'stop' : 'note'
      return warningOf({
        kind: 'interaction',
        severity,
        rule: rule.id,
        about: ofRule.flatMap(({ x, y }) => [x, y]),
        at: line,
        other,
        titleKey: severity === 'stop' ? 'interaction' : 'interactionNote',
        values: { drug: line.label, other: other.label },
        alternatives: fitting(rule.instead?.names, fits, replacedBy(rule, ofRule[0]?.a ?? new Set(), [line, other])),
        detail: `${rule.effect} ${rule.advice}`,
        source: rule.source,
      })
    })
  })

const inPregnancy = pregnancyRules.rows.map((rule) => ({ rule, members: expanded(rule.of) }))
const byAge = ageRules.rows.map((rule) => ({ rule, members: expanded(rule.of) }))

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

/** Of what is not in the catalogue the prescriber alone can say what it is: it is said plainly that nothing was checked. */
const titleOfUnknown = ({ isUnknown, isExternal, substances }: Checked) =>
  !isUnknown ? 'unnamedContents' : isExternal && substances.length === 0 ? 'notInVocabulary' : 'unknownDrug'

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
        titleKey: titleOfUnknown(medicine),
        values: { drug: medicine.label },
        detail: 'Allergies, interactions and doses were not checked for this drug.',
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
