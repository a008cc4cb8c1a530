import type { Core } from './cores.ts'
import type { Unit } from './units.ts'
import { isAdjective, isSubstance } from './words/endings.ts'
import { GENERAL, KINDS, NAMED, NEVER, NUMBERED, SITES, WITH_OF } from '../knowledge/disease-words.ts'

const NUMBER = /^(?:\d{1,2}[A-Da-d]?|[IVX]{1,4}[AaBbCc]?|[A-H])$/
const ORDINAL = /^(?:third|fourth|fifth|sixth|seventh|eighth|ninth|first|second)$/
const DANGLING =
  /^(?:linked|associated|related|induced|dependent|responsive|resistant|and|or|of|type|phosphate|to|gene|cell|chain|trait|positive|growth|error|\d+)$/
const CAUSED = /^(?:induced|related|associated)$/
const INDUCING = /^(?:drug|alcohol|exercise|stress|pregnancy|radiation|age|noise|smoking|hiv|diet|work|trauma|infection)$/
const LACKING = /^(?:deficiency|deficient|haploinsufficiency|absence|insensitivity)$/
const ALTERED = /^(?:deficiency|deficient|haploinsufficiency|absence|defect|abnormality|insensitivity|dysfunction)$/

const isShort = (raw: string) => /^[A-Z][A-Z0-9]{1,6}$|^[A-Z]\d{1,2}$|^[A-Z][a-z]{1,3}\d{1,2}$/.test(raw)
const isName = (raw: string) => /^[A-Z][a-zé]{2,}$/.test(raw) || isShort(raw)
const isParticle = (raw: string) => /^(?:von|van|der|de|la|Von|Van|De|Le|Mc)$/.test(raw)
const isOfKind = ({ text }: Unit) => SITES.has(text) || KINDS.has(text)
const describes = (unit: Unit) =>
  !unit.isMark && !NEVER.has(unit.text) && (isOfKind(unit) || (isAdjective(unit.text) && !GENERAL.has(unit.text)))

/** Whether most letters of the line of a unit are capitals, so that a capital letter says nothing. */
const isShouted = (units: readonly Unit[], at: number) => {
  const around = units.slice(Math.max(0, at - 3), at + 4).filter(({ raw }) => raw.length > 3 && /^\p{L}+$/u.test(raw))
  return around.length > 2 && around.filter(({ raw }) => raw === raw.toUpperCase()).length > around.length * 0.7
}

/** The unit of "(" when the units before `to` are a short form in parentheses: "von Hippel-Lindau (VHL) disease". */
const parenthesisBefore = (units: readonly Unit[], to: number): number | undefined => {
  if (units[to - 1]?.raw !== ')') return undefined
  for (let at = to - 2; at >= Math.max(0, to - 5); at--) {
    const { raw } = units[at]!
    if (raw === '(') return to - at > 2 ? at : undefined
    if (!/^[A-Z0-9][A-Za-z0-9]*$/.test(raw)) return undefined
  }
  return undefined
}

const conjunctionBefore = (units: readonly Unit[], from: number, isInList: boolean): number | undefined => {
  const mark = units[from - 1]?.raw.toLowerCase()
  if (mark === 'and' || mark === 'or') {
    if (units[from - 2]?.raw === '/') return from - 3
    if (units[from - 2]?.raw === ',') return isInList || units[from - 4]?.raw === ',' ? from - 2 : undefined
    return from - 1
  }
  return mark === '/' || (mark === ',' && isInList) ? from - 1 : undefined
}

const isLike = (left: Unit, right: Unit, isNamed: boolean) =>
  (SITES.has(left.text) && SITES.has(right.text)) ||
  (isNamed && /^[A-Z][a-z]+/.test(left.raw) && /^[A-Z][a-z]+/.test(right.raw) && !NEVER.has(left.text)) ||
  (isAdjective(left.text) && isAdjective(right.text) && !GENERAL.has(left.text) && !NEVER.has(left.text))

interface Left {
  units: readonly Unit[]
  head: string
}

const isNumber = (units: readonly Unit[], at: number) => {
  const { raw, text, isJoined } = units[at]!
  const before = units[at - 1]?.text ?? ''
  if (/^(?:type|stage|factor)$/.test(text)) return NUMBER.test(units[at + 1]!.raw)
  if (NUMBER.test(raw) && /^(?:type|factor|protein|complement)$/.test(before)) return true
  if (/^[A-Z]$/.test(raw) && /^(?:factor|protein|vitamin)$/.test(before)) return true
  return /^\d+$/.test(raw) && units[at + 1]!.isJoined && isJoined
}

/** What hyphens bind to the next word: "X-linked", "late-onset", "drug-induced". */
const isBound = (units: readonly Unit[], at: number) => {
  const { text, raw, isJoined } = units[at]!
  const next = units[at + 1]!
  if (text === 'onset') return isJoined && next.isJoined
  if (CAUSED.test(text)) return isJoined && INDUCING.test(units[at - 1]!.text)
  if (!next.isJoined) return false
  return (/^(?:linked|onset)$/.test(next.text) && (!NEVER.has(text) || raw === 'X')) || (CAUSED.test(next.text) && INDUCING.test(text))
}

const isNamedBy = ({ units, head }: Left, at: number) => {
  const { raw, text } = units[at]!
  if (isParticle(raw)) return /^[A-Z]/.test(units[at + 1]!.raw)
  if (units[at + 1]!.isJoined && raw.length < 4 && !NEVER.has(text)) return true
  return NAMED.has(head) && isName(raw) && !NEVER.has(text) && !isShouted(units, at)
}

const isLacking = (head: string, { text, raw, isMark }: Unit) =>
  !isMark && !NEVER.has(text) && ALTERED.test(head) && (isSubstance(text) || isShort(raw) || (LACKING.test(head) && raw.length < 4))

const isTaken = (left: Left, at: number, isNextToName: boolean): boolean => {
  const { units, head } = left
  const unit = units[at]!
  if (unit.isMark) return false
  if (isNumber(units, at) || isBound(units, at)) return true
  if (/^(?:male|female)$/.test(unit.text)) return units[at + 1]!.text === 'breast'
  if (ORDINAL.test(unit.text)) return units[at + 1]!.text === 'component'
  return describes(unit) || isLacking(head, unit) || (isNextToName && isNamedBy(left, at))
}

/** Where a mention begins whose core begins at `from`: what stands to the left and belongs to its name. */
export const leftEdge = (units: readonly Unit[], from: number, head: string, floor: number): number => {
  const left = { units, head }
  let edge = from
  let isNextToName = true
  let isInList = false
  while (edge > floor && !units[edge]!.isFirst) {
    const before = units[edge - 1]!
    const open = parenthesisBefore(units, edge)
    const conjunction = conjunctionBefore(units, edge, isInList)
    if (open !== undefined && open > floor && edge === from && isTaken(left, open - 1, true)) edge = open
    else if (conjunction !== undefined && conjunction > floor && isLike(units[conjunction - 1]!, units[edge]!, NAMED.has(head))) {
      edge = conjunction - 1
      isInList = true
    } else if (isTaken(left, edge - 1, isNextToName)) {
      edge--
      isNextToName &&= isName(before.raw) || isParticle(before.raw) || isShort(before.raw)
    } else break
  }
  while (edge < from && (units[edge]!.isMark || DANGLING.test(units[edge]!.text)) && !/^type$/.test(units[edge]!.text)) edge++
  return edge
}

const isQualifier = (unit: Unit | undefined, head: string) =>
  unit !== undefined &&
  !unit.isFirst &&
  !unit.isMark &&
  (describes(unit) ||
    /^(?:left|right|both|distal|proximal)$/.test(unit.text) ||
    (ALTERED.test(head) && (ORDINAL.test(unit.text) || isSubstance(unit.text) || isShort(unit.raw))))

const afterOf = (units: readonly Unit[], to: number, head: string): number => {
  if (units[to]?.text !== 'of' || units[to].isFirst || !WITH_OF.has(head)) return to
  let at = to + 1
  if (/^(?:the|a|an|his|her|their|enzyme)$/.test(units[at]?.text ?? '')) at++
  const begin = at
  for (;;) {
    if (isQualifier(units[at], head)) at++
    else if (/^(?:and|or|,)$/.test(units[at]?.text ?? '') && SITES.has(units[at + 1]?.text ?? '') && SITES.has(units[at - 1]?.text ?? ''))
      at += 2
    else if (units[at]?.text === 'of' && units[at - 1]?.text === 'component' && isQualifier(units[at + 1], head)) at += 2
    else break
  }
  while (
    at > begin &&
    (/^(?:left|right|lower|upper|posterior|anterior|distal|proximal)$/.test(units[at - 1]!.text) || isAdjective(units[at - 1]!.text))
  )
    at--
  return at > begin ? at : to
}

/** Where a mention ends whose last core ends at `to`: a number that says which, or "of" and a part of the body. */
export const rightEdge = (units: readonly Unit[], to: number, head: string): number => {
  const next = units[to]
  if (next === undefined || next.isFirst) return to
  if (next.text === 'type' && NUMBER.test(units[to + 1]?.raw ?? '')) return to + 2
  if (NUMBERED.has(head) && NUMBER.test(next.raw) && !(next.raw === 'A' && units[to + 1]?.isMark === false && head === 'disease'))
    return to + 1
  return afterOf(units, to, head)
}

/** The head that follows a short form in parentheses, if one does: "(VHL) disease". */
export const afterParenthesis = (units: readonly Unit[], to: number): number | undefined => {
  if (units[to]?.raw !== '(') return undefined
  for (let at = to + 1; at < Math.min(units.length, to + 5); at++)
    if (units[at]!.raw === ')') return parenthesisBefore(units, at + 1) === to ? at + 1 : undefined
  return undefined
}

/** True when a core says too little alone: "disease", "failure". */
export const isBare = (core: Core, from: number, to: number): boolean => core.way === 'bound' && from === core.from && to === core.to
