import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { messageOf } from './http.ts'
import { t } from './i18n.ts'

type Kind = 'done' | 'failed'

const load = () => import('./toasts.tsx')

const show = async (kind: Kind, text: string, action?: { label: string; run: () => void }) => {
  const { notifications } = await load()
  const Sign = kind === 'done' ? IconCircleCheck : IconAlertTriangle
  const id: string = notifications.show({
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
              notifications.hide(id)
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
  done: (text: string, action?: { label: string; run: () => void }) => void show('done', text, action),
  /** A failure, in the words of the server or of the caller. */
  /** Takes away what is shown: it no longer holds. */
  clear: async () => (await load()).notifications.clean(),
  failed: (error: unknown) => void show('failed', typeof error === 'string' ? error : messageOf(error)),
  /** Something that cannot wait, with the way to it. */
  alarm: (text: string, action: { label: string; run: () => void }) => void show('failed', text, action),
}
