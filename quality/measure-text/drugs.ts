import { readFileSync } from 'node:fs'
import { findDrugs } from '../../src/features/clinical-text/drugs/find-drugs.ts'
import { sentencesOf } from '../../src/features/clinical-text/text/sentences.ts'
import { tokensOf } from '../../src/features/clinical-text/text/tokens.ts'
import { referenceData } from '../../src/testing/inputs/folders.ts'

const AIM = 0.8
/** Chemicals that others marked, in the reference data beside this project. */
export const CHEMICALS = 'clinical-text/ner-iob/data__BC5CDR-IOB__devel.tsv'

interface Piece {
  start: number
  end: number
  tag: string
}

/** The text of a file in IOB form with its words joined by single spaces, sentences by line ends, and where each word stands. */
export const readIob = (file: string) => {
  const pieces: Piece[] = []
  let text = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word = '', tag] = line.split('\t')
    if (tag === undefined) {
      if (text !== '' && !text.endsWith('\n')) text = `${text.trimEnd()}\n`
      continue
    }
    pieces.push({ start: text.length, end: text.length + word.length, tag: tag.trim() })
    text += `${word} `
  }
  return { text, pieces }
}

/** The spans of a kind that people marked. */
export const markedSpans = (pieces: readonly Piece[], kind: string) => {
  const spans: { start: number; end: number }[] = []
  let isOpen = false
  for (const { start, end, tag } of pieces) {
    if (tag === `B-${kind}`) spans.push({ start, end })
    else if (tag === `I-${kind}` && isOpen) spans.at(-1)!.end = end
    isOpen = tag === `B-${kind}` || tag === `I-${kind}`
  }
  return spans
}

/** What was found beside what people marked, and how often each way of finding is right. */
export const compare = (file: string) => {
  const { text, pieces } = readIob(file)
  const gold = new Set(markedSpans(pieces, 'Chemical').map(({ start, end }) => `${start} ${end}`))
  const startedAt = performance.now()
  const found = findDrugs({ text, tokens: tokensOf(text), sentences: sentencesOf(text) })
  const seconds = (performance.now() - startedAt) / 1000
  const ways = new Map<string, { found: number; right: number }>()
  for (const { start, end, way } of found) {
    const counts = ways.get(way) ?? { found: 0, right: 0 }
    counts.found += 1
    counts.right += gold.has(`${start} ${end}`) ? 1 : 0
    ways.set(way, counts)
  }
  const right = [...ways.values()].reduce((sum, counts) => sum + counts.right, 0)
  const [precision, recall] = [right / found.length, right / gold.size]
  return { text, gold, found, ways, precision, recall, f1: (2 * precision * recall) / (precision + recall), seconds }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Names of drugs and chemicals in the development part of BC5CDR, exact spans. */
export const measure = () => {
  const file = referenceData(CHEMICALS)
  if (file === null) return undefined
  const { gold, found, ways, precision, recall, f1, text, seconds } = compare(file)
  return {
    title: 'Drugs and chemicals',
    isMet: f1 >= AIM,
    lines: [
      `Exact spans in the development part of BC5CDR (${gold.size} marked, ${found.length} found; ${text.length} characters in ${seconds.toFixed(1)} s). No word of it is in the dictionaries because it stands there.`,
      '',
      '| precision | recall | F1 | aim |',
      '| ---: | ---: | ---: | ---: |',
      `| ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${percent(AIM)}: ${f1 >= AIM ? 'met' : '**missed**'} |`,
      '',
      '| found by | mentions | right |',
      '| --- | ---: | ---: |',
      ...[...ways]
        .toSorted((a, b) => b[1].found - a[1].found)
        .map(([way, counts]) => `| ${way} | ${counts.found} | ${percent(counts.right / counts.found)} |`),
    ],
  }
}
