import type { ParsedOf } from '#shared/endpoint.ts'
import { thousandths } from '#shared/money.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import type { Directions } from '#features/directions/rules.ts'
import { dosageText, durationText, frequencyText, isByWeight, readDirections } from '#features/directions/public.ts'
import { doseByWeight, type DoseFinding } from '#features/drugs/public.ts'
import { dividesInto } from '#features/drugs/rules.ts'
import type { createPrescription } from '../contract.ts'
import { countedStrength, countFor, type Uncounted } from '../rules.ts'
import type { KnownItem } from './find-items.ts'
import { wordsOf } from './lines.ts'

export type LineInput = NonNullable<ParsedOf<typeof createPrescription>['body']['prescribed_drugs']>[number]

/** A line as it would stand: what was sent, what was read of it and what was computed. */
export interface PlannedLine {
  item: KnownItem
  directions: string | null
  structure: Directions | null
  words: string
  dosage: string
  frequency: string
  duration: string
  note: string | null
  /** Null when none was sent and none can be computed. */
  quantity: string | null
  /** What the directions come to; null where that cannot be computed. */
  computed: string | null
  /** Why it cannot be computed; null where it can, and where nothing says how it is taken. */
  missing: Uncounted | null
  /** The quantity was entered for the line that this one replaces, and stays although the directions come to another. */
  isKept: boolean
  unread: string[]
  abstained: string | null
  remarks: string[]
  /** How a dose for each kilogram became the dose that is taken; null where there is none. */
  calculation: string | null
  /** What is to be known of that dose. */
  findings: readonly DoseFinding[]
}

/** The line in whose place a new one comes. */
export interface Earlier {
  item: KnownItem
  structure: Directions | null
  directions: string | null
  quantity: string
  /** What its directions came to when it was written, where that was kept. */
  computed_quantity: string | null
}

/** What a dose for each kilogram goes by. */
export interface Weighing {
  /** The last weight of the patient that may give a dose; null where none is known, or where it is too old. */
  weightKg: number | null
  /** The last weight is too old for the age of the patient. */
  isOld: boolean
  ageYears: number | null
}
export const unweighed: Weighing = { weightKg: null, isOld: false, ageYears: null }

/** What the directions are read and counted with, besides the item. */
interface Reading {
  weighing?: Weighing | undefined
  earlier?: Earlier | undefined
}

const TOO_GREAT = 'It says more than directions can hold.'

const uncalculated = { calculation: null, findings: [] }

const OLD_WEIGHT = 'The dose is per kilogram, and the last weight is too old: weigh the patient.'

const read = (text: string, item: KnownItem, { weightKg, isOld, ageYears }: Weighing) => {
  const { directions, unread, abstained, warnings } = readDirections(text, { weightKg })
  if (isOld && isByWeight(text)) return { structure: null, unread, abstained: OLD_WEIGHT, remarks: warnings, ...uncalculated }
  const strength = countedStrength(item.facts, item.unit)
  const isWeighed = abstained === null && weightKg !== null && strength !== null && isByWeight(text)
  const measured = isWeighed ? doseByWeight(directions, item, { strength, divides: dividesOf(item) }, { ageYears, weightKg }) : null
  const { data: structure = null } = abstained === null ? DirectionsInput.safeParse(measured?.directions ?? directions) : {}
  return {
    structure,
    unread,
    abstained: abstained ?? (structure ? null : TOO_GREAT),
    remarks: warnings,
    calculation: measured?.text ?? null,
    findings: measured?.findings ?? [],
  }
}

const dividesOf = (item: KnownItem) => dividesInto({ ...item, form: item.facts.form, recorded: item.facts.divides })

/** What a structure comes to of an item, with all that is known of it. */
const count = (structure: Directions, item: KnownItem) =>
  countFor(structure, item, {
    strength: countedStrength(item.facts, item.unit),
    divides: dividesOf(item),
    contents: item.facts.contents,
  })

const isSame = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && thousandths(one) === thousandths(other))

/**
 * Whether a person entered the quantity of a line: it is not what its directions came to. The one that earlier versions wrote where nothing
 * could be computed was nobody's.
 */
const isEntered = ({ item, structure, directions, quantity, computed_quantity: kept }: Earlier): boolean => {
  const found = kept === null && structure ? count(structure, item) : null
  const computed = kept ?? (found && 'quantity' in found ? found.quantity : null)
  const isOldDefault = computed === null && directions === null && isSame(quantity, '1')
  return !isSame(quantity, computed) && !isOldDefault
}

/**
 * Reads one line: structure goes before text, text before parts; what was sent stays as it was sent. A quantity that was entered for the
 * line before it stays until another is sent.
 */
export const planLine = (input: LineInput, item: KnownItem, { weighing = unweighed, earlier }: Reading = {}): PlannedLine => {
  const { directions = null, note = null } = input
  const parts = [input.dosage, input.frequency, input.duration].filter(Boolean).join(' ')
  const text = directions ?? parts
  const reading = input.structure
    ? { structure: input.structure, unread: [], abstained: null, remarks: [], ...uncalculated }
    : text
      ? read(text, item, weighing)
      : { structure: null, unread: [], abstained: null, remarks: [], ...uncalculated }
  const { structure } = reading
  const directionTexts = {
    dosage: input.dosage ?? (structure ? dosageText(structure) : (directions ?? '')),
    frequency: input.frequency ?? (structure ? frequencyText(structure) : ''),
    duration: input.duration ?? (structure ? durationText(structure) : ''),
  }
  const counted = structure && count(structure, item)
  const computed = counted && 'quantity' in counted ? counted.quantity : null
  const needsWeight = text !== '' && weighing.weightKg === null && isByWeight(text)
  const unread = needsWeight ? (weighing.isOld ? 'old weight' : 'weight') : text === '' ? null : 'unread'
  const kept = input.quantity === undefined && earlier && isEntered(earlier) ? String(Number(earlier.quantity)) : null
  return {
    item,
    directions,
    ...reading,
    ...directionTexts,
    words: wordsOf({ directions, structure, ...directionTexts }),
    note,
    quantity: input.quantity ?? kept ?? computed,
    computed,
    missing: counted ? ('missing' in counted ? counted.missing : null) : unread,
    isKept: kept !== null && !isSame(kept, computed),
  }
}
