import { t } from '#web/i18n.ts'

/** What can be done with a line of the counter besides handing it out. */
export type Deed = 'substitute' | 'batches' | 'refuse'
export const deedKeys: Record<Deed, string> = { substitute: 'Alt+S', batches: 'Alt+B', refuse: 'Alt+R' }
export const deedWord = (deed: Deed): string => ({ substitute: t('Another item'), batches: t('Another batch'), refuse: t('Refuse') })[deed]
