import type { ModelCatalogue } from './catalogue.ts'
import { chooseWithModel } from './choose.ts'
import { maskQuestion } from './mask.ts'
import { ModelFailure, type ModelSettings } from './server-reply.ts'

/** A model that is being started by the question may take its time, so that the reply tells how long that is. */
const TRIAL_MS = 10_000

const catalogue: ModelCatalogue = [
  {
    subject: 'visits',
    title: 'Visits',
    measures: [{ name: 'count', title: 'Visits' }],
    dimensions: [
      { name: 'department', title: 'Department', named: true },
      { name: 'gender', title: 'Gender', values: ['female', 'male'] },
    ],
    has_rows: true,
    times: ['day', 'month'],
  },
  {
    subject: 'payments',
    title: 'Payments',
    measures: [{ name: 'amount', title: 'Amount paid' }],
    dimensions: [{ name: 'mode', title: 'Payment mode', named: true }],
    has_rows: true,
    times: ['day', 'month'],
  },
]
const question = maskQuestion('How many visits of women were there in each department?', () => true)
const EXPECTED = JSON.stringify(['visits', 'measure', 'count', ['department'], [['gender', ['female']]], null])

/** Asks the model a question of the program, and answers whether it chose well, in how many milliseconds, and what was wrong otherwise. */
export const tryModel = async (settings: ModelSettings) => {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const choice = await chooseWithModel({ ...settings, timeoutMs: TRIAL_MS }, { question, catalogue })
    const chosen =
      choice &&
      JSON.stringify([
        choice.subject,
        choice.ask,
        choice.measure,
        choice.groups,
        choice.filters.map(({ dimension, values }) => [dimension, values]),
        choice.top,
      ])
    const isRight = chosen === EXPECTED
    return { is_right: isRight, took_ms: took(), fault: isRight ? null : ('wrong' as const), detail: '' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { is_right: false, took_ms: took(), fault: error.fault, detail: error.detail }
  }
}
