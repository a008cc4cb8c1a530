import type { RouteCode } from '#features/directions/rules.ts'
import { onceOnly, severalNormal } from '../knowledge/safety-rules.ts'
import type { Warning } from '../rules.ts'
import { expanded } from './groups.ts'
import type { Checked } from './medicine.ts'
import { substanceByName } from './substances.ts'
import { warningOf } from './warning.ts'

const { source } = onceOnly
const kinds = onceOnly.rows.map(({ id, label, list }) => ({ id, label, members: expanded(list) }))
const isNormal = Object.groupBy(severalNormal.rows, ({ kind }) => kind)
const prefixes = (isNormal.atc ?? []).map(({ what }) => what)
const repeatable = expanded((isNormal.substance ?? []).map(({ what }) => what).join(', '))

const LEVEL_FOUR = 5
/** The fourth ATC levels of a substance of which one is usual; "other" groups hold what has nothing in common. */
const levelsOf = (substance: string) =>
  (substanceByName.get(substance)?.atc ?? [])
    .filter((code) => code.length >= LEVEL_FOUR && !prefixes.some((prefix) => code.startsWith(prefix)))
    .map((code) => code.slice(0, LEVEL_FOUR))
    .filter((code) => !code.endsWith('X'))

const isSupplement = (substance: string) => substanceByName.get(substance)?.atc.some((code) => /^(?:A11|A12|B03)/.test(code)) ?? false

const injectedRoutes: readonly (RouteCode | null)[] = ['IV', 'IM', 'SC', 'ID']
const placeOf = ({ route, isInjection }: Checked) => (isInjection || injectedRoutes.includes(route) ? 'injected' : route)

const findingOf = (line: Checked, other: Checked, x: string, y: string): Warning | null => {
  const about = { kind: 'duplicate', about: [x, y], at: line, other, source } as const
  const values = { drug: line.label, other: other.label }
  if (x === y) {
    if (repeatable.has(x) || other.isEnding) return null
    const [place, otherPlace] = [placeOf(line), placeOf(other)]
    const isByOtherRoute = place !== null && otherPlace !== null && place !== otherPlace
    return warningOf({
      ...about,
      severity: isByOtherRoute || isSupplement(x) ? 'note' : 'stop',
      rule: 'same-substance',
      titleKey: 'sameSubstance',
      values: { ...values, substance: x },
      detail: 'One of the two is enough, unless both doses are intended together.',
    })
  }
  const kind = kinds.find(({ members }) => members.has(x) && members.has(y))
  if (kind)
    return warningOf({
      ...about,
      severity: 'stop',
      rule: `group:${kind.id}`,
      titleKey: 'sameGroup',
      values: { ...values, group: kind.label },
      detail: 'One drug of this group is enough; two add to the harm, not to the effect.',
    })
  const shared = levelsOf(x).find((level) => levelsOf(y).includes(level))
  return shared === undefined
    ? null
    : warningOf({
        ...about,
        severity: 'note',
        rule: `atc:${shared}`,
        titleKey: 'sameKind',
        values,
        detail: 'Check whether both are needed.',
      })
}

/** The same substance, or two of a kind of which one is enough. */
export const checkDuplicates = (pairs: readonly (readonly [Checked, Checked])[]): Warning[] =>
  pairs.flatMap(([line, other]) =>
    line.isLocal || other.isLocal
      ? []
      : line.substances.flatMap((x) => other.substances.flatMap((y) => findingOf(line, other, x, y) ?? [])),
  )
