import { readFileSync } from 'node:fs'
import type { EntityType } from '../contract.ts'
import { findEntities } from '../find-entities.ts'
import type { Mention } from '../mention.ts'
import { scoreOf } from './score.ts'

const types = ['diagnosis', 'drug', 'allergy', 'laboratory'] as const
const flags = ['negated', 'possible', 'historical', 'hypothetical', 'family', 'other', 'stopped', 'avoided', 'not tolerated', 'tolerated']
const isCompared = (type: EntityType) => (types as readonly string[]).includes(type)

/** A mention as the file writes it. */
const write = ({ type, text, value, negated, certainty, temporality, subject, usage }: Mention): string =>
  [
    type,
    text,
    type === 'laboratory' && `= ${value}`,
    negated && type !== 'laboratory' && 'negated',
    certainty === 'possible' && 'possible',
    temporality !== 'recent' && temporality,
    usage,
    subject !== 'patient' && subject,
  ]
    .filter(Boolean)
    .join(' ')

const readLines = () =>
  readFileSync(new URL('statements.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text = '', expected = ''] = line.replaceAll(String.raw`\n`, '\n').split('\t')
      return { text, items: expected === '-' ? [] : expected.split(' | ') }
    })

/** The name of a finding without what its surroundings say. */
const withoutFlags = (item: string): string => {
  const flag = flags.find((one) => item.endsWith(` ${one}`))
  return flag ? withoutFlags(item.slice(0, -flag.length - 1)) : item
}

/** What findEntities makes of the statements: per type what was found, and of that how often the surroundings were read right. */
export const measureStatements = () => {
  const lines = readLines().map(({ text, items }) => {
    const found = findEntities(text)
      .filter(({ type }) => isCompared(type))
      .map(write)
    return { text, items, found, isRight: found.join(' | ') === items.join(' | ') }
  })
  const scores = types.map((type) => {
    const isOfType = (item: string) => item.startsWith(`${type} `)
    const [stated, found] = [lines.flatMap(({ items }) => items.filter(isOfType)), lines.flatMap((line) => line.found.filter(isOfType))]
    const met = lines.flatMap((line) => {
      const left = line.found.filter(isOfType).map(withoutFlags)
      return line.items.filter(isOfType).filter((item) => {
        const at = left.indexOf(withoutFlags(item))
        if (at >= 0) left.splice(at, 1)
        return at >= 0
      })
    })
    const inContext = lines.flatMap(({ items, found: all }) => items.filter((item) => isOfType(item) && all.includes(item))).length
    return { type, ...scoreOf(met.length, found.length, stated.length), met: met.length, inContext }
  })
  return { count: lines.length, scores, wrong: lines.filter(({ isRight }) => !isRight) }
}
