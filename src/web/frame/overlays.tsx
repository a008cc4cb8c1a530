import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { t } from '../i18n.ts'
import { useKeys } from '../keyboard/keys.ts'
import { useRights } from '../session/rights.ts'
import { createStore, useStore } from '../state/store.ts'
import { WARM_MS } from '../calls/warm.ts'

const loadCommandBox = () => import('./command-box.tsx')
const CommandBox = lazy(async () => ({ default: (await loadCommandBox()).CommandBox }))
const CriticalNews = lazy(async () => ({ default: (await import('./critical-news.tsx')).CriticalNews }))
const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }))

/** The text that the command box opened with; null while it is closed. A scanned text goes straight to the one thing it names. */
const command = createStore<{ text: string; isScanned: boolean; isEntered?: boolean } | null>(null)
const keysShown = createStore(false)

export const openCommandBox = () => command.set({ text: '', isScanned: false })
export const openKeysSheet = () => keysShown.set(true)

/** Stands in until the command box is there: what is typed meanwhile goes into it, and is no key of the screen beneath. */
const CommandBoxOpening = () => {
  // Before the next key comes.
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const now = command.get()
      if (!now || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') command.set(null)
      else if (event.key === 'Enter') command.set({ ...now, isEntered: now.text !== '' })
      else if (event.key.length === 1) command.set({ ...now, text: now.text + event.key, isEntered: false })
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return null
}

/** What may stand over any page of the frame: the command box, the sheet of keys. */
export const FrameOverlays = () => {
  const { allowed } = useRights()
  const opened = useStore(command)
  const isKeysOpen = useStore(keysShown)
  const maySearch = allowed('patients.view') || allowed('stock.view') || allowed('laboratory.view')
  // Whoever has to act on critical vital signs or values.
  const mayBeAlarmed = allowed('attendance.doctor') || allowed('laboratory.request')
  useKeys([
    { keys: 'Mod+K', label: t('Find anything'), run: openCommandBox, hidden: true },
    { keys: '?', label: t('Help and keys'), run: openKeysSheet },
  ])
  // A scanner is a keyboard: it is heard outside React.
  useEffect(() => {
    if (!maySearch) return undefined
    const listening = import('../devices/barcode.ts').then(({ listenForBarcodes }) =>
      listenForBarcodes((text) => command.set({ text, isScanned: true })),
    )
    listening.catch(() => null)
    return () => void listening.then((stop) => stop()).catch(() => null)
  }, [maySearch])
  // Fetched while nothing else is to do: it is the box that everybody opens first.
  useEffect(() => {
    const timer = setTimeout(() => void loadCommandBox().catch(() => null), WARM_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Suspense fallback={<CommandBoxOpening />}>{opened && <CommandBox {...opened} close={() => command.set(null)} />}</Suspense>
      <Suspense>{isKeysOpen && <KeysSheet close={() => keysShown.set(false)} />}</Suspense>
      <Suspense>{mayBeAlarmed && <CriticalNews />}</Suspense>
    </>
  )
}
