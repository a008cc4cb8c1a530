import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import type { WorkspaceOnScreen } from './use-workspace.ts'

const BookForDialog = lazy(async () => ({ default: (await import('#features/appointments/web/book-for-dialog.tsx')).BookForDialog }))

const KEY = 'Alt+B'

interface Props {
  visit: NonNullable<WorkspaceOnScreen['visit']>
  /** The day that the note names, `YYYY-MM-DD`: free times from then on come first. */
  on: string | null
}

/** Books when the patient comes back, with the doctor of the visit. */
export const FollowUp = ({ visit, on }: Props) => {
  const { allowed } = useRights()
  const [isBooking, setBooking] = useState(false)
  const mayBook = allowed('appointments.change')
  const book = () => setBooking(true)
  useKeys(mayBook ? [{ keys: KEY, label: t('Book follow-up'), run: book }] : [])
  if (!mayBook) return null
  const close = () => setBooking(false)
  const isAhead = on !== null && on > today()
  return (
    <>
      <Button onClick={book} rightSection={<Kbd className="not-phone">{keyLabel(KEY)}</Kbd>}>
        {isAhead ? t('Book follow-up, {day}', { day: date(on) }) : t('Book follow-up')}
      </Button>
      <Suspense>
        {isBooking && (
          <BookForDialog
            patientId={visit.patient}
            doctor={visit.doctor}
            from={isAhead ? on : undefined}
            reason={t('Follow-up')}
            onClose={close}
            onBooked={close}
          />
        )}
      </Suspense>
    </>
  )
}
