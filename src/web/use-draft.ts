import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormOf } from './checked-form.ts'
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts'
import { session } from './tokens.ts'

/** Shown over a form that was filled from a draft. */
export interface DraftNote {
  at: number
  discard: () => void
}

const KEEP_AFTER_MS = 400

/** Restores what was typed and not saved, and keeps what is typed now. Null without a key. */
export const useDraft = <V extends Record<string, unknown>>(form: FormOf<V>, key: string | undefined) => {
  const [note, setNote] = useState<DraftNote | null>(null)
  const person = session.get().user?.user_id ?? 0
  const isOpen = useRef(true)

  const discard = () => {
    form.reset()
    setNote(null)
    if (key !== undefined) void dropDraft(person, key)
  }
  const restore = useEffectEvent((draft: Draft | undefined) => {
    if (!draft || !isOpen.current || form.isDirty()) return
    form.setValues(draft.values as Partial<V>)
    setNote({ at: draft.at, discard })
  })
  // The browser's database is outside React: read once when the form opens.
  useEffect(() => {
    if (key === undefined) return undefined
    isOpen.current = true
    void readDraft(person, key).then((draft) => restore(draft))
    return () => {
      isOpen.current = false
    }
  }, [key, person])

  const values = form.getValues()
  useEffect(() => {
    if (key === undefined || !form.isDirty()) return undefined
    const timer = setTimeout(() => void keepDraft(person, key, values), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, person, form, values])

  if (key === undefined) return null
  const forget = async () => {
    setNote(null)
    await dropDraft(person, key)
  }
  return { note, forget }
}
