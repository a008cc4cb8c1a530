import { Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { enterResults, type Entry } from './enter-results.ts'
import { withVersionConflict, tell } from './notify.ts'

/** Where one result is entered its faults are said of its own fields. */
const ofOne = (problem: Problem) => {
  const fields = Object.entries(problem.fields).map(([name, messages]) => [name.replace(/^results\.0\./, ''), messages] as const)
  return new Problem(problem.status, problem.code, problem.message, { fields: Object.fromEntries(fields), extra: problem.extra })
}

/** The questions of one result, of its own fields. */
const questionsOfOne = (problem: Problem) => {
  const questions = (problem.extra['questions'] as { field: string }[]).map((one) => ({
    ...one,
    field: one.field.replace(/^results\.0\./, ''),
  }))
  return new Problem(problem.status, problem.code, problem.message, { extra: { ...problem.extra, questions } })
}

/** Enters one result by hand and tells of it; refuses as `enterResults` does, a fault of the result as `result`, 412 with the test. */
export const enterOne = async (context: Context, entry: Entry) => {
  const { db, user, now } = context
  try {
    const { trail } = await withVersionConflict(context, () => enterResults({ db, now, by: user.id }, [entry]), 'one')
    tell(context, trail)
  } catch (error) {
    if (error instanceof Problem && error.code === 'implausible') throw questionsOfOne(error)
    throw error instanceof Problem && error.status === 400 ? ofOne(error) : error
  }
}
