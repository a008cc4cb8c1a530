import type { Asked } from './data.ts'
import type { Meant } from './expect.ts'
import { templates } from './templates.ts'

/** answered: where nothing but a refusal is right. */
export interface Evaluated {
  asked: Asked
  meant: Meant
  verdict: 'right' | 'refused' | 'wrong' | 'answered'
  /** The line it was read as; empty where it was refused. */
  message: string
}

const WRONG = -10
const half = (evaluated: readonly Evaluated[], rest: 0 | 1) => evaluated.filter(({ asked }) => asked.index % 2 === rest)
const of = (evaluated: readonly Evaluated[], ...kinds: Meant['is'][]) => evaluated.filter(({ meant }) => kinds.includes(meant.is))
const count = (evaluated: readonly Evaluated[], ...verdicts: Evaluated['verdict'][]) =>
  evaluated.filter(({ verdict }) => verdicts.includes(verdict)).length
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

/** One for what is right, a refusal of what nobody can answer among it; nothing for a refusal of what could be; ten off for what is wrong. */
const scoreOf = (evaluated: readonly Evaluated[]) => {
  const points = evaluated.map(({ meant, verdict }): number => {
    if (verdict === 'wrong' || verdict === 'answered') return WRONG
    return verdict === 'right' || meant.is === 'nobody' ? 1 : 0
  })
  const total = points.reduce((sum, point) => sum + point, 0)
  return `${total} of ${points.length} (${((total / Math.max(1, points.length)) * 100).toFixed(1)})`
}
/** As EHRSQL labels it: there what it calls unanswerable has no answer. */
const asLabelled = (evaluated: readonly Evaluated[]) =>
  evaluated.map((one): Evaluated => {
    if (one.meant.is !== 'nevertheless') return one
    return { ...one, meant: { is: 'nobody' }, verdict: one.verdict === 'refused' ? 'refused' : 'answered' }
  })

const figures = (label: string, evaluated: readonly Evaluated[]) => {
  const wrong = count(evaluated, 'wrong', 'answered')
  const cells = [count(evaluated, 'right'), count(evaluated, 'refused'), wrong]
  return `| ${[label, evaluated.length, ...cells.flatMap((cell) => [cell, percent(cell, evaluated.length)])].join(' | ')} |`
}
const head = (label: string) => [
  `| ${label} | questions | right | | refused | | wrong | |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
]
const kindsOf = (evaluated: readonly Evaluated[]) => [
  figures('templates that our schema answers', of(evaluated, 'here')),
  figures('unanswerable', of(evaluated, 'nobody')),
  figures('unanswerable by its label, answered by our schema', of(evaluated, 'nevertheless')),
  figures('templates that our schema does not answer', of(evaluated, 'not here')),
]

const wordOf = ({ meant }: Evaluated) => ('what' in meant ? meant.what : 'reason' in meant ? meant.reason : '')
const grouped = (evaluated: readonly Evaluated[]) =>
  [...Map.groupBy(evaluated, wordOf)].toSorted(([a, some], [b, others]) => others.length - some.length || a.localeCompare(b))

const byTemplate = (evaluated: readonly Evaluated[]) => [
  '| template | questions | right | refused | wrong | kept half: right | refused | wrong |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...grouped(evaluated).map(([template, some]) => {
    const cells = [half(some, 0), half(some, 1)].flatMap((part) => [count(part, 'right'), count(part, 'refused'), count(part, 'wrong')])
    return `| ${template.replaceAll('_verb', '')} | ${some.length} | ${cells.join(' | ')} |`
  }),
]
const byReason = (evaluated: readonly Evaluated[]) => [
  '| what it asks for | questions | refused | answered all the same |',
  '| --- | ---: | ---: | ---: |',
  ...grouped(evaluated).map(([reason, some]) => `| ${reason} | ${some.length} | ${count(some, 'refused')} | ${count(some, 'answered')} |`),
]

const aPart = (evaluated: readonly Evaluated[]) => {
  const scored = of(evaluated, 'here', 'nobody')
  return [
    ...head('questions'),
    ...kindsOf(evaluated),
    '',
    `Score of the first two rows: ${scoreOf(scored)}. With the third as EHRSQL labels it: ${scoreOf(asLabelled(of(evaluated, 'here', 'nobody', 'nevertheless')))}; as our schema has it: ${scoreOf(of(evaluated, 'here', 'nobody', 'nevertheless'))}.`,
    '',
  ]
}

/** What the document says of all that was judged. */
export const reportOf = (evaluated: readonly Evaluated[]): string[] => {
  const unread = of(evaluated, 'unread')
  const answerable = new Set(of(evaluated, 'here').map(({ asked }) => asked.template))
  return [
    `The ${evaluated.length} questions of the validation and test sets of [EHRSQL](https://github.com/glee4810/EHRSQL) (Lee et al. 2022), written by people of a hospital about its wards, and rephrased by machine. Of its ${Object.keys(templates).length} templates our schema answers ${answerable.size}, some only in some wordings; for each it is written down what a question has to come to (\`quality/measure-questions/ehrsql/templates.ts\`), with the time that is said, which is read apart from the assistant's own reader. Patients, tests, drugs and diagnoses of the questions are in the clinic that is asked. Right is +1, a refusal 0, a wrong answer −10, and refusing what cannot be answered +1.`,
    '',
    'Every second question was kept back; nothing was mended by it.',
    '',
    '### Kept back',
    '',
    ...aPart(half(evaluated, 1)),
    '### For tuning',
    '',
    ...aPart(half(evaluated, 0)),
    '### Templates that our schema answers',
    '',
    ...byTemplate(of(evaluated, 'here')),
    '',
    '### What our schema does not answer',
    '',
    'Not in the score: what is asked for is not kept in a clinic, or a question cannot be made of it here. Refusing is right.',
    '',
    ...byReason(of(evaluated, 'not here')),
    '',
    '### Labelled unanswerable, and answered by our schema',
    '',
    ...byTemplate(of(evaluated, 'nevertheless')),
    '',
    `Not scored, because the measurement does not understand the time in them: ${unread.length}.`,
    ...unread.map(({ asked }) => `- ${asked.question}`),
  ]
}
