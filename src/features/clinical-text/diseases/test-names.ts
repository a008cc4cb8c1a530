import type { Core } from './cores.ts'
import type { Unit } from './units.ts'

/** A mention as units: from the first to before the last. */
interface Place {
  from: number
  to: number
  core: Pick<Core, 'entry'>
}

// Folded (fold.ts). What makes the name before it the name of a test, and what does so only behind an infection.
const TEST =
  /^(?:antibody|antigen|ag|ab|abs|parasite|serology|serologic|serological|pcr|culture|screen|screening|smear|film|slide|rdt|mrdt|titre|titer|igg|igm|elisa|vdrl|rpr|tpha|tppa|test|tested|testing|assay|rna|dna|naat|microscopy|xpert|genexpert|quantiferon|igra|mantoux|ns1|clia|hbsag|marker|immunoassay|immunoblot|antibodie)$/
const TEST_OF_INFECTION = /^(?:status|load|swab|stain|immune|immunity|exposed|viral|rapid|kit|score|panel|lam|combo|strip)$/
// What may stand between a name and the word that makes it a test.
const QUALIFIER =
  /^(?:total|core|surface|envelope|capsid|stool|serum|plasma|sputum|rapid|viral|virus|specific|direct|indirect|combo|duo|anti|type|capsular|cryptococcal|third|fourth|generation|\d{1,2}|[a-h]|i{1,3}|iv)$/i
const LETTER = /^(?:[A-H]|\d|I{1,3}|IV)$/
const LONGEST_QUALIFIERS = 6
const MARKS = new Set(['/', '&', '+'])
// A test named before the disease: "RDT malaria", "RDT for malaria", "antibodies to hepatitis C".
const DIRECT = /^(?:antibody|antigen|ag|serology|pcr|rdt|mrdt|igg|igm|elisa|vdrl|rpr|tpha|test|screen|xpert|genexpert|mantoux)$/
const LINK = /^(?:for|to|against)$/
const FILLER = /^(?:the|a|an|presence|of|possible|suspected|any|evidence)$/
const RESULT = /^(?:neg|negative|pos|positive|non|nonreactive|reactive|not|nil|none|detected|undetected|pending|no|invalid|indeterminate)$/

const isInfection = ({ core }: Place) => /^(?:[AB]\d|U07)/.test(core.entry?.code ?? '')

const isTestWord = ({ text, isMark }: Unit, ofInfection: boolean) =>
  !isMark && (TEST.test(text) || (ofInfection && TEST_OF_INFECTION.test(text)))

/** A dash with spaces parts a remark from a name, unless a result follows: "Typhoid - Widal done", "Malaria - RDT negative". */
const isRemark = (units: readonly Unit[], at: number) => {
  const [before, unit] = [units[at - 1]!, units[at]!]
  return unit.isJoined && unit.start - before.end > 2 && !units.slice(at + 1, at + 3).some(({ text }) => RESULT.test(text))
}

/** A test with its result: "Malaria: RDT negative". */
const isTestWithResult = (units: readonly Unit[], at: number, ofInfection: boolean) =>
  units[at]?.isFirst === false &&
  isTestWord(units[at], ofInfection) &&
  units.slice(at + 1, at + 5).some(({ text, raw }) => RESULT.test(text) || /^[-–+]$/.test(raw))

/** Past a test in parentheses, which hold nothing else: "malaria (RDT)"; "TB (smear negative)" is a remark. */
const findBracketEnd = (units: readonly Unit[], place: Place): number | undefined => {
  const { to } = place
  if (units[to]?.raw !== '(' || units[to].isFirst) return undefined
  const close = units.slice(to, to + LONGEST_QUALIFIERS).findIndex(({ raw }) => raw === ')') + to
  const inside = units.slice(to + 1, Math.max(to + 1, close))
  const isTest = inside.some((unit) => isTestWord(unit, isInfection(place)))
  return isTest && inside.every(({ text }) => !RESULT.test(text)) ? close + 1 : undefined
}

/** Past the word that makes a name a test; undefined where none follows. */
const findTestEnd = (units: readonly Unit[], place: Place): number | undefined => {
  const ofInfection = isInfection(place)
  let end: number | undefined
  for (let at = place.to; at < Math.min(units.length, place.to + LONGEST_QUALIFIERS); at++) {
    const unit = units[at]!
    if (unit.isFirst || isRemark(units, at)) break
    if (unit.raw === ':' && at === place.to && isTestWithResult(units, at + 1, ofInfection)) continue
    if (isTestWord(unit, ofInfection)) end = at + 1
    else if (unit.text === 'and' && LETTER.test(units[at + 1]?.raw ?? '')) continue
    else if (!(unit.isMark ? MARKS.has(unit.raw) : QUALIFIER.test(unit.text))) break
  }
  return end
}

/** The unit where a test begins that is named before a disease; undefined where none is. */
const findTestBefore = (units: readonly Unit[], { from }: Place): number | undefined => {
  if (units[from]!.isFirst) return undefined
  let at = from - 1
  if (units[at]!.text === 'anti' && units[from]!.isJoined) return at
  while (at > 0 && !units[at]!.isFirst && FILLER.test(units[at]!.text)) at--
  const isLinked = LINK.test(units[at]!.text) && !units[at]!.isFirst
  if (isLinked) at--
  else if (at !== from - 1 || units[from]!.isJoined) return undefined
  if (!isLinked) return DIRECT.test(units[at]!.text) ? at : undefined
  return TEST.test(units[at]!.text) || /^(?:immune|immunity|screened|checked)$/.test(units[at]!.text) ? at : undefined
}

/** The name of a test: its units, which a disease names only in part. */
export interface TestName {
  from: number
  to: number
}

/**
 * The test whose name holds a disease: "HIV 1/2 antibody", "malaria parasites", "serology for syphilis". Undefined where a disease is meant.
 */
const findTestName = (units: readonly Unit[], place: Place): TestName | undefined => {
  const last = units[place.to - 1]!
  const end = place.to - place.from > 1 && TEST.test(last.text) ? place.to : undefined
  const after = findTestEnd(units, place) ?? findBracketEnd(units, place) ?? end
  if (after !== undefined) return { from: place.from, to: after }
  const before = findTestBefore(units, place)
  return before === undefined ? undefined : { from: before, to: place.to }
}

const isAnd = ({ text, raw }: Unit) => text === 'and' || text === 'or' || raw === '&' || raw === '/'

/** Whether only a list goes on between two places; commas count where the list ends with "and". */
const joinsList = (units: readonly Unit[], from: number, to: number, hasAnd: boolean) => {
  const between = units.slice(from, to)
  return between.length > 0 && between.length < 3 && between.every((unit) => !unit.isFirst && (isAnd(unit) || (hasAnd && unit.raw === ',')))
}

/**
 * The diseases that only name what is tested for: each in the name of a test, and those of one list with it ("HIV, hepatitis B and syphilis
 * screen" where the list begins its line, "tested for HIV and syphilis").
 */
export const findTestNames = <Named extends Place>(units: readonly Unit[], places: readonly Named[]): Map<Named, TestName> => {
  const tests = new Map<Named, TestName>()
  for (const place of places) {
    const test = findTestName(units, place)
    if (test) tests.set(place, test)
  }
  const named = new Set([...tests].filter(([place, { from }]) => from < place.from).map(([place]) => place))
  for (let at = 1; at < places.length; at++) {
    const [before, place] = [places[at - 1]!, places[at]!]
    if (!named.has(before) || tests.has(place) || !joinsList(units, before.to, place.from, true)) continue
    named.add(place)
    tests.set(place, { from: place.from, to: place.to })
  }
  for (let at = places.length - 1; at > 0; at--) {
    const place = places[at]!
    if (!tests.has(place) || tests.get(place)!.to <= place.to) continue
    let first = at
    const hasAnd = units.slice(places[at - 1]!.to, place.from).some(isAnd)
    while (first > 0 && joinsList(units, places[first - 1]!.to, places[first]!.from, hasAnd)) first--
    if (first === at || !units[places[first]!.from]!.isFirst) continue
    for (const one of places.slice(first, at)) tests.set(one, tests.get(one) ?? { from: one.from, to: one.to })
  }
  return tests
}
