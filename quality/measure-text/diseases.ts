import { readFileSync } from 'node:fs'
import type { EntityType } from '../../src/features/clinical-text/contract.ts'
import { findDiseases } from '../../src/features/clinical-text/diseases/find-diseases.ts'
import type { Span } from '../../src/features/clinical-text/mention.ts'
import { sentencesOf } from '../../src/features/clinical-text/text/sentences.ts'
import { tokensOf } from '../../src/features/clinical-text/text/tokens.ts'
import { referenceData } from '../../src/testing/inputs/folders.ts'
import type { Measured } from './all.ts'

export interface Score {
  stated: number
  found: number
  right: number
}

/** The words of an IOB file joined with spaces, a sentence a line, and where its diseases stand. */
const readGold = (lines: readonly string[]) => {
  let text = ''
  const gold: Span[] = []
  let isInside = false
  for (const line of lines) {
    const [word = '', label = 'O'] = line.split('\t')
    if (word === '') {
      text = `${text.trimEnd()}\n`
      isInside = false
      continue
    }
    const start = text.length
    if (label === 'I-Disease' && isInside) gold.at(-1)!.end = start + word.length
    else if (label.endsWith('-Disease')) gold.push({ start, end: start + word.length })
    isInside = label.endsWith('-Disease')
    text += `${word} `
  }
  return { text, gold }
}

const key = ({ start, end }: Span) => `${start} ${end}`

const foundIn = (text: string) => findDiseases({ text, tokens: tokensOf(text), sentences: sentencesOf(text) })

/** What is found in each line of a text by itself, at its place in the whole. */
const foundByLine = (text: string) => {
  let begin = 0
  return text.split('\n').flatMap((line) => {
    const offset = begin
    begin += line.length + 1
    return foundIn(line).map((one) => ({ ...one, start: one.start + offset, end: one.end + offset }))
  })
}

/** Exact agreement of what is found with what is marked, over one file read as one text. */
export const scoreOf = (path: string, types: readonly EntityType[], find = foundIn): Score => {
  const { text, gold } = readGold(readFileSync(path, 'utf8').split('\n'))
  const found = find(text).filter(({ type }) => types.includes(type))
  const stated = new Set(gold.map(key))
  return { stated: gold.length, found: found.length, right: found.filter((one) => stated.has(key(one))).length }
}

/** Harmonic mean of precision and recall. */
export const f1 = ({ stated, found, right }: Score): number => (2 * right) / (stated + found)

const AIM = 0.7
/** Abstracts whose diseases others marked, in the reference data beside this project. */
export const DISEASES = 'clinical-text/ner-iob/data__NCBI-disease-IOB__devel.tsv'
const MORE = 'clinical-text/ner-iob/data__BC5CDR-IOB__devel.tsv'
export const BOTH = ['diagnosis', 'symptom'] as const

const row = (data: string, counted: string, score: Score) => {
  const shares = [score.right / score.found, score.right / score.stated, f1(score)].map((share) => share.toFixed(3))
  return `| ${[data, counted, score.stated, score.found, score.right, ...shares].join(' | ')} |`
}

/** How well diagnoses and symptoms are found in abstracts whose diseases others marked. */
export const measure = (): Measured => {
  const [path, more] = [referenceData(DISEASES), referenceData(MORE)]
  if (path === null || more === null) return undefined
  const ncbi = scoreOf(path, BOTH)
  const diagnoses = scoreOf(path, ['diagnosis'])
  const apart = scoreOf(path, BOTH, foundByLine)
  const bc5cdr = scoreOf(more, BOTH)
  return {
    title: 'Diagnoses and symptoms',
    lines: [
      'Mentions of diseases in abstracts of papers, first and last letter exactly as marked (no part counts). The names in the dictionaries',
      'and the rules come from general knowledge and the *train* files; the *devel* files below only measure. Both corpora mark signs such as fever',
      'and weakness as diseases too, so symptoms count; diagnoses alone are the second line. The files do not say where an abstract',
      'ends: each is read as one text, so a short form explained in one abstract counts in all. Sentences by themselves, where none is',
      'explained before, give the lower bound.',
      '',
      '| data | counted | marked | found | right | precision | recall | F1 |',
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      row('NCBI disease, devel', 'diagnoses and symptoms', ncbi),
      row('NCBI disease, devel', 'diagnoses', diagnoses),
      row('NCBI disease, devel, each sentence by itself', 'diagnoses and symptoms', apart),
      row('BC5CDR disease, devel', 'diagnoses and symptoms', bc5cdr),
      '',
      `Aim: F1 ${AIM.toFixed(2)} on NCBI: ${f1(ncbi) >= AIM ? 'met' : '**missed**'}.`,
    ],
    isMet: f1(ncbi) >= AIM,
  }
}
