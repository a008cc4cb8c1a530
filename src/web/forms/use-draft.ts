import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormOf } from './checked-form.ts'
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts'
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
  /** Keeps what was typed last and is not kept yet. */
  const pending = useRef<(() => void) | null>(null)

  const discard = () => {
    pending.current = null
    form.reset()
    onVersion(undefined)
    setNote(null)
    if (key !== undefined) void dropDraft(person, key)
  }
  const restore = useEffectEvent((draft: Draft | undefined) => {
    if (!draft || !isOpen.current || form.isDirty()) return
    form.setValues(draft.values as Partial<V>)
    onVersion(draft.version)
    setNote({ at: draft.at, discard })
  })
  // The browser's database is outside React: read once when the form opens.
  useEffect(() => {
    if (key === undefined) return undefined
    isOpen.current = true
    // Who leaves the form or the page at once loses nothing either.
    const keepNow = () => pending.current?.()
    addEventListener('pagehide', keepNow)
    void readDraft(person, key).then((draft) => restore(draft))
    return () => {
      isOpen.current = false
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [key, person])

  const values = form.getValues()
  useEffect(() => {
    if (key === undefined || !form.isDirty()) return undefined
    const keep = () => {
      pending.current = null
      void keepDraft(person, key, values, version)
    }
    pending.current = keep
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, person, form, values, version])
  if (key === undefined) return null
  const forget = async () => {
    pending.current = null
    setNote(null)
    await dropDraft(person, key)
  }
  return { note, forget }
}
