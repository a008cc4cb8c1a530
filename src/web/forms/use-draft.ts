import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormOf } from './checked-form.ts'
import { draftKeeper, readDraft, type Draft } from './drafts.ts'
import { session } from '../session/tokens.ts'

/** Shown over a form that was filled from a draft. */
export interface DraftNote {
  at: number
  discard: () => void
}

const KEEP_AFTER_MS = 400

interface Versioned {
  /** The version of the record that the values in the form are a change of. */
  version: number | undefined
  /** Called when they have become a change of another one; with nothing when the form is as it was opened. */
  onVersion: (version: number | undefined) => void
}

/**
 * Restores what was typed and not saved, and keeps what is typed now; each with the version it was typed on, so that saving an old draft
 * over somebody's change is refused like any stale one. Null without a key.
 */
export const useDraft = <V extends Record<string, unknown>>(
  form: FormOf<V>,
  key: string | undefined,
  { version, onVersion }: Versioned,
) => {
  const [note, setNote] = useState<DraftNote | null>(null)
  const person = session.get().user?.user_id ?? 0
  const isOpen = useRef(true)
  const keeper = useMemo(() => (key === undefined ? null : draftKeeper(person, key, KEEP_AFTER_MS)), [person, key])

  const discard = () => {
    form.reset()
    onVersion(undefined)
    setNote(null)
    void keeper?.forget()
  }
  const restore = useEffectEvent((draft: Draft | undefined) => {
    if (!draft || !isOpen.current || form.isDirty()) return
    form.setValues(draft.values as Partial<V>)
    onVersion(draft.version)
    setNote({ at: draft.at, discard })
  })
  // The browser's database is outside React: read once when the form opens.
  useEffect(() => {
    if (key === undefined || keeper === null) return undefined
    isOpen.current = true
    // Who leaves the form or the page at once loses nothing either.
    addEventListener('pagehide', keeper.keepNow)
    void readDraft(person, key).then((draft) => restore(draft))
    return () => {
      isOpen.current = false
      removeEventListener('pagehide', keeper.keepNow)
      keeper.keepNow()
    }
  }, [key, keeper, person])

  const values = form.getValues()
  useEffect(() => {
    if (form.isDirty()) keeper?.keepSoon(values, version)
    else keeper?.letGo()
  }, [keeper, form, values, version])
  if (keeper === null) return null
  const forget = async () => {
    setNote(null)
    await keeper.forget()
  }
  return { note, forget }
}
