import { errorOf, failureOf, type Failure } from './failure.ts'
import type { Act, Following, Orders, Outcomes, OwnersWork } from './orders.ts'

type Question = { kind: 'owner: do'; id: number; act: Act; order: Orders[Act] } | { kind: 'owner: end'; id: number }

type Answer =
  | { kind: 'owner: progress'; id: number; done: number; total: number }
  | { kind: 'owner: done'; id: number; outcome: Outcomes[Act] }
  | { kind: 'owner: failed'; id: number; failure: Failure }

/** What a process that answers requests may ask for. */
const allowed = new Set<Act>(['take backup', 'check backup', 'export', 'load demonstration'])

/** Lets a process ask, over the channel to it, for what only this one can have done: `hear` its messages, `leave` when it has ended. */
export const answerOverChannel = (report: (answer: Answer) => void, work: OwnersWork) => {
  const running = new Map<number, AbortController>()
  const perform = async ({ id, act, order }: Extract<Question, { kind: 'owner: do' }>) => {
    const ends = new AbortController()
    running.set(id, ends)
    try {
      if (!allowed.has(act)) throw new Error(`${act} is not done for others`)
      const onProgress = (done: number, total: number) => report({ kind: 'owner: progress', id, done, total })
      report({ kind: 'owner: done', id, outcome: await work(act, order, { signal: ends.signal, onProgress }) })
    } catch (error) {
      report({ kind: 'owner: failed', id, failure: failureOf(error) })
    } finally {
      running.delete(id)
    }
  }
  return {
    hear: (message: unknown): void => {
      const question = message as Question
      if (question.kind === 'owner: do') void perform(question)
      if (question.kind === 'owner: end') running.get(question.id)?.abort()
    },
    leave: (): void => {
      for (const ends of running.values()) ends.abort()
    },
  }
}

interface Waiting {
  onProgress: Following['onProgress']
  done: (outcome: never) => void
  failed: (error: Error) => void
}

const ask = (question: Question) => void process.send?.(question)

/** Asks the process that started this one. */
export const askOverChannel = (): OwnersWork => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  process.on('message', (answer: Answer) => {
    if (!('id' in answer)) return
    const asked = waiting.get(answer.id)
    if (!asked) return
    if (answer.kind === 'owner: progress') return asked.onProgress?.(answer.done, answer.total)
    if (answer.kind === 'owner: done') asked.done(answer.outcome as never)
    else if (answer.kind === 'owner: failed') asked.failed(errorOf(answer.failure))
    else return
    waiting.delete(answer.id)
  })
  return <A extends Act>(act: A, order: Orders[A], { signal, onProgress }: Following = {}) =>
    new Promise<Outcomes[A]>((done, failed) => {
      last += 1
      const id = last
      waiting.set(id, { onProgress, done, failed })
      signal?.addEventListener('abort', () => ask({ kind: 'owner: end', id }), { once: true })
      ask({ kind: 'owner: do', id, act, order })
    })
}
