import { t } from '../i18n.ts'

/** What an action says that met a changed record: its new state, where that is known in words, and what to do. */
export const changedMeanwhile = (state?: string): string =>
  state === undefined
    ? t('This record has changed. The new version is shown: check it and try again.')
    : t('This record has changed: {state}. Check it and try again.', { state })
