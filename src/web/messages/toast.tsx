import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { messageOf } from '../calls/http.ts'
import { t } from '../i18n.ts'
import { randomId } from '../calls/random-id.ts'
import { createStore } from '../state/store.ts'

type Kind = 'done' | 'failed'

/** True from the first toast on: their container is fetched then, if it is not there yet. */
export const telling = createStore(false)

const load = () => {
  telling.set(true)
  return import('./toasts.tsx')
}

interface Action {
  label: string
  run: () => void
}

/** The newest failure that is told: the same again takes its place instead of standing under it. */
let reported = { text: '', id: '' }

const show = async (kind: Kind, text: string, action?: Action, isLasting = false) => {
  const { showToast, hideToast } = await load()
  const Sign = kind === 'done' ? IconCircleCheck : IconAlertTriangle
  const id = randomId()
  if (kind === 'failed' && !action) {
    if (reported.text === text) hideToast(reported.id)
    reported = { text, id }
  }
  showToast({
    id,
    isLasting,
    withBorder: true,
    color: `var(--k-toast-${kind})`,
    role: kind === 'failed' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': t('Close') },
    message: (
      <span className="toast" data-kind={kind}>
        <Sign size={18} stroke={1.75} aria-hidden />
        <span className="grow">{text}</span>
        {action && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              hideToast(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    ),
  })
}

/** Short news at the top right, for five seconds. Texts come translated. */
export const toast = {
  done: (text: string, action?: Action) => void show('done', text, action),
  /** Takes away what is shown: it no longer holds. */
  clear: async () => (await load()).hideToasts(),
  /** A failure, in the words of the server or of the caller. */
  failed: (error: unknown) => void show('failed', typeof error === 'string' ? error : messageOf(error)),
  /** Something that cannot wait, with the way to it: stays when another page opens. */
  alarm: (text: string, action: Action) => void show('failed', text, action, true),
}
