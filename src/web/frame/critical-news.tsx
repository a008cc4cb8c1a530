import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { listNotifications } from '#calls/notifications/contract.ts'
import { getMe } from '#calls/users/contract.ts'
import { query } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { placeOf, sentenceOf } from '../inbox/sentence.ts'
import { useReading } from '../inbox/use-inbox.ts'
import { useRights } from '../session/rights.ts'
import { toast } from '../messages/toast.tsx'

/** Tells who signs documents, once, that their title or registration number is not recorded. */
const useRegistrationNotice = () => {
  const go = useNavigate()
  const { data: me } = useQuery(query(getMe))
  const reported = useRef(false)
  useEffect(() => {
    if (!me?.lacks_registration || reported.current) return
    reported.current = true
    toast.alarm(
      t(
        'Your title or registration number is not recorded, and documents you sign show this. Ask an administrator to add it under Administration, People.',
      ),
      {
        label: t('Open my profile'),
        run: () => void go('/dashboard/profile'),
      },
    )
  }, [me, go])
}

/** Says by a toast, once, when something critical comes in that this person has not read. */
export const CriticalNews = () => {
  useRegistrationNotice()
  const go = useNavigate()
  const rights = useRights()
  const { read } = useReading()
  const { data } = useQuery(query(listNotifications, { query: { level: 'critical', unread: 'true', limit: 100 } }))
  const reported = useRef<Set<number> | null>(null)
  // Toasts are outside React.
  useEffect(() => {
    if (!data) return
    // What was there before this person came is behind the bell alone.
    const known = reported.current
    reported.current = new Set([...(known ?? []), ...data.map(({ id }) => id)])
    if (!known) return
    for (const row of data) {
      if (known.has(row.id)) continue
      const open = () => {
        read(row.id)
        void go(placeOf(row, rights) ?? '/dashboard/notifications')
      }
      toast.alarm(sentenceOf(row), { label: t('Open'), run: open })
    }
  }, [data, rights, read, go])
  return null
}
