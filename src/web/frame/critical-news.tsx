import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../api.ts'
import { t } from '../i18n.ts'
import { listCriticalTriages } from '../room-calls.ts'
import { toast } from '../toast.tsx'
import { notices } from './notices.ts'

const PREFIX = 'critical-'
const addressOf = (patient: number) => `/dashboard/patients/${patient}?tab=triage`

/** Critical vital signs that no doctor has seen: behind the bell until somebody has, and a toast when one comes in. */
export const CriticalNews = () => {
  const go = useNavigate()
  const { data } = useQuery(query(listCriticalTriages, { query: {} }))
  const told = useRef<ReadonlySet<string> | null>(null)
  // The bell and the toasts are outside this component.
  useEffect(() => {
    if (!data) return
    const known = told.current
    const keyed = data.map((row) => ({ ...row, key: `${row.id} ${row.critical_at}` }))
    told.current = new Set(keyed.map(({ key }) => key))
    const words = (row: (typeof keyed)[number]) => t('Critical: {{name}}, {{what}}', { name: row.patient_name, what: row.critical_text })
    const waiting = keyed.map((row) => ({ id: PREFIX + row.key, text: words(row), to: addressOf(row.patient) }))
    notices.set([...notices.get().filter(({ id }) => !id.startsWith(PREFIX)), ...waiting])
    // What was there before this person came is behind the bell alone.
    if (known)
      for (const row of keyed)
        if (!known.has(row.key)) toast.alarm(words(row), { label: t('Open'), run: () => void go(addressOf(row.patient)) })
  }, [data, go])
  useEffect(() => () => notices.set(notices.get().filter(({ id }) => !id.startsWith(PREFIX))), [])
  return null
}
