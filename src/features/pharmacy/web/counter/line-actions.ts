import { t } from '#web/i18n.ts'

/** What can be done with a line of the counter besides handing it out. */
export type Action = 'substitute' | 'batches' | 'refuse'
export const actionKeys: Record<Action, string> = { substitute: 'Alt+S', batches: 'Alt+B', refuse: 'Alt+R' }
export const actionLabel = (action: Action): string =>
  ({ substitute: t('Another item'), batches: t('Another batch'), refuse: t('Refuse') })[action]
