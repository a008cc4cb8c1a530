import { readFileSync } from 'node:fs'
import type { EntityType } from '../contract.ts'
import { findDates } from '../findings/find-dates.ts'
import { findFacilities } from '../findings/find-facilities.ts'
import { findLaboratory } from '../findings/find-laboratory.ts'
import { findProcedures } from '../findings/find-procedures.ts'
import { findVitals } from '../findings/find-vitals.ts'
import type { Found } from '../mention.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { scoreOf } from './score.ts'

const finders = [findVitals, findLaboratory, findProcedures, findDates, findFacilities]

/** What the five finders find, the earlier one first where two claim the same words. */
export const foundIn = (text: string): Found[] => {
  const prepared = { text, tokens: tokensOf(text), sentences: sentencesOf(text) }
  const kept: Found[] = []
  for (const find of finders)
    for (const found of find(prepared)) if (!kept.some((other) => other.start < found.end && found.start < other.end)) kept.push(found)
  return kept.toSorted((a, b) => a.start - b.start)
}

/** A finding as the gold file writes it. */
const written = ({ type, value, unit, code, way, details }: Found): string => {
  const { measure, second_value: second, comparator, flag, low, high, role } = details ?? {}
  const name = type === 'vital' ? measure : type === 'laboratory' ? code : undefined
  const more = [
    comparator && `comparator=${comparator}`,
    flag && `flag=${flag}`,
    low && `low=${low}`,
    high && `high=${high}`,
    role && `role=${role}`,
    way === 'ambiguous' && 'ambiguous',
  ]
  const parts = [
    type,
    name ?? '-',
    second ? `${value}/${second}` : (value ?? '-'),
    ...(type === 'laboratory' || type === 'vital' || type === 'date' ? [unit ?? '-'] : []),
  ]
  return [...parts, ...more.filter(Boolean)].join(' ')
}

const kindOf = (line: string) => line.slice(0, line.indexOf(' ')) as EntityType

/** The lines of a gold file: a text and what it says. */
const goldLines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text = '', expected = ''] = line.split('\t')
      // Facilities and procedures have no unit; a dash for one is filling.
      const items =
        expected === '-' ? [] : expected.split(' | ').map((item) => (/^(facility|procedure) /.test(item) ? item.replace(/ -$/, '') : item))
      return { text: text.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t'), items }
    })

export const kinds = ['laboratory', 'vital', 'procedure', 'date', 'facility'] as const

/** A gold file against what is found: right only when name, value, unit, flag and range all agree. */
export const measureLaboratory = (file: 'laboratory.tsv' | 'laboratory-later.tsv') => {
  const lines = goldLines(file).map(({ text, items }) => {
    const found = foundIn(text).map(written)
    const left = [...found]
    const missed = items.filter((item) => {
      const at = left.indexOf(item)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    return { text, items, found, wrong: left, missed }
  })
  const count = (of: (line: (typeof lines)[number]) => string[], kind: string) =>
    lines.flatMap(of).filter((item) => kindOf(item) === kind).length
  const scores = kinds.map((kind) => {
    const [stated, found] = [count(({ items }) => items, kind), count((line) => line.found, kind)]
    return { kind, found, ...scoreOf(found - count(({ wrong }) => wrong, kind), found, stated) }
  })
  return { count: lines.length, scores, wrong: lines.filter(({ wrong, missed }) => wrong.length > 0 || missed.length > 0) }
}
