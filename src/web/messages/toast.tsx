import { messageOf } from '../calls/http.ts'
import { createStore } from '../state/store.ts'
import type { ToastAction } from './toasts.tsx'

/** True from the first toast on: their container is fetched then, if it is not there yet. */
export const telling = createStore(false)

const load = () => {
  telling.set(true)
  return import('./toasts.tsx')
}

const show = async (kind: 'done' | 'failed', text: string, action?: ToastAction, isLasting = false) =>
  (await load()).showToast({ kind, text, action, isLasting })

/** Short news at the top right, for five seconds. Texts come translated. */
export const toast = {
  done: (text: string, action?: ToastAction) => void show('done', text, action),
  /** Takes away what is shown: it no longer holds. */
  clear: async () => (await load()).hideToasts(),
  /** A failure, in the words of the server or of the caller. */
  failed: (error: unknown) => void show('failed', typeof error === 'string' ? error : messageOf(error)),
  /** Something that cannot wait, with the way to it: stays when another page opens. */
  alarm: (text: string, action: ToastAction) => void show('failed', text, action, true),
}
