import { lazy, Suspense } from 'react'
import { t } from '../i18n.ts'
import { useKeys } from '../keyboard/keys.ts'
import { useStore } from '../state/store.ts'
import { closeHelp, helpShown, openHelp, openKeys } from './help-shown.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))
const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }))

/** The manual and the sheet of keys, loaded when they are opened. */
export const HelpOverlay = () => {
  const shown = useStore(helpShown)
  useKeys([
    { keys: 'F1', label: t('Help'), run: openHelp },
    { keys: '?', label: t('Keyboard shortcuts'), run: openKeys },
  ])
  return (
    <Suspense>
      {shown === 'keys' && <KeysSheet close={closeHelp} />}
      {shown !== null && shown !== 'keys' && <HelpPanel page={shown.page} close={closeHelp} />}
    </Suspense>
  )
}
