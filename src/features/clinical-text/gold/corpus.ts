import { readdirSync, readFileSync } from 'node:fs'
import type { EntityType } from '../contract.ts'
import { entityTypes } from '../contract.ts'
import { findEntities } from '../find-entities.ts'
import type { Context, Found, Span } from '../mention.ts'
import { scoreOf } from './score.ts'

/** What README.md of this folder says of an annotation. */
export interface Annotation extends Span {
  type: EntityType
  text: string
  value: string | undefined
  isOptional: boolean
  isEither: boolean
  /** Undefined where the paper may be read one way or another. */
  context: Context | undefined
}

const contextOf = (flags: string[]): Context => ({
  negated: flags.includes('negated'),
  certainty: flags.includes('possible') ? 'possible' : 'certain',
  temporality: flags.includes('historical') ? 'historical' : flags.includes('hypothetical') ? 'hypothetical' : 'recent',
  subject: flags.includes('family') ? 'family' : flags.includes('other') ? 'other' : 'patient',
})

const annotationsOf = (lines: string, document: string, name: string) => {
  let from = 0
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line): Annotation => {
      const [type, text, more = ''] = line.split('|') as [EntityType, string, string?]
      const flags = more.split(' ')
      const start = document.indexOf(text, from)
      if (start === -1) throw new Error(`${name}: "${text}" does not stand after what is annotated before it`)
      from = start + text.length
      const value = flags.find((flag) => flag.startsWith('value='))?.slice('value='.length)
      const [isOptional, isEither] = [flags.includes('optional'), flags.includes('either')]
      return { type, text, value, isOptional, isEither, start, end: from, context: flags.includes('any') ? undefined : contextOf(flags) }
    })
}

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The documents of this folder, each with what stands in it. */
export const corpus = () =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => {
      const text = fileOf(file)
      return { name: file, text, annotations: annotationsOf(fileOf(file.replace('.txt', '.gold')), text, file) }
    })

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
const problems: readonly EntityType[] = ['diagnosis', 'symptom']
type Typed = Span & Pick<Found, 'type' | 'value'>

const isRight = (mention: Typed, gold: Annotation) =>
  overlap(mention, gold) &&
  (mention.type === gold.type || (gold.isEither && problems.includes(mention.type))) &&
  (gold.value === undefined || mention.value === gold.value)

// A combination may be read as its parts: artemether/lumefantrine.
const isExcused = (mention: Typed, gold: Annotation) =>
  overlap(mention, gold) && (gold.isOptional || (gold.type === 'drug' && mention.type === 'drug'))

/** What is right, too much and missing in one document; a right one with the annotation it meets. */
export const compare = <Read extends Typed>(mentions: Read[], annotations: Annotation[]) => {
  const right: { mention: Read; gold: Annotation }[] = []
  const surplus: Read[] = []
  const met = new Set<Annotation>()
  for (const mention of mentions) {
    const gold = annotations.find((annotation) => !met.has(annotation) && isRight(mention, annotation))
    if (gold) {
      met.add(gold)
      right.push({ mention, gold })
    } else if (!annotations.some((annotation) => isExcused(mention, annotation))) surplus.push(mention)
  }
  return { right, surplus, missing: annotations.filter((annotation) => !met.has(annotation) && !annotation.isOptional) }
}

const keys = ['negated', 'certainty', 'temporality', 'subject'] as const

/** How well the whole reader reads the corpus: per type, and the surroundings of what it found. */
export const measureCorpus = () => {
  const compared = corpus().map(({ name, text, annotations }) => ({ name, ...compare(findEntities(text), annotations) }))
  const right = compared.flatMap((document) => document.right).filter(({ gold }) => !gold.isOptional)
  const surplus = compared.flatMap((document) => document.surplus)
  const missing = compared.flatMap((document) => document.missing)
  const withContext = compared.flatMap((document) => document.right).filter(({ gold }) => gold.context)
  const wrongContext = withContext.filter(({ mention, gold }) => keys.some((key) => mention[key] !== gold.context![key]))
  const ofType = entityTypes.map((type) => {
    const hits = right.filter(({ gold }) => gold.type === type).length
    const lost = missing.filter((one) => one.type === type).length
    const tooMany = surplus.filter((one) => one.type === type).length
    return { type, ...scoreOf(hits, hits + tooMany, hits + lost) }
  })
  return {
    compared,
    ofType,
    right: compared.flatMap((document) => document.right),
    surplus,
    missing,
    withContext: withContext.length,
    wrongContext,
  }
}
