import { infectionInteractions } from '../knowledge/interactions-infection.ts'
import { notedInteractions } from '../knowledge/interactions-notes.ts'
import { ownInteractions } from '../knowledge/interactions-own.ts'
import { oncInteractions, type InteractionRule } from '../knowledge/interactions-severe.ts'
import { uptakeInteractions } from '../knowledge/interactions-uptake.ts'
import type { Warning } from '../rules.ts'
import { expanded } from './groups.ts'
import { fitting, type Fits } from './alternatives.ts'
import type { Checked } from './medicine.ts'
import { warningOf } from './warning.ts'

const compiled = (rules: readonly InteractionRule[], severity: 'stop' | 'note') =>
  rules.map((rule) => ({ rule, severity, a: expanded(rule.a), b: expanded(rule.b) }))
const rules = [
  ...compiled([...oncInteractions, ...ownInteractions, ...infectionInteractions], 'stop'),
  ...compiled([...notedInteractions, ...uptakeInteractions], 'note'),
]

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
export const checkInteractions = (pairs: readonly (readonly [Checked, Checked])[], fits: Fits): Warning[] =>
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
