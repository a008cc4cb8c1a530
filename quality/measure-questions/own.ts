import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { writePart } from './document.ts'
import { makeClinic, type QuestionClinic } from './own/clinic.ts'
import { strangeNames } from './own/check.ts'
import { type Engine, openEngine } from './own/engine.ts'
import { evaluate, type Evaluated } from './own/evaluate.ts'
import { ownQuestions, type Question } from './own/questions.ts'

// How well questions are read that were written before the reader was, from what clinics ask: node quality/measure-questions/own.ts [--write]
// [--show-kept] [--blind] [--show-blind] [--only=<family or id>]. Lists what was wrong or refused of the half for tuning, and of the other with
// --show-kept alone: whoever mends the reader by it has no kept half any more. Those written last (own/blind.tsv) are measured with --blind or
// --write, by counts alone, and listed with --show-blind alone. Exits 1 when an aim is missed.

const NOW = new Date('2026-11-18T09:00:00Z')
const AIM = { right: 0.9, wrong: 0.02 }

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)
const rowOf = (label: string, evaluated: readonly Evaluated[]) => {
  const count = (verdict: Evaluated['verdict']) => evaluated.filter((one) => one.verdict === verdict).length
  const shares = (['right', 'wrong', 'refused'] as const).flatMap((verdict) => [count(verdict), percent(count(verdict), evaluated.length)])
  return `| ${[label, evaluated.length, ...shares].join(' | ')} |`
}
const tableOf = (heading: string, groups: readonly (readonly [string, readonly Evaluated[]])[]) => [
  `| ${heading} | questions | right | | wrong | | refused | |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...groups.filter(([, evaluated]) => evaluated.length > 0).map(([label, evaluated]) => rowOf(label, evaluated)),
]

const isAnswerable = ({ question }: Evaluated) => question.kind !== 'refuse'
const groupsOf = (evaluated: readonly Evaluated[]) =>
  [
    ['all', evaluated],
    ['to be answered', evaluated.filter(isAnswerable)],
    ['to be refused', evaluated.filter((one) => !isAnswerable(one))],
    ['misspelt', evaluated.filter(({ question }) => question.kind === 'misspelt')],
    ['following another', evaluated.filter(({ question }) => question.kind === 'follow-up')],
  ] as const

const meets = (evaluated: readonly Evaluated[]) => {
  const share = (verdict: Evaluated['verdict']) => evaluated.filter((one) => one.verdict === verdict).length / evaluated.length
  return share('right') >= AIM.right && share('wrong') < AIM.wrong
}

/** What the questions written last came to when they were asked for the first time. Whatever was mended since, some of it was seen in them. */
const FIRST_BLIND = [
  'Written last, without looking at the reader, at the lists of its words or at the other questions (`blind.tsv`). Asked for the first time, when nothing had been mended by them, of 597 questions 86.6 % were right, 5.0 % wrong and 8.4 % refused:',
  '',
  '| first time | questions | right | | wrong | | refused | |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  '| to be answered | 452 | 374 | 82.7 % | 28 | 6.2 % | 50 | 11.1 % |',
  '| to be refused | 145 | 143 | 98.6 % | 2 | 1.4 % | 0 | 0.0 % |',
  '| misspelt | 33 | 22 | 66.7 % | 0 | 0.0 % | 11 | 33.3 % |',
  '| following another | 26 | 21 | 80.8 % | 3 | 11.5 % | 2 | 7.7 % |',
  '',
  'That is what new wordings are to be expected to come to; the halves above were written at one sitting, and who chose the words of some areas had seen both.',
  '',
]

const blindPart = (evaluated: readonly Evaluated[]) => {
  if (evaluated.length === 0) return []
  return [
    ...FIRST_BLIND,
    'Since then some of what was wrong was mended:',
    '',
    ...tableOf('written last, asked again', groupsOf(evaluated)),
    '',
  ]
}

const reportOf = (evaluated: readonly Evaluated[]) => {
  const half = (name: Question['half']) => evaluated.filter(({ question }) => question.set === 'first' && question.half === name)
  const set = (name: Question['set']) => evaluated.filter(({ question }) => question.set === name)
  const byFamily = Map.groupBy(half('kept'), ({ question }) => question.family)
  const times = evaluated.map(({ ms }) => ms).sort((a, b) => a - b)
  const isMet = meets(half('kept'))
  const lines = [
    'Questions as people of a clinic ask them, with what each has to come to, written before the reader and without looking at it (`quality/measure-questions/own/questions.tsv`). Each meaning has its wordings in both halves; the reader was mended by the half for tuning alone. A question that has to be refused is right when it is, and wrong when anything else comes of it. Today is Wednesday, 18 November 2026.',
    '',
    'Kept back:',
    '',
    ...tableOf('kept half', groupsOf(half('kept'))),
    '',
    'For tuning:',
    '',
    ...tableOf('tuning half', groupsOf(half('tuning'))),
    '',
    'Written later for tuning, in wordings of other people and with more that is near the catalogue and outside it (`more.tsv`):',
    '',
    ...tableOf('second tuning set', groupsOf(set('second'))),
    '',
    ...blindPart(set('blind')),
    'By family:',
    '',
    ...tableOf('kept half', [...byFamily]),
    '',
    `Read in ${times[Math.floor(times.length / 2)]!.toFixed(1)} ms (median), ${times[Math.floor(times.length * 0.95)]!.toFixed(1)} ms (95th percentile), without what the database does for the answer.`,
    '',
    `Aim on the kept half: at least 90 % right and fewer than 2 % wrong: ${isMet ? 'met' : '**missed**'}.`,
  ]
  return { lines, isMet }
}

const listOf = (evaluated: readonly Evaluated[]) =>
  evaluated
    .filter(({ verdict }) => verdict !== 'right')
    .map(({ question, verdict, message }) => {
      const asked = question.before === null ? question.question : `${question.before} >> ${question.question}`
      return `${verdict.padEnd(7)} ${question.id} [${question.half}] ${asked}\n  expected ${question.expected.join(' || ') || 'refuse'}\n  read as  ${message || 'refused'}`
    })

const evaluateAll = async (questions: readonly Question[], engine: Engine, clinic: QuestionClinic, only: string | undefined) => {
  const evaluated: Evaluated[] = []
  for (const question of questions)
    if (!only || question.family === only || question.id === only || question.set === only)
      evaluated.push(await evaluate(question, engine, clinic))
  return evaluated
}

const has = (option: string) => process.argv.includes(option)

const measure = async (db: Db) => {
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
  const isShown = { tuning: true, kept: has('--show-kept'), blind: has('--show-blind') }
  const questions = ownQuestions(has('--blind') || has('--show-blind') || has('--write'))
  const clinic = await makeClinic(db)
  const engine = await openEngine(db, clinic.asker, NOW)
  for (const strange of strangeNames(questions, engine.subjects)) process.stdout.write(`not in the catalogue: ${strange}\n`)
  const evaluated = await evaluateAll(questions, engine, clinic, only)
  const listed = listOf(evaluated.filter(({ question }) => isShown[question.half]))
  process.stdout.write(`${listed.join('\n')}\n\n`)
  const { lines, isMet } = only ? { lines: tableOf(only, [[only, evaluated]]), isMet: true } : reportOf(evaluated)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (has('--write') && !only) writePart('own', 'Own questions', lines)
  if (!isMet) process.exitCode = 1
}

const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-questions-'))
const server = await startEmbedded({ dataDir, fast: true })
try {
  await prepareDatabase(server.ownerUrl, server.logins)
  const connection = connect(server.logins.kliniki_app, 'kliniki_app')
  try {
    await measure(connection.db)
  } finally {
    await connection.close()
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
