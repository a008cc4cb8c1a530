import { Button, Kbd } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { askReason } from '#web/messages/dialogs.ts'
import type { AppointmentStatus } from '#features/appointments/rules.ts'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { useAppointmentChanges } from '../use-appointment-changes.ts'

/** How many the server changes at once. */
const MOST = 100

interface Props {
  chosen: readonly AppointmentOnScreen[]
  onDone: () => void
}

/** What can be done with the chosen ones together. A state that some of them do not follow takes the others alone, and says how many. */
export const BatchBar = ({ chosen, onDone }: Props) => {
  const { setStatuses } = useAppointmentChanges()
  const following = (status: AppointmentStatus) => chosen.filter(({ may }) => may.statuses.includes(status)).slice(0, MOST)
  const bring = (status: AppointmentStatus, reason?: string) =>
    void setStatuses(
      following(status).map(({ id }) => id),
      status,
      reason,
    ).then((isDone) => isDone && onDone())
  const cancel = async () => {
    const count = following('cancelled').length
    const reason = await askReason({ title: t('Cancel {{count}} appointments', { count }), action: t('Cancel them'), isGrave: true })
    if (reason !== null) bring('cancelled', reason)
  }
  const deeds = [
    { status: 'confirmed' as const, key: 'K', word: t('Confirm'), run: () => bring('confirmed') },
    { status: 'no-show' as const, key: 'W', word: t('Did not come'), run: () => bring('no-show') },
    { status: 'cancelled' as const, key: 'D', word: t('Cancel…'), run: () => void cancel() },
  ]
  useKeys(deeds.filter(({ status }) => following(status).length > 0).map(({ key, word, run }) => ({ keys: key, label: word, run })))
  return (
    <div className="appt-batch" role="group" aria-label={t('The chosen appointments')}>
      <b className="num" role="status">
        {t('{{count}} chosen', { count: chosen.length })}
      </b>
      {deeds.map(({ status, key, word, run }) => {
        const count = following(status).length
        return (
          <Button key={status} disabled={count === 0} onClick={run} rightSection={<Kbd className="not-phone">{key}</Kbd>}>
            {word} <span className="num appt-batch-n">{count < chosen.length ? count : ''}</span>
          </Button>
        )
      })}
      <span className="grow" />
      <Button variant="subtle" onClick={onDone}>
        {t('Clear the choice')}
      </Button>
    </div>
  )
}
