import type { RouteCode, UnitCode } from '#features/directions/rules.ts'
import type { Divides } from '../division.ts'
import type { CurrentMedicine, SafetyInput, SafetyLine, Strength } from '../rules.ts'
import { plainText, readDrugName } from './read-name.ts'
import { sharedOut, takeStrengths } from './read-strength.ts'
import { findKnown, substanceByName } from './substances.ts'

/** A line of the prescription, or with `key` null something the patient takes already, as the checks see it. */
export interface Checked {
  key: string | null
  label: string
  name: string
  substances: readonly string[]
  strengths: readonly (Strength | null)[]
  directions: SafetyLine['directions']
  route: RouteCode | null
  /** Works where it is put, on skin or in eye, ear or nose: it meets no other medicine. */
  isLocal: boolean
  isInjection: boolean
  form: string | null
  /** What the item is counted in. */
  unit: string | null
  divides: Divides | null
  isUnknown: boolean
  isUnnamed: boolean
  isEnding: boolean
  /** A line of what is not in the catalogue. */
  isExternal: boolean
}

const swallowedUnits: readonly (UnitCode | null | undefined)[] = ['tablet', 'capsule', 'sachet']
const injectedUnits: readonly (UnitCode | null | undefined)[] = ['ampoule', 'vial']
const localRoutes: readonly (RouteCode | null)[] = ['TP', 'OP', 'OT', 'NS']

/** A medicine as the checks see it. */
export const checked = (one: SafetyLine | CurrentMedicine): Checked => {
  const read = readDrugName(one.name)
  const given = one.substances?.length ? findKnown(one.substances) : null
  const substances = given?.known ?? read.substances
  const fromName = given ? sharedOut(substances, takeStrengths(plainText(one.name), read.form).strengths) : read.strengths
  const isLocalName = localRoutes.includes(read.route)
  const unit = one.directions?.doses[0]?.unit
  const stated = one.directions?.route ?? read.route ?? (swallowedUnits.includes(unit) ? 'PO' : null)
  const route = one.route ?? (isLocalName ? read.route : stated)
  return {
    key: 'key' in one ? one.key : null,
    label: ('label' in one ? one.label : null) ?? one.name,
    name: one.name,
    substances,
    strengths: one.strengths?.length === substances.length ? one.strengths : fromName,
    directions: one.directions,
    route,
    isLocal: localRoutes.includes(route),
    isInjection: read.form === 'injection' || injectedUnits.includes(unit),
    form: ('form' in one ? one.form : null) ?? read.form,
    unit: ('unit' in one ? one.unit : null) ?? null,
    divides: ('divides' in one ? one.divides : null) ?? null,
    isUnknown: given ? !given.isComplete : read.unknown,
    isUnnamed: substances.some((name) => substanceByName.get(name)?.isUnspecified),
    isEnding: 'isEnding' in one && one.isEnding === true,
    isExternal: 'isExternal' in one && one.isExternal === true,
  }
}

/** Compares by code points, the same on every machine. */
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** All medicines in an order of their own, so that the order of the input changes nothing. */
export const medicinesOf = ({ lines, current }: Pick<SafetyInput, 'lines' | 'current'>) => ({
  lines: lines.map(checked).toSorted((a, b) => byText(a.key ?? '', b.key ?? '')),
  current: current.map(checked).toSorted((a, b) => byText(a.label, b.label) || byText(a.name, b.name)),
})

/** Each line with each later line and with each medicine taken already. */
export const pairsOf = ({ lines, current }: ReturnType<typeof medicinesOf>) =>
  lines.flatMap((line, index) => [...lines.slice(index + 1), ...current].map((other) => [line, other] as const))
