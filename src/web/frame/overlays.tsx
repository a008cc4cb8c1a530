import { lazy, Suspense, useEffect, useState } from 'react'
import { listenForBarcodes } from '../barcode.ts'
import { question } from '../dialogs.ts'
import { t } from '../i18n.ts'
import { useKeys } from '../keys.ts'
import { useRights } from '../rights.ts'
import { createStore, useStore } from '../store.ts'

const CommandBox = lazy(async () => ({ default: (await import('./command-box.tsx')).CommandBox }))
const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }))
const loadDialogs = () => import('../ui/dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))

/** The text that the command box opened with; null while it is closed. A scanned text goes straight to the one thing it names. */
const command = createStore<{ text: string; isScanned: boolean } | null>(null)
const keysShown = createStore(false)

export const openCommandBox = () => command.set({ text: '', isScanned: false })
export const openKeysSheet = () => keysShown.set(true)

/** What may stand over any page of the frame: the command box, the sheet of keys. */
export const FrameOverlays = () => {
  const { allowed } = useRights()
  const opened = useStore(command)
  const isKeysOpen = useStore(keysShown)
  const maySearch = allowed('patients.view')
  useKeys([
    { keys: 'Mod+K', label: t('Find anything'), run: openCommandBox, hidden: true },
    { keys: '?', label: t('Help and keys'), run: openKeysSheet },
  ])
  // A scanner is a keyboard: it is heard outside React.
  useEffect(() => (maySearch ? listenForBarcodes((text) => command.set({ text, isScanned: true })) : undefined), [maySearch])
  return (
    <Suspense>
      {opened && <CommandBox {...opened} close={() => command.set(null)} />}
      {isKeysOpen && <KeysSheet close={() => keysShown.set(false)} />}
    </Suspense>
  )
}

/** The one place where `confirm` and `askReason` show; fetched while nothing else is to do, so that it is there without a line. */
export const Questions = () => {
  const asked = useStore(question)
  const [isWarm, setWarm] = useState(false)
  useEffect(() => {
    // Without a line just then it stays cold: only a question that is asked may break the screen.
    const timer = setTimeout(() => void loadDialogs().then(() => setWarm(true), () => null), 4000)
    return () => clearTimeout(timer)
  }, [])
  return (isWarm || asked) && <Suspense>{<Dialogs />}</Suspense>
}
