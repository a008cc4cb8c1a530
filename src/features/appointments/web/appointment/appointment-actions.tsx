import { Button, Kbd, type ButtonProps } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { isOpen, statusLabel, type AppointmentStatus } from '#features/appointments/rules.ts'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { spanText } from '../appointment-labels.ts'
import { useAppointmentChanges } from '../use-appointment-changes.ts'

const BookForDialog = lazy(async () => ({ default: (await import('../book-for-dialog.tsx')).BookForDialog }))
const CancelDialog = lazy(async () => ({ default: (await import('../cancel-dialog.tsx')).CancelDialog }))
const CheckInDialog = lazy(async () => ({ default: (await import('../check-in-dialog.tsx')).CheckInDialog }))
const MoveAppointmentDialog = lazy(async () => ({ default: (await import('../move-appointment-dialog.tsx')).MoveAppointmentDialog }))

/** What is asked over the panel. */
export type Dialog = 'check-in' | 'move' | 'cancel' | 'book'
interface Action {
  key: string
  label: string
  run: () => void
  variant?: ButtonProps['variant']
}

/** What a state is brought to by, in words: the state itself says it where the action has no better word. */
const actionLabel = (from: AppointmentStatus, to: AppointmentStatus) => {
  if (to === 'no-show') return t('No-show')
  if (from === 'cancelled' || from === 'no-show') return t('Restore')
  if (from === 'pending' && to === 'confirmed') return t('Confirm')
  return t('Back to {status}', { status: t(statusLabel[to]).toLowerCase() })
}
const keyOf: Partial<Record<AppointmentStatus, string>> = { confirmed: 'K', pending: 'P', 'no-show': 'W' }

/** The states that are offered by a button of their own; check-in and cancelling have dialogs. */
const offered = ({ status, may }: AppointmentOnScreen): AppointmentStatus[] =>
  may.statuses.filter((to) => {
    if (to === 'arrived' || to === 'cancelled' || to === 'completed') return false
    return !(to === 'pending' && (status === 'cancelled' || status === 'confirmed'))
  })

interface Props {
  appointment: AppointmentOnScreen
  dialog: Dialog | null
  onDialog: (dialog: Dialog | null) => void
  onEdit: () => void
}

/** What this person may do with an appointment now, each with its key. */
export const AppointmentActions = ({ appointment, dialog, onDialog: setDialog, onEdit }: Props) => {
  const { allowed } = useRights()
  const { setStatus } = useAppointmentChanges()
  const close = () => setDialog(null)
  const { status, may, patient } = appointment
  const mayMove = may.change && isOpen(status)
  const actions: Action[] = [
    ...(may.check_in && patient !== null && allowed('attendance.start')
      ? [{ key: 'C', label: t('Check in'), variant: 'filled', run: () => setDialog('check-in') }]
      : []),
    ...(mayMove ? [{ key: 'M', label: t('Move'), run: () => setDialog('move') }] : []),
    ...offered(appointment).map((to) => ({
      key: keyOf[to] ?? '',
      label: actionLabel(status, to),
      run: () => void setStatus(appointment, to),
    })),
    ...(mayMove ? [{ key: 'E', label: t('Change'), run: onEdit }] : []),
    ...(allowed('appointments.change') && patient !== null && !isOpen(status)
      ? [{ key: 'B', label: t('Book again'), run: () => setDialog('book') }]
      : []),
    ...(may.statuses.includes('cancelled') ? [{ key: 'D', label: t('Cancel…'), run: () => setDialog('cancel') }] : []),
  ]
  useKeys(
    dialog === null
      ? actions.filter(({ key }) => key !== '').map(({ key, label, run }) => ({ keys: key, label, run, always: true, hidden: true }))
      : [],
  )
  return (
    <>
      <div className="flow gap-4 phone-halves">
        {actions.map(({ key, label, run, variant }) => (
          <Button
            key={label}
            variant={variant ?? 'default'}
            onClick={run}
            rightSection={key === '' ? undefined : <Kbd className="not-phone">{key}</Kbd>}
          >
            {label}
          </Button>
        ))}
      </div>
      <Suspense>
        {dialog === 'check-in' && <CheckInDialog appointment={appointment} onClose={close} onDone={close} />}
        {dialog === 'move' && <MoveAppointmentDialog appointment={appointment} onClose={close} onMoved={close} />}
        {dialog === 'cancel' && (
          <CancelDialog
            what={`${appointment.patient_name} · ${spanText(appointment)}`}
            onClose={close}
            onCancel={(reason) => {
              close()
              void setStatus(appointment, 'cancelled', reason)
            }}
          />
        )}
        {dialog === 'book' && patient !== null && (
          <BookForDialog
            patientId={patient}
            doctor={appointment.doctor}
            item={appointment.item}
            reason={appointment.reason}
            onClose={close}
            onBooked={close}
          />
        )}
      </Suspense>
    </>
  )
}
