import { createStore } from '../state/store.ts'

interface Asked {
  title: string
  text?: string
  /** The word on the button that does it: a verb, never OK. */
  action: string
  /** The action cannot be taken back. */
  isGrave?: boolean
  /** The word on the button that turns back, where Cancel would not say what stays. */
  back?: string
  /** What may be done before it or in its place; the action itself is not done then. */
  instead?: { action: string; run: () => void }
}
export interface Question extends Asked {
  kind: 'confirm' | 'reason'
  /** Over the reason box. */
  label?: string
  answer: (reason: string | null) => void
}

export const question = createStore<Question | null>(null)

const ask = (asked: Omit<Question, 'answer'>) =>
  new Promise<string | null>((resolve) => {
    question.get()?.answer(null)
    question.set({
      ...asked,
      answer: (reason) => {
        question.set(null)
        resolve(reason)
      },
    })
  })

/** Asks before an action; true when the person says so. */
export const confirm = async (asked: Asked): Promise<boolean> => (await ask({ ...asked, kind: 'confirm' })) !== null

/** Asks for a reason (required); null when the person turns back. */
export const askReason = (asked: Asked & { label?: string }): Promise<string | null> => ask({ ...asked, kind: 'reason' })
