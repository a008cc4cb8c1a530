import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../i18n.ts'
import { toast } from '../toast.tsx'
import { notices } from './notices.ts'

interface Alarm {
  /** Of the thing as it is now: the same thing that happens again is another one. */
  key: string
  text: string
  to: string
}

/** Puts what cannot wait behind the bell for as long as it is there, and says by a toast when one comes in. */
export const useAlarms = (prefix: string, alarms: readonly Alarm[] | undefined) => {
  const go = useNavigate()
  const told = useRef<ReadonlySet<string> | null>(null)
  // The bell and the toasts are outside React.
  useEffect(() => {
    if (!alarms) return
    const known = told.current
    told.current = new Set(alarms.map(({ key }) => key))
    const waiting = alarms.map(({ key, text, to }) => ({ id: prefix + key, text, to }))
    notices.set([...notices.get().filter(({ id }) => !id.startsWith(prefix)), ...waiting])
    // What was there before this person came is behind the bell alone.
    if (known) for (const { key, text, to } of alarms) if (!known.has(key)) toast.alarm(text, { label: t('Open'), run: () => void go(to) })
  }, [alarms, prefix, go])
  useEffect(() => () => notices.set(notices.get().filter(({ id }) => !id.startsWith(prefix))), [prefix])
}
