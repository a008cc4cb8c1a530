import { readFileSync, writeFileSync } from 'node:fs'
import type { EntityType } from '../../src/features/clinical-text/contract.ts'
import { entityTypes } from '../../src/features/clinical-text/contract.ts'
import { findPlaces } from '../../src/features/clinical-text/find-entities.ts'
import { compare, corpus } from '../../src/features/clinical-text/gold/corpus.ts'
import type { Span } from '../../src/features/clinical-text/mention.ts'
import { referenceData, referenceName } from '../../src/testing/inputs/folders.ts'

// How often what was found in each way is right. `node quality/measure-text/calibration.ts --write` writes the table of confidences from
// it, src/features/clinical-text/knowledge/confidence.tsv. The document that all.ts writes says how well such a table holds on other texts.

interface Evaluated {
  type: EntityType
  way: string
  isRight: boolean
  /** Which half of the data: a table is made from one and tried on the other. */
  half: 0 | 1
}

const MARKED = 'clinical-text/ner-iob'
const OWN = new URL('../../src/features/clinical-text/gold/', import.meta.url)
const TABLE = new URL('../../src/features/clinical-text/knowledge/confidence.tsv', import.meta.url)

const readMarked = (file: string, label: string) => {
  let text = ''
  const marked: Span[] = []
  let isInside = false
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word = '', tag = 'O'] = line.split('\t')
    const start = text.length
    if (tag === `I-${label}` && isInside) marked.at(-1)!.end = start + word.length
    else if (tag.endsWith(`-${label}`)) marked.push({ start, end: start + word.length })
    isInside = tag.endsWith(`-${label}`)
    text = word === '' ? `${text.trimEnd()}\n` : `${text}${word} `
  }
  return { text, marked }
}

const evaluateMarked = (name: string, label: string, types: readonly EntityType[]): Evaluated[] => {
  const { text, marked } = readMarked(`${referenceData(MARKED)}/${name}`, label)
  const places = new Set(marked.map(({ start, end }) => `${start} ${end}`))
  return findPlaces(text)
    .filter(({ type }) => types.includes(type))
    .map(({ type, way, start, end }) => ({ type, way, isRight: places.has(`${start} ${end}`), half: start < text.length / 2 ? 0 : 1 }))
}

const evaluateOwn = (types: readonly EntityType[]): Evaluated[] =>
  corpus().flatMap(({ text, annotations }, index) => {
    const { right, surplus } = compare(findPlaces(text), annotations)
    const evaluated = [
      ...right.map(({ mention }) => ({ ...mention, isRight: true })),
      ...surplus.map((one) => ({ ...one, isRight: false })),
    ]
    const half = index % 2 === 0 ? (0 as const) : (1 as const)
    return evaluated.filter(({ type }) => types.includes(type)).map(({ type, way, isRight }) => ({ type, way, isRight, half }))
  })

// Lines with what they say behind a tab: laboratory.ts compares every field, here type and value do.
const evaluateLines = (name: string, types: readonly EntityType[]): Evaluated[] =>
  readFileSync(new URL(name, OWN), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line, index) => {
      const [text = '', message = ''] = line.split('\t')
      const items = message.split(' | ')
      return findPlaces(text.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t'))
        .filter(({ type }) => types.includes(type))
        .map(({ type, way, value = '' }): Evaluated => {
          const isRight = items.some((item) => item.startsWith(`${type} `) && item.includes(` ${value}`))
          return { type, way, isRight, half: index % 2 === 0 ? 0 : 1 }
        })
    })

const others = entityTypes.filter((type) => !['diagnosis', 'symptom', 'drug'].includes(type))

const evaluateAll = (): Evaluated[] => [
  ...evaluateMarked('data__NCBI-disease-IOB__devel.tsv', 'Disease', ['diagnosis']),
  ...evaluateMarked('data__BC5CDR-IOB__devel.tsv', 'Disease', ['symptom']),
  ...evaluateMarked('data__BC5CDR-IOB__devel.tsv', 'Chemical', ['drug']),
  ...evaluateOwn(others),
  ...['laboratory.tsv', 'laboratory-later.tsv'].flatMap((name) =>
    evaluateLines(
      name,
      others.filter((type) => type !== 'allergy'),
    ),
  ),
]

// What was seen a few times tells little: as if each way had been seen this often with the share of its type, and each type with 0.85.
const WEIGHT = 10
const BEFOREHAND = 0.85
// What was corrected on our own papers is no surer than this on those of others; and those may write the month first.
const HIGHEST: Record<string, number> = { 'date, ambiguous': 0.9 }
const highestOf = (type: EntityType, way: string) => HIGHEST[way] ?? (others.includes(type) ? 0.95 : 0.99)
const shareOf = (evaluated: Evaluated[], expected: number, highest: number) =>
  Math.round(
    Math.min(highest, (evaluated.filter(({ isRight }) => isRight).length + WEIGHT * expected) / (evaluated.length + WEIGHT)) * 100,
  ) / 100

const tableOf = (evaluated: Evaluated[]) => {
  const ofType = Object.fromEntries(
    entityTypes.map((type) => [
      type,
      shareOf(
        evaluated.filter((one) => one.type === type),
        BEFOREHAND,
        highestOf(type, ''),
      ),
    ]),
  ) as Record<EntityType, number>
  const byWay = Map.groupBy(evaluated, ({ type, way }) => `${type}, ${way}`)
  const ofWay = Object.fromEntries(
    [...byWay]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([way, list]) => [way, shareOf(list, ofType[list[0]!.type], highestOf(list[0]!.type, way))]),
  )
  return { ofType, ofWay, byWay }
}

const BINS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1]

/** Tables made from each half and tried on the other: what they expected and what was right, by bins of confidence. */
const binsOf = (evaluated: Evaluated[]) => {
  const tried = ([0, 1] as const).flatMap((half) => {
    const { ofType, ofWay } = tableOf(evaluated.filter((one) => one.half === half))
    return evaluated
      .filter((one) => one.half !== half)
      .map(({ type, way, isRight }) => ({ expected: ofWay[`${type}, ${way}`] ?? ofType[type], isRight }))
  })
  return BINS.slice(1).map((high, index) => {
    const low = BINS[index]!
    const inside = tried.filter(({ expected }) => expected >= low && (expected < high || high === 1))
    const mean = inside.reduce((sum, { expected }) => sum + expected, 0) / inside.length
    return { low, high, count: inside.length, mean, right: inside.filter(({ isRight }) => isRight).length / inside.length }
  })
}

/** Whether confidences say how often mentions are right; undefined where the data is absent. */
export const measure = () => {
  if (referenceData(MARKED) === null) return undefined
  const evaluated = evaluateAll()
  const bins = binsOf(evaluated).filter(({ count }) => count > 0)
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const error = bins.reduce((sum, { count, mean, right }) => sum + count * Math.abs(mean - right), 0) / total
  const { ofWay, byWay } = tableOf(evaluated)
  const ways = [...byWay].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    title: 'Confidence',
    lines: [
      'A confidence says how often a mention of its type, found in its way, is right: the exact span for diagnoses (NCBI disease, development file), symptoms (BC5CDR, diseases of the development file) and drugs (BC5CDR, chemicals of the development file), the value for all others (documents and lines of our own, on which the rules were corrected: other papers will be read less well, and none is called surer than 0.95). A way seen seldom is drawn towards its type.',
      '',
      `Tables made from each half of the data and tried on the other (mean distance ${error.toFixed(3)}):`,
      '',
      '| confidence | mentions | expected | right |',
      '| --- | ---: | ---: | ---: |',
      ...bins.map(({ low, high, count, mean, right }) => `| ${low} to ${high} | ${count} | ${mean.toFixed(3)} | ${right.toFixed(3)} |`),
      '',
      'The table in use, made from all of it:',
      '',
      '| type, way | mentions | right | confidence |',
      '| --- | ---: | ---: | ---: |',
      ...ways.map(
        ([way, list]) => `| ${way} | ${list.length} | ${list.filter(({ isRight }) => isRight).length} | ${ofWay[way]!.toFixed(2)} |`,
      ),
    ],
  }
}

/** Writes the figures anew, below the head that the table has. */
const writeTable = () => {
  const { ofType, ofWay } = tableOf(evaluateAll())
  const head = readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'))
  const rows = [
    ...Object.entries(ofType).map(([type, share]) => `${type}\t\t${share}`),
    ...Object.entries(ofWay).map(([key, share]) => `${key.replace(', ', '\t')}\t${share}`),
  ]
  writeFileSync(TABLE, `${[...head, 'type\tway\tconfidence', ...rows].join('\n')}\n`)
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  if (referenceData(MARKED) !== null) writeTable()
  else process.stdout.write(`SKIPPED: the marked texts are not beside this project (${referenceName(MARKED)})\n`)
}
